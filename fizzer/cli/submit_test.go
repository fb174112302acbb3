package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/fizzer/worker"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/tasklist"
)

// program is one that needs no preprocessor.
const program = "int main(void) { return 0; }\n"

// serve ends tasks as a worker would, in the order in which they come: answers maps the name of a task to its result and files. It
// returns the tasks.
func serve(t *testing.T, h *hub.Hub, count int, answers func(*message.Task) (*message.Result, map[string]string)) (tasks []message.Task) {
	t.Helper()
	q := queue.New(h)
	for len(tasks) < count {
		lease, err := q.Take(t.Context(), "worker", time.Second)
		if errors.Is(err, queue.ErrNone) && t.Context().Err() == nil {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		tasks = append(tasks, lease.Task)
		result, all := answers(&lease.Task)
		var content []byte
		if all != nil {
			content = packed(t, all, worker.SuiteLimits)
		}
		if _, err := lease.Finish(t.Context(), result, content); err != nil {
			t.Fatal(err)
		}
	}
	return tasks
}

// suiteFiles are the files of a run with one test, by their names, which say that they are for any program.
func filesOfRun(t *testing.T) map[string]string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "suite")
	writeSuite(t, folder)
	all := map[string]string{formats.StatisticsFile: "{}"}
	for name := range strings.FieldsSeq(names(t, folder)) {
		all[formats.SuiteFolder+"/"+name] = content(filepath.Join(folder, name))
	}
	return all
}

// index returns the lines of the index of results, ordered by task.
func index(t *testing.T, folder string) (all []indexed) {
	t.Helper()
	for line := range strings.Lines(content(filepath.Join(folder, indexFile))) {
		var one indexed
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		all = append(all, one)
	}
	slices.SortFunc(all, func(a, b indexed) int { return a.Number - b.Number })
	return all
}

// Each task gets its result: the files of one that was run, made those of its own program; the reason of others, also of a task that
// cannot be read here and of files that lead out of their folder.
func TestSubmit(t *testing.T) {
	url, h := startHub(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{
		"good.i": program, "bad.i": program, "hostile.i": program, "other/good.i": program, "list": "other/good.i\tILP32\n",
		"task.yml": "format_version: '2.0'\ninput_files: none.c\n",
	})
	t.Chdir(folder)
	s := begin(t, "fizzer submit --hub "+url+" --cpu-time 2s --max-executions 7 --seed 3 --strategy report --without breed --results out "+
		"good.i bad.i hostile.i list task.yml")
	tasks := serve(t, h, 4, func(task *message.Task) (*message.Result, map[string]string) {
		switch task.Name {
		case "bad.i":
			return &message.Result{State: message.Failed, Text: "\nit does\x1b not compile\nmore"}, nil
		case "hostile.i":
			return &message.Result{State: message.Done}, map[string]string{"a": "not a suite", formats.SuiteFolder + "/odd.xml": "<"}
		}
		return &message.Result{State: message.Done, Figures: message.Figures{Tests: 1, Covered: 2, Goals: 3}}, filesOfRun(t)
	})
	if code := s.wait(); code != exitDone {
		t.Fatalf("%d, %s%s", code, s.out.String(), s.messages.String())
	}
	want := message.Options{CPU: 2000, Executions: 7, Memory: 15e9, Seed: 3, Strategy: strategyReport,
		Without: []string{"breed"}, Solver: solverNone}
	for _, task := range tasks {
		model := map[bool]string{true: "ILP32", false: "LP64"}[task.Name == "other/good.i"]
		if fmt.Sprint(task.Options) != fmt.Sprint(want) || task.DataModel != model || task.Files != 1 ||
			!strings.HasPrefix(task.Property, "COVER") {
			t.Errorf("%+v", task)
		}
	}
	lines := index(t, "out")
	if len(lines) != 5 {
		t.Fatalf("%+v", lines)
	}
	for n, want := range []indexed{
		{Task: "good.i", Folder: "good", State: message.Done, Worker: "worker"},
		{Task: "bad.i", State: message.Failed, Text: "it does\x1b not compile", Worker: "worker"},
		{Task: "hostile.i", State: message.Failed, Text: "odd.xml is no test of ours", Worker: "worker"},
		{Task: "other/good.i", Folder: "good-3", State: message.Done, Worker: "worker"},
		{Task: "task.yml", State: message.Failed, Text: "none.c", Worker: message.Line(processName())},
	} {
		if got := lines[n]; got.Task != want.Task || got.Folder != want.Folder || got.State != want.State || got.Worker != want.Worker ||
			!strings.Contains(got.Text, want.Text) {
			t.Errorf("%d: %+v", n, got)
		}
	}
	out := s.out.String()
	for _, words := range []string{"/5] good.i: done, 1 tests, goals 2/3, by worker\n", "/5] bad.i: failed: it does\\u001b not compile\n",
		"\ntasks: 5\ndone: 2\nfailed: 3\ngave-up: 0\nresults: out\n", "[5/5] "} {
		if !strings.Contains(out, words) {
			t.Errorf("%q is not in\n%s", words, out)
		}
	}
	checkOwn(t, "out/good-3", "other/good.i")
	if left := names(t, "out"); strings.Contains(left, submissionFile) {
		t.Error(left)
	}
}

