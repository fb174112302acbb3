package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	_ "embed"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/judge"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// peerAFL is the configuration in which AFL++ takes the place of the tool, with its fork server and CMPLOG, for the
// CPU time of a run, which includes the runs that AFL++ makes. Building the program and judging the results come on
// top.
const peerAFL = "peer=afl++"

//go:embed c/peer.c
var peerHarness []byte

// peer is a program built for AFL++.
type peer struct {
	ctx     context.Context
	task    *task.Task
	sources *source.Program // copies of the task's programs
	scratch string
}

// Names of the executables and of the results folder.
const (
	peerTarget = "target" // with AFL++'s coverage and CMPLOG
	peerTrace  = "trace"  // writes the values that it reads
	peerFound  = "found"
)

// branches is the property for which goals are counted.
var branches = property.Property{Kind: property.Branches}

// maxPeerTests bounds the inputs that are judged; the oldest come first.
const maxPeerTests = 4000

// runPeer lets AFL++ fuzz the task, and judges its inputs as the tool judges its own tests: a test that ends badly is
// shortened. A program that AFL++ cannot build or start leaves a message and no statistics.
func (r *result) runPeer(c *cli.Context) error {
	limit, err := time.ParseDuration(c.String("cpu-time"))
	if err != nil {
		return fmt.Errorf("cpu-time: %w", err)
	}
	scratch, err := os.MkdirTemp("", "survey-peer-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	start := time.Now()
	err = r.peer(c.Context, scratch, limit, c.String("seed"))
	r.Seconds = time.Since(start).Seconds()
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%w; call scripts/setup --bench", err)
	}
	if err != nil {
		r.Code, r.Message = 1, tail(err.Error(), 1000)
	}
	return nil
}

func (r *result) peer(ctx context.Context, scratch string, limit time.Duration, seed string) error {
	t, err := r.entry.Task()
	if err != nil {
		return err
	}
	sources, err := source.Copy(t.Programs, filepath.Join(scratch, "source"))
	if err != nil {
		return err
	}
	p := &peer{ctx, t, sources, scratch}
	if err := errors.Join(p.build(peerTarget, "afl-clang-fast", "AFL_LLVM_CMPLOG=1"),
		p.build(peerTrace, "clang-19", "", "-DTRACE")); err != nil {
		return err
	}
	executions, err := p.fuzz(limit, seed)
	if err != nil {
		return err
	}
	program, err := replay.Build(ctx,
		replay.Options{Programs: t.Programs, Sources: sources, DataModel: t.DataModel, Property: branches, Scratch: scratch})
	if err != nil {
		return err
	}
	defer program.Close()
	verdict := judge.New(program, len(program.Goals()))
	inputs, err := p.found()
	if err != nil {
		return err
	}
	for _, input := range inputs {
		test, err := p.test(input)
		if err != nil {
			return err
		}
		if _, err := verdict.Add(ctx, test); err != nil {
			return err
		}
	}
	r.Statistics = &formats.Statistics{
		Version: peerAFL, Program: strings.Join(t.Programs, " "), DataModel: string(t.DataModel), Executions: executions,
		Tests: len(verdict.Choose()), Goals: &formats.Goals{Covered: verdict.Count(), Total: len(program.Goals())},
	}
	return nil
}

// build makes an executable of the program and the harness.
func (p *peer) build(name, compiler, environment string, flags ...string) error {
	if err := os.WriteFile(p.file("peer.c"), peerHarness, 0o644); err != nil {
		return err
	}
	width := "-m64"
	if p.task.DataModel == task.ILP32 {
		width = "-m32"
	}
	var texts, objects []string
	for _, file := range p.sources.Files {
		texts = append(texts, file.Path)
	}
	for i, text := range append(texts, p.file("peer.c")) {
		object := p.file(fmt.Sprint(name, i, ".o"))
		arguments := append([]string{width, "-w", "-O2", "-std=gnu11", "-x", "c", "-c", text, "-o", object}, flags...)
		if i < len(texts) {
			arguments = append(arguments, "-Dmain=program_main")
		}
		if err := p.call(environment, compiler, arguments...); err != nil {
			return err
		}
		objects = append(objects, object)
	}
	return p.call(environment, compiler, append(append([]string{width, "-o", p.file(name)}, objects...), "-lm", "-lpthread")...)
}

var executionsDone = regexp.MustCompile(`(?m)^execs_done\s*:\s*(\d+)`)

