package campaign

import (
	"context"
	"sync"
	"sync/atomic"
	"time"
)

// faster replaces a target that was built quickly by a faster one while the search works (decision 051).
type faster struct {
	*search
	context.Context // the build ends with it
	stop            func()
	cost            time.Duration // what was used when the search began
	begun           bool
	build           sync.WaitGroup
	replaced        atomic.Int64 // CPU time when the processes were told of the faster target; 0: they were not
}

// Picked by hand. Building without clang takes no longer than building took.
const (
	fasterBuildShare = 3 // part, as a divisor, of the time left that the faster build may take
	shortSearch      = 4 // part, as a divisor, of the time of all builds, in which many searches end
)

// newFaster begins to count what the search takes. The caller must call end.
func newFaster(s *search) *faster {
	f := &faster{search: s, cost: s.timing.used()}
	f.Context, f.stop = context.WithCancel(s.ctx)
	return f
}

// due reports whether the faster target is to be built now: the search has had some of the time that all builds before it had, so it is no
// short one, and enough is left for the build to pay. A run that ends after a number of executions has none: its result must not depend on
// how fast the target is.
func (f *faster) due() bool {
	if f.begun || f.Executions > 0 || !f.program.target.Quick {
		return false
	}
	return f.timing.used()-f.cost >= f.cost/shortSearch && (f.timing.left() >= fasterBuildShare*f.cost || f.timing.limit() == 0)
}

// check begins to build the faster target, beside the search, if that is due.
func (f *faster) check() {
	if f == nil || !f.due() {
		return
	}
	f.begun = true
	f.build.Go(func() {
		limited, stop := f.timing.whileBuilding(f, 1.0/fasterBuildShare)
		defer stop()
		options := &f.targets.options
		executable, err := f.Tools.BuildFaster(limited, f.program.target, options.Started, options.Ended)
		if err != nil {
			return // the search goes on with the target that it has
		}
		f.targets.renew(executable)
		f.replaced.Store(int64(f.timing.meter.CPU()))
	})
}

// end stops a build and records what became of it.
func (f *faster) end() {
	f.stop()
	f.build.Wait()
	f.statistics.FasterCPUSeconds = time.Duration(f.replaced.Load()).Seconds()
}

// renew lets all processes use another build of the program from their next batch on.
func (t *targets) renew(executable string) {
	for _, process := range t.processes {
		process.Renew(executable)
	}
	t.fresh.Renew(executable)
}
