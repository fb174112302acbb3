// Package formats defines the files that a run leaves in its output folder besides the suite: their names and the types of their
// content. The run writes them; the report, the live view, the comparisons and `fizzer resume` read them. The package has only types
// and constants. It imports nothing of this module but the format of the location table, so that a reader of the files depends on no
// part of the engine.
//
// Names in the files are of small letters with underscores. The keys of a map are names from elsewhere: options, signals. docs/schema
// describes the files; `go run ./fizzer/schema` makes it from the types.
//
//	run.json         Run
//	statistics.json  Statistics
//	progress.jsonl   Progress, one a line
//	details.json     Details
//	crash.json       Crash, one in the folder of each bad end
package formats

// Producer is the first word of the producer in the metadata of our suites.
const Producer = "fizzer"

// Names of files and folders in the output folder.
const (
	RunFile        = "run.json"        // options of the run, written first
	SuiteFolder    = "test-suite"      // the tests with their metadata
	SuiteZip       = "test-suite.zip"  // the same, packed
	StatisticsFile = "statistics.json" // written last
	DetailsFile    = "details.json"    // what `fizzer report` shows beyond the other files
	ProgressFile   = "progress.jsonl"  // a line of JSON about once a second while the engine works

	// CrashFolder has a folder for each signal and for timeouts, with one numbered folder for each different bad end: the test, and
	// reproduce.sh, which runs the original program with its values under AddressSanitizer or gdb.
	CrashFolder = "crashes"

	// CrashFile and CrashReport are in such a folder, too: what is known about the bad end, and the report of a sanitizer, if there is one.
	CrashFile   = "crash.json"
	CrashReport = "report.txt"

	// CrashProgram is a script in such a folder that reproduce.sh reads. Its second line is a comment: kind and place of the bad end.
	CrashProgram = "program.sh"

	ReportFile = "report.html" // the page by `fizzer report`
)

// Run is the content of the run file.
type Run struct {
	File    string              `json:"file"`             // task or first file of the program, absolute
	Files   []string            `json:"files,omitempty"`  // its other files, absolute
	Folder  string              `json:"folder,omitempty"` // relative paths in options of compilers are relative to it
	Options map[string][]string `json:"options"`          // the given ones, without their dashes
}

// Phases of a run.
const (
	PhaseBuilding  = "building the program"
	PhaseSearching = "searching"
	PhaseJudging   = "judging the suite by replay"
)

// Progress is one line of the progress file. In a resumed run, times, executions and coverage continue those of the run before.
type Progress struct {
	Phase       string  `json:"phase"`
	WallSeconds float64 `json:"wall_seconds"`
	CPUSeconds  float64 `json:"cpu_seconds"`     // of all processes
	Goals       *Goals  `json:"goals,omitempty"` // reached so far by the tests on the gcc build; null: not measured
	Tests       int     `json:"tests"`
	BadEnds     int     `json:"bad_ends,omitempty"` // different bad ends of the program in this run
	Engine      Summary `json:"engine"`

	Searches []Search `json:"searches,omitempty"` // on other machines, in a shared run; only in the lines of about each second
}

// Goals is what replay counted.
type Goals struct {
	Covered int `json:"covered"`
	Total   int `json:"total"`
	Engine  int `json:"engine,omitempty"`  // branches: goals that runs of the instrumented program lead to, including covered ones
	BadEnd  int `json:"bad_end,omitempty"` // of these, missed goals that only crashing or hanging runs lead to
	// branches: missed goals that no input reaches, as the location table says
	Unreachable int  `json:"unreachable,omitempty"`
	Partial     bool `json:"partial,omitempty"` // the budget ended before every test was replayed
}

// How a program was run.
const (
	ModePersistent = "persistent" // many runs in one process
	ModeForked     = "forked"     // a process for each run, because the program's effects may outlive a run
	ModeFellBack   = "fell back"  // persistent first; forked since a run differed from one in a fresh process
)

// Reasons for the end of a run, besides those of package budget.
const (
	StoppedBySignal   = "signal"
	StoppedByError    = "error-reached"
	StoppedByComplete = "nothing-left"
	StoppedByLimits   = "limits"        // the program reads nothing before its run ends at a limit of ours: more cannot be tried
	StoppedByGoals    = "goals-covered" // the tests reach all of the validators' goals that some input may reach
	StoppedByFailure  = "error"         // see the line RESULT
)

