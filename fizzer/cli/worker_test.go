package cli

import (
	"bytes"
	"flag"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/archive"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/fizzer/worker"
)

// newTask is a task of one file.
func newTask(submission string, number int) *message.Task {
	return &message.Task{Submission: submission, Number: number, Name: "a.c", Files: 1,
		Property: "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", DataModel: "ILP32",
		Options: message.Options{CPU: 1000, Memory: 1 << 30, Strategy: strategyPortfolio, Solver: solverNone}}
}

// packed is an archive of these files.
func packed(t *testing.T, all map[string]string, limits archive.Limits) []byte {
	t.Helper()
	folder := t.TempDir()
	write(t, folder, all)
	var out bytes.Buffer
	if err := archive.Pack(&out, folder, limits); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// sources is the archive of a task of one file.
func sources(t *testing.T) []byte {
	t.Helper()
	return packed(t, map[string]string{message.File(0): "int main(void) { return 0; }\n"}, worker.SourceLimits)
}

// A worker runs a task by its own executable, tells the hub how that ended, and ends when it is told to. The task lacks its C
// file, so its run fails as it would on each machine, before a compiler is asked.
func TestWorker(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv(mainVariable, "1")
	url, h := startHub(t)
	q := queue.New(h)
	s := &message.Submission{ID: hub.NewID(), Name: "s", Tasks: 1}
	if err := q.Open(t.Context(), s); err != nil {
		t.Fatal(err)
	}
	if err := q.Submit(t.Context(), newTask(s.ID, 0), packed(t, map[string]string{"other.i": ""}, worker.SourceLimits)); err != nil {
		t.Fatal(err)
	}
	w := begin(t, "fizzer worker --jobs 2 --memory 1GB --grace 0s --hub "+url)
	var arrived []queue.Arrived
	if err := q.Follow(t.Context(), s, map[int]bool{}, worker.MaxArchive, func(a queue.Arrived) error {
		arrived = append(arrived, a)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if len(arrived) != 1 || arrived[0].State != message.Failed || !strings.Contains(arrived[0].Text, "fizzer: ") ||
		!strings.Contains(arrived[0].Text, "program0.i: no such file") || arrived[0].Worker != message.Line(processName()) {
		t.Errorf("%+v", arrived)
	}
	if code := w.end(); code != exitDone {
		t.Errorf("ended with %d", code)
	}
	if said := w.messages.String(); !strings.Contains(said, "worker "+processName()+": 2 jobs\n") ||
		!strings.Contains(said, "fizzer: ends a.c: failed\n") {
		t.Error(said)
	}
	if code, out, _ := call("fizzer status --hub " + url); code != exitDone || strings.Contains(out, "worker:") {
		t.Errorf("the worker has ended, and the hub shows it: %s", out)
	}
}

func TestWorkerOptions(t *testing.T) {
	check(t, "", map[string]ended{
		"fizzer worker a.c":             {exitUsage, `worker takes nothing more, but got "a.c"`},
		"fizzer worker --jobs 0":        {exitUsage, `--jobs: "0" is not a whole number from 1 to 256`},
		"fizzer worker --jobs 257":      {exitUsage, "--jobs"},
		"fizzer worker --memory 1MB":    {exitUsage, "give 100MiB or more"},
		"fizzer worker --grace soon":    {exitUsage, "--grace: "},
		"fizzer worker --sandbox maybe": {exitUsage, `--sandbox: there is no "maybe"`},
	})
}

// A child runs in another folder, so it gets the absolute paths of files.
func TestAccessOfChildren(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	set := flag.NewFlagSet("", flag.ContinueOnError)
	for _, f := range hubOptions() {
		if err := f.Apply(set); err != nil {
			t.Fatal(err)
		}
	}
	if err := set.Parse([]string{"--hub", "nats://h:1", "--token-file", "token", "--tls-ca", "/etc/ca"}); err != nil {
		t.Fatal(err)
	}
	got := accessArguments(cli.NewContext(newApp(io.Discard, io.Discard), set, nil))
	want := []string{"--hub", "nats://h:1", "--token-file", filepath.Join(folder, "token"), "--tls-ca", "/etc/ca"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
