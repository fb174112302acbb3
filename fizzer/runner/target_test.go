package runner

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
)

// folder holds the executables of all tests of the package.
var folder string

func TestMain(m *testing.M) {
	var err error
	if folder, err = os.MkdirTemp("", "fizzer-target-test-"); err != nil {
		panic(err)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.Exit(code)
}

var executables = map[int]func() (string, error){
	32: sync.OnceValues(func() (string, error) { return compileProgram(32, "target") }),
	64: sync.OnceValues(func() (string, error) { return compileProgram(64, "target") }),
}

// leanForms are lean forms of the same program.
var leanForms = map[int]func() (string, error){
	32: sync.OnceValues(func() (string, error) { return compileProgram(32, "lean", "-DFIZZER_LEAN") }),
	64: sync.OnceValues(func() (string, error) { return compileProgram(64, "lean", "-DFIZZER_LEAN") }),
}

// compile builds testdata/program.c with the whole runtime for one data model, once.
func compile(t testing.TB, bits int) string {
	t.Helper()
	executable, err := executables[bits]()
	if err != nil {
		t.Fatalf("%v; run make setup", err)
	}
	return executable
}

func compileProgram(bits int, name string, options ...string) (string, error) {
	// Go's test cache must know the files that clang reads.
	for _, name := range []string{"testdata/program.c", "../../libfizzer/c/monitor.h", "../../libfizzer/c/layout.h"} {
		if _, err := os.ReadFile(name); err != nil {
			return "", err
		}
	}
	clang, _, err := toolchain.FindClang(context.Background())
	if err != nil {
		return "", err
	}
	sources := filepath.Join(folder, fmt.Sprint(name, bits))
	if err := os.CopyFS(sources, libfizzer.Sources); err != nil {
		return "", err
	}
	all := filepath.Join(sources, "all.c")
	text := append(libfizzer.AllSources(), `#include "c/monitor.c"`...)
	if err := os.WriteFile(all, text, 0o644); err != nil {
		return "", err
	}
	executable := filepath.Join(sources, name)
	arguments := append(options, fmt.Sprintf("-m%d", bits), "-O1", "-w", "-fno-pie", "-no-pie", all, "testdata/program.c", "-o", executable)
	output, err := exec.Command(clang, arguments...).CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, output)
	}
	return executable, nil
}

// limits are generous: on a busy machine a new process may start late.
var limits = execution.Limits{Conditions: 1000, Depth: 100, InputBytes: 64, Steps: 10000, Milliseconds: 20_000, ContextDepth: 8}

// impatient is for runs that never end.
var impatient = func() execution.Limits {
	l := limits
	l.Milliseconds = 1000
	return l
}()

