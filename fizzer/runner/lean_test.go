package runner

import (
	"context"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/layout"
)

// startWithLean starts the program persistently, with its lean form.
func startWithLean(t *testing.T, bits int) *Process {
	t.Helper()
	p := start(t, compile(t, bits), true)
	p.options.Locations = 64
	if err := p.grow(limits); err != nil {
		t.Fatal(err)
	}
	if p.Lean() || !p.WantsLean() {
		t.Error("there is a lean form, or nobody knows that it is wanted")
	}
	executable, err := leanForms[bits]()
	if err != nil {
		t.Fatal(err)
	}
	if p.UseLean(executable); !p.Lean() {
		t.Fatal("the lean form does not start")
	}
	return p
}

func executeLean(t *testing.T, p *Process, rule *execution.Cut, part execution.LeanPart, inputs [][]byte) []execution.Run {
	t.Helper()
	batch := &execution.Batch{Inputs: inputs, Limits: limits, Fill: 85, Cut: rule, Lean: part}
	runs, err := p.Execute(context.Background(), batch)
	if err != nil || len(runs) != len(inputs) {
		t.Fatalf("%d runs of %d inputs, %v", len(runs), len(inputs), err)
	}
	if !p.working {
		t.Fatal("the ordinary form made the runs")
	}
	return runs
}

// TestLean: the lean form records as the ordinary one cuts, apart from the path hash, which ends with what is recorded, and from contexts,
// which it does not tell apart; or it records nothing, and knows number, last and novelty of the conditions all the same.
func TestLean(t *testing.T) {
	for _, bits := range []int{32, 64} {
		t.Run(fmt.Sprint(bits), func(t *testing.T) {
			p := startWithLean(t, bits)
			random := rand.New(rand.NewPCG(1, 2))
			inputs := longInputs(random)
			whole := slices.Clone(executeWithin(t, p, limits, inputs...))
			detach(whole)
			cuts, novel := 0, map[bool]int{}
			for round := range 40 {
				rule := randomRule(random, whole)
				rule.Covered.AddContexts()
				for w := range rule.Covered.Directions { // fewer: each run takes nearly all
					rule.Covered.Directions[w] &= random.Uint32() | random.Uint32()
				}
				for w := range rule.Covered.Lacking {
					rule.Covered.Lacking[w] = random.Uint32() & random.Uint32() & random.Uint32()
				}
				rule.Covered.Version = uint64(1<<32 + round)
				runs := executeLean(t, p, rule, execution.LeanTail, inputs)
				for i := range runs {
					want := whole[i]
					faketarget.Cut(&want, rule)
					if !runs[i].Whole() {
						cuts++
						want.Path = runs[i].Path
						want.Novel = want.Novel || execution.Keeps(want.Ending) && tailLacks(rule.Covered, &runs[i], &whole[i])
					}
					compareCut(t, i, &runs[i], &want)
				}
				runs = executeLean(t, p, rule, execution.LeanAll, inputs)
				for i := range runs {
					compareAll(t, i, &runs[i], &whole[i], rule.Covered)
					novel[runs[i].Novel]++
				}
			}
			if cuts == 0 || novel[true] == 0 || novel[false] == 0 {
				t.Errorf("%d runs were cut, novel %v", cuts, novel)
			}
			if !p.Persistent() {
				t.Error("the target fell back to forking")
			}
		})
	}
}

// tailLacks reports whether a condition behind those that were recorded took a direction that is lacking.
func tailLacks(covered *execution.Coverage, run, whole *execution.Run) bool {
	tail := whole.Conditions.Append(nil, run.Conditions.Len())
	return slices.ContainsFunc(tail, func(c layout.Condition) bool { return covered.Lacks(&c) })
}

// compareAll compares a run of which nothing was recorded with the whole one.
func compareAll(t *testing.T, i int, run, whole *execution.Run, covered *execution.Coverage) {
	t.Helper()
	novel := false
	last := uint32(0)
	for _, c := range whole.Conditions.All() {
		novel = novel || !covered.Has(&c) || covered.Lacks(&c) && execution.Keeps(whole.Ending)
		last = c.Location
	}
	if run.Lean() != (whole.Conditions.Len() > 0) || run.Conditions.Len() != 0 ||
		int(run.Unrecorded) != whole.Conditions.Len() || run.Novel != novel || run.Last != last ||
		run.Ending != whole.Ending || run.Detail != whole.Detail || !slices.Equal(run.Bytes, whole.Bytes) ||
		!slices.Equal(run.Reads, whole.Reads) {
		t.Errorf("run %d: lean %v, %d conditions and %d unrecorded, novel %v, last %x, %v; want 0 and %d, %v, %x, %v", i, run.Lean(),
			run.Conditions.Len(), run.Unrecorded, run.Novel, run.Last, run.Ending, whole.Conditions.Len(), novel, last, whole.Ending)
	}
}

// TestLeanEndings: limits, crashes and runs that write everywhere end in the lean form as in the ordinary one.
func TestLeanEndings(t *testing.T) {
	for _, bits := range []int{32, 64} {
		p := startWithLean(t, bits)
		low := limits
		low.Conditions = 100
		rule := &execution.Cut{After: 1, Covered: execution.NewCoverage(64)}
		for _, part := range []execution.LeanPart{execution.LeanTail, execution.LeanAll} {
			inputs := [][]byte{{'C', 0, 200, 1}, {'C', 0, 10, 1}}
			runs, err := p.Execute(context.Background(), &execution.Batch{Inputs: inputs, Limits: low, Fill: 85, Cut: rule, Lean: part})
			if err != nil || len(runs) != 2 || runs[0].Ending != layout.EndingLimitConditions || runs[0].Evaluated() != 100 ||
				runs[1].Ending != layout.EndingNormal {
				t.Errorf("%d bits, part %d: %+v, %v", bits, part, runs, err)
			}
		}
	}
}

