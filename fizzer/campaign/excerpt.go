package campaign

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/excerpt"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/tree"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
)

// early is what was found before the whole program was built, with an excerpt of it (decision 073).
type early struct {
	inputs  [][]byte                  // to start the search of the program from
	tests   map[[sha256.Size]byte]int // numbers in output.found, by their values
	again   []int                     // of these, numbers of those that the search of the program found again
	runtime *toolchain.Runtime        // for the excerpt and the program; nil: there is no excerpt
}

// A program is too long to be built within a third of the time if it has more bytes for each second of that. Picked by hand: on the
// machines of docs/results.md 0.3 to 1.5 MB a second are built.
const (
	wantedShare = 3
	builtBytes  = 700_000
)

// The excerpt is built and searched in parts of the time, given as divisors. Picked by hand.
const (
	excerptShare       = 80 // its functions have as many bytes as are built in that
	excerptBuildShare  = 5  // its build may take that; then it is given up
	excerptSearchShare = 40 // its search takes that at most; it ends when nothing was found for half of the time so far
)

// leastIdle is how long the search of an excerpt may always find nothing. Picked by hand.
const leastIdle = 20 * time.Millisecond

// excerptLimits returns the limits beyond which no run of an excerpt goes.
func excerptLimits() execution.Limits {
	limits := engine.DefaultMaxLimits()
	limits.Conditions, limits.InputBytes = minMaxConditions, 1<<16
	return limits
}

// excerptName is the name of the excerpt's file.
const excerptName = "excerpt"

// excerptSearch searches an excerpt of the program.
type excerptSearch struct {
	*campaign
	folder  string // its scratch folder
	targets *targets
	limit   *excerptBudget
}

// searchExcerpt searches an excerpt of a program that is too long to be built soon. What it finds becomes tests at once, and inputs that
// the search of the program starts from. An excerpt that cannot be built is given up: the program says why.
func (c *campaign) searchExcerpt(ctx context.Context) error {
	s := &excerptSearch{campaign: c, folder: filepath.Join(c.scratch.Path, excerptName)}
	part, sources := s.excerpt()
	if part == nil {
		return nil
	}
	if err := files.MakeFolder(s.folder, 0o755); err != nil {
		return &OutputError{err}
	}
	target, err := s.build(ctx, sources)
	if err != nil {
		return ctx.Err()
	}
	c.statistics.Excerpt = &formats.Excerpt{Functions: part.Kept, LeftOut: part.Left}
	c.Log("note: the program is large; before it is built, a part with %d of its %d functions is searched", part.Kept, part.Kept+part.Left)
	if err = s.run(ctx, target); ctx.Err() != nil {
		return err
	}
	if err != nil {
		c.Log("note: the search of that part failed: %v", err)
	}
	return nil
}

// excerpt returns an excerpt of the program if the program is too long to be built soon and there is one. Runs that end after a number of
// executions have none, since the clock decides how far it is searched; nor have runs that go on where others ended.
func (s *excerptSearch) excerpt() (*excerpt.Excerpt, *source.Program) {
	p, limit := s.program.sources, s.timing.shorter()
	if limit == 0 || s.Executions > 0 || s.Resume || s.Helper || s.Exchange != nil || s.Task.Harness != nil || len(p.Files) != 1 ||
		slices.Contains(s.Without, engine.PartExcerpt) || s.program.bytes() <= bytesIn(limit/wantedShare) {
		return nil, nil
	}
	e := excerpt.Of(p.Files[0].Text, bytesIn(limit/excerptShare))
	if e == nil {
		return nil, nil
	}
	sources, err := p.Variant(excerptName, excerpt.Head, e.Text)
	if err != nil {
		return nil, nil
	}
	return e, sources
}

// bytesIn returns how many bytes of a program are built within this time.
func bytesIn(t time.Duration) int { return int(t.Seconds() * builtBytes) }

// build builds the excerpt. The runtime is compiled without a limit, because the program needs it, too.
func (s *excerptSearch) build(ctx context.Context, sources *source.Program) (target *toolchain.Target, err error) {
	s.early.runtime, err = budget.Within(ctx, func() (*toolchain.Runtime, error) {
		return s.Tools.BuildRuntime(ctx, s.Task, toolchain.Options{
			Scratch: s.folder, Memory: s.Memory, Policy: s.Sandbox, Started: s.timing.meter.Started, Ended: s.timing.meter.Ended,
		})
	})
	if err != nil {
		return nil, err
	}
	share := s.timing.shorter() / excerptBuildShare
	limited, stop := s.timing.further(share).Watch(ctx)
	defer stop()
	defer os.Remove(sources.Files[0].Path) // the program must not see it
	return budget.Within(limited, func() (*toolchain.Target, error) {
		return s.Tools.Build(limited, s.Task, toolchain.Options{
			Sources: sources, Runtime: s.early.runtime, Scratch: s.folder, Quick: true, CPU: share,
			Memory: s.Memory, Policy: s.Sandbox, Started: s.timing.meter.Started, Ended: s.timing.meter.Ended,
		})
	})
}