// fuzz runs AFL++ and returns the number of executions.
func (p *peer) fuzz(limit time.Duration, seed string) (uint64, error) {
	if err := os.Mkdir(p.file("seeds"), 0o755); err != nil {
		return 0, err
	}
	for name, content := range map[string][]byte{"short": make([]byte, 4), "zeros": make([]byte, 256),
		"ones": bytes.Repeat([]byte{1, 0, 0, 0}, 64)} {
		if err := os.WriteFile(filepath.Join(p.file("seeds"), name), content, 0o644); err != nil {
			return 0, err
		}
	}
	environment := "AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_NO_AFFINITY=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_QUIET=1 AFL_SKIP_CRASHES=1"
	// A separate executable for CMPLOG (-c FILE) finds nothing with Debian 12's 4.04c; with -c 0 the target serves
	// for both.
	err := p.forCPUTime(limit, p.command(environment, "afl-fuzz", "-s", seed, "-i", p.file("seeds"), "-o", p.file(peerFound), "-t", "1000+",
		"-m", "none",
		"-c", "0", "--", p.file(peerTarget)))
	text, failure := os.ReadFile(filepath.Join(p.file(peerFound), "default", "fuzzer_stats"))
	match := executionsDone.FindSubmatch(text)
	if err = errors.Join(err, failure); match == nil || err != nil {
		return 0, fmt.Errorf("afl-fuzz does not say how many executions it made: %w", err)
	}
	return strconv.ParseUint(string(match[1]), 10, 64)
}

// interruptTimeout is how long an interrupted command may take to end before it is killed.
const interruptTimeout = time.Minute

// forCPUTime interrupts a command when it, with everything that it started, has used that CPU time or four times as
// much wall time. The command should then end by itself; one that does not is killed.
func (p *peer) forCPUTime(limit time.Duration, command *exec.Cmd) error {
	var output bytes.Buffer
	command.Stdout, command.Stderr, command.WaitDelay = &output, &output, 10*time.Second
	meter := budget.NewMeter()
	before, start := meter.CPU(), time.Now()
	if err := command.Start(); err != nil {
		return err
	}
	meter.Started(command.Process.Pid)
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for interrupted := false; ; {
		if interrupted && time.Since(start) > 5*limit+interruptTimeout {
			_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		}
		select {
		case err := <-ended:
			var exit *exec.ExitError
			if interrupted && errors.As(err, &exit) && exit.Sys().(syscall.WaitStatus).Signal() == os.Interrupt {
				return nil // our signal killed it before it could handle the signal
			}
			if err != nil {
				err = fmt.Errorf("%s: %w: %s", command.Path, err, tail(output.String(), 500))
			}
			return err
		case <-ticker.C:
			if !interrupted && (meter.CPU()-before >= limit || time.Since(start) >= 4*limit) {
				interrupted = true
				_ = command.Process.Signal(os.Interrupt) // the error means that it has just ended
			}
		}
	}
}

// found returns the files of inputs; those that covered something come first.
func (p *peer) found() ([]string, error) {
	var all []string
	for _, folder := range []string{"queue", "crashes", "hangs"} {
		files, err := filepath.Glob(filepath.Join(p.file(peerFound), "default", folder, "id*"))
		if err != nil {
			return nil, err
		}
		all = append(all, files...)
	}
	return all[:min(len(all), maxPeerTests)], nil
}

// traceTimeout bounds a run that writes the values it reads. The values read until then make the test.
const traceTimeout = 3 * time.Second

// test returns the test of an input: the values that the program reads from it.
func (p *peer) test(input string) (suite.Test, error) {
	in, err := os.Open(input)
	if err != nil {
		return suite.Test{}, err
	}
	defer in.Close()
	trace, err := os.Create(p.file("values"))
	if err != nil {
		return suite.Test{}, err
	}
	defer trace.Close()
	limited, cancel := context.WithTimeout(p.ctx, traceTimeout)
	defer cancel()
	command := exec.CommandContext(limited, p.file(peerTrace))
	command.Stdin, command.ExtraFiles, command.Dir = in, []*os.File{trace}, p.scratch
	command.WaitDelay = time.Second
	if err := command.Run(); err != nil && command.ProcessState == nil {
		return suite.Test{}, err // a bad end is not an error
	}
	text, err := os.ReadFile(p.file("values"))
	if err != nil {
		return suite.Test{}, err
	}
	return valuesOf(string(text)), nil
}

// valuesOf returns the test of these lines. It drops an incomplete last line.
func valuesOf(text string) suite.Test {
	var test suite.Test
	for line := range strings.Lines(text) {
		if value, whole := strings.CutSuffix(line, "\n"); whole && value != "" {
			test.Inputs = append(test.Inputs, suite.Input{Value: strings.Replace(value, "-nan", "nan", 1)})
		}
	}
	return test
}

func (p *peer) file(name string) string { return filepath.Join(p.scratch, name) }

// command returns a program with more variables, separated by spaces, in its environment. Its process group is its
// own and is killed with it.
func (p *peer) command(environment, name string, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(p.ctx, name, arguments...)
	command.Env = append(os.Environ(), strings.Fields(environment)...)
	command.Dir = p.scratch
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command
}

func (p *peer) call(environment, name string, arguments ...string) error {
	output, err := p.command(environment, name, arguments...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, tail(string(output), 500))
	}
	return nil
}
