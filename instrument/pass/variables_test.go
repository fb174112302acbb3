//go:build llvm19

package pass

import (
	"debug/elf"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestSections shows where the variables of a program go. Writable ones go to the runtime's sections, zeros taking no room in
// the file; constants go elsewhere. Thread-local ones are ordinary ones, because the program starts no thread.
func TestSections(t *testing.T) {
	source := write(t, "variables.c", `
		int value = 1, zeros[50000000], *pointer = &value;
		const int constant[] = {1, 2, 3};
		__thread int local = 4;
		int placed __attribute__((section("elsewhere"))) = 5;
		int bounded __attribute__((section("bounded"))) = 6;
		extern int __start_bounded[];
		int external_bool(int);
		int main(int x, char **v) {
			static int kept = 7;
			value++, zeros[x]++, pointer++, local++, placed++, bounded++, kept++, __start_bounded[0]++;
			return external_bool(value) + zeros[2] + *pointer + constant[x] + local + placed + bounded + kept;
		}`)
	for _, model := range []string{"-m32", "-m64"} {
		object := filepath.Join(t.TempDir(), "x.o")
		err := Run(Options{Inputs: []string{compile(t, "clang-19", model, source)}, Monitor: compileDouble(t, "clang-19", model),
			Object: object, Locations: filepath.Join(t.TempDir(), "x.json")})
		if err != nil {
			t.Fatal(err)
		}
		checkSections(t, object)
	}
}

// TestThreadLocals: thread-local variables become ordinary ones where no run starts a thread.
func TestThreadLocals(t *testing.T) {
	for name, test := range map[string]struct {
		source string
		stay   bool
	}{
		"no threads": {"__thread int v = 1; static __thread int w; int main(void) { return v++ + w++; }", false},
		"a thread": {`int pthread_create(void *, void *, void *(*)(void *), void *); __thread int v;
			static void *f(void *x) { v++; return x; }
			int main(void) { long t; return pthread_create(&t, 0, f, 0) + v; }`, true},
		"code that never runs": {`int pthread_create(void *, void *, void *(*)(void *), void *); __thread int v;
			static void *f(void *x) { v++; return x; }
			int start(void) { long t; return pthread_create(&t, 0, f, 0); }
			int main(void) { return v++; }`, false},
		"any function": {`void *dlsym(void *, const char *); __thread int v; int main(void) { return v++ + !dlsym(0, "f"); }`, true},
		"OpenMP":       {"void GOMP_parallel(void); __thread int v; int main(void) { GOMP_parallel(); return v++; }", true},
		"not ours":     {"extern __thread int v; __thread int w; int main(void) { return v++ + w++; }", true},
		"another name": {`__thread int v; extern __thread int w __attribute__((alias("v"))); int main(void) { return w++; }`, true},
		"assembly":     {`__asm__(".globl x"); __thread int v; int main(void) { return v++; }`, true},
	} {
		for _, model := range []string{"-m32", "-m64"} {
			folder := t.TempDir()
			table := tableBy(t, Options{Inputs: []string{compile(t, "clang-19", model, write(t, "local.c", test.source))},
				Monitor: compileDouble(t, "clang-19", model), Object: filepath.Join(folder, "x.o"), Locations: filepath.Join(folder, "x.json")})
			noted := slices.ContainsFunc(table.Notes, func(note string) bool { return strings.Contains(note, "thread-local") })
			if table.ThreadLocal != test.stay || noted != test.stay {
				t.Errorf("%s %s: thread-local: %v, notes: %q", name, model, table.ThreadLocal, table.Notes)
			}
		}
	}
}

func checkSections(t *testing.T, object string) {
	t.Helper()
	file, err := elf.Open(object)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	pointer := uint64(8)
	if file.Class == elf.ELFCLASS32 {
		pointer = 4
	}
	for name, want := range map[string]struct {
		kind elf.SectionType
		size uint64
	}{
		"fizzer_data": {elf.SHT_PROGBITS, 16 + pointer + (pointer - 4)}, // value, local, placed, kept, pointer and its alignment
		"fizzer_bss":  {elf.SHT_NOBITS, 200_000_000},
		"bounded":     {elf.SHT_PROGBITS, 4},
		"elsewhere":   {},
		".data":       {},
		".bss":        {},
	} {
		section := file.Section(name)
		switch {
		case section == nil && want.size > 0:
			t.Errorf("no section %s", name)
		case section != nil && (section.Size != want.size || want.size > 0 && section.Type != want.kind):
			t.Errorf("section %s has %d bytes of type %v instead of %d of %v", name, section.Size, section.Type, want.size, want.kind)
		}
	}
}
