package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/export"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

const branches = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )"

// suiteOf writes a suite for a program with these tests: "1 2" has two values.
func suiteOf(t *testing.T, folder, program string, change func(*suite.Metadata), tests ...string) {
	t.Helper()
	hash := sha256.Sum256([]byte(content(program)))
	metadata := suite.Metadata{Producer: "other", Specification: branches, ProgramFile: program, ProgramHash: hex.EncodeToString(hash[:]),
		Architecture: "64bit", Created: time.Unix(0, 0)}
	if change != nil {
		change(&metadata)
	}
	writer, err := suite.Create(folder, metadata)
	if err != nil {
		t.Fatal(err)
	}
	for _, values := range tests {
		var test suite.Test
		for value := range strings.FieldsSeq(values) {
			test.Inputs = append(test.Inputs, suite.Input{Type: "int", Value: value})
		}
		if _, err := writer.Add(test); err != nil {
			t.Fatal(err)
		}
	}
}

// valuesIn returns the values of the tests of a suite, as suiteOf has them, with commas between tests.
func valuesIn(t *testing.T, folder string) string {
	t.Helper()
	s, err := suite.Read(folder)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, test := range s.Tests {
		var values []string
		for _, input := range test.Inputs {
			values = append(values, input.Value)
		}
		all = append(all, strings.Join(values, " "))
	}
	return strings.Join(all, ",")
}

// The union of suites has each test once, and says that it is ours. Files that are no tests are named.
func TestMerge(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "b.c": program + "\n", "two/odd.xml": "<", "full/file": ""})
	at := func(name string) string { return filepath.Join(folder, name) }
	suiteOf(t, at("one"), at("a.c"), nil, "1", "2 3")
	suiteOf(t, at("run/"+formats.SuiteFolder), at("a.c"), nil, "2 3", "4")
	suiteOf(t, at("another"), at("b.c"), nil, "1")
	suiteOf(t, at("narrow"), at("a.c"), func(m *suite.Metadata) { m.Architecture = "32bit" }, "1")
	check(t, folder, map[string]ended{
		"fizzer merge $/all $/one $/run $/one": {exitDone, "tests: 3 of 6\n"},
		"fizzer merge $/all":                   {exitUsage, "name the folder to write and at least one suite"},
		"fizzer merge $/new $/none":            {exitNoFile, "none"},
		"fizzer merge $/new $/one $/another":   {exitNoFile, "suite 2: it is for another program"},
		"fizzer merge $/new $/one $/narrow":    {exitNoFile, "suite 2: it is for 32bit, the first one for 64bit"},
		"fizzer merge $/full $/one":            {exitOutput, "full is not empty; name a new folder"},
		"fizzer merge $/a.c $/one":             {exitOutput, "a.c"},
	})
	if got := valuesIn(t, at("all")); got != "1,2 3,4" {
		t.Error(got)
	}
	s, err := suite.Read(at("all"))
	if err != nil || s.Metadata.Producer != formats.Producer+" "+Version || s.Metadata.ProgramFile != at("a.c") ||
		s.Metadata.Created.Unix() == 0 {
		t.Errorf("%+v, %v", s, err)
	}
	write(t, at("one"), map[string]string{"odd.xml": "<"})
	check(t, folder, map[string]ended{"fizzer merge $/noted $/one": {exitDone, "fizzer: note: not read: odd.xml"}})
	var notes strings.Builder
	twice, err := openSuite(contextOf(&notes), at("one"))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		for _, err := range twice.Tests {
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	if strings.Count(notes.String(), "odd.xml") != 1 {
		t.Errorf("notes of a suite that is read twice: %s", notes.String())
	}
}

// Suites, programs and options that do not fit together, before anything is built.
func TestSubjects(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("PATH", t.TempDir())
	write(t, folder, map[string]string{"a.c": program, "changed.c": program, "broken/run.json": "{"})
	at := func(name string) string { return filepath.Join(folder, name) }
	suiteOf(t, at("one"), at("a.c"), nil, "1")
	suiteOf(t, at("changed"), at("changed.c"), nil, "1")
	suiteOf(t, at("gone"), at("none.c"), nil, "1")
	suiteOf(t, at("odd"), at("a.c"), func(m *suite.Metadata) { m.Specification = "odd" }, "1")
	suiteOf(t, at("broken/"+formats.SuiteFolder), at("a.c"), nil, "1")
	write(t, folder, map[string]string{"changed.c": program + "\n"})
	check(t, folder, map[string]ended{
		"fizzer minimize $/new":                                {exitUsage, "name the folder to write, a suite, and the program"},
		"fizzer minimize $/new $/none":                         {exitNoFile, "none"},
		"fizzer minimize $/new $/gone":                         {exitNoFile, "none.c"},
		"fizzer minimize $/new $/odd":                          {exitTask, "test suite " + at("odd") + ": not a coverage property"},
		"fizzer minimize $/new $/changed":                      {exitNoFile, "was changed since; start a run with --seeds"},
		"fizzer minimize $/new $/broken":                       {exitNoFile, "run.json"},
		"fizzer minimize --data-model ILP32 $/new $/one":       {exitUsage, "--property and --data-model are for a program that is named"},
		"fizzer minimize --data-model ILP16 $/new $/one $/a.c": {exitUsage, "--data-model"},
		"fizzer minimize --property $/a.c $/new $/one $/a.c":   {exitTask, "not a coverage property"},
		"fizzer minimize --time-limit soon $/new $/one":        {exitUsage, "--time-limit"},
		"fizzer minimize --cpu-time soon $/new $/one":          {exitUsage, "--cpu-time"},
		"fizzer minimize --wall-time soon $/new $/one":         {exitUsage, "--wall-time"},
		"fizzer minimize --memory 1 $/new $/one":               {exitUsage, "--memory"},
		"fizzer minimize --test-memory 1 $/new $/one":          {exitUsage, "--test-memory"},
		"fizzer minimize --sandbox no $/new $/one":             {exitUsage, "--sandbox"},
		"fizzer diff $/one":                                    {exitUsage, "name two suites, and the program if the first one does not tell"},
		"fizzer diff $/one $/none":                             {exitNoFile, "none"},
		"fizzer diff $/none $/one":                             {exitNoFile, "none"},
		"fizzer diff $/one $/one $/none.c":                     {exitNoFile, "none.c"},
		"fizzer diff $/one $/one":                              {exitMissing, "a working gcc is missing"},
		"fizzer replay":                                        {exitUsage, "name a test suite"},
		"fizzer replay $/one":                                  {exitUsage, "name a task or a program behind the test suite"},
		"fizzer replay --sandbox no $/one $/a.c":               {exitUsage, "--sandbox"},
		"fizzer replay --property $/a.c $/one $/a.c":           {exitTask, "not a coverage property"},
	})
}

