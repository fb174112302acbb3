package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	cli "github.com/urfave/cli/v2"
	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/cli/live"
	"fizzer/fizzer/dictionary"
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/harness"
	"fizzer/fizzer/output"
	"fizzer/fizzer/quantity"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/seeds"
	"fizzer/fizzer/solve/smt"
	"fizzer/fizzer/toolchain"
	"fizzer/fizzer/worker"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/property"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

const (
	defaultCPU    = "900s" // the competition's
	defaultMemory = "15GB" // the competition's
	maxJobs       = 256
)

// taskOptions are the options of every command that reads a task.
func taskOptions() []cli.Flag {
	return append([]cli.Flag{
		&cli.StringFlag{Name: "property", Usage: "property `FILE`; default: the first coverage property of the task, else branch coverage"},
		&cli.StringFlag{Name: "data-model", Usage: "`ILP32|LP64`; default: the task's, else LP64"},
		sandboxOption(),
	}, buildOptions()...)
}

func sandboxOption() cli.Flag {
	return &cli.StringFlag{Name: "sandbox", Value: string(sandbox.Auto),
		Usage: "`auto|require`: continue with the layers of the sandbox that the machine allows, or only with all of them"}
}

func runCommand() *cli.Command {
	return &cli.Command{
		Name:      "run",
		Usage:     "generate a test suite for a task",
		ArgsUsage: "TASK.yml | FILE.c...",
		Description: "With --hub, idle workers of the hub search the same program: all run each other's finds, and this run judges them. Its budget\n" +
			"is that of this machine. While the hub is away all go on alone.",
		Flags: append(append(runFlags(), hubOptions()...), &cli.StringFlag{Name: worker.HarnessOption,
			Usage: "`DIR` with the harness of a hub's task; workers give it"}),
		Action: func(c *cli.Context) error {
			program, err := namedHere(c, 0)
			if err != nil {
				return failed(c, err)
			}
			return run(c, request{named: program, Output: c.String("output")})
		},
	}
}

// request is the input and output of a run.
type request struct {
	named
	Output string // folder
	Resume bool   // continue the run in the folder Output
}

// runFlags are the options of a run.
func runFlags() []cli.Flag {
	return append(append(taskOptions(), demandOptions()...),
		&cli.StringFlag{Name: "cpu-time", Value: defaultCPU, Usage: "CPU time of all processes together, `D` as in 900s or 15min; 0: unlimited"},
		&cli.StringFlag{Name: "wall-time",
			Usage: "wall time, `D` as in 900s or 15min; default: four times the CPU time plus 30 s"},
		&cli.StringFlag{Name: "max-executions", Usage: "executions of the program, `N`; default: unlimited"},
		&cli.StringFlag{Name: "memory", Value: defaultMemory,
			Usage: "memory limit `SIZE` of the tool and all that it starts; control groups, resource limits and the machine may lower it"},
		testMemoryFlag(),
		&cli.StringFlag{Name: "output", Value: ".", Usage: "`DIR` that gets test-suite/, test-suite.zip and statistics.json"},
		&cli.BoolFlag{Name: "force",
			Usage: "also move aside a test suite of another tool or program in the output folder; nothing is ever deleted"},
		&cli.StringFlag{Name: "seed", Value: "1",
			Usage: "seed `N` of all random choices; the same seed with one job and a budget in executions gives the same suite"},
		&cli.StringFlag{Name: "jobs", Value: "1", Usage: "number `N` of searches at once, each with a target process"},
		&cli.StringFlag{Name: "strategy", Value: strategyPortfolio,
			Usage: "strategy `NAME`: portfolio; report, which only has the analyses of the technical report, in its order; or symbolic, which " +
				"solves the conditions of recorded runs from the start"},
		&cli.StringSliceFlag{Name: "without",
			Usage: "switch off `NAME`: an analysis, a source of nodes, or another part of the engine (fizzer help analyses); can be repeated"},
		&cli.StringFlag{Name: "solver", Value: solverNone,
			Usage: "`NAME` of a solver on PATH for questions that the built-in ones cannot answer: " + strings.Join(smt.Names,
				", ") + ", or none; with one, runs with the same seed may differ"},
		&cli.StringSliceFlag{Name: "seeds",
			Usage: "start from the tests in `DIR|ZIP`: a suite by any tool in the exchange format, the output folder of a run or of AFL++, " +
				"a folder of raw inputs (libFuzzer's corpus) or of KLEE's .ktest files; can be repeated"},
		&cli.StringSliceFlag{Name: "dictionary",
			Usage: "words of the input format, in AFL's `FILE` format: name=\"word\" or \"word\" a line; can be repeated"},
		&cli.StringFlag{Name: "sanitize",
			Usage: "repeat kept tests and a sample of the other runs on a build with sanitizers `LIST`: " + strings.Join(sanitize.Sanitizers, ",") +
				"; what they find is kept as a crash"},
		&cli.BoolFlag{Name: "quiet", Usage: "show no progress"},
		&cli.BoolFlag{Name: "json", Usage: "write progress and the final summary to standard output as lines of JSON; with --quiet only the summary"},
		&cli.BoolFlag{Name: "check-tree", Usage: "check the invariants of the execution tree after each run that adds to it; slow"},
	)
}

