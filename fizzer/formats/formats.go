// Package formats is what a run leaves in its output folder besides the suite: the names of the files and the types of their
// content. The run writes them; the report, the live view, the comparisons and `fizzer resume` read them. There are types and
// constants only, and nothing of ours is imported but the format of the location table, so that a reader of the files depends
// on no part of the engine.
//
//	run.json         Run
//	statistics.json  Statistics
//	progress.jsonl   Progress, one a line
//	details.json     Details
package formats

// Producer is the first word of the producer in the metadata of suites of ours.
const Producer = "fizzer"

// Names of what a run leaves in its output folder.
const (
	RunFile        = "run.json"        // what the run was started with, written first
	SuiteFolder    = "test-suite"      // the tests with their metadata
	SuiteZip       = "test-suite.zip"  // the same, packed
	StatisticsFile = "statistics.json" // written last
	DetailsFile    = "details.json"    // what `fizzer report` shows beyond the other files
	ProgressFile   = "progress.jsonl"  // a line of JSON about once a second while the engine works

	// CrashFolder gets, for each signal and for timeouts, a folder with one numbered folder for each place of a bad end: the
	// test, and reproduce.sh, which runs the original program with its values under AddressSanitizer or gdb.
	CrashFolder = "crashes"

	// CrashProgram is a script in such a folder that reproduce.sh reads; its second line is a comment: kind and place of the bad end.
	CrashProgram = "program.sh"

	ReportFile = "report.html" // the page by `fizzer report`
)

// Run is the content of the run file.
type Run struct {
	File    string              `json:"file"`    // task or program, absolute
	Options map[string][]string `json:"options"` // those that were given, without their dashes
}

// Phases of a run.
const (
	PhaseBuilding  = "building the program"
	PhaseSearching = "searching"
	PhaseJudging   = "judging the suite by replay"
)

// Progress is one line of the progress file. Times, executions and what is covered go on in a resumed run where the run before
// stopped.
type Progress struct {
	Phase       string  `json:"phase"`
	WallSeconds float64 `json:"wall_seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`     // of all processes
	Goals       *Goals  `json:"goals,omitempty"` // reached so far by the tests on the gcc build; null where they are not measured
	Tests       int     `json:"tests"`
	BadEnds     int     `json:"bad_ends,omitempty"` // places of bad ends of the program, found by this run
	Engine      Summary `json:"engine"`
}

// Goals is what replay counted.
type Goals struct {
	Covered int  `json:"covered"`
	Total   int  `json:"total"`
	Engine  int  `json:"engine,omitempty"`  // branches: goals that runs of the instrumented program lead to, those covered included
	BadEnd  int  `json:"bad_end,omitempty"` // of these, those not covered that only runs lead to which crash or never end
	Partial bool `json:"partial,omitempty"` // the budget ended before every test was replayed
}

// How a program was run.
const (
	ModePersistent = "persistent" // many runs in one process
	ModeForked     = "forked"     // a process for each run, since the program uses what cannot be put back
	ModeFellBack   = "fell back"  // persistent at first, and forked since a run differed from one in a fresh process
)

// Reasons for the end of a run besides the budget's: cpu-time, wall-time and executions.
const (
	StoppedBySignal   = "signal"
	StoppedByError    = "error-reached"
	StoppedByComplete = "nothing-left"
	StoppedByGoals    = "goals-covered" // the tests reach all of the validators' goals
	StoppedByFailure  = "error"         // the line RESULT says which
)

// Before are the figures of the runs that were resumed, together.
type Before struct {
	Executions  uint64  `json:"executions"`
	CPUSeconds  float64 `json:"cpu_seconds"` // of all processes
	WallSeconds float64 `json:"wall_seconds"`
}

// Statistics is the content of the statistics file.
type Statistics struct {
	Version            string  `json:"version"`
	Program            string  `json:"program"`
	Property           string  `json:"property"`
	DataModel          string  `json:"data_model"`
	Seed               uint64  `json:"seed"`
	Machine            string  `json:"machine"`
	Executions         uint64  `json:"executions"`
	Before             *Before `json:"before,omitempty"`      // what is not in the figures: the runs that this one resumed
	CPUSeconds         float64 `json:"cpu_seconds"`           // of all processes
	WallSeconds        float64 `json:"wall_seconds"`          //
	LastTestCPUSeconds float64 `json:"last_test_cpu_seconds"` // when the newest test was found
	Tests              int     `json:"tests"`
	Goals              *Goals  `json:"goals"` // null when the run ended before replay
	// of running the program, one of the Mode constants; empty when it never ran
	Mode         string   `json:"mode"`
	Persistent   bool     `json:"persistent"`              // many runs were made in one process
	Forked       string   `json:"forked,omitempty"`        // why each run had a process of its own
	SandboxLacks []string `json:"sandbox_lacks,omitempty"` // layers of the target's sandbox that are not in force
	Implied      int      `json:"implied"`                 // locations that are not recorded, because they follow from others
	Contexts     Contexts `json:"contexts"`                // what the hashes of calling contexts are worth
	Compared     uint64   `json:"compared"`                // persistent runs that were repeated in a fresh process
	// tests that a fresh process ran differently; those of which it left what cannot be true are not in the suite
	NotReproduced int `json:"not_reproduced"`
	Repaired      int `json:"repaired"` // tests that crashed or hung on the gcc build and were cut
	Lost          int `json:"lost"`     // tests that crash or hang there whatever is cut
	// tests that did not reach there what they reached on the instrumented program
	Disagreements int            `json:"disagreements"`
	Swapped       int            `json:"swapped"`               // of them, those that did when two values were exchanged
	Seeds         int            `json:"seeds"`                 // tests that the run started from
	Crashes       map[string]int `json:"crashes"`               // places of bad ends of the program, by signal or timeout
	StoppedBy     string         `json:"stopped_by"`            // one of the reasons above or of the budget
	Interrupted   string         `json:"interrupted,omitempty"` // compiler or other tool that was at work when the run had to end
	ErrorReached  bool           `json:"error_reached"`
	Engine        Summary        `json:"engine"`
	Solver        *Solver        `json:"solver,omitempty"` // in a process of its own; null where none was asked for
}