// TestLeanFails: a lean form that does not start, or cannot go on, leaves the ordinary one alone.
func TestLeanFails(t *testing.T) {
	p := start(t, compile(t, 64), true)
	p.options.Locations = 64
	if err := p.grow(limits); err != nil {
		t.Fatal(err)
	}
	if p.UseLean(filepath.Join(t.TempDir(), "none")); p.Lean() || !p.WantsLean() {
		t.Error("a lean form that is not there started")
	}
	p = startWithLean(t, 64)
	if p.leanForm.process.Discard() != nil || !p.Lean() {
		t.Error("another process of the lean form does not start")
	}
	p.leanForm.process.options.Executable = filepath.Join(t.TempDir(), "none")
	p.working = true
	if err := p.Discard(); err != nil || p.Lean() {
		t.Errorf("the lean form works without its executable, %v", err)
	}
	batch := &execution.Batch{Inputs: [][]byte{{'C', 0, 10, 1}}, Limits: limits, Lean: execution.LeanAll,
		Cut: &execution.Cut{After: 1, Covered: execution.NewCoverage(64)}}
	if runs, err := p.Execute(context.Background(), batch); err != nil || runs[0].Lean() || runs[0].Conditions.Len() == 0 {
		t.Errorf("%+v, %v", runs, err)
	}
	p.FallBack("a test")
	if p.Lean() {
		t.Error("a forked target uses a lean form")
	}
}

// TestLeanStays: the lean form outlives the growth of the ordinary one, which may be replaced by a faster one after a batch of the lean
// form. A program that overwrites the number of what is covered harms no other run.
func TestLeanStays(t *testing.T) {
	p := startWithLean(t, 64)
	rule := &execution.Cut{After: 1, Covered: execution.NewCoverage(64)}
	inputs := [][]byte{{'C', 0, 10, 1}, {'C', 0, 20, 1}}
	high := limits
	high.Conditions = p.capacity.conditions
	if runs := executeWithin(t, p, high, inputs...); runs[0].Ending != layout.EndingNormal || !p.Lean() {
		t.Error("the lean form is gone since the ordinary one has more memory")
	}
	executeLean(t, p, rule, execution.LeanAll, inputs)
	old, lean := p.server, p.leanForm.process.server
	p.Renew(compile(t, 64))
	want := slices.Clone(executeWithin(t, p, limits, inputs...))
	detach(want)
	if p.server == old || p.leanForm.process.server != lean {
		t.Error("the wrong form was replaced")
	}
	for number := range uint32(4) {
		p.server.memory.control.Lean = number
		runs := executeCut(t, p, rule, inputs)
		for i := range runs {
			if runs[i].Ending != want[i].Ending || runs[i].Evaluated() != want[i].Evaluated() ||
				!slices.Equal(runs[i].Bytes, want[i].Bytes) {
				t.Errorf("number %d: run %d: %v after %d conditions", number, i, runs[i].Ending, runs[i].Evaluated())
			}
		}
	}
	p.FallBack("a test")
	if p.Lean() || p.leanForm.process != nil {
		t.Error("the lean form of a target that forks goes on")
	}
}

// TestLeanPrograms: programs that the instrumenter built run in their lean form as in the ordinary one, one run after the other.
func TestLeanPrograms(t *testing.T) {
	for _, name := range []string{"longjmp", "setjmp-variables", "heap", "strtok", "wide", "zone"} {
		for _, bits := range []int{32, 64} {
			t.Run(fmt.Sprint(name, bits), func(t *testing.T) {
				t.Parallel()
				checkLean(t, buildTarget(t, "testdata/state/"+name+".c", bits))
			})
		}
	}
}

func checkLean(t *testing.T, built *toolchain.Target) {
	executable, err := built.Lean(context.Background(), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	inputs := stateInputs()
	ordinary := stateRuns(t, built, true, inputs)
	p, err := Start(context.Background(), Options{
		Executable: built.Executable, Scratch: t.TempDir(), MemoryBytes: 1 << 30, FileBytes: 1 << 20, Limits: stateLimits,
		Locations: len(built.Locations.Conditions), Persistent: true, FellBack: func(why string) { t.Errorf("fell back: %s", why) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if p.UseLean(executable); !p.Lean() {
		t.Fatal("the lean form does not start")
	}
	covered := execution.NewCoverage(len(built.Locations.Conditions))
	batch := &execution.Batch{Limits: stateLimits, Cut: &execution.Cut{After: 1, Covered: covered}, Lean: execution.LeanAll}
	for done := 0; done < len(inputs); {
		batch.Inputs = inputs[done:]
		runs, err := p.Execute(context.Background(), batch)
		if err != nil || !p.working {
			t.Fatalf("the lean form made runs: %v, %v", p.working, err)
		}
		for i := range runs {
			compareAll(t, done+i, &runs[i], &ordinary[done+i], covered)
		}
		done += len(runs)
	}
}
