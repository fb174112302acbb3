package campaign

import (
	"context"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/task"
)

// Tools are the compilers and processes that a run needs. Everything that a run does to the machine besides writing files goes
// through them, so that a test of a run can put Go functions in their place.
type Tools interface {
	// Build makes the target of the task. It fills in which compilers there are; the other options are the run's.
	Build(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Target, error)
	// BuildReplay makes the program as the validators do.
	BuildReplay(ctx context.Context, o replay.Options) (Replayed, error)
	// Start starts a process of the target.
	Start(ctx context.Context, o runner.Options) (Process, error)
	// BuildSecond makes the second form of the target, which records expressions.
	BuildSecond(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error)
	// StartRecorder starts a process of it.
	StartRecorder(ctx context.Context, o recorder.Options) (Recorder, error)
}

// Replayed is the program as the validators build it; *replay.Program is one.
type Replayed interface {
	judge.Runner
	Goals() []goal.Goal // as the validators count them
	File(goal int) int  // in which of the task's programs a goal is
	Close() error       // ends what replays keep running
}

// Process is a running target; *runner.Process is one.
type Process interface {
	execution.Target
	Missing() (layers []sandbox.Layer, why []string) // of its sandbox
	FallBack(because string)                         // makes it fork from its next batch on; any goroutine may call it
	Sampled() uint64                                 // persistent runs that it made again in a fresh process
}

// Recorder records expressions along runs; *recorder.Recorder is one.
type Recorder interface {
	Record(ctx context.Context, request recorder.Request) (*recorder.Recording, error)
	Close() error
}

// machine are the tools of this machine.
type machine struct{}

func (machine) Build(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Target, error) {
	found, err := toolchain.OptionsFor(t, o.Scratch)
	if err != nil {
		return nil, err
	}
	o.Programs, o.Bits = found.Programs, found.Bits
	o.Clang, o.ClangMajor, o.Instrumenter = found.Clang, found.ClangMajor, found.Instrumenter
	return toolchain.Build(ctx, o)
}

func (machine) BuildReplay(ctx context.Context, o replay.Options) (Replayed, error) {
	program, err := replay.Build(ctx, o)
	if err != nil {
		return nil, err // and no Replayed that holds nil
	}
	return program, nil
}

func (machine) Start(ctx context.Context, o runner.Options) (Process, error) {
	process, err := runner.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return process, nil
}

func (machine) BuildSecond(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error) {
	return built.Second(ctx, started, ended)
}

func (machine) StartRecorder(ctx context.Context, o recorder.Options) (Recorder, error) {
	r, err := recorder.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return r, nil
}
