package runner

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer"
	"fizzer/libfizzer/layout"
)

// stateLimits leave the programs in testdata/state room for what they do on purpose.
var stateLimits = execution.Limits{Conditions: 100_000, Depth: 1000, InputBytes: 64, Steps: 1_000_000, Milliseconds: 20_000,
	ContextDepth: 8}

// instrumenter is built from the sources, once.
var instrumenter = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, toolchain.InstrumenterName)
	output, err := exec.Command("go", "build", "-tags", "llvm19", "-o", path, "fizzer/instrument").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("building the instrumenter: %w: %s", err, output)
	}
	return path, nil
})

// runtimes are compiled once for each data model.
var runtimes = map[int]func() (*toolchain.Runtime, error){
	32: sync.OnceValues(func() (*toolchain.Runtime, error) { return compileRuntime(32) }),
	64: sync.OnceValues(func() (*toolchain.Runtime, error) { return compileRuntime(64) }),
}

func compileRuntime(bits int) (*toolchain.Runtime, error) {
	clang, major, err := toolchain.FindClang(context.Background())
	if err != nil {
		return nil, err
	}
	scratch := filepath.Join(folder, fmt.Sprint("runtime", bits))
	if err := os.Mkdir(scratch, 0o755); err != nil {
		return nil, err
	}
	return toolchain.CompileRuntime(context.Background(), toolchain.Options{Bits: bits, Scratch: scratch, Clang: clang, ClangMajor: major})
}

// buildTarget builds a program as the tool does.
func buildTarget(t testing.TB, program string, bits int) *toolchain.Target {
	t.Helper()
	return buildAs(t, program, bits, false)
}