func start(t *testing.T, executable string, persistent bool) *Process {
	t.Helper()
	p, err := Start(context.Background(), Options{
		Executable: executable, Scratch: t.TempDir(), MemoryBytes: 64 << 20, FileBytes: 1 << 20, Limits: limits, Wide: true,
		Persistent: persistent, FellBack: func(why string) { t.Log(why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

func execute(t *testing.T, p *Process, inputs ...[]byte) []execution.Run {
	t.Helper()
	return executeWithin(t, p, limits, inputs...)
}

func executeWithin(t *testing.T, p *Process, limits execution.Limits, inputs ...[]byte) []execution.Run {
	t.Helper()
	var all []execution.Run
	for len(all) < len(inputs) {
		detach(all)
		runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: inputs[len(all):], Limits: limits, Fill: 85})
		if err != nil {
			t.Fatal(err)
		}
		if len(runs) == 0 || len(all)+len(runs) > len(inputs) {
			t.Fatalf("%d runs for the last %d of %d inputs", len(runs), len(inputs)-len(all), len(inputs))
		}
		all = append(all, runs...)
	}
	return all
}

// both runs the test for 32-bit and 64-bit targets, forked and persistent.
func both(t *testing.T, test func(t *testing.T, p *Process)) {
	for _, bits := range []int{32, 64} {
		for name, persistent := range map[string]bool{"forked": false, "persistent": true} {
			t.Run(fmt.Sprint(bits, name), func(t *testing.T) {
				p := start(t, compile(t, bits), persistent)
				if p.PointerBits() != bits {
					t.Errorf("pointer width %d", p.PointerBits())
				}
				test(t, p)
				if p.Persistent() != persistent {
					t.Error("the target fell back to forking")
				}
			})
		}
	}
}

func TestEndings(t *testing.T) {
	tests := []struct {
		choice byte
		ending layout.Ending
		detail uint32
	}{
		{0, layout.EndingNormal, 3},
		{1, layout.EndingNormal, 4},
		{2, layout.EndingAborted, uint32(syscall.SIGABRT)},
		{3, layout.EndingAssertionFailed, 0},
		{4, layout.EndingAssumptionFailed, 0},
		{5, layout.EndingNormal, 0},
		{6, layout.EndingCrashed, uint32(syscall.SIGSEGV)},
		{7, layout.EndingCrashed, uint32(syscall.SIGFPE)},
		{8, layout.EndingLimitSteps, 0},
		{10, layout.EndingLimitConditions, 0},
		{11, layout.EndingLimitDepth, 0},
		{12, layout.EndingLimitInput, 4},
		{13, layout.EndingNormal, 9},
		{14, layout.EndingNormal, 5},
		{25, layout.EndingCrashed, uint32(syscall.SIGSEGV)},
		{27, layout.EndingCrashed, uint32(syscall.SIGKILL)},
	}
	both(t, func(t *testing.T, p *Process) {
		var inputs [][]byte
		for _, test := range tests {
			inputs = append(inputs, []byte{test.choice})
		}
		for i, run := range execute(t, p, inputs...) {
			test := tests[i]
			if run.Ending != test.ending || run.Detail != test.detail {
				t.Errorf("choice %d ended as %v with %d, want %v with %d", test.choice, run.Ending, run.Detail, test.ending, test.detail)
			}
			if run.ErrorReached != (test.choice == 5) {
				t.Errorf("choice %d: error reached %v", test.choice, run.ErrorReached)
			}
		}
	})
}

// A run that never ends gets a signal, and is killed if it ignores it.
func TestTimeouts(t *testing.T) {
	const listens, deaf = 9, 26
	killed := func(run execution.Run) bool { return run.Detail == uint32(syscall.SIGKILL) }
	both(t, func(t *testing.T, p *Process) {
		// On a busy machine a run that would handle the signal may be killed, too; one that starts late has not ignored it yet.
		if run := executeWithin(t, p, impatient, []byte{listens})[0]; run.Ending != layout.EndingTimeout || run.Detail != 0 && !killed(run) {
			t.Errorf("a run that listens ended as %v with %d", run.Ending, run.Detail)
		}
		for range 10 {
			run := executeWithin(t, p, impatient, []byte{deaf})[0]
			if run.Ending != layout.EndingTimeout {
				t.Fatalf("a run that does not listen ended as %v with %d", run.Ending, run.Detail)
			}
			if killed(run) {
				return
			}
		}
		t.Error("a run that does not listen was never killed")
	})
}

// A run that sleeps ends, although it uses no CPU time.
func TestSleepers(t *testing.T) {
	const sleeps = 43
	both(t, func(t *testing.T, p *Process) {
		if run := executeWithin(t, p, impatient, []byte{sleeps})[0]; run.Ending != layout.EndingTimeout {
			t.Errorf("a run that sleeps ended as %v with %d", run.Ending, run.Detail)
		}
	})
}

// A run that has to wait for a processor is not ended for that: it is stopped again and again, and goes on until it has used CPU time
// each time. By the clock it takes several times its limit.
func TestSlowedRuns(t *testing.T) {
	const works = 44
	slow := limits
	slow.Milliseconds = 3000
	for name, persistent := range map[string]bool{"forked": false, "persistent": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t, compile(t, 64), persistent)
			ended, slowed := make(chan struct{}), make(chan struct{})
			go func() {
				defer close(slowed)
				slowDown(p.server.process.PID(), ended)
			}()
			run := executeWithin(t, p, slow, []byte{works})[0]
			close(ended)
			<-slowed
			if run.Ending != layout.EndingNormal {
				t.Errorf("the run ended as %v with %d", run.Ending, run.Detail)
			}
		})
	}
}

// slowDown stops the process of the run again and again, each time until it has used CPU time after the last stop.
func slowDown(target int, ended <-chan struct{}) {
	for {
		select {
		case <-ended:
			return
		case <-time.After(time.Millisecond):
		}
		family := sandbox.Family(target)
		worker := family[len(family)-1]
		before := sandbox.CPU(worker)
		if len(family) < 2 || before == 0 {
			continue // it has not begun
		}
		_ = unix.Kill(worker, unix.SIGSTOP) // it may just have ended
		time.Sleep(200 * time.Millisecond)
		_ = unix.Kill(worker, unix.SIGCONT)
		for sandbox.CPU(worker) == before {
			time.Sleep(time.Millisecond)
		}
	}
}

