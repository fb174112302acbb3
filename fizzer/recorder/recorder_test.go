package recorder

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sort"
	"sync"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/task"
)

// folder holds everything that the tests build.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "fizzer-recorder-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

// instrumenter builds the instrumenter from these sources, once.
var instrumenter = sync.OnceValues(func() (string, error) {
	path := filepath.Join(folder, toolchain.InstrumenterName)
	output, err := exec.Command("go", "build", "-tags", "llvm19", "-o", path, "fizzer/instrument").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return path, nil
})

// program is one program in both forms.
type program struct {
	first  *runner.Process
	second *Recorder
	built  *toolchain.Target
}

var limits = execution.Limits{Conditions: 1 << 20, Depth: 1000, InputBytes: 1 << 12, Steps: 1 << 24, Milliseconds: 30_000, ContextDepth: 8}

// start builds a program in both forms and starts both.
func start(t testing.TB, bits int, file string, limits execution.Limits, expressions uint32) *program {
	t.Helper()
	built := compile(t, bits, file)
	executable, err := built.Second(context.Background(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p := &program{built: built}
	p.start(t, executable, limits, expressions)
	return p
}

// start starts both forms of a program that was built; executable is the second one.
func (p *program) start(t testing.TB, executable string, limits execution.Limits, expressions uint32) {
	t.Helper()
	const memory = 1 << 30
	var err error
	p.first, err = runner.Start(context.Background(), runner.Options{
		Executable: p.built.Executable, Scratch: t.TempDir(), MemoryBytes: memory, FileBytes: 1 << 20, Limits: limits, Wide: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.first.Close() })
	p.second, err = Start(context.Background(), Options{
		Executable: executable, Scratch: t.TempDir(), MemoryBytes: memory, FileBytes: 1 << 20, Limits: limits, Wide: true,
		Expressions: expressions,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.second.Close() })
}

func compile(t testing.TB, bits int, files ...string) *toolchain.Target {
	t.Helper()
	tool, err := instrumenter()
	if err != nil {
		t.Fatal(err)
	}
	clang, major, err := toolchain.FindClang(t.Context())
	if err != nil {
		t.Fatalf("%v; run make setup", err)
	}
	built, err := toolchain.Build(context.Background(), toolchain.Options{
		Programs: files, Bits: bits, Scratch: t.TempDir(), Clang: clang, ClangMajor: major, Instrumenter: tool,
	})
	if err != nil {
		t.Fatal(err)
	}
	return built
}

// record runs an input in both forms.
func (p *program) record(t testing.TB, limits execution.Limits, input []byte) *Recording {
	t.Helper()
	runs, err := p.first.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	recording, err := p.second.Record(context.Background(), Request{Input: input, Limits: limits, Follow: runs[0].Conditions})
	if err != nil {
		t.Fatal(err)
	}
	if recording.Ending != runs[0].Ending {
		t.Errorf("input %x: the recorded run ends as %v, the ordinary one as %v", input, recording.Ending, runs[0].Ending)
	}
	return recording
}

// check fails if an expression does not have its value in the run, or the path is not the ordinary one.
func check(t testing.TB, r *Recording) *expression.Path {
	t.Helper()
	if r.Diverged {
		t.Errorf("the recorded run leaves the ordinary one's path after %d conditions", r.Conditions)
	}
	path, err := expression.Build(&r.Run)
	if err != nil {
		t.Fatal(err)
	}
	if path.Mismatches > oddNaNs(r) {
		t.Errorf("%d of %d expressions are not what they were in the run, the first: %s", path.Mismatches, len(r.Nodes), firstMismatch(r))
	}
	return path
}

// oddNaNs returns how many float operations gave a NaN: expressions do not say which NaN the processor makes.
func oddNaNs(r *Recording) (n int) {
	for _, e := range r.Nodes {
		if kind := layout.ExpressionKind(e.Kind); kind >= layout.ExpressionKindFloatAdd && kind != layout.ExpressionKindFloatCompare &&
			(e.Width == 64 && math.IsNaN(math.Float64frombits(e.Value)) || e.Width == 32 && e.Value&0x7fffffff > 0x7f800000) {
			n++
		}
	}
	return n
}

// firstMismatch describes the first expression that does not have its value in the run, with its operands.
func firstMismatch(r *Recording) string {
	first := sort.Search(len(r.Nodes), func(n int) bool {
		run := r.Run
		run.Nodes, run.Constraints, run.Elements = r.Nodes[:n+1], nil, nil
		path, err := expression.Build(&run)
		return err != nil || path.Mismatches > 0
	})
	if first == len(r.Nodes) {
		return "one of a table"
	}
	describe := func(n uint32) string {
		if n == 0 || int(n) > len(r.Nodes) {
			return fmt.Sprint(n)
		}
		e := r.Nodes[n-1]
		return fmt.Sprintf("%v:%d(%d, %d, %d; %d)=%#x", layout.ExpressionKind(e.Kind), e.Width, e.A, e.B, e.C, e.Flags, e.Value)
	}
	e := r.Nodes[first]
	return fmt.Sprintf("%s of %s, %s, %s", describe(uint32(first+1)), describe(e.A), describe(e.B), describe(e.C))
}

func both(t *testing.T, test func(t *testing.T, bits int)) {
	for _, bits := range []int{32, 64} {
		t.Run(fmt.Sprint(bits), func(t *testing.T) { test(t, bits) })
	}
}

// count returns the number of constraints of a kind.
func count(r *Recording, kind layout.ConstraintKind) (n int) {
	for _, c := range r.Constraints {
		if layout.ConstraintKind(c.Kind) == kind {
			n++
		}
	}
	return n
}

// TestCoupled: thirteen coupled comparisons are one decision, including those that the run does not evaluate.
func TestCoupled(t *testing.T) {
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/coupled.c", limits, 0)
		for _, input := range [][]byte{nil, {1, 0, 0, 0, 0, 0, 0, 0, 2}} {
			r := p.record(t, limits, input)
			path := check(t, r)
			if count(r, layout.ConstraintKindMerged) != 13 || count(r, layout.ConstraintKindBranch) != 1 || len(r.Constraints) != 14 {
				t.Errorf("%d merged conditions, %d branches, %d constraints", count(r, layout.ConstraintKindMerged),
					count(r, layout.ConstraintKindBranch), len(r.Constraints))
			}
			if evaluated := evaluatedFacts(path); evaluated != r.Trace.Len()-5+1 { // the loop has five concrete conditions
				t.Errorf("%d facts of what the run evaluated, of %d conditions", evaluated, r.Trace.Len())
			}
		}
	})
}