// readSandbox reads the policy for missing layers of the sandbox.
func readSandbox(c *cli.Context) (sandbox.Policy, error) {
	return policyOf(c.String("sandbox"))
}

func policyOf(name string) (sandbox.Policy, error) {
	switch policy := sandbox.Policy(name); policy {
	case sandbox.Auto, sandbox.Require:
		return policy, nil
	default:
		return "", usage("--sandbox: there is no %q; known are %s and %s", policy, sandbox.Auto, sandbox.Require)
	}
}

func readProperty(c *cli.Context, t *task.Task) (property.Property, error) {
	if path := c.String("property"); path != "" {
		return property.Read(path)
	}
	return t.Property()
}

// number reads an unsigned integer option.
func number(c *cli.Context, name string, minimum, maximum uint64) (uint64, error) {
	text := c.String(name)
	var n uint64
	if text == "" {
		return 0, nil
	}
	if _, err := fmt.Sscanf(text, "%d", &n); err != nil || fmt.Sprint(n) != strings.TrimLeft(text, "+") || n < minimum || n > maximum {
		return 0, usage("--%s: %q is not a whole number from %d to %d", name, text, minimum, maximum)
	}
	return n, nil
}

func duration(c *cli.Context, name string) (time.Duration, error) {
	if c.String(name) == "" {
		return 0, nil
	}
	d, err := quantity.Duration(c.String(name))
	if err != nil {
		return 0, usage("--%s: %v", name, err)
	}
	return d, nil
}

