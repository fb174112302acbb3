package benchexec

import (
	"bytes"
	"compress/bzip2"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/suite"
)

// project returns the project's folder. If something is not built or installed, it fails the test and names the remedy.
func project(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for file, remedy := range map[string]string{
		".venv/bin/benchexec": "make setup", "bin/fizzer": "make build", "bin/fizzer-instrument": "make build",
	} {
		if _, err := os.Stat(filepath.Join(root, file)); err != nil {
			t.Fatalf("%v; call %s", err, remedy)
		}
	}
	return root
}

// TestToolInfo: BenchExec's own dry run accepts the module, whatever the name of the project's folder.
func TestToolInfo(t *testing.T) {
	root := project(t)
	packages := t.TempDir()
	if err := os.Symlink(root, filepath.Join(packages, "folder")); err != nil {
		t.Fatal(err)
	}
	// The container of the dry run needs an overlay of the whole file system, which not every machine allows.
	command := exec.Command(filepath.Join(root, ".venv", "bin", "python"), "-m", "benchexec.test_tool_info",
		"--no-container", "--tool-directory", ".", "folder.tool-info")
	command.Dir, command.Env = root, append(os.Environ(), "PYTHONPATH="+packages)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, words := range []string{
		"Name of tool: “Fizzer in Go”",
		"Version: “" + version(t, root) + "”",
		"'--property', 'PROPERTY.PRP', '--data-model', 'ILP32', '--cpu-time', '900s', '--wall-time', '1025s', '--', 'INPUT.FILE'",
	} {
		if !strings.Contains(string(out), words) {
			t.Errorf("the dry run lacks %q:\n%s", words, out)
		}
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "WARNING") && !strings.Contains(line, "multiple input files") || strings.HasPrefix(line, "Error") {
			t.Error(line)
		}
	}
}

// TestListedFilesAreEnough: an executor copies only the files that the module lists, and the tool works with these files alone.
func TestListedFilesAreEnough(t *testing.T) {
	root := project(t)
	packages := t.TempDir()
	if err := os.Symlink(root, filepath.Join(packages, "folder")); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(filepath.Join(root, ".venv", "bin", "python"), "-m", "benchexec.test_tool_info",
		"--no-container", "--tool-directory", ".", "folder.tool-info")
	command.Dir, command.Env = root, append(os.Environ(), "PYTHONPATH="+packages)
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, list, found := strings.Cut(string(out), "Program files (absolute paths):\n")
	copied := t.TempDir()
	for line := range strings.Lines(list) {
		if !strings.HasPrefix(line, "\t") {
			break
		}
		name, err := filepath.Rel(root, strings.Trim(line, "\t\n“”"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.CopyFS(filepath.Join(copied, filepath.Dir(name)),
			one{os.DirFS(filepath.Join(root, filepath.Dir(name))), filepath.Base(name)}); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	if !found {
		t.Fatalf("no files are listed:\n%s", out)
	}
	work := t.TempDir()
	said := bounded(t, filepath.Join(copied, "bin", "fizzer"), "--max-executions", "50", "--output", work,
		filepath.Join(root, "examples", "no-input.yml"))
	if !strings.HasSuffix(string(said), "RESULT: done\n") {
		t.Errorf("from the listed files alone:\n%s", said)
	}
}

// one is a file system that shows only one file of another one.
type one struct {
	fs.FS
	name string
}

// ReadDir omits the other files.
func (o one) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(o.FS, name)
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return name == "." && e.Name() != o.name }), err
}

func version(t *testing.T, root string) string {
	t.Helper()
	out, err := exec.Command(filepath.Join(root, "bin", "fizzer"), "--version").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(out))
}

// TestToolInfoFollowsUpstreamRules: the module passes BenchExec's continuous integration: ruff's checks, ruff's format (that of
// black), a copyright and a license. Of BenchExec it imports only the base class and the results.
func TestToolInfoFollowsUpstreamRules(t *testing.T) {
	root := project(t)
	module := filepath.Join(root, "tool-info.py")
	bounded(t, filepath.Join(root, ".venv", "bin", "ruff"), "check", "--isolated", "--no-cache", "--ignore", "E501,I001", module)
	bounded(t, filepath.Join(root, ".venv", "bin", "ruff"), "format", "--isolated", "--no-cache", "--check", module)
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"# SPDX-FileCopyrightText: ", "# SPDX-License-Identifier: Apache-2.0"} {
		if !strings.Contains(string(text), words) {
			t.Errorf("the module lacks %q", words)
		}
	}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(strings.TrimSpace(line), "import ") && line != "import benchexec.result as result\n" &&
			line != "import benchexec.tools.template\n" {
			t.Errorf("%q is imported", line)
		}
	}
}

// TestLongTable: one command makes everything: both runs, TestCov's results, the table and the comparison.
func TestLongTable(t *testing.T) {
	root := project(t)
	out := bounded(t, filepath.Join(root, "benchexec", "table"), "quick", "10")
	checkTable(t, root, out)
}

