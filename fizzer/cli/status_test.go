package cli

import (
	"encoding/json"
	"flag"
	"io"
	"strings"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
)

// contextOf is a command line without options that writes into w.
func contextOf(w io.Writer) *cli.Context {
	return cli.NewContext(newApp(w, w), flag.NewFlagSet("", flag.ContinueOnError), nil)
}

// The status shows shared runs with their searches, submissions and workers. Names of others have no control characters.
func TestStatusText(t *testing.T) {
	var out strings.Builder
	printStatus(contextOf(&out), &queue.Status{
		Waiting: 1, AtWork: 2, Results: 3, Sources: 4, Suites: 5,
		Runs: []queue.SharedRun{{Run: message.Run{Task: message.Task{Name: "a\x1b[2J.c"}}, Covered: 3, Goals: 8, Searches: []queue.Search{
			{Name: "one", Executions: 10, Rate: 2.6, Directions: 7}, {Name: "two", Executions: 20, Rate: 3, Directions: 5}}}},
		Submissions: []message.Submission{{ID: "submission1", Tasks: 6, Name: "n\nm"}},
		Workers: []message.Worker{
			{Name: "w", Jobs: 2, Joined: 1, Done: 3, Failed: 4, Executions: 100, CPU: 8, Covered: 5, Goals: 9,
				Busy: []string{"x.c", "y.c"}}, {Name: "idle", Jobs: 1}},
	})
	const want = `waiting: 1
at-work: 2
results: 3
sources-bytes: 4
suites-bytes: 5
shared run: a\u001b[2J.c, 2 searches, 6 executions a second, 7 directions covered by the best, goals: 3 of 8
search: one, 10 executions, 3 a second, 7 directions covered
search: two, 20 executions, 3 a second, 5 directions covered
submission: submission1, 6 tasks, by n\u000am
worker: w, 2 jobs, 1 joined, 3 done, 4 failed, 12 executions per CPU second, goals: 5 of 9; at work: x.c y.c
worker: idle, 1 jobs, 0 joined, 0 done, 0 failed, 0 executions per CPU second, goals: not measured; at work: nothing
`
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
}

// What is queued is counted, and the same figures are in the JSON.
func TestStatus(t *testing.T) {
	url, h := startHub(t)
	q := queue.New(h)
	if err := q.Open(t.Context(), &message.Submission{ID: "submission1", Name: "s", Tasks: 2}); err != nil {
		t.Fatal(err)
	}
	for n := range 2 {
		if err := q.Submit(t.Context(), newTask("submission1", n), []byte("sources")); err != nil {
			t.Fatal(err)
		}
	}
	code, out, messages := call("fizzer status --hub " + url)
	if code != exitDone || !strings.HasPrefix(out, "waiting: 2\nat-work: 0\nresults: 0\n") ||
		!strings.HasSuffix(out, "submission: submission1, 2 tasks, by s\n") {
		t.Errorf("%d, %s%s", code, out, messages)
	}
	code, out, messages = call("fizzer status --json --hub " + url)
	var s queue.Status
	if err := json.Unmarshal([]byte(out), &s); err != nil || code != exitDone || s.Waiting != 2 || s.Sources == 0 || len(s.Submissions) != 1 {
		t.Errorf("%d, %v, %s%s", code, err, out, messages)
	}
}