// runOptions reads the command line of a run, which began when the command did. finish ends the run (campaign.Options). If ctx or a limit
// ends the reading of the task, the options say so.
func runOptions(ctx context.Context, c *cli.Context, r request, finish <-chan struct{}) (o campaign.Options, err error) {
	jobs, err1 := number(c, "jobs", 1, maxJobs)
	cpu, err2 := duration(c, "cpu-time")
	wall, err3 := duration(c, "wall-time")
	executions, err4 := number(c, "max-executions", 1, math.MaxInt64)
	seed, err5 := number(c, "seed", 0, math.MaxUint64)
	memory, err6 := memorySize(c.String("memory"))
	ofTest, err7 := testMemory(c)
	for _, err := range []error{err1, err2, err3, err4, err5, err6, err7} {
		if err != nil {
			return o, err
		}
	}
	if system := budget.ProcessCPU(unix.Getrlimit); system > 0 && (cpu == 0 || system < cpu) {
		cpu = system
	}
	policy, err := readSandbox(c)
	if err != nil {
		return o, err
	}
	if err := checkRoom(int(jobs)); err != nil { // before files are read while the clocks are
		return o, err
	}
	o = campaign.Options{
		CPU: cpu, Wall: wall, Executions: executions, Memory: memory, TestMemory: ofTest, Sandbox: policy, Start: startOf(c.Context),
		Load: budget.NewLoad(os.DirFS("/")).Factor, Meter: budget.NewMeter(), Clock: time.Now, Finish: finish, Output: r.Output, Resume: r.Resume,
		Seed: seed, Jobs: max(int(jobs), 1), Check: c.Bool("check-tree"), Alone: c.String("strategy") == strategySymbolic, Version: Version,
	}
	preparing, stop := o.Preparing(ctx)
	defer stop()
	t, err := readTask(preparing, limits{memory: memory, meter: o.Meter}, optionsOf(c), r.named, c.App.ErrWriter)
	switch {
	case t != nil && isInterruption(preparing, err):
		o.Interrupted = interruption(preparing, err)
	case err != nil:
		return o, err
	}
	o.Task = t
	if folder := c.String(worker.HarnessOption); folder != "" {
		if t.Harness, err = givenHarness(folder); err != nil {
			return o, err
		}
	}
	if o.Property, err = readProperty(c, t); err != nil {
		return o, err
	}
	if o.Without, err = readWithout(c); err != nil {
		return o, err
	}
	if o.Solver, err = readSolver(c); err != nil {
		return o, err
	}
	if o.Sanitize, err = readSanitizers(c, t); err != nil {
		return o, err
	}
	start, err := budget.Within(preparing, func() (seeds.Seeds, error) { return readSeeds(c.StringSlice("seeds")) })
	if err == nil {
		o.Seeds, o.RawSeeds = suite.Each(start.Tests), start.Inputs
		given := optionsOf(c)
		o.CutSeeds, err = budget.Within(preparing, func() (int, error) { return encodeRaw(given, t, start.Inputs) })
	}
	switch {
	case isInterruption(preparing, err): // what still encodes them may go on
		o.Seeds, o.RawSeeds, o.Interrupted = nil, nil, interruption(preparing, err)
	case err != nil:
		return o, err
	}
	o.Dictionary, err = budget.Within(preparing, func() ([][]byte, error) { return readDictionaries(c.StringSlice("dictionary")) })
	switch {
	case isInterruption(preparing, err):
		o.Interrupted = interruption(preparing, err)
	case err != nil:
		return o, err
	}
	return o, nil
}

// The strategies of a run.
const (
	strategyPortfolio = "portfolio"
	strategyReport    = "report"
	strategySymbolic  = "symbolic"
)

var strategies = []string{strategyPortfolio, strategyReport, strategySymbolic}

// solverNone means that no child solver is asked.
const solverNone = "none"

// readSolver returns the name of the child solver; empty: none. The solver must be installed.
func readSolver(c *cli.Context) (string, error) {
	name := c.String("solver")
	if name == solverNone {
		return "", nil
	}
	if !slices.Contains(smt.Names, name) {
		known := append(slices.Clone(smt.Names), solverNone)
		return "", usage("--solver: there is no %q%s; known are %s", name, didYouMean(name, known), strings.Join(known, ", "))
	}
	if _, err := smt.New(smt.Config{Name: name}); err != nil {
		return "", usage("--solver: %v", err)
	}
	return name, nil
}

// readSanitizers returns the names given by --sanitize, each once.
func readSanitizers(c *cli.Context, t *task.Task) (names []string, err error) {
	for name := range strings.SplitSeq(c.String("sanitize"), ",") {
		switch {
		case name == "" || slices.Contains(names, name):
			continue
		case !slices.Contains(sanitize.Sanitizers, name):
			return nil, usage("--sanitize: there is no %q%s; known are %s", name, didYouMean(name, sanitize.Sanitizers),
				strings.Join(sanitize.Sanitizers, ", "))
		case name == sanitize.Memory && t.DataModel == task.ILP32:
			return nil, usage("--sanitize: clang has no memory sanitizer for ILP32; leave it out, or give --data-model LP64")
		}
		names = append(names, name)
	}
	return names, nil
}

