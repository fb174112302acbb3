package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/scratch"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// bare makes this a machine without compilers. It returns a program and an output folder.
func bare(t *testing.T) (program, output string) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
	program = filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(program, []byte("int main(void) { return 0; }\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return program, filepath.Join(t.TempDir(), "output")
}

func read(t *testing.T, path string, into any) {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, into); err != nil {
		t.Fatal(err)
	}
}

// A run that cannot build anything says what is missing, leaves a valid suite, and can be resumed with its options.
func TestRunAndResumeWithoutCompilers(t *testing.T) {
	program, output := bare(t)
	seeds := filepath.Join(t.TempDir(), "seeds")
	writeSuite(t, seeds)
	line := fmt.Sprintf("fizzer %s --output %s --seed 5 --without direct --without typed --max-executions 9 --quiet --seeds %s", program,
		output, seeds)
	code, out, messages := call(line)
	if code != exitMissing || !strings.Contains(out, "RESULT: ERROR (clang 14 to 19 is missing") ||
		!strings.Contains(messages, "apt-get install clang-19") {
		t.Fatalf("%d, %q, %q", code, out, messages)
	}
	if err := suite.Check(filepath.Join(output, formats.SuiteZip)); err != nil {
		t.Error(err)
	}
	var kept formats.Run
	read(t, filepath.Join(output, formats.RunFile), &kept)
	want := map[string][]string{"seed": {"5"}, "without": {"direct", "typed"}, "max-executions": {"9"}, "quiet": {"true"}}
	if kept.File != program || fmt.Sprint(kept.Options) != fmt.Sprint(want) {
		t.Errorf("kept %+v", kept)
	}
	if code, _, messages := call("fizzer resume --seed 6 " + output); code != exitMissing {
		t.Errorf("%d, %q", code, messages)
	}
	var statistics formats.Statistics
	read(t, filepath.Join(output, formats.StatisticsFile), &statistics)
	if statistics.Seed != 6 || statistics.Program != program {
		t.Errorf("%+v", statistics)
	}
	read(t, filepath.Join(output, formats.RunFile), &kept)
	if !slices.Equal(kept.Options["seed"], []string{"6"}) || !slices.Equal(kept.Options["without"], []string{"direct", "typed"}) {
		t.Errorf("kept %+v", kept)
	}
}

func writeSuite(t *testing.T, folder string) {
	t.Helper()
	metadata := suite.Metadata{Producer: "p", Specification: "s", ProgramFile: "p.c", ProgramHash: "h", Architecture: "64bit",
		Created: time.Unix(0, 0)}
	writer, err := suite.Create(folder, metadata)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Add(suite.Test{Inputs: []suite.Input{{Type: "int", Value: "5"}}}); err != nil {
		t.Fatal(err)
	}
}

