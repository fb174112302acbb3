//go:build llvm19

package pass

import (
	"bytes"
	"debug/elf"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fizzer/libfizzer/locations"
)

// stateMachine writes a C program like the competition's event-condition-action systems: hundreds of global variables, and
// one function with nested chains of conditions on them, which have about the given number of comparisons.
func stateMachine(comparisons int) string {
	const variables, chain = 300, 100
	random := rand.New(rand.NewPCG(1, 2))
	variable := func() string { return fmt.Sprintf("a%d", random.IntN(variables)) }
	var text strings.Builder
	text.WriteString("extern int __VERIFIER_nondet_int(void);\n")
	for v := range variables {
		fmt.Fprintf(&text, "int a%d = %d;\n", v, random.IntN(20))
	}
	text.WriteString("int calculate_output(int input) {\n")
	for written := 0; written < comparisons; {
		fmt.Fprintf(&text, "if (%s != %d) {\nif (0) {\n}\n", variable(), random.IntN(20))
		for range chain {
			fmt.Fprintf(&text, "else if ((%s == %d && !(%s == %d)) && (input == %d && %d < %s)) {\n%s = (%s - %d) * %d %% %d;\n%s = %d;\nreturn %d;\n}\n",
				variable(), random.IntN(20), variable(), random.IntN(20), random.IntN(6), random.IntN(20), variable(),
				variable(), variable(), random.IntN(400_000), 1+random.IntN(5), 2+random.IntN(98), variable(), random.IntN(20), random.IntN(30))
		}
		text.WriteString("}\n")
		written += 4*chain + 1
	}
	text.WriteString("return -2;\n}\nint main(void) {\nfor (int i = 0; i < 20; i++) calculate_output(__VERIFIER_nondet_int());\nreturn 0;\n}\n")
	return text.String()
}

// largeOptions compiles a state machine.
func largeOptions(t testing.TB, comparisons int) Options {
	folder := t.TempDir()
	return Options{
		Inputs:    []string{compile(t, "clang-19", "-m64", write(t, "machine.c", stateMachine(comparisons)))},
		Monitor:   compileDouble(t, "clang-19", "-m64"),
		Object:    filepath.Join(folder, "program.o"),
		Locations: filepath.Join(folder, "locations.json"),
	}
}

// TestLargeProgram instruments a program of 30,000 conditions, most of them in one function, and runs it.
func TestLargeProgram(t *testing.T) {
	options := largeOptions(t, 30_000)
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	table, err := locations.Read(options.Locations)
	if err != nil {
		t.Fatal(err)
	}
	if len(table.Conditions) < 30_000 || len(table.Notes) > 0 {
		t.Errorf("%d conditions, notes %q", len(table.Conditions), table.Notes)
	}
	text := output(t, link(t, "-m64", options.Object))
	if strings.Count(text, "input int\n") != 20 || strings.Count(text, "condition ") < 1000 || !strings.HasSuffix(text, "exit 0\n") {
		t.Errorf("%d inputs, %d conditions, end %q", strings.Count(text, "input"), strings.Count(text, "condition"), text[max(0, len(text)-20):])
	}
}

// TestPlain instruments a program without optimising it: it reads and records the same as one that is optimised lightly, but for
// conditions that follow from others.
func TestPlain(t *testing.T) {
	options := largeOptions(t, 1000)
	options.Light, options.All = true, true
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	want := output(t, link(t, "-m64", options.Object))
	options.Light, options.All, options.Plain = false, false, true
	if err := Run(options); err != nil {
		t.Fatal(err)
	}
	if text := output(t, link(t, "-m64", options.Object)); text != want {
		t.Errorf("%d characters of records, optimised lightly %d", len(text), len(want))
	}
}