// readWithout returns the parts that are switched off.
func readWithout(c *cli.Context) ([]string, error) {
	without := c.StringSlice("without")
	for _, name := range without {
		if !slices.Contains(engine.Parts(), name) {
			return nil, usage("--without: there is no %q%s; known are %s", name, didYouMean(name, engine.Parts()),
				strings.Join(engine.Parts(), ", "))
		}
	}
	switch name := c.String("strategy"); name {
	case strategyPortfolio, strategySymbolic:
		return without, nil
	case strategyReport:
		return append(without, engine.Beyond()...), nil
	default:
		return nil, usage("--strategy: there is no %q%s; known are %s", name, didYouMean(name, strategies), strings.Join(strategies, ", "))
	}
}

// readSeeds reads the seeds of all paths.
func readSeeds(paths []string) (all seeds.Seeds, err error) {
	left := seedLimits()
	for _, path := range paths {
		s, err := seeds.Read(path, left)
		if err != nil {
			return all, &inputError{fmt.Errorf("--seeds: %w", err)}
		}
		all.Tests, all.Inputs = append(all.Tests, s.Tests...), append(all.Inputs, s.Inputs...)
		left.Files -= len(s.Tests) + len(s.Inputs)
		for _, test := range s.Tests {
			left.Inputs -= len(test.Inputs)
		}
		for _, input := range s.Inputs {
			left.Bytes -= int64(len(input))
		}
	}
	return all, nil
}

// maxWords bounds the words of all dictionaries of a run together. Picked by hand: sixteen of the largest ones.
const maxWords = 16 * dictionary.MaxWords

// readDictionaries reads the words of all dictionaries.
func readDictionaries(paths []string) (words [][]byte, err error) {
	for _, path := range paths {
		content, err := files.Read(path, files.MaxDefinition)
		if err != nil {
			return nil, &inputError{fmt.Errorf("--dictionary: %w", err)}
		}
		some, err := dictionary.Parse(content)
		if err != nil {
			return nil, &inputError{fmt.Errorf("--dictionary %s: %w", path, err)}
		}
		if words = append(words, some...); len(words) > maxWords {
			return nil, &inputError{fmt.Errorf("--dictionary %s: more than %d words in all dictionaries", path, maxWords)}
		}
	}
	return words, nil
}

// encodeRaw replaces raw inputs by those by which a harness gives the program these bytes, where bytes are all that it gets. It returns how
// many are longer than what a harness gives.
func encodeRaw(o options, t *task.Task, inputs [][]byte) (cut int, err error) {
	format, err := formatOf(o, t)
	if err != nil || !format.Raw() {
		return 0, err
	}
	for i, raw := range inputs {
		if len(raw) > harness.MaxBytes {
			cut++
		}
		inputs[i] = format.Encode(raw)
	}
	return cut, nil
}

// seedLimits bound all seeds of a run together, because all are held in memory. Picked by hand: several times the largest suites of the
// competition's tools.
func seedLimits() suite.Limits {
	return suite.Limits{Files: 100_000, Bytes: 64 << 20, Inputs: 1_000_000}
}

// machineShare is the part of the machine's memory that a run uses at most.
const machineShare = 0.8

// givenMemory reads the option, in bytes.
func givenMemory(option, text string) (uint64, error) {
	size, err := quantity.Size(text)
	const least = 100 << 20
	if err == nil && size < least {
		err = fmt.Errorf("%q is too little: give 100MiB or more", text)
	}
	if err != nil {
		return 0, usage("--%s: %v", option, err)
	}
	return size, nil
}