// buildAs builds a program as the tool does, quickly or not.
func buildAs(t testing.TB, program string, bits int, quick bool) *toolchain.Target {
	t.Helper()
	path, err := instrumenter()
	if err != nil {
		t.Fatal(err)
	}
	clang, major, err := toolchain.FindClang(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	compiled, err := runtimes[bits]()
	if err != nil {
		t.Fatal(err)
	}
	built, err := toolchain.Build(context.Background(), toolchain.Options{
		Programs: []string{program}, Bits: bits, Scratch: t.TempDir(), Clang: clang, ClangMajor: major, Instrumenter: path, Runtime: compiled,
		Quick: quick,
	})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// wantedMode returns what the first line of a program says after "// mode: ".
func wantedMode(t *testing.T, program string) string {
	t.Helper()
	text, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	mode, ok := strings.CutPrefix(line, "// mode: ")
	if !ok {
		t.Fatalf("%s does not begin with its mode", program)
	}
	return mode
}

// stateInputs select everything that the programs can do, in an order in which each follows each other one.
func stateInputs() [][]byte {
	var inputs [][]byte
	for first := byte(0); first < 6; first++ {
		for second := byte(0); second < 6; second++ {
			inputs = append(inputs, []byte{first}, []byte{second})
		}
	}
	return inputs
}

// Programs written to break the restoring of state between two runs of one process. Each is run in the mode chosen for it, one run
// after the other. Every run must equal a run in a process of its own.
func TestNothingIsLeftForTheNextRun(t *testing.T) {
	programs, err := filepath.Glob("testdata/state/*.c")
	if err != nil || len(programs) < 33 {
		t.Fatalf("%d programs, %v", len(programs), err)
	}
	for _, program := range programs {
		for _, bits := range []int{32, 64} {
			t.Run(fmt.Sprint(strings.TrimSuffix(filepath.Base(program), ".c"), bits), func(t *testing.T) {
				t.Parallel()
				checkState(t, program, bits)
			})
		}
	}
}

func checkState(t *testing.T, program string, bits int) {
	built := buildTarget(t, program, bits)
	persistent, because := ModeFor(built.Locations.Externals, libfizzer.Replaced)
	mode := "persistent"
	if !persistent {
		mode = "forked for " + because
	}
	if want := wantedMode(t, program); mode != want {
		t.Fatalf("runs %s, want %s", mode, want)
	}
	fresh := map[byte]execution.Run{}
	for choice := byte(0); choice < 6; choice++ {
		fresh[choice] = stateRuns(t, built, false, [][]byte{{choice}})[0]
	}
	inputs := stateInputs()
	for i, run := range stateRuns(t, built, persistent, inputs) {
		want := fresh[inputs[i][0]]
		if difference := Difference(&run, &want); difference != "" {
			t.Fatalf("run %d with choice %d after %v: %s; ended as %v %d, fresh as %v %d", i, inputs[i][0], inputs[max(i, 1)-1], difference,
				run.Ending, run.Detail, want.Ending, want.Detail)
		}
		if run.Detail != want.Detail {
			t.Fatalf("run %d with choice %d ended with %d, fresh with %d", i, inputs[i][0], run.Detail, want.Detail)
		}
		if !slices.Equal(run.Conditions.Append(nil, 0), want.Conditions.Append(nil, 0)) {
			t.Fatalf("run %d with choice %d recorded other operands than in a fresh process", i, inputs[i][0])
		}
	}
}

// stateRuns makes the runs in a target of its own, one after the other, and requires that it does not fall back.
func stateRuns(t *testing.T, built *toolchain.Target, persistent bool, inputs [][]byte) []execution.Run {
	t.Helper()
	p, err := Start(context.Background(), Options{
		Executable: built.Executable, Scratch: t.TempDir(), MemoryBytes: 1 << 30, FileBytes: 1 << 20, Limits: stateLimits,
		Persistent: persistent, FellBack: func(why string) { t.Errorf("fell back: %s", why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	var runs []execution.Run
	for len(runs) < len(inputs) { // inputs that do not fit into the shared memory are handed over again
		made, err := p.Execute(context.Background(), &execution.Batch{Inputs: inputs[len(runs):], Limits: stateLimits})
		if err != nil {
			t.Fatal(err)
		}
		if len(made) == 0 {
			t.Fatalf("%d runs of %d inputs", len(runs), len(inputs))
		}
		detach(made)
		runs = append(runs, made...)
	}
	return runs
}

// functionsOf names the functions whose conditions the run evaluated, in order, each once.
func functionsOf(built *toolchain.Target, run *execution.Run) []string {
	var names []string
	for _, c := range run.Conditions.All() {
		function := built.Locations.Conditions[execution.Location(&c)].Function
		name := built.Locations.Functions[function].Name
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Destructors run in the C library's order: after main and its exit handlers, later priorities first, and not after abort.
func TestDestructorsRun(t *testing.T) {
	wanted := map[byte][]string{
		0: {"first", "second", "main", "early", "late"},
		1: {"first", "second", "main", "handler", "early", "late"},
		2: {"first", "second", "main"}, // abort
		4: {"first", "second", "main", "early", "late"},
	}
	for _, bits := range []int{32, 64} {
		built := buildTarget(t, "testdata/state/destructors.c", bits)
		for _, persistent := range []bool{false, true} {
			for choice, want := range wanted {
				run := stateRuns(t, built, persistent, [][]byte{{choice}})[0]
				if got := functionsOf(built, &run); !slices.Equal(got, want) {
					t.Errorf("%d bit, persistent %v: choice %d evaluates conditions of %v, want %v", bits, persistent, choice, got, want)
				}
			}
		}
	}
}

// A loop that is left by longjmp again and again neither fills the stack of calls nor changes the context of later conditions.
func TestLongjmpClosesCalls(t *testing.T) {
	for _, bits := range []int{32, 64} {
		built := buildTarget(t, "testdata/state/longjmp.c", bits)
		run := stateRuns(t, built, true, [][]byte{{3}})[0]
		if run.Ending != layout.EndingNormal {
			t.Errorf("%d bit: ended as %v", bits, run.Ending)
		}
		checkChain(t, &run)
		contexts := map[uint32]map[uint32]bool{}
		for _, c := range run.Conditions.All() {
			location := execution.Location(&c)
			if contexts[location] == nil {
				contexts[location] = map[uint32]bool{}
			}
			contexts[location][c.Context] = true
		}
		for location, of := range contexts {
			name := built.Locations.Functions[built.Locations.Conditions[location].Function].Name
			if most := map[string]int{"deeper": 4, "plain": 1, "main": 1}[name]; len(of) > most {
				t.Errorf("%d bit: a condition of %s has %d contexts, want at most %d", bits, name, len(of), most)
			}
		}
	}
}

// When longjmp returns to a function, its variables have the values stored last, as with gcc -O0, and the path hash continues from
// the last condition.
func TestVariablesBehindLongjmp(t *testing.T) {
	for _, bits := range []int{32, 64} {
		built := buildTarget(t, "testdata/state/setjmp-variables.c", bits)
		var inputs [][]byte
		for choice := range byte(16) {
			inputs = append(inputs, []byte{choice})
		}
		for _, persistent := range []bool{false, true} {
			for choice, run := range stateRuns(t, built, persistent, inputs) {
				if run.Ending != layout.EndingNormal || run.Detail != 0 {
					t.Errorf("%d bit, persistent %v: choice %d ends as %v with %d", bits, persistent, choice, run.Ending, run.Detail)
				}
				checkChain(t, &run)
			}
		}
	}
}

// What a run ends with is what gcc's program ends with: the handlers run in the C library's order, and variables of a function to which
// control returns a second time have the values stored last.
func TestEndsAsWithGcc(t *testing.T) {
	wanted := map[string][]uint32{
		"endings":  {21, 21, 1, 0, 21, 321 & 0xff},
		"again":    {11, 12, 13, 14, 15, 16},
		"contexts": {64, 65, 66, 67, 68, 69},
		"lines":    {49, 49, 37, 49, 49, 49},
	}
	for name, statuses := range wanted {
		for _, bits := range []int{32, 64} {
			built := buildTarget(t, "testdata/state/"+name+".c", bits)
			for _, persistent := range []bool{false, name == "endings" || name == "again"} {
				for choice, want := range statuses {
					run := stateRuns(t, built, persistent, [][]byte{{byte(choice)}})[0]
					if run.Ending != layout.EndingNormal || run.Detail&0xff != want {
						t.Errorf("%s, %d bit, persistent %v: choice %d ends as %v with %d, want %d", name, bits, persistent, choice, run.Ending,
							run.Detail, want)
					}
				}
			}
		}
	}
}
