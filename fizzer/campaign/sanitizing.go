package campaign

import (
	"context"
	"errors"
	"path/filepath"
	"sync"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/trace"
	"fizzer/testcomp/files"
)

// sanitizing repeats runs on a build with sanitizers: kept tests, and of the other runs a sample by their number.
type sanitizing struct {
	lock    sync.Mutex // engines of a crew share it
	build   func() (Sanitized, error)
	crashes *crashes
	built   Sanitized
	failed  error // why there is no build
	fault   error // of a run
	paths   map[uint64]bool
	longest int // bytes of input of the longest run that was repeated
	credit  int // of runs that may be repeated, times sampleShare
}

// A run of sampleShare is repeated: those on paths that no run took before, and those that read more than all before. At first there is
// credit for some. Picked by hand: with sanitizers a run takes a hundred times as long and more.
const (
	sampleShare = 64
	firstCredit = 64
	maxPaths    = 1 << 20
)

// ready builds at the first call. It tells whether there is a build.
func (s *sanitizing) ready() bool {
	if s.built == nil && s.failed == nil {
		s.built, s.failed = s.build()
	}
	return s.failed == nil
}

// sampled is a target of which runs are repeated with sanitizers.
type sampled struct {
	Process
	to *sanitizing
}

// Release implements execution.Bound.
func (s *sampled) Release() {
	if bound, ok := s.Process.(execution.Bound); ok {
		bound.Release()
	}
}

// Execute implements execution.Target.
func (s *sampled) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	runs, err := s.Process.Execute(ctx, batch)
	for i := range runs {
		s.to.see(ctx, &runs[i])
	}
	return runs, err
}

// see repeats a run if it belongs to the sample.
func (s *sanitizing) see(ctx context.Context, run *execution.Run) {
	s.lock.Lock()
	defer s.lock.Unlock()
	s.credit++
	longer := len(run.Bytes) > s.longest
	if run.Garbled || s.credit < sampleShare || !longer && (s.paths[run.Path] || len(s.paths) == maxPaths) || trace.CheckInput(run) != nil {
		return
	}
	s.credit -= sampleShare
	s.paths[run.Path], s.longest = true, max(s.longest, len(run.Bytes))
	s.repeat(ctx, trace.Input{Bytes: run.Bytes, Reads: run.Reads})
}

