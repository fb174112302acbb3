package campaign

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fizzer/fizzer/toolchain"
)

// forms builds other forms of the target beside the search, one at a time: a faster one of a target that was built quickly (decision 051),
// and the lean one once the search wants it (decision 068).
type forms struct {
	*search
	context.Context // builds end with it
	stop            func()
	cost            time.Duration // what was used when the search began
	faster, lean    form
	busy            atomic.Bool
	builds          sync.WaitGroup
}

// form is a form of the target that may be built.
type form struct {
	begun bool
	used  atomic.Int64 // CPU time when the processes were told of it; 0: they were not
}

// Picked by hand. Building without clang takes no longer than building took.
const (
	formShare   = 3 // part, as a divisor, of the time left that building a form may take
	shortSearch = 4 // part, as a divisor, of the time of all builds, in which many searches end
)

// newForms begins to count what the search takes. The caller must call end.
func newForms(s *search) *forms {
	f := &forms{search: s, cost: s.timing.used()}
	f.Context, f.stop = context.WithCancel(s.ctx)
	return f
}

// pays reports whether enough is left for another build to pay. A run that ends after a number of executions makes none: its result must
// not depend on how fast the target is.
func (f *forms) pays() bool {
	return f.Executions == 0 && (f.timing.left() >= formShare*f.cost || f.timing.limit() == 0)
}

// fasterDue reports whether the faster target is to be built now: the search has had some of the time that all builds before it had, so it
// is no short one.
func (f *forms) fasterDue() bool {
	return !f.faster.begun && f.program.target.Quick && f.timing.used()-f.cost >= f.cost/shortSearch && f.pays()
}

// leanDue reports whether the lean form is to be built now.
func (f *forms) leanDue() bool {
	return !f.lean.begun && slices.ContainsFunc(f.targets.processes, Process.WantsLean) && f.pays()
}

// check begins to build a form beside the search, if one is due.
func (f *forms) check() {
	switch {
	case f == nil || f.busy.Load():
	case f.fasterDue():
		f.build(&f.faster, f.Tools.BuildFaster, f.targets.renew)
	case f.leanDue():
		f.build(&f.lean, f.Tools.BuildLean, f.targets.useLean)
	}
}

// build builds a form and tells the processes of it. If that fails, the search goes on with what it has.
func (f *forms) build(what *form, build func(context.Context, *toolchain.Target, func(int), func(int)) (string, error), use func(string)) {
	what.begun = true
	f.busy.Store(true)
	f.builds.Go(func() {
		defer f.busy.Store(false)
		limited, stop := f.timing.whileBuilding(f, 1.0/formShare)
		defer stop()
		options := &f.targets.options
		executable, err := build(limited, f.program.target, options.Started, options.Ended)
		if err != nil {
			return
		}
		use(executable)
		what.used.Store(int64(f.timing.meter.CPU()))
	})
}

// end stops a build and records what became of the forms.
func (f *forms) end() {
	f.stop()
	f.builds.Wait()
	f.statistics.FasterCPUSeconds = time.Duration(f.faster.used.Load()).Seconds()
	f.statistics.LeanCPUSeconds = time.Duration(f.lean.used.Load()).Seconds()
}

// renew lets all processes use another build of the program from their next batch on.
func (t *targets) renew(executable string) {
	for _, process := range t.processes {
		process.Renew(executable)
	}
	t.fresh.Renew(executable)
}

// useLean gives the engines' processes the lean form.
func (t *targets) useLean(executable string) {
	for _, process := range t.processes {
		process.UseLean(executable)
	}
}
