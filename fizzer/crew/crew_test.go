package crew

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/engine/enginetest"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/tree"
)

func newCrew(t testing.TB, members int, make func() execution.Target, config engine.Config) *Crew {
	t.Helper()
	config.Locations = enginetest.NewTarget().Table()
	var targets []execution.Target
	for range members {
		targets = append(targets, make())
	}
	c, err := New(config, targets)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func describe(s formats.Summary) string { return fmt.Sprintf("%+v", s) }

func newMachine() execution.Target { return enginetest.NewTarget() }

// TestCrewOfOne: a crew of one makes the same tests as its engine.
func TestCrewOfOne(t *testing.T) {
	var tests [2][][]byte
	note := func(i int) engine.Config {
		return engine.Config{Seed: 7, Budget: engine.Executions(20000), OnTest: func(f engine.Found) error {
			tests[i] = append(tests[i], f.Bytes)
			return nil
		}}
	}
	alone := note(0)
	target := enginetest.NewTarget()
	alone.Target, alone.Locations = target, target.Table()
	e, err := engine.New(alone)
	if err != nil {
		t.Fatal(err)
	}
	enginetest.MustRun(t, e)
	enginetest.MustRun(t, newCrew(t, 1, newMachine, note(1)))
	if len(tests[0]) == 0 || !slices.EqualFunc(tests[0], tests[1], slices.Equal) {
		t.Errorf("tests %q and %q", tests[0], tests[1])
	}
}

// TestCrew: several members cover what one covers, hand over each direction once, and their statistics agree with
// that.
func TestCrew(t *testing.T) {
	alone := enginetest.MustRun(t, newCrew(t, 1, newMachine, engine.Config{Budget: engine.Executions(30000)}))
	for _, members := range []int{2, 5} {
		handed := map[engine.Direction]int{}
		c := newCrew(t, members, newMachine, engine.Config{Budget: engine.Executions(30000 * members), OnTest: func(f engine.Found) error {
			for _, d := range f.Covered {
				handed[d]++
			}
			return nil
		}})
		summary := enginetest.MustRun(t, c)
		if summary.Tree.CoveredDirections < alone.Tree.CoveredDirections || summary.Executions < uint64(30000*members) && !summary.Complete {
			t.Errorf("%d members: %s; alone: %s", members, describe(summary), describe(alone))
		}
		if err := c.Optimize(context.Background()); err != nil {
			t.Error(err)
		}
		summary = c.Progress()
		covered, byAnalyses, executions := uint64(0), uint64(0), uint64(0)
		for i, directions := range c.Covered() {
			for k, yes := range directions {
				if n := handed[engine.Direction{Location: uint32(i), Outcome: k == 1}]; yes != (n == 1) {
					t.Errorf("%d members: %d, %v was handed over %d times, covered: %v", members, i, k == 1, n, yes)
				}
				if yes {
					covered++
				}
			}
		}
		for _, a := range summary.Analyses {
			byAnalyses += a.Covered
			executions += a.Executions
		}
		if covered != byAnalyses || executions != summary.Executions || int(covered) != summary.Tree.CoveredDirections {
			t.Errorf("%d members cover %d directions: %s", members, covered, describe(summary))
		}
		missed, _ := c.Missed(context.Background())
		for _, m := range missed {
			if handed[m.Direction] > 0 {
				t.Errorf("%d members: %v is missed and was handed over", members, m.Direction)
			}
		}
	}
}

// TestCrewShares: what only one member can find becomes known to the other. Targets that answer differently stand for
// luck.
func TestCrewShares(t *testing.T) {
	number := 0
	make := func() execution.Target {
		number++
		sees := number == 2
		return faketarget.New(enginetest.Locations(), func(m *faketarget.Machine) {
			c := int64(m.Char())
			if m.Compare(1, c, 77) && sees {
				m.Compare(3, c, 4)
			}
			m.Compare(5, c, 1000) // never: no member ends before the other has found something
		})
	}
	until := &untilShared{}
	until.crew = newCrew(t, 2, make, engine.Config{Budget: until})
	if summary := enginetest.MustRun(t, until.crew); summary.Reason != "shared" || summary.Tree.CoveredDirections < 3 {
		t.Error(describe(summary))
	}
}

// untilShared is a budget that ends when a member has run what another one found beyond location 1.
type untilShared struct{ crew *Crew }

func (u *untilShared) Done(executions uint64) (string, bool) {
	summary := u.crew.Progress()
	shared := slices.ContainsFunc(summary.Analyses, func(a *formats.Analysis) bool { return a.Name == "shared" && a.Executions > 0 })
	if executions > 1<<24 {
		return "not shared", true
	}
	return "shared", shared && summary.Tree.CoveredDirections >= 3
}

// TestCrewPrunes: each member keeps its tree within its part of the memory.
func TestCrewPrunes(t *testing.T) {
	e := newCrew(t, 3, newMachine, engine.Config{Budget: engine.Executions(60000), Tree: tree.Config{Bytes: 192 << 10}})
	if summary := enginetest.MustRun(t, e); summary.Pruned == 0 {
		t.Errorf("no tree was ever full: %s", describe(summary))
	}
}

// failing is a target that cannot go on after some batches.
type failing struct {
	execution.Target
	left int
}

var errBroken = errors.New("broken")

func (f *failing) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	if f.left--; f.left < 0 {
		return nil, errBroken
	}
	return f.Target.Execute(ctx, batch)
}