func TestExitHandlersAreRecorded(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		run := execute(t, p, []byte{14})[0]
		last := run.Conditions.At(run.Conditions.Len() - 1)
		if execution.Location(&last) != 7 {
			t.Errorf("last location is %d, want 7 of the exit handler", execution.Location(&last))
		}
	})
}

func TestStopAtError(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{5}}, Limits: limits, StopAtError: true})
		if err != nil {
			t.Fatal(err)
		}
		if r := runs[0]; r.Ending != layout.EndingErrorReached || !r.ErrorReached || r.ErrorInputBytes != 1 {
			t.Errorf("ended as %v, reached %v after %d bytes", r.Ending, r.ErrorReached, r.ErrorInputBytes)
		}
	})
}

func TestConditionRecord(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		runs := execute(t, p, []byte{200}, []byte{0})
		for i, left := range []uint64{200, 0} {
			c := runs[i].Conditions.At(0)
			want := layout.Condition{Location: 0, Left: left, Path: layout.StartPath, InputBytes: 1}
			if left != 0 {
				want.Location |= layout.DirectionBit
			}
			if c != want {
				t.Errorf("run %d recorded %+v, want %+v", i, c, want)
			}
		}
		if runs[0].Path == runs[1].Path {
			t.Error("two directions have the same path hash")
		}
	})
}

func TestPathHashIsTheSameInBothDataModels(t *testing.T) {
	var paths []uint64
	both(t, func(t *testing.T, p *Process) { paths = append(paths, execute(t, p, []byte{10})[0].Path) })
	if slices.Min(paths) != slices.Max(paths) {
		t.Errorf("path hashes differ: %v", paths)
	}
}

// TestPathHashIsThatOfTheEngine: the runtime hashes paths as execution.ExtendPath does, on which the execution tree relies.
func TestPathHashIsThatOfTheEngine(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		longest := 0
		for choice := range byte(32) {
			run := executeWithin(t, p, impatient, []byte{choice})[0]
			longest = max(longest, run.Conditions.Len())
			checkChain(t, &run)
		}
		if longest < 100 {
			t.Errorf("the longest trace has %d conditions: too few for this test", longest)
		}
	})
}

// checkChain fails the test unless each condition's path hash is that of the one before, extended by it.
func checkChain(t *testing.T, run *execution.Run) {
	t.Helper()
	for i, c := range run.Conditions.All() {
		next := run.Path
		if i+1 < run.Conditions.Len() {
			next = run.Conditions.Path(i + 1)
		}
		if want := execution.ExtendPath(c.Path, c.Location, c.Context); next != want {
			t.Fatalf("behind condition %d of %d the hash is %#x instead of %#x", i, run.Conditions.Len(), next, want)
		}
	}
}

// TestContextIsThatOfTheTable: the runtime hashes calling contexts as locations.NextContext does, on which the proof rests that
// none collide (flow.Program.Contexts).
func TestContextIsThatOfTheTable(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		conditions := execute(t, p, []byte{42})[0].Conditions.All()
		var within []layout.Condition
		for _, c := range conditions {
			if execution.Location(&c) == 8 {
				within = append(within, c)
			}
		}
		if len(within) != 12 {
			t.Fatalf("%d conditions", len(within))
		}
		want := uint32(0)
		for depth, c := range within {
			if depth < locations.ContextDepth {
				want = locations.NextContext(want, depth)
			}
			if c.Context != want {
				t.Errorf("call %d: context %#x instead of %#x", depth, c.Context, want)
			}
		}
	})
}

func TestWideOperands(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		for i, run := range execute(t, p, []byte{28}, []byte{28}) {
			c := run.Conditions.At(1)
			if wide, ok := run.Conditions.Wide(c.Wide); !ok || c.Left != 1 || c.Right != 3 || wide != (layout.Wide{Left: 2, Right: 4}) {
				t.Errorf("run %d recorded %+v with %+v", i, c, wide)
			}
		}
	})
}