// The difference has what only one suite reaches, as text and as JSON.
func TestDifference(t *testing.T) {
	goals := []goal.Goal{{File: "a.c", Owner: 1, Kind: "then", Function: "f"}, {File: "a.c", Owner: 2, Kind: "else", Function: "f"},
		{File: "b\n.c", Owner: 3, Kind: "then", Function: "g"}, {File: "a.c", Owner: 4}}
	d := compare(goals, [2][]bool{{true, true, false, false}, {true, false, true, false}})
	var out strings.Builder
	d.write(&out)
	const want = "< a.c:2: else in f\n> b\\u000a.c:3: then in g\ngoals: 4\nfirst: 2\nsecond: 2\nonly-first: 1\nonly-second: 1\n"
	if out.String() != want {
		t.Errorf("%s", out.String())
	}
	text, err := json.Marshal(compare(goals[:1], [2][]bool{{true}, {true}}))
	if err != nil || string(text) != `{"goals":1,"reached":[1,1],"only_first":[],"only_second":[]}` {
		t.Errorf("%s, %v", text, err)
	}
}

// byName runs a test by its name: that is how it ends.
type byName map[string]*replay.Outcome

func (e byName) Run(_ context.Context, test suite.Test) (*replay.Outcome, error) {
	if outcome := e[test.Name]; outcome != nil {
		return outcome, nil
	}
	return nil, errors.New("no such test")
}

// A test is exported with the ending of the program. Those that have none are left out, with a note.
func TestEndings(t *testing.T) {
	runner := byName{
		"exit": {Ending: replay.Exited, ExitCode: 3}, "crash": {Ending: replay.Signalled, Signal: 11},
		"short": {Ending: replay.OutOfInputs, ExitCode: 1},
		"long":  {Ending: replay.TimedOut}, "large": {Ending: replay.OutOfMemory}, "odd": {Ending: replay.Malformed},
	}
	var tests []suite.Test
	for _, name := range []string{"exit", "crash", "short", "long", "large", "odd"} {
		tests = append(tests, suite.Test{Name: name})
	}
	for direct, want := range map[bool]string{false: "exit crash short", true: "exit crash"} {
		var out strings.Builder
		var all []export.Test
		var kept []string
		for test, err := range withEndings(contextOf(&out), runner, suite.Each(tests), direct) {
			if err != nil {
				t.Fatal(err)
			}
			all, kept = append(all, test), append(kept, test.Name)
		}
		if strings.Join(kept, " ") != want || all[0].Status != 3 || all[1].Signal != 11 {
			t.Errorf("direct %v: %+v", direct, all)
		}
		if notes := out.String(); strings.Count(notes, "left out") != len(tests)-len(kept) ||
			!strings.Contains(notes, "fizzer: note: left out: long ended by timeout\n") {
			t.Error(notes)
		}
	}
	for test, err := range withEndings(contextOf(&strings.Builder{}), runner, suite.Each([]suite.Test{{}}), false) {
		if err == nil {
			t.Errorf("a test that cannot be run is exported: %+v", test)
		}
	}
}

// Suites are compared and made smaller by replay on the program that they name.
func TestReplayedSuites(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.i": "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n" +
		"  if (__VERIFIER_nondet_int() > 5)\n    return 1;\n  return 0;\n}\n"})
	at := func(name string) string { return filepath.Join(folder, name) }
	suiteOf(t, at("high"), at("a.i"), nil, "9", "8", "1")
	suiteOf(t, at("low"), at("a.i"), nil, "2")
	code, out, messages := call("fizzer diff " + at("high") + " " + at("low"))
	if code != exitDone || !strings.HasPrefix(out, "< "+at("a.i")+":3: ") ||
		!strings.HasSuffix(out, " in main\ngoals: 2\nfirst: 2\nsecond: 1\nonly-first: 1\nonly-second: 0\n") {
		t.Errorf("%d, %s%s", code, out, messages)
	}
	check(t, folder, map[string]ended{"fizzer minimize $/few $/high": {exitDone, "tests: 2 of 3\ngoals: 2/2\n"}})
	if got := valuesIn(t, at("few")); got != "9,1" {
		t.Error(got)
	}
}
