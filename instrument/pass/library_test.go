//go:build llvm19

package pass

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/libfizzer/locations"
)

const callsEverything = `
extern int is_seven(int);
extern long device_read(void);
extern double device_level(int, ...);
extern _Bool device_ready(void);
extern int device_mode;
static int own(int x) { return x < 3; }
int eight(int x) { return x == 8; }
int main(int count, char **arguments) {
  return is_seven(count) + own(device_read()) + eight(device_mode) + (device_level(1, 2) > 0.5) + (device_ready() ? 1 : 0);
}
`

// A library that defines something the program uses, something it does not use, and something it defines itself.
const library = `
static int equal(int x, int y) { return x == y; }
int is_seven(int x) { return equal(x, 7); }
int is_nine(int x) { return equal(x, 9); }
int eight(int x) { return x > 8; }
`

// runWith instruments callsEverything in a data model and returns its table.
func runWith(t *testing.T, model string, undefined []string) *locations.Table {
	t.Helper()
	folder := t.TempDir()
	return tableBy(t, Options{
		Inputs:      []string{compile(t, "clang-19", model, write(t, "program.c", callsEverything))},
		Libraries:   []string{compile(t, "clang-19", model, write(t, "library.c", library))},
		Substitutes: undefined,
		Monitor:     compileDouble(t, "clang-19", model),
		Object:      filepath.Join(folder, "program.o"),
		Locations:   filepath.Join(folder, "locations.json"),
	})
}

func TestLibraryGivesWhatIsNeeded(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		table := runWith(t, model, nil)
		var names []string
		for _, function := range table.Functions {
			names = append(names, function.Name)
		}
		slices.Sort(names)
		if want := []string{"eight", "equal", "is_seven", "main", "own"}; !slices.Equal(names, want) {
			t.Errorf("%s: functions %v instead of %v", model, names, want)
		}
		for _, c := range table.Conditions {
			if table.Functions[c.Function].Name == "eight" && c.Predicate != "eq" {
				t.Errorf("%s: the library's function replaces the program's own", model)
			}
		}
		if want := []string{"device_level", "device_read", "device_ready"}; !slices.Equal(table.Externals, want) {
			t.Errorf("%s: externals %v instead of %v", model, table.Externals, want)
		}
	}
}

func TestSubstitutesAreNoExternals(t *testing.T) {
	undefined := []string{"device_level", "device_mode", "device_read", "device_ready"}
	for _, model := range []string{"-m32", "-m64"} {
		table := runWith(t, model, undefined)
		if len(table.Externals) > 0 {
			t.Errorf("%s: externals %v", model, table.Externals)
		}
		for _, name := range undefined {
			if !slices.ContainsFunc(table.Notes, func(note string) bool { return strings.Contains(note, " "+name+", which is defined nowhere") }) {
				t.Errorf("%s: no note names %s: %q", model, name, table.Notes)
			}
		}
		calls := 0
		for _, c := range table.Conditions {
			if c.Kind == locations.KindCall {
				calls++
			}
		}
		if calls != 1 {
			t.Errorf("%s: %d Boolean calls instead of that of device_ready", model, calls)
		}
	}
}

const usesWhatIsKnown = `
extern int known(void), unknown(void), hidden(void), kept(void) __attribute__((weak)), twice(void), unused(void);
extern char __start_own[], end[];
struct opaque;
extern struct opaque secret;
extern _Thread_local int each;
void *malloc(unsigned long);
static int never(void) { return hidden(); }
int main(void) { return known() + unknown() + twice() + (kept ? kept() : 0) + (&secret != malloc(1)) + __start_own[0] + end[0] + each; }
`

// TestDefined: names that the list of the linker lacks get substitutes without being named, but those that the linker needs not find.
func TestDefined(t *testing.T) {
	for _, model := range []string{"-m32", "-m64"} {
		table := tableBy(t, Options{
			Inputs:      []string{compile(t, "clang-19", model, write(t, "program.c", usesWhatIsKnown))},
			Substitutes: []string{"twice"},
			Defined:     write(t, "defined.txt", "known\nend\n"),
			Monitor:     compileDouble(t, "clang-19", model),
			Object:      filepath.Join(t.TempDir(), "program.o"),
			Locations:   filepath.Join(t.TempDir(), "locations.json"),
		})
		if want := []string{"each", "secret", "twice", "unknown"}; !slices.Equal(table.Substitutes, want) {
			t.Errorf("%s: substitutes %v instead of %v", model, table.Substitutes, want)
		}
		if want := []string{"kept", "known", "malloc"}; !slices.Equal(table.Externals, want) {
			t.Errorf("%s: externals %v instead of %v", model, table.Externals, want)
		}
	}
	program := compile(t, "clang-19", "-m64", write(t, "program.c", callsEverything))
	err := Run(Options{Inputs: []string{program}, Defined: "testdata/no-such-list.txt", Object: "unwritten.o", Locations: "unwritten.json"})
	if err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("error %v instead of one about a missing list", err)
	}
}

