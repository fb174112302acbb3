//go:build llvm19

package pass

import (
	"debug/elf"
	"path/filepath"
	"testing"
)

// TestSections shows where the variables of a program go. Writable ones go to the runtime's sections, zeros taking no room in
// the file; constants and thread-local ones go elsewhere.
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
		"fizzer_data": {elf.SHT_PROGBITS, 12 + pointer + (pointer - 4)}, // value, placed, kept, pointer and its alignment
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
