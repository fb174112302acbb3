package main

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// harnesses are the C files that run programs in ways that are not ours.
//
//go:embed testdata/inputs.h testdata/libfuzzer.c testdata/afl.c testdata/native.c
var harnesses embed.FS

// tool runs a command in the bench's folder and returns its output; the command must end with status 0.
func (b *bench) tool(environment []string, name string, arguments ...string) ([]byte, error) {
	command := exec.Command(name, arguments...)
	command.Dir = b.scratch
	command.Env = append(os.Environ(), environment...)
	output, err := command.CombinedOutput()
	if errors.Is(err, exec.ErrNotFound) {
		return nil, fmt.Errorf("%w; call scripts/setup --bench", err)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(command.Args, " "), err, tail(output))
	}
	return output, nil
}

// tail is the end of a message.
func tail(output []byte) []byte {
	const most = 1000
	return bytes.TrimSpace(output[max(0, len(output)-most):])
}

// compileWith builds program and harness with a compiler, once, and returns the executable's path.
func (b *bench) compileWith(name, harness, compiler string, flags ...string) (string, error) {
	executable := filepath.Join(b.scratch, name)
	if _, err := os.Stat(executable); err == nil {
		return executable, nil
	}
	if err := os.CopyFS(filepath.Join(b.scratch, name+"-sources"), harnesses); err != nil {
		return "", err
	}
	object := executable + ".o"
	// The harness has its own main. The program's main is in an object of its own, so that it cannot be inlined into
	// the harness.
	common := append([]string{"-w", "-O2", "-std=gnu11"}, flags...)
	if _, err := b.tool(nil, compiler, append(common, "-Dmain=program_main", "-c", b.program, "-o", object)...); err != nil {
		return "", err
	}
	source := filepath.Join(b.scratch, name+"-sources", "testdata", harness)
	_, err := b.tool(nil, compiler, append(common, source, object, "-o", executable)...)
	return executable, err
}

// seedFiles writes at most that many inputs as files and returns their folder.
func (b *bench) seedFiles(name string, most int) (string, error) {
	folder := filepath.Join(b.scratch, name)
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", err
	}
	for i, input := range b.inputs[:most] {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("seed%d", i)), input, 0o644); err != nil {
			return "", err
		}
	}
	return folder, nil
}

// native calls the program without monitors.
func (b *bench) native(m *measurement) error {
	executable, err := b.compileWith("native", "native.c", "clang-19")
	if err != nil {
		return err
	}
	all := filepath.Join(b.scratch, "inputs")
	if err := os.WriteFile(all, bytes.Join(b.inputs, nil), 0o644); err != nil {
		return err
	}
	return b.external(m, nil, func(output []byte) (uint64, error) {
		return strconv.ParseUint(strings.TrimSpace(string(output)), 10, 64)
	}, executable, all, strconv.Itoa(inputBytes), fmt.Sprint(b.duration.Seconds()))
}

// external runs a program that makes executions by itself and counts them.
func (b *bench) external(m *measurement, environment []string, count func(output []byte) (uint64, error), name string,
	arguments ...string) error {
	stopwatch := startStopwatch()
	output, err := b.tool(environment, name, arguments...)
	reapOrphans()
	m.CPUSeconds, m.WallSeconds = stopwatch.stop()
	if err != nil {
		return err
	}
	if m.Executions, err = count(output); err != nil {
		return fmt.Errorf("%s does not say how many executions it made: %w: %s", name, err, tail(output))
	}
	if m.Executions == 0 {
		return fmt.Errorf("%s made no execution: %s", name, tail(output))
	}
	return nil
}

// seeds are the inputs that the other fuzzers start from.
const seeds = 4

// afl lets AFL++ fuzz for the duration by its own wall clock.
func (b *bench) afl(m *measurement, persistent bool) error {
	name, flags := "afl", []string{}
	if persistent {
		name, flags = "afl-persistent", []string{"-DPERSISTENT"}
	}
	executable, err := b.compileWith(name, "afl.c", "afl-clang-fast", flags...)
	if err != nil {
		return err
	}
	folder, err := b.seedFiles(name+"-seeds", seeds)
	if err != nil {
		return err
	}
	results := filepath.Join(b.scratch, fmt.Sprint(name, "-results", m.Round))
	environment := []string{
		"AFL_NO_UI=1", "AFL_SKIP_CPUFREQ=1", "AFL_NO_AFFINITY=1", "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1", "AFL_QUIET=1",
	}
	count := func([]byte) (uint64, error) {
		statistics, err := os.ReadFile(filepath.Join(results, "default", "fuzzer_stats"))
		if err != nil {
			return 0, err
		}
		return find(aflCount, statistics)
	}
	return b.external(m, environment, count, "afl-fuzz", "-s", strconv.Itoa(seed), "-i", folder, "-o", results,
		"-V", b.wholeSeconds(), "--", executable)
}

var (
	aflCount       = regexp.MustCompile(`(?m)^execs_done\s*:\s*(\d+)`)
	libFuzzerCount = regexp.MustCompile(`(?m)^stat::number_of_executed_units:\s*(\d+)`)
)

func find(pattern *regexp.Regexp, text []byte) (uint64, error) {
	match := pattern.FindSubmatch(text)
	if match == nil {
		return 0, fmt.Errorf("no line like %s", pattern)
	}
	return strconv.ParseUint(string(match[1]), 10, 64)
}

// wholeSeconds is the duration for tools that only accept whole seconds.
func (b *bench) wholeSeconds() string { return strconv.Itoa(max(1, int(b.duration.Seconds()+0.5))) }

// libFuzzer lets libFuzzer fuzz for the duration by its own wall clock.
func (b *bench) libFuzzer(m *measurement) error {
	executable, err := b.compileWith("libfuzzer", "libfuzzer.c", "clang-19", "-fsanitize=fuzzer")
	if err != nil {
		return err
	}
	folder, err := b.seedFiles(fmt.Sprint("libfuzzer-seeds", m.Round), seeds)
	if err != nil {
		return err
	}
	count := func(output []byte) (uint64, error) { return find(libFuzzerCount, output) }
	// Without the limit: the kernel's peak memory figure is inherited from this process.
	return b.external(m, nil, count, executable, "-seed="+strconv.Itoa(seed), "-max_len="+strconv.Itoa(inputBytes), "-print_final_stats=1",
		"-max_total_time="+b.wholeSeconds(), "-rss_limit_mb=0", folder)
}