// memorySize reads the option. It returns the minimum of it and what the machine, the control groups and the resource limits allow.
func memorySize(text string) (uint64, error) {
	size, err := givenMemory("memory", text)
	if err != nil {
		return 0, err
	}
	all, err := budget.Memory(os.DirFS("/"))
	if err != nil {
		return 0, err
	}
	return min(size, uint64(machineShare*float64(all)), budget.AddressSpace(unix.Getrlimit)), nil
}

// failed ends a run that could not begin.
func failed(c *cli.Context, err error) error {
	err = remedied(err)
	streamsOf(c.Context).end(err) // nothing else is left to do
	fmt.Fprintln(c.App.Writer, "RESULT: "+result(campaign.Options{}, nil, err))
	return &saidError{err}
}

// endingsOf returns the signals that end the run.
func endingsOf(c *cli.Context) []os.Signal {
	if solver := c.String("solver"); c.String("hub") != "" || solver != "" && solver != solverNone {
		return connectedEndings
	}
	return endings
}

func run(c *cli.Context, r request) error {
	ctx, finish, stop := untilSignals(c.Context, endingsOf(c))
	defer stop()
	options, err := runOptions(ctx, c, r, finish)
	if err != nil {
		return failed(c, err)
	}
	demanded, err := readDemands(c)
	if err != nil {
		return failed(c, err)
	}
	folder, err := output.Take(r.Output, output.Request{Program: options.Task.Programs[0], Resume: r.Resume, Force: c.Bool("force")})
	if err != nil {
		return failed(c, err)
	}
	defer folder.Release()
	if err := writeRecord(c, r); err != nil {
		return failed(c, err)
	}
	streamsOf(ctx).endAt(&budget.Budget{Start: options.Start, Wall: options.Wall, Clock: options.Clock})
	debug.SetMemoryLimit(campaign.HeapLimit(options.Memory))
	debug.SetGCPercent(200)
	reporter := newReporter(c, options)
	options.OnProgress = reporter.Progress
	options.Log = func(format string, arguments ...any) { reporter.Note(shorten(fmt.Sprintf(format, arguments...))) }
	if folder.Moved != "" {
		reporter.Note("note: the results of the run before are in " + folder.Moved + " now")
	}
	shared, err := share(ctx, c, &options)
	if err != nil {
		reporter.Close()
		return failed(c, err)
	}
	statistics, err := campaign.Run(ctx, options)
	shared.end()
	err = remedied(err)
	switch reason := statistics.StoppedBy; {
	case reason == budget.ReasonCPU || reason == budget.ReasonWall:
		streamsOf(ctx).end(&budget.SpentError{Reason: reason})
	case err != nil:
		streamsOf(ctx).end(err)
	}
	reporter.Close()
	if c.Bool("json") {
		summary := map[string]any{"summary": statistics, "result": result(options, statistics, err)}
		failure := withReader(json.NewEncoder(c.App.Writer).Encode(summary))
		switch {
		case err != nil:
			return err
		case failure != nil:
			return failure
		}
		return demanded.check(statistics, r.Output)
	}
	if err == nil || statistics.Executions > 0 {
		printSummary(c.App.Writer, statistics)
	}
	if err == nil && !c.Bool("quiet") && live.IsTerminal(c.App.ErrWriter) {
		tellWhere(c.App.ErrWriter, r.Output, statistics.Tests)
	}
	fmt.Fprintln(c.App.Writer, "RESULT: "+result(options, statistics, err))
	if err != nil {
		return &saidError{err}
	}
	return demanded.check(statistics, r.Output)
}

// tellWhere tells a user at a terminal what to do next.
func tellWhere(w io.Writer, folder string, tests int) {
	fmt.Fprintf(w, "The test suite is in %s (%d tests).\n", plain.Line(filepath.Join(folder, formats.SuiteFolder)), tests)
	fmt.Fprintf(w, "To see what it covers, what it misses and why: fizzer report %s\n", plain.Line(flags.Quote(folder)))
}