func TestReads(t *testing.T) {
	input := []byte{21, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0xff}
	both(t, func(t *testing.T, p *Process) {
		run := execute(t, p, input)[0]
		want := []layout.Read{
			{Offset: 0, Type: uint16(layout.InputTypeUint8), Size: 1},
			{Offset: 1, Type: uint16(layout.InputTypeSint32), Size: 4},
			{Offset: 5, Type: uint16(layout.InputTypeSint64), Size: 8},
			{Offset: 13, Type: uint16(layout.InputTypeFloat32), Size: 4},
			{Offset: 17, Type: uint16(layout.InputTypeBoolean), Size: 1},
			{Offset: 18, Type: uint16(layout.InputTypeUint32), Size: 4},
			{Offset: 22, Type: uint16(layout.InputTypeUint8), Size: 1},
			{Offset: 23, Type: uint16(layout.InputTypeUint8), Size: 1},
		}
		if !slices.Equal(run.Reads, want) {
			t.Errorf("reads %+v, want %+v", run.Reads, want)
		}
		wantBytes := append(slices.Clone(input), bytes.Repeat([]byte{85}, 6)...)
		wantBytes[17] = 1 // a Boolean is its lowest bit
		if !bytes.Equal(run.Bytes, wantBytes) {
			t.Errorf("bytes %v, want %v", run.Bytes, wantBytes)
		}
	})
}

func TestStringIsPrintable(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		for _, input := range [][]byte{{29, '"'}, {29, 0}, {29, 0xff, 10, 13, 200}} {
			run := execute(t, p, input)[0]
			for _, b := range run.Bytes[1:] {
				if b != 0 && (b < ' ' || b > '~') {
					t.Errorf("%v was read as %q", input, run.Bytes)
				}
			}
			if strings.ContainsAny(string(run.Bytes[1:2]), "\"'0\x00") {
				t.Errorf("%v was read as %q", input, run.Bytes)
			}
		}
	})
}

func TestMainArguments(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		if c := execute(t, p, []byte{22})[0].Conditions.At(1); !execution.Direction(&c) {
			t.Error("main was not called with one argument")
		}
	})
}

func TestRunsDoNotSeeEachOther(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		for i, run := range execute(t, p, []byte{24}, []byte{24}, []byte{24}) {
			if !run.Conditions.Direction(1) {
				t.Errorf("run %d found a counter that another run had raised", i)
			}
		}
	})
}

func TestAddressesAreTheSameInEveryProcess(t *testing.T) {
	for _, bits := range []int{32, 64} {
		executable := compile(t, bits)
		first := execute(t, start(t, executable, false), []byte{23})[0].Conditions.At(1)
		second := execute(t, start(t, executable, false), []byte{23})[0].Conditions.At(1)
		if first != second {
			t.Errorf("%d bit: addresses %x and %x, then %x and %x", bits, first.Left, first.Right, second.Left, second.Right)
		}
	}
}

// A run finds the state of a fresh process, whatever runs before it did and however they ended.
func TestStateIsRestored(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		runs := execute(t, p, []byte{33}, []byte{33}, []byte{34}, []byte{33}, []byte{35}, []byte{33}, []byte{36}, []byte{33}, []byte{37},
			[]byte{33})
		for _, i := range []int{1, 3, 5, 7, 9} {
			if runs[i].Path != runs[0].Path || runs[i].Conditions.At(1) != runs[0].Conditions.At(1) {
				t.Errorf("run %d recorded %+v, want %+v", i, runs[i].Conditions, runs[0].Conditions)
			}
		}
	})
}

func TestSamplingFindsStateThatIsNotPutBack(t *testing.T) {
	var why string
	p, err := Start(context.Background(), Options{
		Executable: compile(t, 64), Scratch: t.TempDir(), Limits: limits, Persistent: true, FellBack: func(w string) { why = w },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for i, run := range execute(t, p, []byte{38}, []byte{38}, []byte{38}) {
		if !run.Conditions.Direction(1) {
			t.Errorf("run %d was given out with state of another run", i)
		}
	}
	if p.Persistent() || why == "" {
		t.Errorf("the target did not fall back: %q", why)
	}
}

// Persistent workers that die again and again are replaced, and no run of the batch is lost.
func TestEveryRunCrashes(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		var inputs [][]byte
		for range 50 {
			inputs = append(inputs, []byte{6})
		}
		for i, run := range execute(t, p, inputs...) {
			if run.Ending != layout.EndingCrashed || run.Conditions.Len() != 1 {
				t.Errorf("run %d ended as %v with %d conditions", i, run.Ending, run.Conditions.Len())
			}
		}
	})
}

func TestDestroyedMemory(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		runs := executeWithin(t, p, impatient, []byte{0}, []byte{39}, []byte{33})
		if runs[2].Ending != layout.EndingNormal || runs[2].Conditions.Len() != 2 {
			t.Errorf("the run after it ended as %v with %d conditions", runs[2].Ending, runs[2].Conditions.Len())
		}
	})
}

