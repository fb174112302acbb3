package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/runner"
)

// TestMain builds the instrumenter beside the test's executable, where the build of programs looks for it.
func TestMain(m *testing.M) {
	self, err := os.Executable()
	if err != nil {
		panic(err)
	}
	build := exec.Command("go", "build", "-tags", "llvm19", "-o", filepath.Join(filepath.Dir(self), "fizzer-instrument"), "fizzer/instrument")
	build.Env = append(os.Environ(), "CGO_ENABLED=1")
	if output, err := build.CombinedOutput(); err != nil {
		panic(string(output))
	}
	os.Exit(m.Run())
}

// The figures of different ways are comparable only if every run does the same work, whatever its input.
func TestConditionsDoNotDependOnTheInput(t *testing.T) {
	for program, want := range map[string]int{"tiny": 10, "medium": 1000, "long": 100_000} {
		b := newTestBench(t, program)
		process, err := runner.Start(context.Background(), b.targetOptions(budget.NewMeter(), true))
		if err != nil {
			t.Fatal(err)
		}
		defer process.Close()
		inputs := append([][]byte{{}, {1}, make([]byte, inputBytes)}, b.inputs[:5]...)
		runs, err := process.Execute(context.Background(), &execution.Batch{Inputs: inputs, Limits: limits()})
		if err != nil {
			t.Fatal(err)
		}
		for i := range runs {
			if got := runs[i].Conditions.Len(); got != want {
				t.Errorf("%s: input %d makes %d conditions, want %d", program, i, got, want)
			}
		}
	}
}

func newTestBench(t *testing.T, program string) *bench {
	t.Helper()
	b, err := newBench(filepath.Join("testdata", program+".c"), time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(b.scratch) })
	return b
}

// Our ways and the plain calls of the program make runs and count what the table shows. The other fuzzers are not
// installed for tests.
func TestWays(t *testing.T) {
	b := newTestBench(t, "tiny")
	var all []measurement
	for _, w := range waysOf(b) {
		if w.name == wayAFL || w.name == wayAFLPersistent || w.name == wayLibFuzzer {
			continue
		}
		m, err := b.measure(w, 0)
		if err != nil {
			t.Fatalf("%s: %v", w.name, err)
		}
		if m.Executions == 0 || m.CPUSeconds <= 0 || m.WallSeconds <= 0 {
			t.Errorf("%s: %+v", w.name, m)
		}
		if counts := w.name != wayNative; counts && m.ConditionsPerRun != 10 {
			t.Errorf("%s: %v conditions a run, want 10", w.name, m.ConditionsPerRun)
		}
		all = append(all, m)
	}
	if text := table(all); !strings.Contains(text, "| tiny |") || !strings.Contains(text, wayTwoJobs) {
		t.Errorf("table: %s", text)
	}
}

func TestTable(t *testing.T) {
	all := []measurement{
		{Program: "p", Way: wayProcess, PerCPUSecond: 400},
		{Program: "p", Way: wayProcess, PerCPUSecond: 500, Round: 1},
		{Program: "p", Way: wayProcess, PerCPUSecond: 9000, Round: 2},
		{Program: "p", Way: wayBatches, PerCPUSecond: 1234567, ConditionsPerRun: 10},
		{Program: "p", Way: wayAFL, PerCPUSecond: 5000},
		{Program: "q", Way: wayEngine, PerCPUSecond: 30, ConditionsPerRun: 1000, EngineShare: 0.25, Note: "forked for fopen"},
	}
	text := table(all)
	for _, want := range []string{
		"| way | p | q |",
		"| process per run | 500 (1.0) | |",
		"| persistent (batches) | 1 234 567 (2 469) | |",
		"| whole engine | | 30, forked for fopen |",
		"| engine's share of the CPU time, whole engine | | 25 % |",
		"| persistent in batches over AFL++ | 246.91 | |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestFind(t *testing.T) {
	for _, test := range []struct {
		text string
		want uint64
	}{
		{"start_time        : 1\nexecs_done        : 3354\nexecs_per_sec     : 1.5\n", 3354},
		{"", 0},
	} {
		got, err := find(aflCount, []byte(test.text))
		if got != test.want || (err != nil) != (test.want == 0) {
			t.Errorf("find in %q: %d, %v", test.text, got, err)
		}
	}
}