func evaluatedFacts(path *expression.Path) (n int) {
	for i := range path.Facts {
		if path.Facts[i].Evaluated {
			n++
		}
	}
	return n
}

// TestTraceIndices: a constraint names the condition of the ordinary trace that it constrains.
func TestTraceIndices(t *testing.T) {
	p := start(t, 64, "testdata/features/control.c", limits, 0)
	r := p.record(t, limits, []byte{7, 0, 0, 0, 'a', 'b', 3, 9, 200, 1})
	path := check(t, r)
	seen := 0
	for i, c := range r.Constraints {
		kind := layout.ConstraintKind(c.Kind)
		if kind != layout.ConstraintKindCondition && (kind != layout.ConstraintKindMerged || r.isBefore(&r.Constraints[i])) {
			continue
		}
		condition := r.Trace.At(int(c.Condition))
		if execution.Location(&condition) != c.Location || execution.Direction(&condition) != (c.Taken != 0) || condition.Left != c.Value {
			t.Errorf("constraint %d says %d %v %#x of condition %d, which is %+v", i, c.Location, c.Taken != 0, c.Value, c.Condition, condition)
		}
		seen++
	}
	if seen < 20 || len(path.Facts) < seen {
		t.Errorf("%d constraints on conditions, %d facts", seen, len(path.Facts))
	}
}

// TestThreads: programs with threads are not recorded.
func TestThreads(t *testing.T) {
	file := filepath.Join(t.TempDir(), "threads.c")
	text := "#include <pthread.h>\nstatic void *run(void *p) { return p; }\nint main(void) { pthread_t t; return pthread_create(&t, 0, run, 0); }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err := compile(t, 64, file).Second(context.Background(), nil, nil)
	var rejected *toolchain.CompileError
	if !errors.As(err, &rejected) || rejected.Stage != "record" {
		t.Errorf("error %v", err)
	}
}

// TestKilled: a killed run leaves what it recorded before.
func TestKilled(t *testing.T) {
	file := filepath.Join(t.TempDir(), "killed.c")
	text := "#include <signal.h>\nextern int __VERIFIER_nondet_int(void);\nint main(void) { if (__VERIFIER_nondet_int() == 3) return 1; raise(SIGKILL); return 0; }\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, file, limits, 0)
		r, err := p.second.Record(context.Background(), Request{Limits: limits, All: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ending != layout.EndingCrashed || len(r.Nodes) == 0 {
			t.Errorf("ended as %v with %d expressions", r.Ending, len(r.Nodes))
		}
		if r = p.record(t, limits, []byte{3}); count(r, layout.ConstraintKindCondition) != 1 {
			t.Errorf("%d constraints in the next run", len(r.Constraints))
		}
	})
}