// If an output folder cannot be resumed, the message says why and what to do.
func TestResumeErrors(t *testing.T) {
	folder := t.TempDir()
	if code, _, messages := call("fizzer resume " + folder); code != exitNoFile ||
		!strings.Contains(messages, "is not the output folder of a run") {
		t.Errorf("%d, %q", code, messages)
	}
	for content, want := range map[string]string{
		"{":                                    "start again with fizzer run --seeds",
		`{"file":"x","options":{"jobs":["",`:   "start again with fizzer run --seeds",
		`{"file":"x","options":{"odd":["1"]}}`: "was it written by another version?",
	} {
		if err := os.WriteFile(filepath.Join(folder, formats.RunFile), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
		if code, _, messages := call("fizzer resume " + folder); code == exitDone || !strings.Contains(messages, want) {
			t.Errorf("%s: %d, %q", content, code, messages)
		}
	}
}

// The other commands say what is missing, too.
func TestCommandsWithoutCompilers(t *testing.T) {
	program, output := bare(t)
	seeds := filepath.Join(t.TempDir(), "seeds")
	writeSuite(t, seeds)
	for line, want := range map[string]struct {
		code int
		text string
	}{
		"fizzer instrument --output " + output + " " + program: {exitMissing, "clang 14 to 19 is missing"},
		"fizzer doctor":                              {exitMissing, "apt-get install clang-19"},
		"fizzer replay " + seeds + " " + program:     {exitMissing, "a working gcc is missing"},
		"fizzer replay --json none " + program:       {exitNoFile, "test suite none"},
		"fizzer --seeds none " + program:             {exitNoFile, "--seeds"},
		"fizzer --property none.prp " + program:      {exitNoFile, "none.prp"},
		"fizzer --memory 1MB " + program:             {exitUsage, "give 100MiB or more"},
		"fizzer --cpu-time soon " + program:          {exitUsage, "--cpu-time"},
		"fizzer --jobs 1000 " + program:              {exitUsage, "is not a whole number from 1 to 256"},
		"fizzer report " + output:                    {exitNoFile, "give the output folder of a run"},
		"fizzer --output " + program + " " + program: {exitOutput, "choose another folder with --output"},
	} {
		code, out, messages := call(line)
		if code != want.code || !strings.Contains(out+messages, want.text) {
			t.Errorf("%s: %d, %q, %q", line, code, out, messages)
		}
	}
	code, out, _ := call("fizzer doctor")
	if code != exitMissing || strings.Count(out, " missing  ") < 5 || !strings.Contains(out, "make build") {
		t.Errorf("the doctor says %q", out)
	}
}

// The page about a run needs no compiler. Without one it says that the executed lines are unknown.
func TestReportWithoutCompilers(t *testing.T) {
	program, output := bare(t)
	writeSuite(t, filepath.Join(output, formats.SuiteFolder))
	table := &locations.Table{
		Format: locations.Format, PointerBits: 64, Files: []string{program}, Functions: []locations.Function{{Name: "main"}},
		Conditions: []locations.Condition{{Line: 1, Kind: locations.KindInteger, Predicate: "slt", Bits: 32}},
	}
	source, err := os.ReadFile(program)
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]any{
		formats.StatisticsFile: formats.Statistics{DataModel: string(task.LP64), Tests: 1},
		formats.DetailsFile: formats.Details{Programs: []formats.Program{{Path: program, Source: string(source)}}, Locations: table,
			Covered: [][2]bool{{true, false}}},
		formats.ProgressFile: formats.Progress{Phase: formats.PhaseSearching},
		formats.RunFile:      formats.Run{File: program},
	} {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(output, name), append(text, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	code, out, messages := call("fizzer report " + output)
	if code != exitDone || out != "report: "+filepath.Join(output, "report.html")+"\n" {
		t.Fatalf("%d, %q, %q", code, out, messages)
	}
	page, err := os.ReadFile(filepath.Join(output, "report.html"))
	if err != nil || !strings.Contains(string(page), "gcc") || !strings.Contains(string(page), "main") {
		t.Errorf("the page: %v", err)
	}
	if code, _, messages := call("fizzer report --output " + output + " " + output); code != exitOutput {
		t.Errorf("%d, %q", code, messages)
	}
}

func TestSummary(t *testing.T) {
	s := formats.Statistics{
		Executions: 1000, CPUSeconds: 1.234, WallSeconds: 2, LastTestCPUSeconds: 0.5, Tests: 3, StoppedBy: "cpu-time",
		Goals: &formats.Goals{Covered: 1, Total: 3, Partial: true}, Crashes: map[string]int{"timeout": 1, "SIGSEGV": 2},
	}
	const want = `executions: 1000
cpu-seconds: 1.23
wall-seconds: 2.00
last-test-cpu-seconds: 0.50
tests: 3
goals: 1/3
coverage: 33.33%
goals-partial: the budget ended before every test was replayed
bad-ends-SIGSEGV: 2
bad-ends-timeout: 1
stopped-by: cpu-time
`
	var out strings.Builder
	if printSummary(&out, &s); out.String() != want {
		t.Errorf("%s", out.String())
	}
	s.Goals = nil
	out.Reset()
	if printSummary(&out, &s); !strings.Contains(out.String(), "goals: not measured\n") || strings.Contains(out.String(), "coverage") {
		t.Errorf("%s", out.String())
	}
}

// The last line of a run says why there is no test.
func TestResultLine(t *testing.T) {
	branches := campaign.Options{Property: property.Property{Kind: property.Branches}}
	reach := campaign.Options{Property: property.Property{Kind: property.Error, Function: "reach_error"}}
	for _, test := range []struct {
		options    campaign.Options
		statistics formats.Statistics
		err        error
		want       string
	}{
		{branches, formats.Statistics{Tests: 1, Executions: 5}, nil, "done"},
		{branches, formats.Statistics{StoppedBy: "signal"}, nil, "unknown (stopped before the first execution: signal)"},
		{reach, formats.Statistics{Executions: 5}, nil, "unknown (no execution reached reach_error)"},
		{branches, formats.Statistics{Executions: 5, StoppedBy: "cpu-time"}, nil, "unknown (no execution gave a test: cpu-time)"},
		{branches, formats.Statistics{Tests: 1}, errors.New("one\ntwo"), "ERROR (one)"},
	} {
		if got := result(test.options, &test.statistics, test.err); got != test.want {
			t.Errorf("%q instead of %q", got, test.want)
		}
	}
}

// Each kind of error has its exit code, also if it is wrapped.
func TestExitCodes(t *testing.T) {
	for _, test := range []struct {
		err  error
		want int
	}{
		{nil, exitDone}, {errors.New("a fault"), exitInternal}, {usage("no"), exitUsage},
		{&campaign.OutputError{Err: fs.ErrNotExist}, exitOutput},
		{&toolchain.CompileError{}, exitProgram}, {&replay.CompileError{}, exitProgram}, {&replay.ToolError{}, exitMissing},
		{&toolchain.MissingError{}, exitMissing}, {&sandbox.MissingError{}, exitMissing},
		{&task.Error{Reason: task.Missing}, exitNoFile}, {&task.Error{}, exitTask}, {property.ErrNotCoverage, exitTask},
		{unix.ENOSPC, exitOutput}, {unix.EDQUOT, exitOutput}, {&scratch.Error{Err: fs.ErrNotExist}, exitOutput},
		{&printError{unix.EIO}, exitOutput}, {&campaign.OutputError{Err: unix.EMFILE}, exitOutput},
		{unix.EMFILE, exitMissing}, {unix.ENFILE, exitMissing}, {unix.EAGAIN, exitMissing}, {unix.ENOMEM, exitMissing},
		{unix.EFBIG, exitMissing}, {sandbox.ErrEnded, exitMissing}, {&sandbox.ExceededError{}, exitMissing},
		{&sandbox.StartError{Errno: unix.ENOENT}, exitMissing},
		{&budget.SpentError{}, exitLimit}, {signalError{unix.SIGTERM}, exitLimit}, {errNoReader, exitLimit},
		{fs.ErrNotExist, exitNoFile}, {fs.ErrPermission, exitNoFile}, {files.ErrRefused, exitNoFile},
	} {
		wrapped := test.err
		if wrapped != nil {
			wrapped = &saidError{fmt.Errorf("while this: %w", errors.Join(test.err))}
		}
		if got := exitCode(wrapped); got != test.want {
			t.Errorf("%v: %d instead of %d", test.err, got, test.want)
		}
	}
}

// A file is copied with its permissions into a new folder.
func TestMoveInto(t *testing.T) {
	from, folder := filepath.Join(t.TempDir(), "target"), filepath.Join(t.TempDir(), "new")
	if err := os.WriteFile(from, []byte("x"), 0o755); err != nil {
		t.Fatal(err)
	}
	path, err := moveInto(folder, from)
	if err != nil {
		t.Fatal(err)
	}
	if status, err := os.Stat(path); err != nil || status.Mode().Perm() != 0o755 || path != folder+"/target" {
		t.Errorf("%s: %v, %v", path, status, err)
	}
	if _, err := moveInto(from, from); err == nil {
		t.Error("a file is a folder")
	}
}

// Options and the kind of output decide how a run is shown.
func TestReporters(t *testing.T) {
	program, output := bare(t)
	code, out, _ := call(fmt.Sprintf("fizzer --json --output %s %s", output, program))
	var last struct {
		Summary *formats.Statistics
		Result  string
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || code != exitMissing || last.Summary == nil ||
		!strings.HasPrefix(last.Result, "ERROR") {
		t.Errorf("%d, %q, %v", code, out, err)
	}
	if !strings.Contains(lines[0], formats.PhaseBuilding) {
		t.Errorf("no progress in %q", out)
	}
	if _, _, messages := call(fmt.Sprintf("fizzer --output %s %s", output, program)); !strings.Contains(messages,
		"0 s: "+formats.PhaseBuilding) {
		t.Errorf("messages %q", messages)
	}
	if err := withReader(io.ErrShortWrite); err != io.ErrShortWrite {
		t.Errorf("%v", err)
	}
}