// Before is the sum over the runs that were resumed.
type Before struct {
	Executions  uint64  `json:"executions"`
	CPUSeconds  float64 `json:"cpu_seconds"` // of all processes
	WallSeconds float64 `json:"wall_seconds"`
}

// Excerpt is a part of a large program that was searched before the whole of it was built.
type Excerpt struct {
	Functions  int     `json:"functions"`   // that it has
	LeftOut    int     `json:"left_out"`    // functions that end the run instead
	Executions uint64  `json:"executions"`  // of it; executions of the statistics contain them
	Tests      int     `json:"tests"`       // found with it
	CPUSeconds float64 `json:"cpu_seconds"` // of all processes when its search ended
}

// Statistics is the content of the statistics file.
type Statistics struct {
	Version            string   `json:"version"`
	Program            string   `json:"program"`
	Property           string   `json:"property"`
	DataModel          string   `json:"data_model"`
	Seed               uint64   `json:"seed"`
	Machine            string   `json:"machine"`
	Executions         uint64   `json:"executions"`
	Before             *Before  `json:"before,omitempty"`      // runs that this one resumed; the other figures do not contain them
	Excerpt            *Excerpt `json:"excerpt,omitempty"`     // part of a large program that was searched first; null: none was
	CPUSeconds         float64  `json:"cpu_seconds"`           // of all processes
	WallSeconds        float64  `json:"wall_seconds"`          //
	LastTestCPUSeconds float64  `json:"last_test_cpu_seconds"` // when the newest test was found
	FasterCPUSeconds   float64  `json:"faster_cpu_seconds"`    // when a faster build of the target took over; 0: none did
	LeanCPUSeconds     float64  `json:"lean_cpu_seconds"`      // when the lean form of the target was there; 0: it never was
	Tests              int      `json:"tests"`
	Goals              *Goals   `json:"goals"` // null: the run ended before replay
	// how the program was run, one of the Mode constants; empty: never
	Mode         string   `json:"mode"`
	Persistent   bool     `json:"persistent"`              // many runs were made in one process
	Forked       string   `json:"forked,omitempty"`        // why each run had a process of its own
	SandboxLacks []string `json:"sandbox_lacks,omitempty"` // layers of the target's sandbox that are not in force
	Implied      int      `json:"implied"`                 // locations that are not recorded because they follow from others
	Unreachable  int      `json:"unreachable"`             // locations that no input reaches
	Constant     int      `json:"constant"`                // directions of the others that no input takes, because constants decide
	Contexts     Contexts `json:"contexts"`                // reliability of the hashes of calling contexts
	Compared     uint64   `json:"compared"`                // persistent runs that were repeated in a fresh process
	// tests that a fresh process ran differently; garbled ones are not in the suite
	NotReproduced int `json:"not_reproduced"`
	Repaired      int `json:"repaired"` // tests that crashed or hung on the gcc build and were shortened
	Lost          int `json:"lost"`     // tests that crash or hang there however they are shortened
	// tests that did not reach there what they reached on the instrumented program
	Disagreements int            `json:"disagreements"`
	Swapped       int            `json:"swapped"`             // of these, those that did after values were exchanged
	Seeds         int            `json:"seeds"`               // tests that the run started from
	CutSeeds      int            `json:"cut_seeds,omitempty"` // of these, those of which a harness could not give the end
	Crashes       map[string]int `json:"crashes"`             // number of different bad ends of the program, by signal or timeout
	// why the run ended: cpu-time, wall-time, executions, goals-covered, error-reached, nothing-left, limits, signal or error
	StoppedBy    string  `json:"stopped_by"`
	Interrupted  string  `json:"interrupted,omitempty"` // compiler or other tool that was stopped at the end of the run
	ErrorReached bool    `json:"error_reached"`
	Engine       Summary `json:"engine"`
	Solver       *Solver `json:"solver,omitempty"` // a child solver; null: none was asked for

	Searches []Search `json:"searches,omitempty"` // on other machines, in a shared run
}

// Search is a search on another machine that took part in a run.
type Search struct {
	Name       string `json:"name"`           // of its machine; no two searches of a run have the same
	Executions uint64 `json:"executions"`     // as it says
	Directions int    `json:"directions"`     // that it covered, as it says
	Finds      int    `json:"finds"`          // that came from it
	Counted    int    `json:"counted"`        // of these, finds that covered something new here
	Gone       bool   `json:"gone,omitempty"` // it has left, or nothing was heard of it for a while
}