func TestModeFor(t *testing.T) {
	for _, test := range []struct {
		externals  []string
		persistent bool
		because    string
	}{
		{nil, true, ""},
		{[]string{"__VERIFIER_nondet_int", "abort", "memcpy", "sqrtf", "powl", "__isnanf"}, true, ""},
		{[]string{"__VERIFIER_nondet_int", "signal"}, false, "signal"},
		{[]string{"fopen"}, false, "fopen"},
		{[]string{"strtok"}, false, "strtok"},
	} {
		persistent, because := ModeFor(test.externals, libfizzer.Replaced)
		if persistent != test.persistent || because != test.because {
			t.Errorf("ModeFor(%v) = %v, %q", test.externals, persistent, because)
		}
	}
}

func TestSandbox(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		checkSandbox(t, p, func(input []byte) execution.Run { return execute(t, p, input)[0] })
	})
}

// TestSandboxOfLaterForms: the form that replaces the first one, and the lean form, are in the same sandbox.
func TestSandboxOfLaterForms(t *testing.T) {
	for _, bits := range []int{32, 64} {
		t.Run(fmt.Sprintf("renewed, %d", bits), func(t *testing.T) {
			p := start(t, compile(t, bits), true)
			p.Renew(compile(t, bits))
			before := execute(t, p, []byte{0})[0]
			if p.built.Load() != nil || before.Ending != layout.EndingNormal {
				t.Fatalf("the form was not replaced: %v", before.Ending)
			}
			checkSandbox(t, p, func(input []byte) execution.Run { return execute(t, p, input)[0] })
		})
		t.Run(fmt.Sprintf("lean, %d", bits), func(t *testing.T) {
			p := startWithLean(t, bits)
			rule := &execution.Cut{After: 1 << 10, Covered: execution.NewCoverage(64)}
			checkSandbox(t, p.process, func(input []byte) execution.Run {
				return executeLean(t, p, rule, execution.LeanTail, [][]byte{input})[0]
			})
		})
	}
}

// checkSandbox tries what the program knows of attacks; run executes it with an input in the form that p is.
func checkSandbox(t *testing.T, p *Process, run func(input []byte) execution.Run) {
	t.Helper()
	if missing, why := p.Missing(); len(missing) > 0 {
		t.Errorf("this kernel lacks %v (%v): the sandbox cannot be tested whole", missing, why)
	}
	for _, choice := range []byte{15, 16, 17, 18, 19, 30, 31, 32} {
		made := run(binary.LittleEndian.AppendUint32([]byte{choice}, uint32(os.Getpid())))
		if made.Conditions.Len() < 2 {
			t.Errorf("choice %d ended as %v before its report", choice, made.Ending)
			continue
		}
		for _, c := range made.Conditions.Append(nil, 1) {
			if execution.Direction(&c) {
				t.Errorf("choice %d passed the sandbox", choice)
			}
		}
	}
	if _, err := os.Stat("/etc/fizzer-was-here"); err == nil {
		t.Error("a file was written outside the scratch folder")
	}
	made := run([]byte{20})
	if c := made.Conditions.At(1); !execution.Direction(&c) {
		t.Errorf("writing in the scratch folder failed with errno %d", c.Left)
	}
}

func TestGoalEndsBatch(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		batch := &execution.Batch{
			Inputs: [][]byte{{200}, {0}, {201}}, Limits: limits,
			Goal: &execution.Goal{Index: 0, Path: layout.StartPath, Location: 0, Direction: false},
		}
		runs, err := p.Execute(context.Background(), batch)
		if err != nil || len(runs) != 2 {
			t.Fatalf("%d runs, %v, want 2", len(runs), err)
		}
		batch.Goal.Path = 1
		if runs, err = p.Execute(context.Background(), batch); err != nil || len(runs) != 3 {
			t.Fatalf("%d runs, %v, want 3 for a goal on another path", len(runs), err)
		}
	})
}

// Runs at their limits that do not all fit into the memory: the batch is handed over in parts, and no part disturbs another.
func TestBatchLargerThanMemory(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		var inputs [][]byte
		for i := range 3000 {
			inputs = append(inputs, binary.LittleEndian.AppendUint32([]byte{21}, uint32(i)))
		}
		inputs[7] = []byte{10}
		for i, run := range execute(t, p, inputs...) {
			if i == 7 {
				if run.Conditions.Len() != int(limits.Conditions) {
					t.Errorf("run 7 has %d conditions", run.Conditions.Len())
				}
				continue
			}
			if got := binary.LittleEndian.Uint32(run.Bytes[1:]); got != uint32(i) {
				t.Fatalf("run %d read %d", i, got)
			}
		}
	})
}