// TestQuick: a program that is optimised little for the time being records the same as later, and has the same table of locations.
// Where that makes no difference, the instrumenter does not tell that it does.
func TestQuick(t *testing.T) {
	for _, test := range []struct {
		comparisons int
		lessened    bool
	}{{0, false}, {1000, true}, {8000, false}} {
		options := largeOptions(t, test.comparisons)
		want := tableBy(t, options)
		records := output(t, link(t, "-m64", options.Object))
		lessened := false
		options.Quick, options.Lessened = true, func() { lessened = true }
		if table := tableBy(t, options); !reflect.DeepEqual(table, want) {
			t.Errorf("%d comparisons: another table of locations", test.comparisons)
		}
		if text := output(t, link(t, "-m64", options.Object)); text != records {
			t.Errorf("%d comparisons: %d characters of records, later %d", test.comparisons, len(text), len(records))
		}
		if lessened != test.lessened {
			t.Errorf("%d comparisons: lessened: %v", test.comparisons, lessened)
		}
	}
}

// TestRefusedQuick: a program whose assembly calls what nobody defines is optimised at once, since the linker would refuse it.
func TestRefusedQuick(t *testing.T) {
	var many strings.Builder // so that the optimiser has enough work
	for n := range 500 {
		fmt.Fprintf(&many, "if (x == %d) x += 3; ", 2*n)
	}
	large := "int machine(int x) { " + many.String() + "return x; } "
	const inFunction = `__attribute__((used)) void there(void) { __asm__ volatile("jmp 1f\n here : ret\n1:"); }`
	for _, test := range []struct {
		before, assembly string
		lessened         bool
	}{
		{"", `call never`, false},
		{"", `nop\n\tjmp\tnever # away\n nop`, false},
		{"extern int never(void);", `call never@PLT`, false},
		{"", `call known`, true},
		{"", `call machine`, true},
		{"", `jmp here\nhere: nop`, true},
		{"", `jmp 1f\n1: call *%eax`, true},
		{"", `.weak never\ncall never`, true},
		{inFunction, `call here`, true},
		{`__asm__("there: ret");`, `call there`, true},
		{`void unused(void) { __asm__ volatile("call never"); }`, `nop`, true},
	} {
		text := fmt.Sprintf(`%s %s int main(void) { if (machine(1) > 2000) __asm__ volatile("%s"); }`, large, test.before, test.assembly)
		told := false
		options := optionsFor(t, "-m32", text)
		options.Quick, options.Lessened = true, func() { told = true }
		if err := Run(options); err != nil || told != test.lessened {
			t.Errorf("%s: optimised less: %v instead of %v, error %v", test.assembly, told, test.lessened, err)
		}
		options.Defined, told = "", false // then a failed link tells
		if err := Run(options); err != nil || !told {
			t.Errorf("%s: without a list: optimised less: %v, error %v", test.assembly, told, err)
		}
	}
}

// TestRefusedSecond: the second form of such a program is optimised as well.
func TestRefusedSecond(t *testing.T) {
	text := `extern int __VERIFIER_nondet_int(void); int main(void) {
		int size = sizeof(int); switch (size) { case 8: __asm__ volatile("call never"); } return __VERIFIER_nondet_int() > 3; }`
	options := optionsFor(t, "-m64", text)
	options.Quick, options.Symbolic = true, true
	for _, known := range []bool{true, false} { // without a list nothing is refused yet
		if !known {
			options.Defined = ""
		}
		if err := Run(options); err != nil {
			t.Fatal(err)
		}
		object, err := os.ReadFile(options.Object)
		if left := bytes.Contains(object, []byte("never")); err != nil || left == known {
			t.Errorf("with a list %v: the call is there: %v, %v", known, left, err)
		}
	}
}

// TestInlinedWork: monitoring functions are inlined only where they are few, whatever the size of the program is without them.
func TestInlinedWork(t *testing.T) {
	for comparisons, inlined := range map[int]bool{0: true, 400: false} {
		options := largeOptions(t, comparisons)
		if err := Run(options); err != nil {
			t.Fatal(err)
		}
		object, err := elf.Open(options.Object)
		if err != nil {
			t.Fatal(err)
		}
		symbols, err := object.Symbols()
		if err != nil {
			t.Fatal(err)
		}
		called := slices.ContainsFunc(symbols, func(s elf.Symbol) bool { return s.Name == "__fizzer_condition" })
		if called == inlined {
			t.Errorf("%d comparisons: the monitoring function is there: %v", comparisons, called)
		}
		object.Close()
	}
}