// checkOwn checks that a folder of results is that of a run of this program in ILP32, which can be resumed.
func checkOwn(t *testing.T, folder, program string) {
	t.Helper()
	read, err := suite.Read(filepath.Join(folder, formats.SuiteZip))
	if err != nil || len(read.Tests) != 1 || read.Metadata.ProgramFile != program || read.Metadata.Architecture != "32bit" ||
		!strings.HasPrefix(read.Metadata.Specification, "COVER") {
		t.Errorf("%+v, %v", read, err)
	}
	record, err := readRecord(folder)
	if absolute, _ := filepath.Abs(program); err != nil || record.File != absolute || record.Options["max-executions"][0] != "7" {
		t.Errorf("%+v, %v", record, err)
	}
}

func TestSubmitOptions(t *testing.T) {
	url, _ := startHub(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.i": program, "empty": "\n", "odd": "a.i\tILP16\n", "file": ""})
	check(t, folder, map[string]ended{
		"fizzer submit":                                                {exitUsage, "name a task, a program or a list of tasks"},
		"fizzer submit $/empty":                                        {exitUsage, "0 tasks are named"},
		"fizzer submit $/none":                                         {exitNoFile, "none"},
		"fizzer submit $/odd":                                          {exitNoFile, "ILP16"},
		"fizzer submit --cpu-time soon $/a.i":                          {exitUsage, "--cpu-time"},
		"fizzer submit --memory much $/a.i":                            {exitUsage, "--memory: "},
		"fizzer submit --memory 9 $/a.i":                               {exitUsage, "give 100MiB or more"},
		"fizzer submit --without nothing $/a.i":                        {exitUsage, "--without"},
		"fizzer submit --strategy nothing $/a.i":                       {exitUsage, "--strategy"},
		"fizzer submit --results $/file --hub " + url + " $/a.i":       {exitOutput, "file"},
		"fizzer submit --results $/file/below --hub " + url + " $/a.i": {exitOutput, "file"},
	})
}

// interrupted interrupts a submission of three tasks when all are queued. That leaves nothing in the hub, and nothing to go on with. It
// returns what was noted to go on with it.
func interrupted(t *testing.T, q *queue.Queue, line string) (before begun) {
	t.Helper()
	s := begin(t, line)
	s.until(t, "all tasks queued", func() bool { n, err := q.Waiting(t.Context()); return err == nil && n == 3 })
	read(t, "out/"+submissionFile, &before)
	if code := s.end(); code != exitInternal || s.out.String() != "" || !strings.Contains(s.messages.String(), "context canceled") {
		t.Errorf("%d, %s%s", code, s.out.String(), s.messages.String())
	}
	if n, err := q.Waiting(t.Context()); err != nil || n > 0 {
		t.Errorf("%d tasks are left, %v", n, err)
	}
	if left := names(t, "out"); left != indexFile || content("out/"+indexFile) != "" {
		t.Errorf("%s are left", left)
	}
	return before
}

// killed makes the folder of results of a submission of three tasks as a killed one leaves it: the first task has its result, the second
// one is queued and its files are half unpacked, the third one is not queued; a line of the index is half written.
func killed(t *testing.T, q *queue.Queue, before begun) {
	t.Helper()
	before.ID = hub.NewID()
	text, err := json.Marshal(before)
	if err != nil {
		t.Fatal(err)
	}
	write(t, "out", map[string]string{
		submissionFile:                        string(text),
		indexFile:                             `{"number":0,"task":"a.i","folder":"a","state":"done"}` + "\n" + `{"number":1,"ta`,
		"b/" + formats.SuiteFolder + "/x.xml": "half",
	})
	s := &message.Submission{ID: before.ID, Name: "killed", Tasks: 3}
	if err := errors.Join(q.Open(t.Context(), s), q.Submit(t.Context(), newTask(before.ID, 1), sources(t))); err != nil {
		t.Fatal(err)
	}
}

// The same command goes on where a killed one stopped: what is done or queued is not done again.
func TestSubmitGoesOn(t *testing.T) {
	url, h := startHub(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.i": program, "b.i": program, "c.i": program})
	t.Chdir(folder)
	line := "fizzer submit --hub " + url + " --max-executions 7 --quiet --results out a.i b.i c.i"
	q := queue.New(h)
	killed(t, q, interrupted(t, q, line))
	refused(t, line)
	s := begin(t, line)
	tasks := serve(t, h, 2, func(*message.Task) (*message.Result, map[string]string) {
		return &message.Result{State: message.Done}, filesOfRun(t)
	})
	if code := s.wait(); code != exitDone || s.out.String() != "tasks: 3\ndone: 3\nfailed: 0\ngave-up: 0\nresults: out\n" {
		t.Fatalf("%d, %s%s", code, s.out.String(), s.messages.String())
	}
	slices.SortFunc(tasks, func(a, b message.Task) int { return a.Number - b.Number })
	if tasks[0].Number != 1 || tasks[0].DataModel != "ILP32" || tasks[1].Number != 2 || tasks[1].DataModel != "LP64" {
		t.Errorf("not the task of the killed call and a new one: %+v", tasks)
	}
	lines := index(t, "out")
	if len(lines) != 3 || lines[0].Folder != "a" || lines[1].Folder != "b" || lines[2].Folder != "c" {
		t.Errorf("%s", content("out/"+indexFile))
	}
	if left := names(t, "out/b/"+formats.SuiteFolder); left != "metadata.xml testcase-000001.xml" {
		t.Errorf("%s", left)
	}
	check(t, "", map[string]ended{line: {exitOutput, "has results already; give a new folder by --results"}})
}

// refused checks that a folder of results is refused that is not that of the same command, with the way out. It leaves the folder as it
// was.
func refused(t *testing.T, line string) {
	t.Helper()
	check(t, "", map[string]ended{
		line + " --seed 2": {exitOutput, "of other tasks or options"},
		line + " a.i":      {exitOutput, "of other tasks or options"},
	})
	for files, want := range map[[2]string]string{
		{indexFile, "{}\n{}\n"}:                   "is not a result of this submission",
		{indexFile, `{"number":3}` + "\n"}:        "is not a result of this submission",
		{submissionFile, "{"}:                     "is not of fizzer submit",
		{submissionFile, `{"id":"../../../etc"}`}: "is not of fizzer submit",
	} {
		before := content("out/" + files[0])
		write(t, "out", map[string]string{files[0]: files[1]})
		check(t, "", map[string]ended{line: {exitOutput, want}})
		write(t, "out", map[string]string{files[0]: before})
	}
	write(t, "new", map[string]string{"b/file": "of somebody"})
	check(t, "", map[string]ended{strings.Replace(line, "out", "new", 1): {exitOutput, "there is a b in the folder of results already"}})
	file, err := os.Open("out/" + indexFile)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := unix.Flock(int(file.Fd()), unix.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	check(t, "", map[string]ended{line: {exitOutput, "is in use by another fizzer submit"}})
}

// Each task has a folder of its own, which is below the folder of results and hides none of its files.
func TestFolderNames(t *testing.T) {
	var entries []tasklist.Entry
	for _, path := range []string{"a.c", "x/a.c", "a.yml", "..c", ".hidden.c", "run.json.c", "b c\n.c", "x/.c", "ä.c", "results.jsonl.c",
		"submission.json.c", "b-13.c", "b.c", "b.c", "b.c"} {
		entries = append(entries, tasklist.Entry{Path: path})
	}
	got := folderNames(entries)
	for i, name := range got {
		if name == "" || strings.HasPrefix(name, ".") || !filepath.IsLocal(name) || strings.ContainsAny(name, "/\n") ||
			slices.Contains(got[:i], name) {
			t.Errorf("%q is the folder of %q", name, entries[i].Path)
		}
	}
	if got[9] == indexFile || got[10] == submissionFile {
		t.Errorf("%q hide files", got)
	}
	if got[0] != "a" || got[1] != "a-1" || got[2] != "a-2" {
		t.Errorf("%q", got)
	}
}