// TestDefinedByAssembly: what assembly names may be defined by it, or be another name of what the linker finds.
func TestDefinedByAssembly(t *testing.T) {
	for text, want := range map[string][]string{
		`__asm__(".globl helper\nhelper:\n ret\n"); extern int helper(void), other(void); int main(void) { return helper() + other(); }`:  {"other"},
		`__asm__(".symver old,abs@GLIBC_2.0"); extern int old(int); int main(void) { return old(1); }`:                                    nil,
		`extern char label[]; int main(void) { __asm__ volatile("label: nop"); return label[0]; }`:                                        nil,
		`extern char label[]; extern int other; int main(void) { __asm__ volatile("%c0: nop" :: "i"(label)); return label[0] + other; }`:  nil,
		`extern char label[]; int main(void) { __asm__ volatile(".globl %c0" :: "i"(label)); return label[0]; }`:                          nil,
		`extern int label, other; int main(void) { int x; __asm__ volatile("mov %1, %0" : "=r"(x) : "m"(label)); return label + other; }`: {"label", "other"},
		`extern char label[]; int main(void) { __asm__ volatile("nop\n\t.globl\t%c0" :: "i"(label)); return label[0]; }`:                  nil,
		`extern char label[]; int main(void) { __asm__ volatile("nop\nlabel: .ascii \"a\"" :: "r"(label)); return label[0]; }`:            nil,
		`extern int label; int main(void) { __asm__ volatile(".balign 4\n mov %0, %%eax" :: "m"(label)); return label; }`:                 {"label"},
	} {
		for _, model := range []string{"-m32", "-m64"} {
			table := tableBy(t, optionsFor(t, model, text))
			if !slices.Equal(table.Substitutes, want) {
				t.Errorf("%s: substitutes %v instead of %v: %s", model, table.Substitutes, want, text)
			}
		}
	}
}

// TestUsedByAssembly: functions, aliases and variables of the program that assembly uses are there under their names, whether C code uses
// them or not, and are called as C code would.
func TestUsedByAssembly(t *testing.T) {
	const caller = ` int main(void) { int x; __asm__ volatile("call f" : "=a"(x) : "a"(4) : "ecx", "edx", "memory"); return x - 3; }`
	for name, text := range map[string]string{
		"function":          `int f(void) { return 3; }`,
		"static function":   `static int f(void) { return 3; } int g(void) { return f(); }`,
		"used by C, too":    `int f(void) { return 3; } int g(void) { return f() != 3; }`,
		"alias":             `int real(void) { return 3; } int f(void) __attribute__((alias("real")));`,
		"label":             `int g(void) __asm__("f"); int g(void) { return 3; }`,
		"of the C library":  `int rand(void) { return 3; } int f(void) { return rand(); }`,
		"variable":          `int v; int f(void) { __asm__ volatile("movl $3, v"); return v; }`,
		"outside functions": `int h(void) { return 3; } __asm__("f: jmp h");`,
		"another name":      `int h(void) { return 3; } int f(void); __asm__(".set f, h");`,
		"unused argument":   `__attribute__((regparm(1))) int f(int a) { return 3; } int g(void) { return f(1); }`,
	} {
		for _, model := range []string{"-m32", "-m64"} {
			for _, light := range []bool{false, true} {
				options := optionsFor(t, model, text+caller)
				options.Light = light
				if err := Run(options); err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if text := output(t, link(t, model, options.Object)); strings.Contains(text, "status") {
					t.Errorf("%s, %s, light %v: %s", name, model, light, text)
				}
			}
		}
	}
}

func TestLibraryErrors(t *testing.T) {
	program := compile(t, "clang-19", "-m64", write(t, "program.c", callsEverything))
	other := compile(t, "clang-19", "-m32", write(t, "library.c", library))
	for path, want := range map[string]string{
		other:                         "compile all with the same",
		"testdata/no-such-library.bc": "no such file",
	} {
		err := Run(Options{Inputs: []string{program}, Libraries: []string{path}, Object: "unwritten.o", Locations: "unwritten.json"})
		if err == nil || !strings.HasPrefix(err.Error(), "library: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v instead of one about %q", err, want)
		}
	}
}
