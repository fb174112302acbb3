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

// second is the second form of a target. The first call of Target.Second builds it.
type second struct {
	mutex      sync.Mutex
	made       bool
	executable string
	err        error
}

// Second returns the executable of the program's second form, which records expressions (package recorder). The first call builds
// it in the scratch folder of the target, which must still exist; later calls return the same result. Building takes several times
// as long as instrumenting the ordinary form, within bounds of its own. Errors are those of Build, and one if the two forms have
// different locations. started and ended are called like Options.Started and Options.Ended; they may be nil.
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

// hurried is the CPU time of the longest run whose second form is optimised as little as possible. Building it then takes as little as a
// third of the time, and the first answer waits for it. Picked by hand.
const hurried = 20 * time.Second

func (t *Target) buildSecond(ctx context.Context, started, ended func(pid int)) (executable string, err error) {
	if slices.ContainsFunc(t.Locations.Externals, makesThreads) {
		return "", &CompileError{Program: strings.Join(t.options.Programs, ", "), Stage: "record",
			Message: "it makes threads, and the order of what they do is not fixed"}
	}
	o := t.options
	o.Started, o.Ended = started, ended
	tools, err := newTools(ctx, o)
	if err != nil {
		return "", err
	}
	tools.placeless = t.Placeless
	defer tools.close()
	symbolic, err := (runtimeCompiler{tools}).compileSymbolic()
	if err != nil {
		return "", err
	}
	object, table := tools.path("second.o"), tools.path("second.gob")
	i := instrumenter{tools}
	arguments, size, err := i.arguments(t.bitcode, t.substitutes, object, table)
	if err != nil {
		return "", err
	}
	arguments = append(arguments, t.effort...)
	if t.effort == nil && o.CPU > 0 && o.CPU <= hurried {
		arguments = append(arguments, quickOption)
	}
	limit, _ := attempts[0].limit(&tools.Options)
	limit = (secondFactor*limit + time.Duration(size)*timePerMegabyte>>20).Round(time.Second)
	message, err := tools.runLimited(limit, tools.Instrumenter, append(arguments, "--symbolic")...)
	if err := i.verdict(message, err, object, table); err != nil {
		return "", err
	}
	if err := t.sameLocations(table, "second"); err != nil {
		return "", err
	}
	return linkForm(tools, "second", symbolic, object)
}

// makesThreads reports whether this function of the C library starts a thread.
func makesThreads(external string) bool {
	return external == "pthread_create" || external == "thrd_create"
}

// The second form has several times the instructions of the ordinary form, so the instrumenter gets more time for it. Measured: 4 s
// of CPU time for each megabyte of bitcode.
const (
	secondFactor    = 4
	timePerMegabyte = 10 * time.Second
)

// sameLocations checks that the location table of a form of the program equals that of the ordinary form, apart from file names.
func (t *Target) sameLocations(path, form string) error {
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
		err = fmt.Errorf("the %s form of %v has other locations than the ordinary form; please report this together with the program",
			form, t.options.Programs)
	}
	return err
}
