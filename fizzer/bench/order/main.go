// Command order measures the order in which the symbolic search asks its questions. On each program the search works alone
// (engine.Config.Alone) with and without the learned scores, for the same work at measured prices, so that no clock has a say: a line
// tells the work and the questions until the error was reached or all was covered.
//
//	order [-work SECONDS] [-seeds N] [-goal error|branches] [-without NAME,...] PROGRAM.c ...
//
// It prints a JSON line a run.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/expression"
	"fizzer/fizzer/recorder"
	"fizzer/fizzer/runner"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer"
	"fizzer/libfizzer/locations"
)

// settings are the command line.
type settings struct {
	programs []string
	work     uint64 // of each run, in nanoseconds at measured prices
	seeds    int
	error    bool
	variants []string // parts to switch off, separated by "+", for each variant
}

// measurement is a run.
type measurement struct {
	Program    string  `json:"program"`
	Seed       uint64  `json:"seed"`
	Variant    string  `json:"variant"`
	Reached    bool    `json:"reached"`  // the error was reached, or all was covered
	Work       float64 `json:"work"`     // seconds at measured prices
	Covered    uint64  `json:"covered"`  // directions
	Area       float64 `json:"area"`     // mean of the covered directions over the allowed work
	Asked      uint64  `json:"asked"`    // questions
	Recorded   uint64  `json:"recorded"` // runs
	Refuted    uint64  `json:"refuted"`
	Executions uint64  `json:"executions"`
}

func main() {
	var s settings
	seconds := flag.Float64("work", 10, "seconds of work of each run, at measured prices")
	flag.IntVar(&s.seeds, "seeds", 2, "seeds of each program and variant, from 1")
	goal := flag.String("goal", "error", "what is looked for: error or branches")
	without := flag.String("without", ",scores", "variants, separated by commas: what each is without, joined by +")
	flag.Parse()
	s.programs, s.work, s.error, s.variants = flag.Args(), uint64(*seconds*1e9), *goal == "error", strings.Split(*without, ",")
	if err := run(s); err != nil {
		fmt.Fprintln(os.Stderr, "order:", err)
		os.Exit(1)
	}
}

func run(s settings) error {
	folder, err := os.MkdirTemp("", "fizzer-order-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	instrumenter, err := toolchain.FindInstrumenter()
	if err != nil {
		return err
	}
	clang, major, err := toolchain.FindClang(context.Background())
	if err != nil {
		return err
	}
	for i, program := range s.programs {
		scratch := filepath.Join(folder, fmt.Sprint(i))
		if err := os.Mkdir(scratch, 0o755); err != nil {
			return err
		}
		built, err := toolchain.Build(context.Background(),
			toolchain.Options{Bits: 32, Scratch: scratch, Clang: clang, ClangMajor: major, Instrumenter: instrumenter,
				Programs: []string{program}})
		if err != nil {
			return err
		}
		for seed := range s.seeds {
			for _, variant := range s.variants {
				m, err := measure(s, built, scratch, uint64(seed+1), variant)
				if err != nil {
					return fmt.Errorf("%s: %w", program, err)
				}
				m.Program = strings.TrimSuffix(filepath.Base(program), filepath.Ext(program))
				if err := json.NewEncoder(os.Stdout).Encode(m); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// bounded is a budget of work of the symbolic search. It also draws the curve of what is covered.
type bounded struct {
	engine  *engine.Engine
	work    uint64
	last    uint64 // work so far
	idle    int    // batches since there was work
	covered uint64
	area    float64 // of the curve
}

// maxIdle is the number of batches without work after which the symbolic search has nothing left.
const maxIdle = 1 << 12

// Done implements engine.Budget.
func (b *bounded) Done(uint64) (string, bool) {
	progress := b.engine.Progress()
	now := min(progress.Symbolic.Cost, b.work)
	b.area += float64(now-b.last) * float64(b.covered)
	b.idle++
	if now > b.last {
		b.idle = 0
	}
	b.last, b.covered = now, uint64(progress.Tree.CoveredDirections)
	return "the work is done", now >= b.work || b.idle > maxIdle
}

func measure(s settings, built *toolchain.Target, scratch string, seed uint64, variant string) (m measurement, err error) {
	ctx := context.Background()
	folder, err := os.MkdirTemp(scratch, "run-")
	if err != nil {
		return m, err
	}
	wide := slices.ContainsFunc(built.Locations.Conditions, func(c locations.Condition) bool { return c.Bits > 64 })
	persistent, _ := runner.ModeFor(built.Locations.Externals, libfizzer.Replaced)
	process, err := runner.Start(ctx, runner.Options{
		Executable: built.Executable, Scratch: folder, MemoryBytes: 1 << 30, FileBytes: 1 << 20, Limits: engine.DefaultLimits(),
		Locations: len(built.Locations.Conditions), Wide: wide, Persistent: persistent && !built.Locations.ThreadLocal,
	})
	if err != nil {
		return m, err
	}
	defer process.Close()
	second := &second{built: built, scratch: folder, stopAtError: s.error}
	defer second.close()
	b := &bounded{work: s.work}
	config := engine.Config{Target: process, Locations: built.Locations, Seed: seed, Budget: b, Recorder: second, Alone: true,
		ErrorGoal: s.error, StopAtError: s.error}
	if variant != "" {
		config.Without = strings.Split(variant, "+")
	}
	config.OnTest = func(f engine.Found) error {
		if s.error && f.ErrorReached {
			m.Reached = true
			return engine.ErrStop
		}
		return nil
	}
	if b.engine, err = engine.New(config); err != nil {
		return m, err
	}
	summary, err := b.engine.Run(ctx)
	if err != nil {
		return m, err
	}
	b.Done(0)
	b.area += float64(s.work-b.last) * float64(b.covered)
	c := summary.Symbolic
	m.Reached = m.Reached || !s.error && summary.Complete
	m.Seed, m.Variant, m.Executions, m.Asked, m.Recorded, m.Refuted = seed, variant, summary.Executions, c.Asked, c.Recorded, c.Refuted
	m.Work, m.Covered, m.Area = float64(c.Cost)/1e9, b.covered, b.area/float64(s.work)
	return m, nil
}

// second records runs in the second form of the program, which is built when the first is asked for.
type second struct {
	built       *toolchain.Target
	scratch     string
	stopAtError bool
	recorder    *recorder.Recorder
}

// Record implements symbolic.Recorder.
func (s *second) Record(ctx context.Context, request *symbolic.Request) (*expression.Run, error) {
	if s.recorder == nil {
		executable, err := s.built.Second(ctx, nil, nil)
		if err != nil {
			return nil, err
		}
		folder := filepath.Join(s.scratch, "recorded")
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return nil, err
		}
		s.recorder, err = recorder.Start(ctx, recorder.Options{Executable: executable, Scratch: folder, MemoryBytes: 1 << 30,
			FileBytes: 1 << 20, Limits: request.Limits})
		if err != nil {
			return nil, err
		}
	}
	limits := request.Limits
	limits.Milliseconds *= 20
	recorded, err := s.recorder.Record(ctx, recorder.Request{Input: request.Input, Limits: limits, Fill: request.Fill,
		StopAtError: s.stopAtError, Follow: request.Trace})
	if err != nil {
		return nil, err
	}
	return &recorded.Run, nil
}

func (s *second) close() {
	if s.recorder != nil {
		s.recorder.Close()
	}
}
