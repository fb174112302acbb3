package cli

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/harness"
)

// resumed applies a record to a command line without options and calls a function with that.
func resumed(t *testing.T, record *formats.Run, then func(c *cli.Context, err error)) {
	t.Helper()
	app := cli.App{Name: "resume", DisableSliceFlagSeparator: true, Flags: resumeCommand().Flags, Action: func(c *cli.Context) error {
		then(c, applyRecord(c, record, "out", nil))
		return nil
	}}
	if err := app.Run([]string{"resume"}); err != nil {
		t.Fatal(err)
	}
}

// FuzzResume reads the records of runs, which anybody may have written. Options that are applied can be read, and are recorded again as
// they were.
func FuzzResume(f *testing.F) {
	for _, record := range []formats.Run{
		{File: "/a.c", Options: map[string][]string{}},
		{File: "/a.c", Files: []string{"/b.c"}, Folder: "/w", Options: map[string][]string{"cflags": {"-DX=1,2 -Iinc", "-std=c99"},
			"ldflags": {"-lm"}, "input": {"stdin", "env:A"}, "property": {"p.prp"}, "jobs": {"2"}, "quiet": {"true"}}},
		{File: "/a.c", Options: map[string][]string{"cpu-time": {"15min"}, "wall-time": {"1h"}, "memory": {"1.5 GB"}, "seed": {"7"},
			"max-executions": {"+9"}, "test-memory": {"2GB"}, "without": {"direct"}, "strategy": {"report"}, "sandbox": {"require"},
			"min-coverage": {"90"}, "sanitize": {"address,undefined"}, "solver": {"z3"}, "entry": {"f"}, "dictionary": {"/d", "e"}}},
	} {
		text, err := json.Marshal(record)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Add([]byte(`{"options":{"json":["maybe"],"none":["x"],"seeds":null}}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		record, err := decodeRecord(content)
		if err != nil {
			return
		}
		resumed(t, &record, func(c *cli.Context, err error) {
			if err != nil {
				return
			}
			readAll(c)
			first := recorded(c, record.Folder)
			resumed(t, &formats.Run{Folder: record.Folder, Options: first}, func(c *cli.Context, err error) {
				if second := recorded(c, record.Folder); err != nil || !maps.EqualFunc(first, second, slices.Equal) {
					t.Errorf("%q, again %q, %v", first, second, err)
				}
			})
		})
	})
}

// readAll reads all options that a run reads without opening a file.
func readAll(c *cli.Context) {
	for _, name := range []string{"jobs", "max-executions", "seed"} {
		_, _ = number(c, name, 1, 1<<40)
	}
	for _, name := range []string{"cpu-time", "wall-time"} {
		_, _ = duration(c, name)
	}
	_, _ = memorySize(c.String("memory"))
	_, _ = testMemory(c)
	_, _ = readSandbox(c)
	_, _ = readWithout(c)
	_, _ = readDemands(c)
	given := optionsOf(c)
	for name := range given {
		_, _ = given.words(name)
	}
	_, _ = harness.Parse(given[inputOption])
}