// run runs an engine on the excerpt until its part of the time is over. The end of ctx stops it.
func (s *excerptSearch) run(ctx context.Context, target *toolchain.Target) error {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	s.targets = s.targetsOf(target, s.folder)
	if err := s.targets.start(ctx, ctx, 1); err != nil {
		return err
	}
	defer s.targets.close()
	now := s.Clock()
	s.limit = &excerptBudget{Budget: s.timing.further(s.timing.shorter() / excerptSearchShare), began: now, found: now}
	limited, stop := s.limit.Watch(ctx)
	defer stop()
	stopAtError := s.Property.Kind == property.Error
	e, err := engine.New(engine.Config{
		Target: s.targets.processes[0], Locations: target.Locations, Seed: s.Seed, Budget: s.limit, Clock: s.Clock, Time: budget.ThreadTime,
		Limits: s.targets.options.Limits, MaxLimits: excerptLimits(), StopAtError: stopAtError, ErrorGoal: stopAtError,
		Tree: tree.Config{Bytes: treeBytes(s.Memory)}, Without: s.Without,
		OnTest: func(f engine.Found) error { return s.add(limited, &f) },
	})
	if err != nil {
		return err
	}
	if err := s.watcher.open(s.output.path(formats.ProgressFile), false); err != nil {
		return err
	}
	s.watcher.engine = e.Progress
	summary, err := e.Run(limited)
	s.watcher.reportAll()
	s.note(&summary)
	s.watcher.enter(formats.PhaseBuilding, summary)
	if limited.Err() != nil {
		return ctx.Err()
	}
	return err
}

// note records what the search did.
func (s *excerptSearch) note(summary *formats.Summary) {
	e := s.statistics.Excerpt
	e.Executions, e.Tests, e.CPUSeconds = summary.Executions, len(s.early.tests), s.timing.meter.CPU().Seconds()
	s.watcher.before.Engine.Executions = summary.Executions
	s.statistics.Executions, s.statistics.ErrorReached = summary.Executions, summary.ErrorReached // as long as the program is not searched
	s.targets.count(&s.statistics)
}

// add writes a test for a run of the excerpt, as a fresh process reproduces it, and keeps its input.
func (s *excerptSearch) add(ctx context.Context, f *engine.Found) error {
	s.limit.found = s.Clock()
	stopAtError := s.Property.Kind == property.Error
	run, _, err := s.targets.reproduce(ctx, f, stopAtError, len(s.output.found)+1)
	if err != nil || run == nil {
		return err
	}
	s.early.inputs = append(s.early.inputs, run.Bytes)
	reads := run.Reads[:vector.Shortened(run.Ending, len(run.Reads))]
	if stopAtError {
		if !run.ErrorReached {
			return nil
		}
		reads = run.Reads[:vector.ReadsWithin(run.Reads, run.ErrorInputBytes)]
	}
	inputs, err := vector.Inputs(reads, run.Bytes)
	if err != nil {
		return err
	}
	test := suite.Test{Inputs: inputs, CoversError: stopAtError}
	if err := s.output.add(test, run.Ending.String(), ""); err != nil {
		return err
	}
	s.early.add(&test, len(s.output.found)-1)
	if stopAtError {
		return engine.ErrStop
	}
	return nil
}

// add notes a test of the excerpt by its number in output.found.
func (e *early) add(test *suite.Test, number int) {
	if e.tests == nil {
		e.tests = map[[sha256.Size]byte]int{}
	}
	e.tests[digest(test)] = number
}

// recognise notes if a test that the search of the program found is one of the excerpt's.
func (e *early) recognise(test *suite.Test) {
	if len(e.tests) == 0 {
		return
	}
	key := digest(test)
	if number, ok := e.tests[key]; ok {
		e.again = append(e.again, number)
		delete(e.tests, key)
	}
}

// digest returns a hash of a test's values.
func digest(test *suite.Test) [sha256.Size]byte {
	return sha256.Sum256([]byte(fmt.Sprintf("%q", test.Inputs)))
}

// markNeedless marks tests of the excerpt that the suite can do without: those that were found again, if nobody judges the suite, and all
// if the error was to be reached and the search of the program, which began with them, did not reach it.
func (c *campaign) markNeedless() {
	e, found := &c.early, c.output.found
	if c.verdict == nil {
		for _, number := range e.again {
			found[number].needless = true
		}
	}
	if c.Property.Kind == property.Error && c.statistics.Engine.Executions > uint64(len(e.inputs)) && !c.statistics.ErrorReached {
		for _, number := range e.tests {
			found[number].needless = true
		}
	}
}

// excerptBudget is what the search of an excerpt may use.
type excerptBudget struct {
	*budget.Budget
	began, found time.Time // the search, and its last find
	next         time.Time // the clocks are not read before
}

// Done implements engine.Budget.
func (b *excerptBudget) Done(executions uint64) (string, bool) {
	now := b.Clock()
	if executions == 0 || now.Before(b.next) {
		return "", false
	}
	b.next = now.Add(min(b.Pause(checkEvery, checkSeldom), leastIdle))
	if now.Sub(b.found) > max(leastIdle, b.found.Sub(b.began)) {
		return formats.StoppedByLimits, true
	}
	reason := b.Budget.Done(executions)
	return reason, reason != ""
}