// TestQuickSecond: a second form that is optimised little has the same table of locations, and other code.
func TestQuickSecond(t *testing.T) {
	options := largeOptions(t, 0)
	options.Symbolic = true
	table := tableBy(t, options)
	object, err := os.ReadFile(options.Object)
	if err != nil {
		t.Fatal(err)
	}
	options.Quick = true
	if !reflect.DeepEqual(tableBy(t, options), table) {
		t.Error("another table of locations")
	}
	if quick, err := os.ReadFile(options.Object); err != nil || bytes.Equal(quick, object) {
		t.Errorf("the same code, or none: %v", err)
	}
}

// TestLittleCode: without optimisation, comparing and recording are one call, so that the object file of a large program is small, and
// quickly made.
func TestLittleCode(t *testing.T) {
	const maxBytes = 95 // of object file for each condition; 114 if comparisons and records are two things
	for _, model := range []string{"-m32", "-m64"} {
		folder := t.TempDir()
		options := Options{
			Inputs:  []string{compile(t, "clang-19", model, write(t, "machine.c", stateMachine(3000)))},
			Monitor: compileDouble(t, "clang-19", model), Object: filepath.Join(folder, "program.o"),
			Locations: filepath.Join(folder, "locations.json"), Plain: true,
		}
		conditions := len(tableBy(t, options).Conditions)
		information, err := os.Stat(options.Object)
		if err != nil {
			t.Fatal(err)
		}
		if size := int(information.Size()) / conditions; size > maxBytes {
			t.Errorf("%s: %d bytes for each condition instead of at most %d", model, size, maxBytes)
		}
	}
}

// TestMuchAssembly: the time for inline assembly is linear in its amount. Printing each statement with the function around it took 80 s.
func TestMuchAssembly(t *testing.T) {
	var text strings.Builder
	text.WriteString("int x; int main(void) { int a = 0;\n")
	for n := range 8000 {
		fmt.Fprintf(&text, "__asm__ volatile(\"addl $1, %%0\" : \"+r\"(a) : \"r\"(x)); if (a == %d) x++;\n", n)
	}
	text.WriteString("return a; }")
	options := optionsFor(t, "-m64", text.String())
	options.Plain = true
	before := time.Now()
	if conditions := len(tableBy(t, options).Conditions); conditions != 8000 {
		t.Errorf("%d conditions", conditions)
	}
	if took := time.Since(before); took > 40*time.Second {
		t.Errorf("it took %v", took)
	}
}

// TestStrictFloats: comparisons that respect the environment of floats are conditions like others.
func TestStrictFloats(t *testing.T) {
	const text = `#pragma STDC FENV_ACCESS ON
		extern double __VERIFIER_nondet_double(void);
		int main(void) { double x = __VERIFIER_nondet_double(); return x > 3.5 && x != 5 ? (int)x : 0; }`
	for _, model := range []string{"-m32", "-m64"} {
		var predicates []locations.Predicate
		for _, c := range tableBy(t, optionsFor(t, model, text)).Conditions {
			predicates = append(predicates, c.Predicate)
		}
		if !slices.Equal(predicates, []locations.Predicate{"ogt", "une"}) {
			t.Errorf("%s: %v", model, predicates)
		}
	}
}

// BenchmarkLargeProgram instruments state machines of growing size.
func BenchmarkLargeProgram(b *testing.B) {
	for _, comparisons := range []int{1000, 10_000, 30_000} {
		b.Run(fmt.Sprint(comparisons), func(b *testing.B) {
			options := largeOptions(b, comparisons)
			for b.Loop() {
				if err := Run(options); err != nil {
					b.Fatal(err)
				}
			}
			information, err := os.Stat(options.Object)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(information.Size()), "object-bytes")
		})
	}
}
