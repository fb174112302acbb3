package cli

import (
	"context"
	"errors"
	"math"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/testcomp/replay"
)

// limitOptions are the options of the commands that compile a program and run tests without a search.
func limitOptions() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "cpu-time", Value: "0", Usage: "CPU time of all processes together, `D` as in 900s or 15min; 0: unlimited"},
		&cli.StringFlag{Name: "wall-time", Value: "0", Usage: "wall time, `D` as in 900s or 15min; 0: unlimited"},
		&cli.StringFlag{Name: "memory", Value: defaultMemory,
			Usage: "memory limit `SIZE` of compilers and tests; control groups, resource limits and the machine may lower it"},
	}
}

// What TestCov gives a test.
const (
	defaultTestTime   = "3s"
	defaultTestMemory = "2GB"
)

// testMemoryOption is the option of the commands that run tests as validators do.
const testMemoryOption = "test-memory"

func testMemoryFlag() cli.Flag {
	return &cli.StringFlag{Name: testMemoryOption, Value: defaultTestMemory,
		Usage: "memory `SIZE` of one test, as the validator gives it (testcov --memlimit); its harness takes 3 KB for each value of a test"}
}

// testOptions are the limits of a test.
func testOptions() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "time-limit", Value: defaultTestTime, Usage: "wall time of one test, `D` as in 3s"},
		testMemoryFlag(),
	}
}

// testMemory returns the bytes that one test may occupy.
func testMemory(c *cli.Context) (int64, error) {
	size, err := givenMemory(testMemoryOption, c.String(testMemoryOption))
	return int64(min(size, math.MaxInt64)), err
}

// limits are what a command may use and what it has used. Those of a task that is read bind the tools that read it.
type limits struct {
	memory     uint64        // bytes, of the compilers; 0: unlimited
	testTime   time.Duration // of one test
	testMemory int64         // bytes, of one test
	meter      *budget.Meter
	given      budget.Budget // of the command line
}

// part returns a part of the limits of time.
func (l *limits) part(part float64) *budget.Budget {
	b := l.given
	b.CPU, b.Wall = time.Duration(part*float64(b.CPU)), time.Duration(part*float64(b.Wall))
	return &b
}

// bounded is an action within the limits of the command line, which read reads. They hold for all that the action does, whose context ends
// with them, or by a signal.
func bounded(read limitsReader, act func(c *cli.Context, l limits) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		ctx, stop := untilSignal(c.Context)
		defer stop()
		ctx, l, stopLimits, err := read(ctx, c)
		if err != nil {
			return err
		}
		defer stopLimits()
		c.Context = ctx
		return act(c, l)
	}
}

// limitsReader reads limits on the command line. limited ends, with a *budget.SpentError as its cause, when the time is used up. stop also
// ends it and must be called unless there is an error.
type limitsReader func(ctx context.Context, c *cli.Context) (limited context.Context, l limits, stop func(), err error)

// readLimits is the limitsReader of the commands with limitOptions and testOptions.
func readLimits(ctx context.Context, c *cli.Context) (limited context.Context, l limits, stop func(), err error) {
	testTime, err := duration(c, "time-limit")
	if err != nil {
		return nil, l, nil, err
	}
	testMemory, err := testMemory(c)
	if err != nil {
		return nil, l, nil, err
	}
	limited, l, stop, err = readToolLimits(ctx, c)
	l.testTime, l.testMemory = testTime, testMemory
	return limited, l, stop, err
}

// readToolLimits is the limitsReader of the commands with limitOptions alone.
func readToolLimits(ctx context.Context, c *cli.Context) (limited context.Context, l limits, stop func(), err error) {
	b := budget.Budget{Start: startOf(c.Context), Meter: budget.NewMeter(), Clock: time.Now}
	l.meter = b.Meter
	if b.CPU, err = duration(c, "cpu-time"); err != nil {
		return nil, l, nil, err
	}
	if b.Wall, err = duration(c, "wall-time"); err != nil {
		return nil, l, nil, err
	}
	if l.memory, err = memorySize(c.String("memory")); err != nil {
		return nil, l, nil, err
	}
	if err := checkRoom(1); err != nil {
		return nil, l, nil, err
	}
	l.given = b
	limited, stop = b.Watch(ctx)
	streamsOf(ctx).endWith(limited)
	streamsOf(ctx).endAt(&b)
	return limited, l, stop, nil
}

// interruption returns an error of an interrupted step that also says what ended the context.
func interruption(ctx context.Context, err error) error {
	if errors.Is(err, context.Cause(ctx)) {
		return err
	}
	return errors.Join(context.Cause(ctx), err)
}

// isInterruption tells whether err only says that the context ended.
func isInterruption(ctx context.Context, err error) bool {
	return ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.Cause(ctx)))
}

// bind makes a build and its runs count towards the limits.
func (l limits) bind(o replay.Options) replay.Options {
	o.ToolMemory, o.Started, o.Ended = l.memory, l.meter.Started, l.meter.Ended
	o.TimeLimit, o.MemoryLimit = l.testTime, l.testMemory
	return o
}