// TestTextEnds: the zero behind a text that is read is not what was there before.
func TestTextEnds(t *testing.T) {
	file := filepath.Join(t.TempDir(), "text.c")
	text := `#include <stdlib.h>
		extern unsigned char __VERIFIER_nondet_uchar(void);
		extern char *__VERIFIER_nondet_string(void);
		int main(void) {
			char *freed = malloc(64);
			freed[31] = (char)__VERIFIER_nondet_uchar();
			free(freed);
			return __VERIFIER_nondet_string()[31] == 0;
		}`
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	both(t, func(t *testing.T, bits int) {
		r := start(t, bits, file, limits, 0).record(t, limits, nil)
		if check(t, r); len(r.Constraints) != 0 {
			t.Errorf("%d constraints", len(r.Constraints))
		}
	})
}

// eachFeature tests with each program of C's features, in both data models.
func eachFeature(t *testing.T, test func(t *testing.T, p *program)) {
	files, err := filepath.Glob("testdata/features/*.c")
	if err != nil || len(files) == 0 {
		t.Fatal(err, files)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			both(t, func(t *testing.T, bits int) {
				test(t, start(t, bits, file, limits, 0))
			})
		})
	}
}

// TestFeatures evaluates every expression of runs over C's features with the values read, and compares it with its value in the
// run.
func TestFeatures(t *testing.T) {
	eachFeature(t, func(t *testing.T, p *program) {
		random := rand.New(rand.NewPCG(1, 2))
		facts := 0
		for n := range 40 {
			path := check(t, p.record(t, limits, someInput(random, n)))
			facts += len(path.Facts)
			if t.Failed() {
				t.Fatalf("input number %d", n)
			}
		}
		if facts == 0 {
			t.Error("no run depends on its input")
		}
		t.Logf("%+v", p.second.Statistics())
	})
}

// TestPredicted: what the expressions of one run say about another input comes true. Of the facts, the first that is false for that
// input tells where its run leaves the path; merged conditions before have the outcomes that they say.
func TestPredicted(t *testing.T) {
	eachFeature(t, func(t *testing.T, p *program) {
		random := rand.New(rand.NewPCG(5, 6))
		checked := 0
		for n := range 30 {
			input := someInput(random, n)
			r := p.record(t, limits, input)
			path := check(t, r)
			for range 4 {
				other := slices.Clone(input)
				for range 1 + random.IntN(3) {
					if len(other) > 0 {
						other[random.IntN(len(other))] = byte(random.IntN(256) >> random.IntN(8))
					}
				}
				checked += predict(t, p, path, r, other)
			}
			if t.Failed() {
				t.Fatalf("input number %d", n)
			}
		}
		if checked == 0 {
			t.Error("nothing was predicted")
		}
		t.Logf("%d conditions", checked)
	})
}

// predict compares the ordinary run of an input with what the path of another one says about it, and returns for how many conditions.
func predict(t *testing.T, p *program, path *expression.Path, r *Recording, input []byte) (checked int) {
	before, after := p.conditions(t, r.Input), p.conditions(t, input)
	values := slices.Clone(path.Values)
	for n, v := range path.Variables {
		bytes := make([]byte, 16)
		copy(bytes, input[min(int(v.Offset), len(input)):min(int(v.Offset)+int(v.Bytes), len(input))])
		values[n] = expression.Value{Low: binary.LittleEndian.Uint64(bytes), High: binary.LittleEndian.Uint64(bytes[8:])}.And(v.Domain())
	}
	holds := func(of expression.Ref) bool {
		m := path.Compile(of).NewMachine()
		m.SetAll(values)
		m.Run()
		return !m.Value(of).IsZero()
	}
	for _, fact := range path.Facts {
		at, same := int(fact.Condition), holds(fact.Holds)
		merged := fact.Kind == layout.ConstraintKindMerged
		switch {
		case !merged && fact.Kind != layout.ConstraintKindCondition:
			if !same {
				return checked
			}
			continue
		case merged && (!fact.Evaluated || fact.Guard != 0 && !holds(fact.Guard)):
			return checked // conditions may have other numbers from here on
		case at >= len(before):
			return checked
		case at >= len(after):
			t.Errorf("input %x after %x: condition %d is missing", input, r.Input, at)
			return checked
		}
		checked++
		was, now := before[at], after[at]
		if execution.Location(&was) != execution.Location(&now) || (execution.Direction(&was) == execution.Direction(&now)) != same {
			t.Errorf("input %x after %x: condition %d is %#x and was %#x; the expression says same: %v", input, r.Input, at, now.Location,
				was.Location, same)
			return checked
		}
		if !same && !merged {
			return checked
		}
	}
	return checked
}