// TestCrewFails: an error of one member ends all.
func TestCrewFails(t *testing.T) {
	number := 0
	c := newCrew(t, 3, func() execution.Target {
		number++
		return &failing{newMachine(), 40 * number}
	}, engine.Config{})
	if _, err := c.Run(context.Background()); !errors.Is(err, errBroken) {
		t.Errorf("error %v", err)
	}
	if _, err := New(engine.Config{}, nil); err == nil {
		t.Error("a crew without targets")
	}
}

// TestCrewInterrupted: a run of several members ends with its context.
func TestCrewInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	c := newCrew(t, 3, newMachine, engine.Config{OnTest: func(f engine.Found) error {
		if f.Executions > 10 {
			cancel()
		}
		return nil
	}})
	if summary, err := c.Run(ctx); err != nil || summary.Reason != engine.Interrupted {
		t.Errorf("%s, error %v", describe(summary), err)
	}
}

// TestCrewEnds: a proof of one member ends all, and its reason is the reason of the run; OnTest can end all, too.
func TestCrewEnds(t *testing.T) {
	make := func() execution.Target {
		return faketarget.New(enginetest.Locations(), func(m *faketarget.Machine) { m.Compare(0, int64(m.Char()), 77) })
	}
	if summary := enginetest.MustRun(t, newCrew(t, 4, make, engine.Config{Budget: engine.Executions(1 << 20)})); !summary.Complete ||
		summary.Reason != "nothing is left to do" {
		t.Error(describe(summary))
	}
	c := newCrew(t, 2, newMachine, engine.Config{Budget: engine.Executions(1 << 20), OnTest: func(f engine.Found) error {
		if len(f.Covered) > 0 && f.Executions > 1 {
			return engine.ErrStop
		}
		return nil
	}})
	if summary := enginetest.MustRun(t, c); summary.Reason != "no more tests are wanted" {
		t.Error(describe(summary))
	}
}

// TestCrewMakesWhatIsAllowed: several members make exactly the executions of the budget, however few, also when the last ones are those
// of the optimizer.
func TestCrewMakesWhatIsAllowed(t *testing.T) {
	for _, members := range []int{1, 2, 3, 5} {
		for _, allowed := range []int{1, 2, 4, 7, 100, 117, 1000, 12345} {
			make := func() execution.Target {
				return faketarget.New(enginetest.Locations(), func(m *faketarget.Machine) {
					enginetest.Machine(m)
					m.Compare(4, int64(m.Char()), 1000) // never
				})
			}
			c := newCrew(t, members, make, engine.Config{Budget: engine.Executions(allowed)})
			summary := enginetest.MustRun(t, c)
			if err := c.Optimize(context.Background()); err != nil {
				t.Fatal(err)
			}
			if got := c.Progress().Executions; got != uint64(allowed) || summary.Reason != "the executions are used" {
				t.Errorf("%d members, %d executions allowed: %d made, %s", members, allowed, got, summary.Reason)
			}
		}
	}
}
