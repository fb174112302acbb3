package toolchain

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
)

// LLVM may need minutes to optimise deeply nested programs with some thousand conditions. So each attempt gets some CPU time, at most
// its share of the run's. After that, or if the program is too large for it, the next one follows. The last one optimises nothing and
// takes time linear in the program's size. Before a long run the times are four times as high.
var attempts = []attempt{
	{nil, 5 * time.Second, 12, 600 << 10, 4},
	{[]string{"--light"}, 20 * time.Second, 8, 1 << 20, 3},
	{options: []string{"--plain"}},
}

// attempt is one way to instrument a program. The numbers are picked by hand: time and share such that a run of a minute gives the first
// one 5 s; bytes, from the times of state machines of 0.2 to 20 MB; compilings, from 17 programs of 140 KB to 1.8 MB, which need 0.7 to 4.4
// times the front end's time for the first and the second, and 0.5 to 2.0 times for the last (decision 048).
type attempt struct {
	options []string
	time    time.Duration // maximum of CPU time; 0: none
	share   time.Duration // of the run's CPU time, as a divisor
	bytes   int64         // of bitcode for each second of its share, beyond which it is not tried

	compilings time.Duration // it takes that many times the front end's CPU time; if that is above the limit, it is not tried
}

const longFactor = 4

// limit returns the CPU time of an attempt, in whole seconds, and the size of bitcode above which it is not made.
func (a *attempt) limit(o *Options) (limit time.Duration, large int64) {
	if a.time == 0 {
		return 0, math.MaxInt64
	}
	limit = a.time
	if o.Long {
		limit *= longFactor
	}
	spend := limit
	if share, probable := o.shareOf(a.share); share > 0 {
		limit, spend = min(limit, share), min(limit, probable)
	}
	return limit, int64(spend.Seconds() * float64(a.bytes))
}

// tooSlow reports whether the attempt will probably be killed: by the front end's time, which also says how fast the machine is, and by the
// bitcode, because a long text may have little code. A run without a limit of CPU time does not ask, so that it repeats.
func (a *attempt) tooSlow(o *Options, compiling time.Duration, size int64) bool {
	limit, _ := a.limit(o)
	return limit > 0 && o.CPU > 0 && a.compilings*compiling > limit && size > int64(limit.Seconds()*float64(a.bytes)/slowCode)
}

// slowCode is how many times as long an attempt may take for a byte of bitcode as the bounds say. Measured: ECA machines, on a computer
// that is half as fast as that of the bounds.
const slowCode = 3

// shareOf returns a part of the run's CPU time in whole seconds, at least one, and what a tool should probably take of it: a second is too
// much of a short run, and on a busy machine a tool takes twice its time. Both are 0 if the run has no limit.
func (o *Options) shareOf(divisor time.Duration) (limit, probable time.Duration) {
	if o.CPU == 0 {
		return 0, 0
	}
	limit = max((o.CPU / divisor).Truncate(time.Second), time.Second)
	return limit, min(limit, o.CPU/divisor)
}

// instrumenterRejects is the instrumenter's exit status for a program that it cannot instrument. Other statuses are those of
// a Go program that dies, for example for lack of memory.
const instrumenterRejects = 1

// instrumenter turns bitcode into an object file and a location table.
type instrumenter struct{ *tools }

// quickOption lets the instrumenter optimise little, and record the same as with the first attempt's options. It writes the line lessened
// if that makes a difference.
const (
	quickOption = "--quick"
	lessened    = "quick: optimised less than without it"
)

// run makes the object file and the location table. It returns the options of the attempt that was made last, and whether
// quickOption made a difference.
func (i instrumenter) run(bitcode, substitutes []string, object, table string) (effort []string, quick bool, err error) {
	arguments, size, err := i.arguments(bitcode, substitutes, object, table)
	if err != nil {
		return nil, false, err
	}
	var message string
	for k := i.attempt; k < len(attempts); k++ {
		limit, large := attempts[k].limit(&i.Options)
		if !i.thorough && (size > large || attempts[k].tooSlow(&i.Options, i.compiling, size)) {
			continue
		}
		i.attempt = k
		effort = attempts[k].options
		options := effort
		if i.Quick && k == 0 {
			options = []string{quickOption}
		}
		message, err = i.runLimited(limit, i.Instrumenter, slices.Concat(arguments, options)...)
		i.slow = i.slow || k == 0 && killed(err)
		if limit == 0 && starved(err) {
			err = crashed(i.Instrumenter, err)
		}
		if limit == 0 || !killed(err) {
			break
		}
	}
	return effort, slices.Contains(strings.Split(message, "\n"), lessened), i.verdict(message, err, object, table)
}

// verdict turns the instrumenter's failure into an error of the program or of this tool, whose part it is. These files must be there.
func (i instrumenter) verdict(message string, err error, files ...string) error {
	var exit *sandbox.ExitError
	if errors.As(err, &exit) && exit.Status.ExitStatus() == instrumenterRejects {
		return &CompileError{Program: i.names(), Stage: "instrument", Message: i.given(message)}
	}
	if err != nil && message != "" {
		return fmt.Errorf("instrumenter %s: %w; %s", i.Instrumenter, err, firstLine(message))
	}
	if err != nil {
		return fmt.Errorf("instrumenter %s: %w", i.Instrumenter, err)
	}
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return noOutput(i.Instrumenter, err)
		}
	}
	return nil
}

// arguments returns the command line of the instrumenter and the size of the bitcode in bytes.
func (i instrumenter) arguments(bitcode, substitutes []string, object, table string) (arguments []string, size int64, err error) {
	arguments = []string{"--monitor", i.Runtime.monitor, "--object", object, "--locations", table}
	for _, library := range i.Runtime.libraries {
		arguments = append(arguments, "--library", library)
	}
	if i.foresees() {
		arguments = append(arguments, "--defined", i.Runtime.defined)
	}
	for _, name := range substitutes {
		arguments = append(arguments, "--substitute", name)
	}
	for _, file := range bitcode {
		arguments = append(arguments, "--input", file)
		bytes, err := bitcodeSize(file)
		if err != nil {
			return nil, 0, noOutput(i.Clang, err)
		}
		size += bytes
	}
	if i.placeless {
		size += size / placelessFactor
	}
	if i.Goals {
		arguments = append(arguments, "--no-distances") // the goal is not reach_error
	}
	if i.Long {
		arguments = append(arguments, "--long")
	}
	if i.All {
		arguments = append(arguments, "--all")
	}
	return arguments, size, nil
}

// foresees tells whether the linker's command line for the program is known, and with it the names that the linker finds.
func (t *tools) foresees() bool { return len(t.Runtime.command) > 0 && len(t.Sources.Libraries) == 0 }

// placelessFactor is the part of bitcode without debug information, as a divisor, that lines would add to it. Bounds of attempts are for
// bitcode with lines.
const placelessFactor = 2

// bitcodeMagic begins each file of LLVM bitcode.
const bitcodeMagic = "BC\xc0\xde"

// bitcodeSize returns the size of a file in bytes. A file that is no bitcode is an error.
func bitcodeSize(path string) (int64, error) {
	file, err := files.OpenMade(path)
	if err != nil {
		return 0, err
	}
	defer file.Close()
	magic := make([]byte, len(bitcodeMagic))
	if _, err := io.ReadFull(file, magic); err != nil || string(magic) != bitcodeMagic {
		return 0, fmt.Errorf("%s is no bitcode", path)
	}
	status, err := file.Stat()
	if err != nil {
		return 0, err
	}
	return status.Size(), nil
}
