package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

var sender = Sender{Protocol: Protocol, Tool: "0.1.0"}

// examples returns a correct message of each type.
func examples() []Message {
	task := Task{Sender: sender, Submission: "submission1", Number: 3, Name: "a task.yml", Files: 2, Property: "COVER(...)", DataModel: "LP64",
		Harness: &Harness{Resets: []string{"fgets"}, Calls: true}, Language: [][]string{{"-std=gnu89", "-msse4.2"}, nil},
		Options: Options{CPU: 1000, Memory: 1 << 30, Seed: math.MaxUint64, Strategy: "portfolio", Without: []string{"breed"}, Solver: "none"}}
	attempts := []Attempt{{ID: "worker001", Worker: "w", HandedBack: true}, {ID: "worker002", Worker: "w", Failure: "a\nb"}}
	return []Message{
		&task,
		&Result{Sender: sender, Submission: "submission1", Worker: "w", State: Done, Archive: "archive12",
			Figures: Figures{Tests: 3, Covered: 1, Goals: 2, Executions: 9, CPU: 1.5}, Attempts: attempts},
		&Attempts{All: attempts},
		&Submission{Sender: sender, ID: "submission1", Name: "n", Tasks: 5},
		&Worker{Sender: sender, ID: "worker001", Name: "w", Jobs: 2, Busy: []string{"t"}, Covered: 5, Goals: 9},
		&Run{Sender: sender, ID: "sharedrun1", Owner: "worker001", Task: task},
		&Find{From: "worker001", Name: "w", Input: []byte{0, 1, 2}, Reads: []Read{{1, 4}}, Limits: Limits{Conditions: 9}, Covered: []uint32{7}},
		&Beat{From: "worker001", Name: "w", Executions: 4, Covered: 2, Goals: 3},
	}
}

func fresh(m Message) Message { return reflect.New(reflect.TypeOf(m).Elem()).Interface().(Message) }

func TestRoundTrip(t *testing.T) {
	for _, m := range examples() {
		text, err := Encode(m)
		if err != nil {
			t.Errorf("%T: %v", m, err)
			continue
		}
		got := fresh(m)
		if err := Decode(text, got); err != nil || !reflect.DeepEqual(got, m) {
			t.Errorf("%T: %+v, error %v; want %+v", m, got, err, m)
		}
		for _, wrong := range [][]byte{text[:len(text)-1], append(bytes.Clone(text), '1'), nil, []byte("[]"), []byte("null1"),
			[]byte(`{"unknown":1,` + string(text[1:])), bytes.Repeat([]byte(" "), MaxBytes+1)} {
			if Decode(wrong, fresh(m)) == nil {
				t.Errorf("%T: %.60q is accepted", m, wrong)
			}
		}
	}
}

// TestRefused: each value out of its range is refused, by receivers and by senders.
func TestRefused(t *testing.T) {
	long := strings.Repeat("x", 300)
	for _, change := range []func(*Task){
		func(t *Task) { t.Protocol = 0 },
		func(t *Task) { t.Tool = "" },
		func(t *Task) { t.Submission = "a.b.c.d.e" },
		func(t *Task) { t.Submission = "../../../x" },
		func(t *Task) { t.Submission = "short" },
		func(t *Task) { t.Number = -1 },
		func(t *Task) { t.Number = MaxTasks },
		func(t *Task) { t.Name = long },
		func(t *Task) { t.Name = "two\nlines" },
		func(t *Task) { t.Name = "\x1b[2J" },
		func(t *Task) { t.Files = 0 },
		func(t *Task) { t.Files = MaxFiles + 1 },
		func(t *Task) { t.Property = long },
		func(t *Task) { t.DataModel = "ILP64" },
		func(t *Task) { t.Harness = &Harness{Resets: []string{"a b"}} },
		func(t *Task) { t.Harness = &Harness{Resets: make([]string, maxResets+1)} },
		func(t *Task) { t.Language = t.Language[:1] },
		func(t *Task) { t.Language[1] = make([]string, maxLanguage+1) },
		func(t *Task) { t.Language[1] = []string{"-f" + long} },
		func(t *Task) { t.Language[1] = []string{"program1.i"} },
		func(t *Task) { t.Language[1] = []string{"-std=x -fplugin=x"} },
		func(t *Task) { t.Language[1] = []string{"-std=`x`"} },
		func(t *Task) { t.Language[1] = []string{"-std=\n"} },
		func(t *Task) { t.Options.CPU = -1 },
		func(t *Task) { t.Options.Wall = maxDuration + 1 },
		func(t *Task) { t.Options.Executions = math.MaxUint64 },
		func(t *Task) { t.Options.Memory = 0 },
		func(t *Task) { t.Options.Strategy = "--output=/" },
		func(t *Task) { t.Options.Solver = "/bin/sh" },
		func(t *Task) { t.Options.Without = []string{"a b"} },
		func(t *Task) { t.Options.Without = make([]string, maxWithout+1) },
	} {
		task := examples()[0].(*Task)
		change(task)
		if _, err := Encode(task); err == nil {
			t.Errorf("%+v is sent", task)
		}
		text, err := json.Marshal(task)
		if err == nil && Decode(text, &Task{}) == nil {
			t.Errorf("%+v is accepted", task)
		}
	}
	for _, m := range []Message{
		&Submission{Sender: sender, ID: "submission1", Name: "\xff"},
		&Result{Sender: sender, Submission: "submission1", Worker: "w", State: "other"},
		&Result{Sender: sender, Submission: "submission1", Worker: "w", State: Done, Archive: "../archive"},
		&Result{Sender: sender, Submission: "submission1", Worker: "w", State: Done, Text: strings.Repeat("x", maxText+1)},
		&Result{Sender: sender, Submission: "submission1", Worker: "w", State: Done, Figures: Figures{CPU: math.Inf(1)}},
		&Attempts{All: make([]Attempt, maxNotes+1)},
		&Worker{Sender: sender, ID: "worker001", Name: "w"},
		&Worker{Sender: sender, ID: "worker001", Name: "w", Jobs: 1, Busy: []string{"\n"}},
		&Find{From: "worker001", Name: "w", Input: make([]byte, maxInput+1)},
		&Find{From: "worker001", Name: "w", Covered: []uint32{math.MaxUint32}},
		&Beat{From: "worker001", Name: "w", Directions: -1},
		&Beat{From: "worker001", Name: "w", Covered: 4, Goals: 3},
		&Beat{From: "worker001", Name: "w", Goals: -1},
		&Run{Sender: sender, ID: "sharedrun1", Owner: "worker001"},
	} {
		if _, err := Encode(m); err == nil {
			t.Errorf("%T %+v is sent", m, m)
		}
	}
}

