package toolchain

import (
	"errors"
	"fmt"
	"os"
	"time"

	"fizzer/libfizzer/sandbox"
)

// LLVM may need minutes to optimise deeply nested programs with some thousand conditions. So it gets some seconds of CPU time.
// After that, or if the bitcode is large, the program is optimised lightly, in linear time. Before a long run both bounds are
// four times as high.
const (
	optimiserTime = 5 * time.Second
	largeBitcode  = 3 << 20
	longFactor    = 4
)

// instrumenterRejects is the instrumenter's exit status for a program that it cannot instrument. Other statuses are those of
// a Go program that dies, for example for lack of memory.
const instrumenterRejects = 1

// instrumenter turns bitcode into an object file and a location table.
type instrumenter struct{ *tools }

// run makes the object file and the location table; light: optimised lightly.
func (i instrumenter) run(bitcode, substitutes []string, object, table string) (light bool, err error) {
	arguments, size, err := i.arguments(bitcode, substitutes, object, table)
	if err != nil {
		return false, err
	}
	limit, large := i.effort()
	var message string
	if size <= large {
		message, err = i.runLimited(limit, i.Instrumenter, arguments...)
	}
	if light = size > large || killed(err); light {
		message, err = i.tools.run(i.Instrumenter, append(arguments, "--light")...)
	}
	return light, i.verdict(message, err)
}

// effort returns the CPU time of the instrumenter and the size of bitcode, in bytes, above which it optimises lightly.
func (i instrumenter) effort() (limit time.Duration, large int64) {
	if i.Long {
		return longFactor * optimiserTime, longFactor * largeBitcode
	}
	return optimiserTime, largeBitcode
}

// verdict turns the instrumenter's failure into an error of the program or of the machine.
func (i instrumenter) verdict(message string, err error) error {
	var exit *sandbox.ExitError
	if errors.As(err, &exit) && exit.Status.ExitStatus() == instrumenterRejects {
		return &CompileError{Program: i.names(), Stage: "instrument", Message: i.given(message)}
	}
	if err != nil {
		return fmt.Errorf("instrumenter %s: %w; %s", i.Instrumenter, err, firstLine(message))
	}
	return nil
}

// arguments returns the command line of the instrumenter and the size of the bitcode in bytes.
func (i instrumenter) arguments(bitcode, substitutes []string, object, table string) (arguments []string, size int64, err error) {
	arguments = []string{"--monitor", i.Runtime.monitor, "--object", object, "--locations", table}
	for _, library := range i.Runtime.libraries {
		arguments = append(arguments, "--library", library)
	}
	for _, name := range substitutes {
		arguments = append(arguments, "--substitute", name)
	}
	for _, file := range bitcode {
		arguments = append(arguments, "--input", file)
		status, err := os.Stat(file)
		if err != nil {
			return nil, 0, noOutput(i.Clang, err)
		}
		size += status.Size()
	}
	if i.Long {
		arguments = append(arguments, "--long")
	}
	if i.All {
		arguments = append(arguments, "--all")
	}
	return arguments, size, nil
}