// test repeats a kept test; s may be nil.
func (s *sanitizing) test(ctx context.Context, run *execution.Run) {
	if s == nil || trace.CheckInput(run) != nil {
		return
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	s.paths[run.Path] = true
	s.repeat(ctx, trace.Input{Bytes: run.Bytes, Reads: run.Reads})
}

// repeat runs an input on the build with sanitizers and keeps what they find. Crashes that need no sanitizer are kept by the search.
func (s *sanitizing) repeat(ctx context.Context, input trace.Input) {
	if s.fault != nil || ctx.Err() != nil || !s.ready() {
		return
	}
	found, err := s.built.Run(ctx, input, false)
	if err != nil && ctx.Err() == nil {
		s.fault = err
	}
	for i := range found {
		if !found[i].Signal {
			s.crashes.keepFinding(&found[i], input, s.built.Version())
		}
	}
}

// close ends the build; s may be nil.
func (s *sanitizing) close() error {
	if s == nil || s.built == nil {
		return nil
	}
	return s.built.Close()
}

// trouble returns why runs were not repeated although they should have been; s may be nil.
func (s *sanitizing) trouble() error {
	if s == nil {
		return nil
	}
	return s.fault
}

// Parts of the time left that building with --sanitize and minimising behind the search may use.
const (
	sanitizeBuildShare = 1.0 / 4
	minimizeShare      = 1.0 / 4
)

// sanitizer returns a function that builds the program with sanitizers in a folder with this name.
func (c *campaign) sanitizer(ctx context.Context, sanitizers []string, name string) func() (Sanitized, error) {
	return func() (Sanitized, error) {
		folder := filepath.Join(c.scratch.Path, name)
		if err := files.MakeFolder(folder, 0o755); err != nil {
			return nil, err
		}
		return c.Tools.BuildSanitized(ctx, sanitize.Options{
			Sources: c.program.sources, Bits: c.Task.DataModel.Bits(), Sanitizers: sanitizers, Clang: c.program.target.Compiler, Scratch: folder,
			Memory: c.Memory, Policy: c.Sandbox, Started: c.timing.meter.Started, Ended: c.timing.meter.Ended,
		})
	}
}

// workers returns the targets of the engines; with sanitizers, runs of theirs are repeated.
func (s *search) workers() ([]execution.Target, error) {
	all := s.targets.work()
	if len(s.Sanitize) == 0 {
		return all, nil
	}
	limited, stop := s.timing.whileBuilding(s.ctx, sanitizeBuildShare)
	defer stop()
	s.sanitizing = &sanitizing{build: s.sanitizer(limited, s.Sanitize, "sanitized"), crashes: &s.crashes, paths: map[uint64]bool{},
		credit: firstCredit * sampleShare}
	if spent := new(budget.SpentError); !s.sanitizing.ready() && s.ctx.Err() == nil && errors.As(s.sanitizing.failed, &spent) {
		s.Log("note: no run is repeated with --sanitize: the build took more than its part of the time: %v", s.sanitizing.failed)
		s.sanitizing = nil
		return all, nil
	}
	if s.sanitizing.failed != nil && s.ctx.Err() == nil {
		return nil, &toolchain.MissingError{What: "a build with --sanitize", Remedy: s.sanitizing.failed.Error()}
	}
	for i, process := range s.targets.processes {
		all[i] = &sampled{process, s.sanitizing}
	}
	return all, nil
}

// minimizeCrashes makes the inputs of bad ends and findings smaller, within a part of the time left. Timeouts are not tried again.
func (s *search) minimizeCrashes() error {
	ctx, stop := s.timing.whileBuilding(s.judging, minimizeShare)
	defer stop()
	for _, found := range s.crashes.kept {
		if found.kind == kindTimeout || ctx.Err() != nil {
			continue
		}
		m := minimizer{left: minimizeRuns, best: found.input, fails: runsLike(ctx, s.targets.fresh, found.badEnd)}
		if found.sanitized {
			m.left, m.fails = sanitizedRuns, s.findsLike(ctx, found)
		}
		err := m.minimize()
		if err != nil && ctx.Err() == nil {
			return err
		}
		found.input, found.executions = m.best, m.made
		if err := s.crashes.rewrite(found); err != nil {
			return err
		}
	}
	return nil
}

// explain finds out by a build with AddressSanitizer where on the stack the bad ends are. It comes last, when the suite is judged: without
// time or a sanitizer the folders are complete, too.
func (c *campaign) explain(ctx context.Context) error {
	explain := &sanitizing{build: c.sanitizer(ctx, []string{sanitize.Address}, "explain")}
	defer explain.close()
	for _, found := range c.crashes.kept {
		if found.sanitized || found.kind == kindTimeout || ctx.Err() != nil || !explain.ready() {
			continue
		}
		reports, err := explain.built.Run(ctx, found.input, true)
		if err != nil || len(reports) == 0 {
			continue
		}
		found.finding, found.compiler = &reports[len(reports)-1], explain.built.Version()
		if err := c.crashes.rewrite(found); err != nil {
			return err
		}
	}
	return nil
}

// findsLike returns the function that runs inputs of a finding: first on the target, which tells what they read, then with sanitizers.
func (s *search) findsLike(ctx context.Context, found *crash) func([]byte, int) (trace.Input, bool, error) {
	return func(input []byte, most int) (read trace.Input, same bool, err error) {
		run, err := runOnce(ctx, s.targets.fresh, input, most)
		if err != nil || run == nil {
			return read, false, err
		}
		read = trace.Input{Bytes: run.Bytes, Reads: run.Reads}.Clone()
		reports, err := s.sanitizing.built.Run(ctx, read, false)
		for i := range reports {
			if reports[i].Key() == found.finding.Key() {
				*found.finding = reports[i]
				return read, true, err
			}
		}
		return read, false, err
	}
}