// conditions returns the conditions of the ordinary run of an input.
func (p *program) conditions(t *testing.T, input []byte) (all []layout.Condition) {
	runs, err := p.first.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range runs[0].Conditions.All() {
		all = append(all, c)
	}
	return all
}

// someInput returns bytes, some of them small and some equal, so that conditions go both ways.
func someInput(random *rand.Rand, n int) []byte {
	input := make([]byte, 8*n)
	for i := range input {
		switch random.IntN(4) {
		case 0:
			input[i] = byte(random.Uint32())
		case 1:
			input[i] = byte(random.IntN(12))
		case 2:
			input[i] = 0xff
		}
	}
	return input
}

// TestExamples: the project's examples take the ordinary path, and their expressions give what they computed.
func TestExamples(t *testing.T) {
	tasks, err := filepath.Glob("../../examples/*.yml")
	if err != nil || len(tasks) == 0 {
		t.Fatal(err, tasks)
	}
	for _, name := range tasks {
		t.Run(filepath.Base(name), func(t *testing.T) {
			task, err := task.Read(name)
			if err != nil {
				t.Fatal(err)
			}
			p := start(t, task.DataModel.Bits(), task.Programs[0], exampleLimits, 0)
			random := rand.New(rand.NewPCG(3, 4))
			for n := range 8 {
				check(t, p.record(t, exampleLimits, someInput(random, 3*n)))
			}
			t.Logf("%+v", p.second.Statistics())
		})
	}
}

var exampleLimits = execution.Limits{Conditions: 1 << 14, Depth: 200, InputBytes: 1 << 12, Steps: 1 << 16, Milliseconds: 60_000,
	ContextDepth: 8}

// TestDeep: a run with ten thousand open calls is recorded.
func TestDeep(t *testing.T) {
	deep := limits
	deep.Depth = 20_000
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/stress/deep.c", deep, 0)
		r := p.record(t, deep, []byte{1, 2})
		if path := check(t, r); len(path.Facts) < 2 || len(r.Nodes) < 10_000 {
			t.Errorf("%d facts, %d expressions", len(path.Facts), len(r.Nodes))
		}
	})
}

// TestChain: a chain of a million expressions is recorded, or half of it if there is no room for more.
func TestChain(t *testing.T) {
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/stress/chain.c", limits, 1<<21)
		r := p.record(t, limits, []byte{1, 2, 3})
		if path := check(t, r); len(r.Nodes) < 1_000_000 || len(path.Facts) != 1 || r.Concrete.Full != 0 {
			t.Errorf("%d expressions, %d facts, %+v", len(r.Nodes), len(path.Facts), r.Concrete)
		}
		p = start(t, bits, "testdata/stress/chain.c", limits, 1<<19)
		r = p.record(t, limits, []byte{1, 2, 3})
		if check(t, r); len(r.Nodes) != 1<<19 || r.Concrete.Full == 0 || r.Trace.Len() <= r.Conditions {
			t.Errorf("%d expressions, facts up to condition %d of %d, %+v", len(r.Nodes), r.Conditions, r.Trace.Len(), r.Concrete)
		}
	})
}

// TestManyConditions: a million conditions are recorded within the given memory.
func TestManyConditions(t *testing.T) {
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/stress/conditions.c", limits, 1<<18)
		r := p.record(t, limits, []byte{1, 2, 3})
		if check(t, r); r.Trace.Len() < 1_000_000 || len(r.Nodes) != 1<<18 || r.Conditions < 100_000 || len(r.Constraints) < 50_000 {
			t.Errorf("%d conditions, of which %d have all facts; %d expressions, %d constraints", r.Trace.Len(), r.Conditions, len(r.Nodes),
				len(r.Constraints))
		}
	})
}

