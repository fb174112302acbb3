package campaign

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/solve/smt"
	"fizzer/fizzer/toolchain"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
)

// recording records runs for the symbolic search. The first request builds and starts the second form of the program.
type recording struct {
	tools       Tools
	timing      *timing
	built       *toolchain.Target
	options     recorder.Options // of the recorder; start fills in executable, folder and limits
	building    time.Duration    // what was used when the target was built
	scratch     string           // folder of the run
	stopAtError bool
	recorder    Recorder // nil: nothing was recorded yet
}

// recordSlowdown is the factor by which a recorded run may be slower than an ordinary one; picked by hand.
const recordSlowdown = 20

// solverShare: a child solver gets memory/solverShare, but no more than smt.DefaultMemory; picked by hand.
const solverShare = 5

// Record implements symbolic.Recorder.
func (r *recording) Record(ctx context.Context, request *symbolic.Request) (*expression.Run, error) {
	if r.recorder == nil {
		if err := r.start(ctx, request); err != nil {
			return nil, fmt.Errorf("%w: %w", symbolic.ErrNever, err)
		}
	}
	limits := request.Limits
	limits.Milliseconds *= recordSlowdown
	recorded, err := r.recorder.Record(ctx, recorder.Request{
		Input: request.Input, Limits: limits, Fill: request.Fill, StopAtError: r.stopAtError, Follow: request.Trace,
	})
	if err != nil {
		return nil, err
	}
	return &recorded.Run, nil
}

// start builds the second form, within a part of the time left, and starts it.
func (r *recording) start(ctx context.Context, request *symbolic.Request) (err error) {
	options := r.options
	limited, stop := r.timing.whileBuilding(ctx, r.timing.secondShare(r.building))
	defer stop()
	if options.Executable, err = r.tools.BuildSecond(limited, r.built, options.Started, options.Ended); err != nil {
		return err
	}
	options.Scratch, options.Limits = filepath.Join(r.scratch, "recorded"), request.Limits
	if err := files.MakeFolder(options.Scratch, 0o755); err != nil {
		return err
	}
	r.recorder, err = r.tools.StartRecorder(ctx, options)
	return err
}

func (r *recording) close() error {
	if r.recorder == nil {
		return nil
	}
	return r.recorder.Close()
}

// withRecorder configures the engine for the symbolic search. The second form is bound to the same context as the targets.
func (s *search) withRecorder(config *engine.Config) (end func() error, err error) {
	t := &s.targets.options
	r := &recording{
		tools: s.Tools, timing: &s.timing, built: s.program.target, building: s.timing.used(), scratch: s.scratch.Path,
		stopAtError: s.Property.Kind == property.Error,
		options: recorder.Options{
			Policy: t.Policy, MemoryBytes: t.MemoryBytes, FileBytes: t.FileBytes, Wide: t.Wide, Started: t.Started, Ended: t.Ended,
		},
	}
	config.Recorder = r
	if s.Solver == "" {
		return r.close, nil
	}
	scratch := filepath.Join(s.scratch.Path, "solver")
	if err := files.MakeFolder(scratch, 0o755); err != nil {
		return nil, err
	}
	child, err := smt.New(smt.Config{
		Name: s.Solver, Memory: min(smt.DefaultMemory, s.Memory/solverShare), Policy: t.Policy, Scratch: scratch,
		Started: t.Started, Ended: t.Ended,
	})
	if err != nil {
		return nil, err
	}
	config.Child = child
	return func() error {
		did := child.Statistics()
		s.statistics.Solver = &did
		child.Close()
		return r.close()
	}, nil
}