// checkTable checks what benchexec/table left, which printed out.
func checkTable(t *testing.T, root string, out []byte) {
	t.Helper()
	for _, name := range []string{"results.table.html", "comparison/index.html", "comparison/scatter.svg", "comparison/quantile.svg"} {
		if info, err := os.Stat(filepath.Join(root, "build", "benchexec", name)); err != nil || info.Size() == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	content, err := os.ReadFile(filepath.Join(root, "build", "benchexec", "results.table.csv"))
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	lines := strings.Split(strings.TrimSpace(string(content)), "\n")
	heads, tasks := strings.Split(lines[2], "\t"), 0
	for _, line := range lines[3:] {
		var coverages []float64
		for i, value := range strings.Split(line, "\t") {
			if heads[i] != "coverage (%)" {
				continue
			}
			number, err := strconv.ParseFloat(value, 64)
			if err != nil {
				t.Errorf("%v in %q", err, line)
			}
			coverages = append(coverages, number)
		}
		if len(coverages) != 4 || coverages[0] != coverages[2] || coverages[1] != coverages[3] {
			t.Errorf("replay and TestCov say %v in %q", coverages, line)
		}
		tasks++
	}
	if tasks != 3 {
		t.Errorf("%d tasks in the table:\n%s", tasks, content)
	}
	if t.Failed() {
		t.Logf("%s", out)
	}
}

// TestModule: the module translates limits into options, and the tool's output into BenchExec's results and columns.
func TestModule(t *testing.T) {
	root := project(t)
	command := exec.Command(filepath.Join(root, ".venv", "bin", "python"), filepath.Join("testdata", "module.py"),
		filepath.Join(root, "tool-info.py"))
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var got struct {
		Results map[string]string
		Column  map[string]*string
		Command []string
		Walls   []string // wall times; without a limit, BenchExec's default: 30 s after the CPU time
	}
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	for printed, want := range map[string]string{
		"goals: 3/4\nRESULT: done":               "done",
		"RESULT: unknown (no test was found)":    "unknown",
		"RESULT: ERROR (does not compile)":       "ERROR (does not compile)",
		"RESULT: something else":                 "ERROR",
		"executions: 5":                          "ERROR",
		"":                                       "ERROR",
		"RESULT: ERROR (first)\nx\nRESULT: done": "done",
	} {
		if result, asked := got.Results[printed]; !asked || result != want {
			t.Errorf("%q is result %q, want %q", printed, result, want)
		}
	}
	if got.Column["goals"] == nil || *got.Column["goals"] != "3/4" || got.Column["absent"] != nil {
		t.Errorf("columns are %v", got.Column)
	}
	want := "bin/fizzer --seed 5 --property p.prp --data-model ILP32 --cpu-time 900s --wall-time 960s --memory 15000000000B -- a.c"
	if joined := strings.Join(got.Command, " "); joined != want {
		t.Errorf("command is %q, want %q", joined, want)
	}
	if want := []string{"85s", "115s", "", "70s"}; !slices.Equal(got.Walls, want) {
		t.Errorf("wall times are %q, want %q", got.Walls, want)
	}
}

// results is the content of BenchExec's file of results.
type results struct {
	Runs []struct {
		Name    string `xml:"name,attr"`
		Columns []struct {
			Title string `xml:"title,attr"`
			Value string `xml:"value,attr"`
		} `xml:"column"`
	} `xml:"run"`
}

// TestRun runs the benchmark definition: each status is done, each suite is valid, and each column is filled.
func TestRun(t *testing.T) {
	root := project(t)
	before := resultFiles(t, root)
	out := bounded(t, filepath.Join(root, "benchexec", "run"), "--tasks", "quick", "--timelimit", "10", "--name", "test")
	var table string
	for file := range resultFiles(t, root) {
		if !before[file] {
			table = file
		}
	}
	if table == "" {
		t.Fatalf("no results:\n%s", out)
	}
	t.Cleanup(func() { os.Remove(table) })
	got := read(t, table)
	if len(got.Runs) != 3 {
		t.Errorf("%d runs, want 3", len(got.Runs))
	}
	for _, run := range got.Runs {
		columns := map[string]string{}
		for _, column := range run.Columns {
			columns[column.Title] = column.Value
		}
		if columns["status"] != "done" {
			t.Errorf("%s: status is %q\n%s", run.Name, columns["status"], out)
		}
		for _, title := range []string{"goals", "tests", "executions", "stopped by", "cputime", "walltime"} {
			if columns[title] == "" {
				t.Errorf("%s: column %q is empty", run.Name, title)
			}
		}
	}
	checkSuites(t, root, table)
}

// TestRunWithLessMemory: a machine with less memory than the definition demands runs it with the memory that it has.
func TestRunWithLessMemory(t *testing.T) {
	root := project(t)
	definition := filepath.Join(t.TempDir(), "memory.xml")
	text := `<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 2.3//EN" "https://www.sosy-lab.org/benchexec/benchmark-2.3.dtd">
<benchmark tool="fizzer_in_go.tool-info" timelimit="10 s" memlimit="1000000 GB" cpuCores="1">
  <rundefinition name="test"/>
  <propertyfile>` + filepath.Join(root, "examples", "properties", "coverage-branches.prp") + `</propertyfile>
  <tasks name="quick"><include>` + filepath.Join(root, "examples", "no-input.yml") + `</include></tasks>
</benchmark>
`
	if err := os.WriteFile(definition, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	results := func() []string {
		files, err := filepath.Glob(filepath.Join(root, "build", "benchexec", "memory.less-memory.*"))
		if err != nil {
			t.Fatal(err)
		}
		return files
	}
	remove := func() {
		for _, file := range results() {
			os.RemoveAll(file)
		}
	}
	remove() // in case a killed test left it
	t.Cleanup(remove)
	out := string(bounded(t, filepath.Join(root, "benchexec", "run"), "--name", "less-memory", definition))
	if !strings.Contains(out, "less memory than the definition's") && !strings.Contains(out, "no cgroups here") {
		t.Errorf("nothing is said of the memory:\n%s", out)
	}
	tables := slices.DeleteFunc(results(), func(file string) bool { return !strings.HasSuffix(file, ".results.test.quick.xml.bz2") })
	if len(tables) != 1 {
		t.Fatalf("%d results:\n%s", len(tables), out)
	}
	for _, column := range read(t, tables[0]).Runs[0].Columns {
		if column.Title == "status" && column.Value != "done" {
			t.Errorf("status is %q\n%s", column.Value, out)
		}
	}
}

// callLimit bounds the wall time of each call of BenchExec; none needs a tenth of it.
const callLimit = 20 * time.Minute

// bounded runs a command in an empty folder and returns its output. It cannot hang: it kills the command after callLimit, and does
// not wait for a process that the command leaves behind with the output open.
func bounded(t *testing.T, program string, arguments ...string) []byte {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), callLimit)
	defer cancel()
	command := exec.CommandContext(ctx, program, arguments...)
	command.Dir, command.WaitDelay = t.TempDir(), 5*time.Second
	out, err := command.CombinedOutput()
	if err != nil && !errors.Is(err, exec.ErrWaitDelay) {
		t.Fatalf("%s: %v\n%s", filepath.Base(program), err, out)
	}
	return out
}

