package toolchain

import (
	"context"
	"fmt"
)

// besideSearch is the part of the memory, as a divisor, for tools that work beside the search. The tree and the target
// with its lean form have at most 1/10 and 2/5 of it.
const besideSearch = 2

// Faster instruments and links the program again, with the optimiser that it would have had without Options.Quick, in the scratch folder of
// the target, which must still exist. Executable and records of the two agree: the tables of locations are compared. It takes as long as
// Build without clang, within the bounds of the first attempt; a program that needs more has an error. Errors are those of Build.
// started and ended are called like Options.Started and Options.Ended; they may be nil. Second may be called at the same time.
func (t *Target) Faster(ctx context.Context, started, ended func(pid int)) (executable string, err error) {
	return t.again(ctx, "faster", t.options.Runtime, started, ended)
}

// Lean builds the lean form of the program like Faster: it records no conditions, or none behind the cut of a run (decision 068).
func (t *Target) Lean(ctx context.Context, started, ended func(pid int)) (executable string, err error) {
	runtime := *t.options.Runtime
	runtime.monitor = runtime.lean
	return t.again(ctx, "lean", &runtime, started, ended)
}

// again instruments and links the program again, with other parts of the runtime, as the form with this name.
func (t *Target) again(ctx context.Context, form string, runtime *Runtime, started, ended func(pid int)) (executable string, err error) {
	o := t.options
	o.Started, o.Ended, o.Runtime = started, ended, runtime
	o.Memory /= besideSearch
	tools, err := newTools(ctx, o)
	if err != nil {
		return "", err
	}
	tools.placeless = t.Placeless
	defer tools.close()
	object, table := tools.path(form+".o"), tools.path(form+".gob")
	i := instrumenter{tools}
	arguments, _, err := i.arguments(t.bitcode, t.substitutes, object, table)
	if err != nil {
		return "", err
	}
	limit, _ := attempts[0].limit(&tools.Options)
	message, err := tools.runLimited(limit, tools.Instrumenter, append(arguments, t.effort...)...)
	if err := i.verdict(message, err, object, table); err != nil {
		return "", err
	}
	if err := t.sameLocations(table, form); err != nil {
		return "", err
	}
	return linkForm(tools, form, object)
}

// linkForm links a form of the program, which must need nothing that the first one did not need.
func linkForm(t *tools, form string, objects ...string) (executable string, err error) {
	undefined, err := t.link(t.path(form), objects...)
	if err == nil && len(undefined) > 0 {
		err = &CompileError{Program: t.names(), Stage: "link", Message: fmt.Sprintf("the %s form needs %v", form, undefined)}
	}
	if err != nil {
		return "", err
	}
	return t.adopt(form)
}
