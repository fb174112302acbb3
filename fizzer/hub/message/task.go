package message

import (
	"errors"
	"fmt"
	"strings"
)

// Task is one program to be tested. Its C files, preprocessed, are in an archive with names of ours (File, HarnessFile).
type Task struct {
	Sender
	Submission string   `json:"submission"`
	Number     int      `json:"number"`            // in the submission, from 0
	Name       string   `json:"name"`              // for people
	Files      int      `json:"files"`             // C files in the archive
	Harness    *Harness `json:"harness,omitempty"` // nil: the program calls input functions itself
	Property   string   `json:"property"`          // text of the property
	DataModel  string   `json:"data_model"`        // ILP32 or LP64
	Options    Options  `json:"options"`

	// Language has the compiler's options about language and processor for each C file; empty: none. Who receives them checks the words.
	Language [][]string `json:"language,omitempty"`
}

// Harness is what a worker has to know of the C file that gives the program its inputs, besides its text (task.Harness).
type Harness struct {
	Resets []string `json:"resets,omitempty"` // functions of the C library
	Calls  bool     `json:"calls"`            // it calls the program's main function
}

// Options of a run that may be chosen from afar. What concerns the machine, such as the policy of its sandbox, may not.
type Options struct {
	CPU        int64    `json:"cpu_ms"`     // of all processes; 0: unlimited
	Wall       int64    `json:"wall_ms"`    // 0: enough for CPU
	Executions uint64   `json:"executions"` // 0: unlimited
	Memory     uint64   `json:"memory"`     // bytes; a worker may give less
	Seed       uint64   `json:"seed"`
	Strategy   string   `json:"strategy"`
	Without    []string `json:"without,omitempty"`
	Solver     string   `json:"solver"`
}

// File is the name of a task's C file in its archive; files count from 0.
func File(number int) string { return fmt.Sprintf("program%d.i", number) }

// HarnessFile is the name of a task's harness in its archive.
const HarnessFile = "harness.c"

// Check checks the ranges of all fields.
func (t *Task) Check() error {
	return errors.Join(t.Sender.Check(), CheckID(t.Submission), checkRange("number", t.Number, 0, MaxTasks-1), checkName("name", t.Name),
		checkRange("files", t.Files, 1, MaxFiles), checkName("property", t.Property), checkModel(t.DataModel), t.Options.check(),
		t.Harness.check(), t.checkLanguage())
}

// Bounds of options of a compiler.
const (
	maxLanguage     = 32 // for a file
	maxLanguageWord = 64 // bytes
)

func (t *Task) checkLanguage() error {
	if len(t.Language) != 0 && len(t.Language) != t.Files {
		return fmt.Errorf("language: options of %d files for %d", len(t.Language), t.Files)
	}
	for _, words := range t.Language {
		if len(words) > maxLanguage {
			return fmt.Errorf("language: %d options of a file; at most %d are allowed", len(words), maxLanguage)
		}
		for _, word := range words {
			if len(word) > maxLanguageWord || !strings.HasPrefix(word, "-") || strings.ContainsFunc(word, notPlain) {
				return fmt.Errorf("language: %.64q is no option", word)
			}
		}
	}
	return nil
}

// notPlain tells whether a character is in no option about the language.
func notPlain(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("@'\"\\`$", r) }

func (h *Harness) check() error {
	if h == nil {
		return nil
	}
	err := checkRange("resets", len(h.Resets), 0, maxResets)
	if err != nil {
		return err
	}
	for _, word := range h.Resets {
		err = errors.Join(err, checkWord("resets", word))
	}
	return err
}

func checkModel(model string) error {
	if model != "ILP32" && model != "LP64" {
		return fmt.Errorf("data model %.20q is unknown", model)
	}
	return nil
}

func (o *Options) check() error {
	err := errors.Join(checkRange("cpu_ms", o.CPU, 0, maxDuration), checkRange("wall_ms", o.Wall, 0, maxDuration),
		checkRange("executions", o.Executions, 0, 1<<62), checkRange("memory", o.Memory, 1, 1<<50), checkWord("strategy", o.Strategy),
		checkWord("solver", o.Solver), checkRange("without", len(o.Without), 0, maxWithout))
	if err != nil {
		return err
	}
	for _, word := range o.Without {
		err = errors.Join(err, checkWord("without", word))
	}
	return err
}

// Key is the name of a task among all of a hub.
func (t *Task) Key() string { return Key(t.Submission, t.Number) }

// Key is the name of a task of a submission.
func Key(submission string, number int) string { return fmt.Sprintf("%s.%d", submission, number) }

// States of a result.
const (
	Done   = "done"    // the run ended by itself; its files are in the archive
	Failed = "failed"  // the run reported an error, which another worker would report, too
	GaveUp = "gave up" // several workers were lost at it
)

// Result is how a task ended.
type Result struct {
	Sender
	Submission string    `json:"submission"`
	Number     int       `json:"number"`
	Worker     string    `json:"worker"`            // its name for people
	State      string    `json:"state"`             // one of the above
	Text       string    `json:"text,omitempty"`    // why, or the last lines of the log
	Archive    string    `json:"archive,omitempty"` // id of the archive with the files of the run; empty: none
	Figures    Figures   `json:"figures"`
	Attempts   []Attempt `json:"attempts,omitempty"`
}