// resultFiles returns the files of results of the test's runs.
func resultFiles(t *testing.T, root string) map[string]bool {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "build", "benchexec", "*test.*.results.*.quick.xml.bz2"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]bool{}
	for _, file := range found {
		files[file] = true
	}
	return files
}

func read(t *testing.T, table string) results {
	t.Helper()
	content, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	var all results
	if err := xml.NewDecoder(bzip2.NewReader(bytes.NewReader(content))).Decode(&all); err != nil {
		t.Fatal(err)
	}
	return all
}

// checkSuites checks the three suites of the run. BenchExec collects them from a container; without a container, they stay where
// the runs wrote them.
func checkSuites(t *testing.T, root, table string) {
	t.Helper()
	stem, _, _ := strings.Cut(table, ".results.")
	collected, err := filepath.Glob(filepath.Join(stem+".files", "branches", "*", "suites", "*", "test-suite.zip"))
	if err != nil {
		t.Fatal(err)
	}
	if len(collected) == 0 {
		if collected, err = filepath.Glob(filepath.Join(root, "build", "benchexec", "suites", "*", "test-suite.zip")); err != nil {
			t.Fatal(err)
		}
	}
	if len(collected) < 3 {
		t.Errorf("suites are %v, want those of three runs", collected)
	}
	for _, zip := range collected {
		if err := suite.Check(zip); err != nil {
			t.Errorf("%s: %v", zip, err)
		}
	}
}

// TestSandboxInContainer: in a container of BenchExec, where there is one user and the machine's files are seen, all required layers of the
// tool's sandbox are in force. If that user is a root without capabilities, the kernel refuses namespaces, and the run says so.
func TestSandboxInContainer(t *testing.T) {
	root := project(t)
	contained := func(arguments ...string) (string, error) {
		options := []string{"--read-only-dir", "/", "--output-directory", t.TempDir(), "--result-files", ""}
		command := exec.Command(filepath.Join(root, ".venv", "bin", "containerexec"), append(options, arguments...)...)
		command.Dir = root
		out, err := command.CombinedOutput()
		return string(out), err
	}
	task := filepath.Join(root, "examples", "string-command.yml")
	fizzer := []string{"--", filepath.Join(root, "bin", "fizzer"), "--max-executions", "100", "--output", "/tmp/output"}
	for _, user := range [][]string{nil, {"--uid", "4711", "--gid", "4712"}} {
		out, err := contained(slices.Concat(user, fizzer, []string{"--sandbox", "require", task})...)
		if err != nil || !strings.Contains(out, "\nRESULT: done\n") {
			t.Errorf("%v\n%s", err, out)
		}
	}
	out, err := contained(slices.Concat([]string{"--root"}, fizzer, []string{task})...)
	if err != nil || !strings.Contains(out, "\nRESULT: done\n") || !strings.Contains(out, "note: the sandbox lacks [") {
		t.Errorf("%v\n%s", err, out)
	}
}