// TestLargestFits: the largest find that Check accepts, and a task with the most options, fit into a message.
func TestLargestFits(t *testing.T) {
	f := examples()[6].(*Find)
	f.Input = bytes.Repeat([]byte{255}, maxInput)
	for range maxReads + 7 {
		f.Reads = append(f.Reads, Read{math.MaxUint16, math.MaxUint16})
		f.Covered = append(f.Covered, 2*maxLocations-1)
	}
	if !f.Cut() {
		t.Error("the input does not fit")
	}
	if _, err := Encode(f); err != nil {
		t.Error(err)
	}
	if f.Input = append(f.Input, 0); f.Cut() {
		t.Error("a longer input fits")
	}
	task := examples()[0].(*Task)
	words := slices.Repeat([]string{"-" + strings.Repeat("x", maxLanguageWord-1)}, maxLanguage)
	task.Files, task.Language = MaxFiles, slices.Repeat([][]string{words}, MaxFiles)
	if _, err := Encode(task); err != nil {
		t.Error(err)
	}
}

func TestVersions(t *testing.T) {
	var e *VersionError
	if err := sender.Same(Sender{Protocol, "0.2.0"}); !errors.As(err, &e) || !strings.Contains(err.Error(), "0.2.0") ||
		!strings.Contains(err.Error(), "same version") {
		t.Errorf("error %v", err)
	}
	if err := sender.Same(Sender{Protocol + 1, "0.1.0"}); !errors.As(err, &e) {
		t.Errorf("error %v", err)
	}
	if err := sender.Same(sender); err != nil {
		t.Error(err)
	}
}

// TestAttempts: workers that hand back do not count, and any number of them leaves the list sendable.
func TestAttempts(t *testing.T) {
	var a Attempts
	for i := range 3 * maxNotes {
		a.Begin("handed0001", "w")
		a.All[len(a.All)-1].HandedBack = true
		if i%maxNotes == 0 {
			a.Begin("lost000001", "w")
		}
	}
	if err := a.Check(); err != nil || a.Lost() != 3 || a.Find("lost000001") == nil || a.Find("other00001") != nil {
		t.Errorf("%d lost of %d, error %v", a.Lost(), len(a.All), err)
	}
}

func TestTexts(t *testing.T) {
	for _, text := range []string{"", "a\nb\xff", strings.Repeat("é", 50_000), "\x1b[0m"} {
		if err := checkName("name", Line(text)); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
		if err := checkText("text", Text(text)); err != nil {
			t.Errorf("%.20q: %v", text, err)
		}
	}
}

// FuzzDecode: whatever is accepted can be sent again, and arrives as it was.
func FuzzDecode(f *testing.F) {
	for i, m := range examples() {
		text, err := Encode(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(i), text)
	}
	f.Fuzz(func(t *testing.T, kind byte, text []byte) {
		all := examples()
		like := all[int(kind)%len(all)]
		m := fresh(like)
		if Decode(text, m) != nil {
			return
		}
		again, err := Encode(m)
		if err != nil {
			t.Fatalf("%+v was accepted and cannot be sent: %v", m, err)
		}
		other := fresh(like)
		if err := Decode(again, other); err != nil {
			t.Fatal(err)
		}
		third, err := Encode(other)
		if err != nil || !bytes.Equal(again, third) {
			t.Errorf("%s became %s", again, third)
		}
	})
}