// Figures sum up a run. They are shown and believed by nobody: the files of the run are what counts.
type Figures struct {
	Tests      int     `json:"tests"`
	Covered    int     `json:"covered"`
	Goals      int     `json:"goals"` // 0: not measured
	Executions uint64  `json:"executions"`
	CPU        float64 `json:"cpu_seconds"`
}

// Check checks the ranges of all fields.
func (r *Result) Check() error {
	err := errors.Join(r.Sender.Check(), CheckID(r.Submission), checkRange("number", r.Number, 0, MaxTasks-1), checkName("worker", r.Worker),
		checkText("text", r.Text), r.Figures.check(), checkAttempts(r.Attempts))
	if r.State != Done && r.State != Failed && r.State != GaveUp {
		err = errors.Join(err, fmt.Errorf("state %.20q is unknown", r.State))
	}
	if r.Archive != "" {
		err = errors.Join(err, CheckID(r.Archive))
	}
	return err
}

func (f *Figures) check() error {
	return errors.Join(checkRange("tests", f.Tests, 0, 1<<40), checkRange("covered", f.Covered, 0, 1<<40),
		checkRange("goals", f.Goals, 0, 1<<40), checkRange("executions", f.Executions, 0, 1<<62), checkRange("cpu_seconds", f.CPU, 0, 1e12))
}

// Key is the name of the result's task.
func (r *Result) Key() string { return Key(r.Submission, r.Number) }

// Attempt is one worker's turn at a task.
type Attempt struct {
	ID         string `json:"id"`
	Worker     string `json:"worker"`                // its name for people
	HandedBack bool   `json:"handed_back,omitempty"` // the worker was told to stop; this does not count
	Failure    string `json:"failure,omitempty"`     // empty: still at work, or lost
}

// Attempts are the turns at a task so far.
type Attempts struct {
	All []Attempt `json:"all"`
}

// Check checks the ranges of all fields.
func (a *Attempts) Check() error { return checkAttempts(a.All) }

func checkAttempts(all []Attempt) error {
	err := checkRange("attempts", len(all), 0, maxNotes)
	if err != nil {
		return err
	}
	for _, a := range all {
		err = errors.Join(err, CheckID(a.ID), checkName("worker", a.Worker), checkText("failure", a.Failure))
	}
	return err
}

// Begin adds an attempt. The oldest ones that were handed back are forgotten where there are too many.
func (a *Attempts) Begin(id, worker string) {
	for i := 0; i < len(a.All) && len(a.All) >= maxNotes; i++ {
		if a.All[i].HandedBack {
			a.All = append(a.All[:i], a.All[i+1:]...)
		}
	}
	a.All = append(a.All, Attempt{ID: id, Worker: worker})
}

// Find returns the attempt with this id; nil: there is none.
func (a *Attempts) Find(id string) *Attempt {
	for i := range a.All {
		if a.All[i].ID == id {
			return &a.All[i]
		}
	}
	return nil
}

// Lost is the number of attempts that count: those that were not handed back.
func (a *Attempts) Lost() (lost int) {
	for _, one := range a.All {
		if !one.HandedBack {
			lost++
		}
	}
	return lost
}

// Submission is what is kept about a submission while it exists.
type Submission struct {
	Sender
	ID    string `json:"id"`
	Name  string `json:"name"`  // for people: where it came from
	Tasks int    `json:"tasks"` // how many there are
}

// Check checks the ranges of all fields.
func (s *Submission) Check() error {
	return errors.Join(s.Sender.Check(), CheckID(s.ID), checkName("name", s.Name), checkRange("tasks", s.Tasks, 0, MaxTasks))
}

// Worker is what a worker says about itself every few seconds.
type Worker struct {
	Sender
	ID         string   `json:"id"`
	Name       string   `json:"name"` // for people: machine and process
	Jobs       int      `json:"jobs"`
	Busy       []string `json:"busy,omitempty"`   // names of the tasks at work
	Joined     int      `json:"joined,omitempty"` // jobs that take part in shared runs
	Done       int      `json:"done"`             // tasks that it finished
	Failed     int      `json:"failed"`           // attempts that failed
	Executions uint64   `json:"executions"`       // of the finished tasks
	CPU        float64  `json:"cpu_seconds"`      // of the finished tasks
	Covered    int      `json:"covered"`          // goals of the finished tasks that their tests reach
	Goals      int      `json:"goals"`            // of the finished tasks, where they were measured
}

// MaxJobs bounds the jobs of a worker.
const MaxJobs = 1024

// Check checks the ranges of all fields.
func (w *Worker) Check() error {
	err := errors.Join(w.Sender.Check(), CheckID(w.ID), checkName("name", w.Name), checkRange("jobs", w.Jobs, 1, MaxJobs),
		checkRange("busy", len(w.Busy), 0, MaxJobs), checkRange("joined", w.Joined, 0, MaxJobs), checkRange("done", w.Done, 0, 1<<40),
		checkRange("failed", w.Failed, 0, 1<<40), checkRange("executions", w.Executions, 0, 1<<62), checkRange("cpu_seconds", w.CPU, 0, 1e12),
		checkRange("covered", w.Covered, 0, 1<<40), checkRange("goals", w.Goals, 0, 1<<40))
	if err != nil {
		return err
	}
	for _, name := range w.Busy {
		err = errors.Join(err, checkName("busy", name))
	}
	return err
}