// TestDiverged: a recording ends where it leaves the path to be followed.
func TestDiverged(t *testing.T) {
	p := start(t, 64, "testdata/features/control.c", limits, 0)
	whole := p.record(t, limits, []byte{1, 2, 3})
	other := p.record(t, limits, []byte{1, 2, 3, 0, 'a', 'a', 'b'})
	r, err := p.second.Record(context.Background(), Request{Input: []byte{1, 2, 3}, Limits: limits, Follow: other.Trace})
	if err != nil {
		t.Fatal(err)
	}
	if !r.Diverged || r.Conditions == 0 || r.Conditions >= whole.Conditions || len(r.Constraints) >= len(whole.Constraints) {
		t.Fatalf("diverged %v after %d of %d conditions", r.Diverged, r.Conditions, whole.Conditions)
	}
	for i := range r.Conditions {
		if !sameCondition(whole.Trace, other.Trace, i) {
			t.Errorf("condition %d is another one", i)
		}
	}
	if sameCondition(whole.Trace, other.Trace, r.Conditions) {
		t.Errorf("condition %d is the same", r.Conditions)
	}
	if s := p.second.Statistics(); s.Diverged != 1 || s.Runs != 3 {
		t.Errorf("%+v", s)
	}
}

// TestNothingSymbolic: a program that computes with concrete values only leaves no expressions.
func TestNothingSymbolic(t *testing.T) {
	p := start(t, 64, "../../examples/no-input.i", exampleLimits, 0)
	if r := p.record(t, exampleLimits, nil); r.Trace.Len() == 0 || len(r.Nodes) != 0 || len(r.Constraints) != 0 {
		t.Errorf("%d conditions, %d expressions, %d constraints", r.Trace.Len(), len(r.Nodes), len(r.Constraints))
	}
}

// TestScribbled: a program that overwrites its records harms only itself: a recording comes back, which either gives a path or is
// refused.
func TestScribbled(t *testing.T) {
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/stress/scribble.c", limits, 1<<12)
		random := rand.New(rand.NewPCG(5, 6))
		refused, whole := 0, 0
		for range 60 {
			input := binary.LittleEndian.AppendUint64(nil, random.Uint64())
			r, err := p.second.Record(context.Background(), Request{Input: input, Limits: limits, All: true})
			if err != nil {
				t.Fatal(err)
			}
			switch _, err := expression.Build(&r.Run); {
			case err == nil:
				whole++
			case errors.Is(err, expression.ErrBroken):
				refused++
			default:
				t.Fatal(err)
			}
		}
		if refused == 0 || whole == 0 {
			t.Errorf("%d refused, %d not", refused, whole)
		}
	})
}

// TestEndless: a run that does not end is stopped, and the next one is made.
func TestEndless(t *testing.T) {
	short := limits
	short.Milliseconds, short.Steps = 1000, 1<<32-1
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/stress/endless.c", short, 0)
		r, err := p.second.Record(context.Background(), Request{Limits: short, All: true})
		if err != nil {
			t.Fatal(err)
		}
		if r.Ending != layout.EndingTimeout || count(r, layout.ConstraintKindCondition) != 1 {
			t.Errorf("ended as %v with %d constraints", r.Ending, len(r.Constraints))
		}
		if r = p.record(t, limits, []byte{3}); r.Ending != layout.EndingNormal {
			t.Errorf("the next run ended as %v", r.Ending)
		}
	})
}

// TestSolved: the recording is enough to flip the single decision into which thirteen coupled comparisons are merged.
func TestSolved(t *testing.T) {
	both(t, func(t *testing.T, bits int) {
		p := start(t, bits, "testdata/coupled.c", limits, 0)
		path := check(t, p.record(t, limits, nil))
		query := solve.Query{Graph: path.Graph, Values: path.Values}
		for _, fact := range path.Facts {
			switch fact.Kind {
			case layout.ConstraintKindMerged:
			case layout.ConstraintKindBranch:
				query.Wanted = path.Not(fact.Holds)
			default:
				query.Holds = append(query.Holds, fact.Holds)
			}
		}
		answer := solve.New(solve.Config{}).Solve(&query)
		if answer.Verdict != solve.Solved {
			t.Fatalf("the query is %v", answer.Verdict)
		}
		input := slices.Clone(path.Input)
		for n, v := range path.Variables {
			binary.LittleEndian.PutUint32(input[v.Offset:], uint32(answer.Values[n].Low))
			if v.Bytes == 8 {
				binary.LittleEndian.PutUint64(input[v.Offset:], answer.Values[n].Low)
			}
		}
		runs, err := p.first.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
		if err != nil || !runs[0].ErrorReached {
			t.Errorf("input %x of step %s does not reach the error; %v", input, answer.Step, err)
		}
	})
}