// withReader ignores the error of an output that nobody reads any more.
func withReader(err error) error {
	if errors.Is(err, unix.EPIPE) {
		return nil
	}
	return err
}

// newReporter chooses how to show the run.
func newReporter(c *cli.Context, o campaign.Options) live.Reporter {
	shown := live.Run{Program: o.Task.Programs[0], Property: o.Property.String(), CPU: o.CPU, Wall: o.Wall}
	notes := live.Quiet{Notes: logger(c.App.ErrWriter)}
	switch {
	case c.Bool("json") && !c.Bool("quiet"):
		return live.JSON{Quiet: notes, Out: progressOf(c)}
	case c.Bool("quiet"):
		return notes
	case live.IsTerminal(c.App.ErrWriter):
		return live.NewView(shown, c.App.ErrWriter)
	}
	return &live.Lines{Quiet: notes, Run: shown}
}

// result returns the text of the line RESULT.
func result(options campaign.Options, statistics *formats.Statistics, err error) string {
	switch {
	case err != nil:
		message, _, _ := strings.Cut(err.Error(), "\n")
		return "ERROR (" + shorten(message) + ")"
	case statistics.Tests == 0:
		return "unknown (" + shorten(noTests(options, statistics)) + ")"
	}
	return "done"
}

// noTests explains an empty suite.
func noTests(options campaign.Options, statistics *formats.Statistics) string {
	switch {
	case statistics.Executions == 0:
		return "stopped before the first execution: " + statistics.StoppedBy
	case options.Property.Kind == property.Error:
		return "no execution reached " + options.Property.Function
	}
	return "no execution gave a test: " + statistics.StoppedBy
}

func instrumentCommand() *cli.Command {
	return &cli.Command{
		Name:      "instrument",
		Usage:     "build the target and the location table only",
		ArgsUsage: "TASK.yml | FILE.c...",
		Flags: append(append(taskOptions(), limitOptions()...),
			&cli.StringFlag{Name: "output", Value: ".", Usage: "`DIR` that gets the executable target and locations.json"},
		),
		Action: bounded(readToolLimits, instrument),
	}
}

func instrument(c *cli.Context, l limits) error {
	t, err := taskHere(c, l, 0)
	if err != nil {
		return err
	}
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return err
	}
	defer remove()
	options, err := toolchain.OptionsFor(c.Context, t, scratch)
	if err != nil {
		return err
	}
	if options.Policy, err = readSandbox(c); err != nil {
		return err
	}
	if options.Sources, err = copied(c.Context, t, scratch); err != nil {
		return err
	}
	options.Memory, options.Started, options.Ended = l.memory, l.meter.Started, l.meter.Ended
	built, err := toolchain.Build(c.Context, options)
	if err != nil {
		return err
	}
	output := c.String("output")
	executable, err1 := moveInto(output, built.Executable)
	table := output + "/locations" + locations.TextSuffix
	if err := errors.Join(err1, built.Locations.Write(table)); err != nil { // with the user's names
		return &campaign.OutputError{Err: err}
	}
	for _, note := range built.Locations.Notes {
		fmt.Fprintf(c.App.ErrWriter, "fizzer: note: %s\n", plain.Indented(note))
	}
	fmt.Fprintf(c.App.Writer, "target: %s\nlocations: %s\nconditions: %d\ncalls: %d\n", executable, table,
		len(built.Locations.Conditions), len(built.Locations.Calls))
	return nil
}

// moveInto copies an executable into the folder, which it creates if missing.
func moveInto(folder, executable string) (path string, err error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	content, err := files.ReadMade(executable)
	if err != nil {
		return "", err
	}
	path = folder + "/" + filepath.Base(executable)
	return path, files.Write(path, content, 0o755)
}
