package cli

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
	"fizzer/fizzer/hub/queue"
	"fizzer/testcomp/property"
	"fizzer/testcomp/task"
)

// tools makes a folder with these scripts the only one with programs, and returns it.
func tools(t *testing.T, scripts map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range scripts {
		write(t, folder, map[string]string{name: "#!/bin/sh\n" + text + "\n"})
	}
	t.Setenv("PATH", folder)
	return folder
}

// A run with a hub is announced with its program until it ends, and a worker can make the options of its own search of that. This run is
// told to end while its program is compiled.
func TestSharedRun(t *testing.T) {
	tools(t, map[string]string{"gcc": "exit 1", "clang-19": "exec /bin/sleep 1000", "fizzer-instrument": "exit 1"})
	url, h := startHub(t)
	q, shared := queue.New(h), queue.NewShared(h)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.i": program})
	out := filepath.Join(folder, "out")
	c := begin(t, "fizzer run --seed 6 --data-model ILP32 --strategy report --without breed --memory 500MB --output "+out+" --hub "+url+" "+
		filepath.Join(folder, "a.i"))
	var runs []message.Run
	c.until(t, "announced", func() bool { runs, _ = q.Runs(t.Context()); return len(runs) == 1 })
	run := runs[0]
	if o := run.Task.Options; run.Task.Name != message.Line(filepath.Join(folder, "a.i")) || run.Task.Files != 1 || o.Seed != 6 ||
		o.Strategy != strategyReport || !slices.Equal(o.Without, []string{"breed"}) || o.Memory > 500e6 {
		t.Errorf("%+v", run)
	}
	joined := t.TempDir()
	options, err := joinedOptions(t.Context(), q, &run, joined)
	if err != nil {
		t.Fatal(err)
	}
	if options.Task.DataModel != task.ILP32 || options.Property.Kind != property.Branches || !options.Helper || options.Jobs != 1 ||
		!slices.Equal(options.Without, append([]string{"breed"}, engine.Beyond()...)) || options.Seed%2 != 1 ||
		!strings.HasSuffix(content(options.Task.Programs[0]), program) || filepath.Dir(options.Output) != joined {
		t.Errorf("%+v", options)
	}
	if code := c.end(); code != exitDone || !strings.HasSuffix(c.out.String(), "RESULT: unknown (stopped before the first execution: signal)\n") {
		t.Errorf("%d, %s%s", code, c.out.String(), c.messages.String())
	}
	if _, err := shared.Announced(t.Context(), run.ID); err == nil {
		t.Error("the run is over and still announced")
	}
	if left, err := h.Sources.Names(t.Context()); err != nil || len(left) > 0 {
		t.Errorf("left in the hub: %v, %v", left, err)
	}
	var statistics formats.Statistics
	if read(t, filepath.Join(out, formats.StatisticsFile), &statistics); statistics.StoppedBy != formats.StoppedBySignal {
		t.Errorf("%+v", statistics)
	}
}

// A run that a hub cannot have ends before it begins.
func TestSharedRunRefused(t *testing.T) {
	tools(t, map[string]string{"gcc": "exit 1"})
	url, h := startHub(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.i": program})
	check(t, folder, map[string]ended{
		"fizzer -lz --output $/out --hub " + url + " $/a.i":    {exitUsage, "RESULT: ERROR (-lz: workers of a hub have only the C library"},
		"fizzer --output $/out --hub nats://127.0.0.1:1 $/a.i": {exitInternal, "no connection to the hub"},
	})
	if runs, err := queue.New(h).Runs(t.Context()); err != nil || len(runs) > 0 {
		t.Errorf("%+v, %v", runs, err)
	}
}

// What a worker starts to take part in a run. It ends with the run's fault, or that of this machine.
func TestJoin(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	url, h := startHub(t)
	announce := func(change func(*message.Run)) string {
		id := hub.NewID()
		run := &message.Run{Sender: h.Sender, ID: id, Owner: hub.NewID(), Task: *newTask(id, 0)}
		run.Task.Sender = h.Sender
		change(run)
		if err := queue.NewShared(h).Announce(t.Context(), run, sources(t)); err != nil {
			t.Fatal(err)
		}
		return id
	}
	access := " --memory 500MB --hub " + url + " "
	check(t, "", map[string]ended{
		"fizzer join" + access:                                                              {exitUsage, "name exactly one shared run, not 0"},
		"fizzer join" + access + "../../x":                                                  {exitUsage, `"../../x" is no id`},
		"fizzer join --memory 1 --hub " + url + " " + hub.NewID():                           {exitUsage, "--memory"},
		"fizzer join --sandbox no" + access + hub.NewID():                                   {exitUsage, "--sandbox"},
		"fizzer join" + access + hub.NewID():                                                {exitInternal, "key not found"},
		"fizzer join" + access + announce(func(*message.Run) {}):                            {exitMissing, "clang 14 to 19 is missing"},
		"fizzer join" + access + announce(func(r *message.Run) { r.Task.Property = "odd" }): {exitTask, "not a coverage property"},
		"fizzer join" + access + announce(func(r *message.Run) { r.Task.Language = [][]string{{"-fplugin=x"}} }): {exitInternal,
			"-fplugin=x is refused"},
		"fizzer join" + access + announce(func(r *message.Run) { r.Sender.Tool = "0.0.7" }): {exitInternal, "install the same version"},
	})
}
