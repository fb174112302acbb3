package cli

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"path/filepath"
	"strings"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/export"
	"fizzer/fizzer/hub/message"
)

// A compiler that never ends while a task is read is ended by the limits of each command; a run then leaves a suite without tests.
func TestLimitsWhileReading(t *testing.T) {
	url, _ := startHub(t)
	folder := t.TempDir()
	const target = "int LLVMFuzzerTestOneInput(const unsigned char *d, unsigned long n) { return 0; }\n" +
		"#ifdef MAIN\nint main(void) { return 0; }\n#endif\n"
	write(t, folder, map[string]string{"a.c": "int f(int a) { return a > 0; }\n", "t.c": target, "m.c": program})
	outputOf(t, folder, "a.c", "1", map[string][]string{"entry": {"f"}}, "1")
	tools(t, map[string]string{"gcc": "exec /bin/sleep 1000"})
	over := ended{exitLimit, "the wall time for it is used up"}
	check(t, folder, map[string]ended{
		"fizzer harness --wall-time 1s --entry f $/a.c":                 {over.code, over.said},
		"fizzer instrument --wall-time 1s --entry f --output $/i $/a.c": {over.code, over.said},
		"fizzer replay --wall-time 1s $/out":                            {over.code, over.said},
		"fizzer replay --wall-time 1s --entry f $/out $/a.c":            {over.code, over.said},
		"fizzer minimize --wall-time 1s $/new $/out":                    {over.code, over.said},
		"fizzer diff --wall-time 1s $/out $/out":                        {over.code, over.said},
		"fizzer export --wall-time 1s $/export $/out":                   {over.code, over.said},
		"fizzer export --wall-time 1s --format afl $/export $/out":      {over.code, over.said},
		"fizzer report --wall-time 4s $/out":                            {exitDone, "report: "},
		"fizzer export --wall-time 4s --format html $/export $/out":     {exitDone, ""},
		"fizzer harness --wall-time 1s --sandbox no --entry f $/a.c":    {exitUsage, "--sandbox"},
	})
	for name, arguments := range map[string]string{
		"entry": "--entry f $/a.c", "fuzz target": "$/t.c", "hub": "--hub " + url + " $/m.c",
		"entry and hub": "--hub " + url + " --entry f $/a.c",
	} {
		output := filepath.Join(folder, "of-"+strings.ReplaceAll(name, " ", "-"))
		code, out, messages := call(strings.ReplaceAll("fizzer run --quiet --wall-time 1s --output "+output+" "+arguments, "$", folder))
		if code != exitDone || !strings.HasSuffix(out, "RESULT: unknown (stopped before the first execution: wall-time)\n") {
			t.Errorf("%s: %d\n%s%s", name, code, out, messages)
		}
		if all := names(t, output); all != "run.json statistics.json test-suite test-suite.zip" {
			t.Errorf("%s: %s", name, all)
		}
	}
}

// A compiler that never ends does not hold up a submission: the task it prepares fails at the limit of its run.
func TestLimitsWhileSubmitting(t *testing.T) {
	url, _ := startHub(t)
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": "int f(int a) { return a > 0; }\n", "m.c": program})
	tools(t, map[string]string{"gcc": "exec /bin/sleep 1000"})
	t.Chdir(folder)
	for results, arguments := range map[string]string{
		"wall": "--wall-time 1s m.c", "processor": "--cpu-time 1s m.c", "entry": "--wall-time 1s --entry f a.c",
	} {
		code, out, messages := call("fizzer submit --quiet --hub " + url + " --results " + results + " " + arguments)
		lines := index(t, results)
		if code != exitDone || len(lines) != 1 || lines[0].State != message.Failed ||
			!strings.Contains(lines[0].Text, "the wall time for it is used up") {
			t.Errorf("%s: %d, %+v\n%s%s", results, code, lines, out, messages)
		}
	}
}

// badHub listens as a hub that says nothing, or that only shows that it lives, and returns its URL.
func badHub(t *testing.T, lives bool) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			client, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer client.Close()
				if lives {
					_, _ = io.WriteString(client, `INFO {"server_id":"A","version":"2.10.0","proto":1,"max_payload":1048576,"headers":true}`+"\r\n")
				}
				for lines := bufio.NewScanner(client); lines.Scan(); {
					if lives && lines.Text() == "PING" {
						_, _ = io.WriteString(client, "PONG\r\n")
					}
				}
			}()
		}
	}()
	return "nats://" + listener.Addr().String()
}

// A hub that does not answer does not delay the end of a run.
func TestLimitsWhileConnecting(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"m.i": program})
	tools(t, map[string]string{"gcc": "exit 1", "clang-19": "exit 1"})
	for _, lives := range []bool{false, true} {
		code, out, messages := call("fizzer run --quiet --wall-time 1s --output " + filepath.Join(folder, "out") + " --hub " + badHub(t, lives) +
			" " + filepath.Join(folder, "m.i"))
		if code != exitDone || !strings.HasSuffix(out, "RESULT: unknown (stopped before the first execution: wall-time)\n") {
			t.Errorf("it lives: %v: %d\n%s%s", lives, code, out, messages)
		}
	}
}

// An export without replay ends with its context, between two files. What is nearly written may be completed.
func TestLimitsWhileWriting(t *testing.T) {
	reason := errors.New("the limit")
	ctx, cancel := context.WithCancelCause(t.Context())
	c := contextOf(io.Discard)
	c.Context = ctx
	folder := filepath.Join(t.TempDir(), "export")
	err := writeFiles(c, noLimits(), "files", folder, "", func(_ *cli.Context, _ limits, _ string, write func(export.Files) error) error {
		return write(func(yield func(export.File, error) bool) {
			for _, name := range []string{"1", "2", "3"} {
				if !yield(export.File{Name: name}, nil) {
					return
				}
				cancel(reason)
			}
		})
	})
	if err != reason || names(t, folder) != "1" {
		t.Errorf("error %v, files %s", err, names(t, folder))
	}
	w := &until{Writer: io.Discard, ctx: ctx}
	if n, err := w.Write([]byte("ab")); n != 2 || err != nil {
		t.Error(n, err)
	}
	w.ended = w.ended.Add(-2 * lastWrites)
	if _, err := w.Write([]byte("ab")); err != reason {
		t.Error(err)
	}
}
