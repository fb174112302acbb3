package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"fizzer/libfizzer/locations"
)

// second is the second form of a target, made when it is first asked for.
type second struct {
	mutex      sync.Mutex
	made       bool
	executable string
	err        error
}

// Second returns the executable of the program's second form, which records expressions (package recorder). It is built when it
// is first asked for, in the scratch folder of the target, which must still be there; after that the answer is the same. It
// takes some times as long as instrumenting the ordinary form, within the same limits. Errors are those of Build, or that the
// two forms do not have the same locations. Started, Ended: as in Options, whose own may be gone by now; may be nil.
func (t *Target) Second(ctx context.Context, started, ended func(pid int)) (executable string, err error) {
	t.second.mutex.Lock()
	defer t.second.mutex.Unlock()
	if t.second.made {
		return t.second.executable, t.second.err
	}
	executable, err = t.buildSecond(ctx, started, ended)
	if ctx.Err() == nil {
		t.second.made, t.second.executable, t.second.err = true, executable, err
	}
	return executable, err
}

func (t *Target) buildSecond(ctx context.Context, started, ended func(pid int)) (executable string, err error) {
	if slices.ContainsFunc(t.Locations.Externals, makesThreads) {
		return "", &CompileError{Program: strings.Join(t.options.Programs, ", "), Stage: "record",
			Message: "it makes threads, and what they do at once has no one order"}
	}
	o := t.options
	o.Started, o.Ended = started, ended
	b := &builder{Options: o, ctx: ctx}
	defer b.close()
	symbolic, err := b.compileSymbolic()
	if err != nil {
		return "", err
	}
	object, table := b.path("second.o"), b.path("second.json")
	arguments, size, err := b.instrumenterArguments(t.bitcode, t.substitutes, object, table)
	if err != nil {
		return "", err
	}
	arguments = append(arguments, t.effort...)
	limit, _ := attempts[0].limit(&b.Options)
	message, err := b.runLimited(secondFactor*limit+time.Duration(size>>20)*timePerMegabyte, b.Instrumenter,
		append(arguments, "--symbolic")...)
	if err := b.instrumented(message, err); err != nil {
		return "", err
	}
	if err := t.sameLocations(table); err != nil {
		return "", err
	}
	executable = b.path("second")
	undefined, err := b.link(executable, symbolic, object)
	if err == nil && len(undefined) > 0 {
		err = &CompileError{Program: b.names(), Stage: "link", Message: fmt.Sprintf("the second form needs %v", undefined)}
	}
	return executable, err
}

// makesThreads tells whether a function of the C library starts a thread.
func makesThreads(external string) bool {
	return external == "pthread_create" || external == "thrd_create"
}

// The instrumenter may take longer for the second form, which has some times the instructions: measured are 4 s of CPU time for each
// megabyte of bitcode.
const (
	secondFactor    = 4
	timePerMegabyte = 10 * time.Second
)

// sameLocations checks that a location table is that of the ordinary form, but for the names of files.
func (t *Target) sameLocations(path string) error {
	table, err := locations.Read(path)
	if err != nil {
		return err
	}
	table.Files = t.Locations.Files
	want, err := json.Marshal(t.Locations)
	if err != nil {
		return err
	}
	got, err := json.Marshal(table)
	if err == nil && !bytes.Equal(got, want) {
		err = fmt.Errorf("the second form of %v has other locations than the first; report this as a defect together with the program",
			t.options.Programs)
	}
	return err
}
