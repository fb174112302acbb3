package campaign

import (
	"context"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/judge"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/task"
)

// Tools are the compilers and processes of a run. Apart from writing files, a run acts on the machine only through them, so that a
// test can replace them by Go functions.
type Tools interface {
	// Build builds the target of the task. It finds the compilers; the caller sets the other options.
	Build(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Target, error)
	// BuildRuntime compiles the runtime of targets of the task. It finds the compilers; the caller sets the other options.
	BuildRuntime(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Runtime, error)
	// FindCompilers returns a *toolchain.MissingError if there is no clang or no gcc.
	FindCompilers(ctx context.Context) error
	// BuildReplay builds the program as the validators do.
	BuildReplay(ctx context.Context, o replay.Options) (Replayed, error)
	// Start starts a process of the target.
	Start(ctx context.Context, o runner.Options) (Process, error)
	// BuildSecond builds the second form of the target, which records expressions.
	BuildSecond(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error)
	// BuildFaster builds a faster form of a target that was built quickly; it has the same locations.
	BuildFaster(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error)
	// BuildLean builds the lean form of the target, which records few conditions or none; it has the same locations.
	BuildLean(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error)
	// BuildSanitized builds the original program with sanitizers.
	BuildSanitized(ctx context.Context, o sanitize.Options) (Sanitized, error)
	// StartRecorder starts a process of the second form.
	StartRecorder(ctx context.Context, o recorder.Options) (Recorder, error)
}

// Replayed is the program as the validators build it, like *replay.Program.
type Replayed interface {
	judge.Runner
	Goals() []goal.Goal // as the validators count them
	File(goal int) int  // index of the goal's file in the task's programs
	Close() error       // stops what replays keep running
}

// Process is a running target, like *runner.Process.
type Process interface {
	execution.Target
	Missing() (layers []sandbox.Layer, why []string) // of its sandbox
	FallBack(because string)                         // makes it fork from its next batch on; any goroutine may call it
	Renew(executable string)                         // makes it use another build from its next batch on; any goroutine may call it
	WantsLean() bool                                 // it could use the lean form; any goroutine may call it
	UseLean(executable string)                       // gives it the lean form; any goroutine may call it
	Sampled() uint64                                 // persistent runs that were repeated in a fresh process
}

// Recorder records expressions of runs, like *recorder.Recorder.
type Recorder interface {
	Record(ctx context.Context, request recorder.Request) (*recorder.Recording, error)
	Close() error
}

// Sanitized is the program with sanitizers, like *sanitize.Build.
type Sanitized interface {
	Run(ctx context.Context, input trace.Input, aborts bool) ([]sanitize.Finding, error)
	Version() string // of the compiler
	Close() error
}

// machine are the tools of this machine.
type machine struct{}

func (machine) Build(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Target, error) {
	o, err := withCompilers(ctx, t, o)
	if err != nil {
		return nil, err
	}
	return toolchain.Build(ctx, o)
}

func (machine) BuildRuntime(ctx context.Context, t *task.Task, o toolchain.Options) (*toolchain.Runtime, error) {
	o, err := withCompilers(ctx, t, o)
	if err != nil {
		return nil, err
	}
	return toolchain.CompileRuntime(ctx, o)
}

// withCompilers returns the options with the task's files and this machine's compilers.
func withCompilers(ctx context.Context, t *task.Task, o toolchain.Options) (toolchain.Options, error) {
	found, err := toolchain.OptionsFor(ctx, t, o.Scratch)
	if err != nil {
		return o, err
	}
	o.Programs, o.Bits = found.Programs, found.Bits
	o.Clang, o.ClangMajor, o.Instrumenter = found.Clang, found.ClangMajor, found.Instrumenter
	return o, nil
}

func (machine) FindCompilers(ctx context.Context) error {
	if _, _, err := toolchain.FindClang(ctx); err != nil {
		return err
	}
	_, err := toolchain.FindGCC()
	return err
}

func (machine) BuildReplay(ctx context.Context, o replay.Options) (Replayed, error) {
	program, err := replay.Build(ctx, o)
	if err != nil {
		return nil, err // not a Replayed that holds nil
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

func (machine) BuildFaster(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error) {
	return built.Faster(ctx, started, ended)
}

func (machine) BuildLean(ctx context.Context, built *toolchain.Target, started, ended func(pid int)) (executable string, err error) {
	return built.Lean(ctx, started, ended)
}

func (machine) StartRecorder(ctx context.Context, o recorder.Options) (Recorder, error) {
	r, err := recorder.Start(ctx, o)
	if err != nil {
		return nil, err
	}
	return r, nil
}

func (machine) BuildSanitized(ctx context.Context, o sanitize.Options) (Sanitized, error) {
	built, err := sanitize.New(ctx, o)
	if err != nil {
		return nil, err
	}
	return built, nil
}