// TestLimitsGrow: the largest limits of a search hold (engine.DefaultMaxLimits). A 32-bit program has its records beside its own memory.
func TestLimitsGrow(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		large := limits
		large.Conditions, large.InputBytes = 1<<24, 1<<22
		if p.PointerBits() == 32 {
			large.Conditions = 1 << 22
		}
		runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: [][]byte{{10}, {12}}, Limits: large})
		if err != nil {
			t.Fatal(err)
		}
		if runs[0].Conditions.Len() != int(large.Conditions) || len(runs[1].Bytes) != 1<<22-3 {
			t.Errorf("%d conditions and %d bytes", runs[0].Conditions.Len(), len(runs[1].Bytes))
		}
	})
}

func TestTargetThatDies(t *testing.T) {
	both(t, func(t *testing.T, p *Process) {
		if err := unix.Kill(p.server.process.PID(), unix.SIGKILL); err != nil {
			t.Fatal(err)
		}
		runs := execute(t, p, []byte{0}, []byte{1})
		if runs[0].Ending != layout.EndingLost || runs[1].Ending != layout.EndingNormal {
			t.Errorf("ended as %v and %v, want lost and normal", runs[0].Ending, runs[1].Ending)
		}
	})
}

func TestCancel(t *testing.T) {
	executable := compile(t, 64)
	ctx, cancel := context.WithCancel(context.Background())
	slow := limits
	slow.Milliseconds = 100000
	p, err := Start(ctx, Options{Executable: executable, Scratch: t.TempDir(), Limits: slow})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	time.AfterFunc(50*time.Millisecond, cancel)
	if _, err := p.Execute(ctx, &execution.Batch{Inputs: [][]byte{{9}}, Limits: slow}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

// Runs that finished before the context's end count, the others do not.
func TestCancelWithinBatch(t *testing.T) {
	executable := compile(t, 64)
	for _, persistent := range []bool{false, true} {
		ctx, cancel := context.WithCancel(context.Background())
		slow := limits
		slow.Milliseconds = 100000
		p, err := Start(ctx, Options{Executable: executable, Scratch: t.TempDir(), Limits: slow, Persistent: persistent})
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(200*time.Millisecond, cancel)
		runs, err := p.Execute(ctx, &execution.Batch{Inputs: [][]byte{{0}, {1}, {9}, {0}}, Limits: slow})
		if err != nil && !errors.Is(err, context.Canceled) || len(runs) > 2 {
			t.Errorf("%d runs, %v", len(runs), err)
		}
		for i := range runs {
			if runs[i].Ending != layout.EndingNormal {
				t.Errorf("run %d ended as %v with %d", i, runs[i].Ending, runs[i].Detail)
			}
		}
		if _, err := p.Execute(ctx, &execution.Batch{Inputs: [][]byte{{0}}, Limits: slow}); !errors.Is(err, context.Canceled) {
			t.Errorf("afterwards: %v", err)
		}
		p.Close()
	}
}

func TestNoExecutable(t *testing.T) {
	if _, err := Start(context.Background(), Options{Executable: "testdata/none", Scratch: t.TempDir(), Limits: limits}); err == nil {
		t.Error("a missing executable started")
	}
}

// TestSilentStart: a target that is silent, as one that somebody stops, is started once more; if that one is silent, too, the error says
// so.
func TestSilentStart(t *testing.T) {
	stalling := filepath.Join(folder, "stalling64", "stalling")
	if _, err := compileProgram(64, "stalling", fmt.Sprintf("-DSTALLING=%q", stalling)); err != nil {
		t.Fatal(err)
	}
	for silent := range 3 {
		started := 0
		stall := func(int) {
			mode := os.FileMode(0o755)
			if started++; started <= silent {
				mode |= 0o002
			}
			if err := os.Chmod(stalling, mode); err != nil {
				t.Error(err)
			}
		}
		p, err := Start(context.Background(), Options{Executable: stalling, Scratch: t.TempDir(), Limits: impatient, Started: stall})
		if want := min(silent+1, 2); started != want || errors.Is(err, errSilent) != (silent == 2) || err != nil && silent < 2 {
			t.Errorf("%d starts instead of %d, %v", started, want, err)
		}
		if err == nil {
			execute(t, p, []byte{0})
			p.Close()
		}
	}
}
