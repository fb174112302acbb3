package campaign

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
)

// values are the input of a run that reads integers of two bytes.
func inputOf(kind layout.InputType, values ...int16) (input trace.Input) {
	for _, v := range values {
		input.Reads = append(input.Reads, layout.Read{Type: uint16(kind), Size: 2, Offset: uint32(len(input.Bytes))})
		input.Bytes = binary.LittleEndian.AppendUint16(input.Bytes, uint16(v))
	}
	return input
}

// reads returns the integers of an input, zeros behind its end.
func reads(kind layout.InputType, bytes []byte) (values []int16) {
	for len(bytes) >= 2 {
		values = append(values, int16(binary.LittleEndian.Uint16(bytes)))
		bytes = bytes[2:]
	}
	return values
}

// A minimised input has the same fault, no more values than needed, and small ones. The number of executions is bounded.
func TestMinimize(t *testing.T) {
	anyOver := func(limit int16) func([]int16) (int, bool) { // reads until a value is over the limit
		return func(values []int16) (int, bool) {
			for i, v := range values {
				if v > limit {
					return i + 1, true
				}
			}
			return len(values), false
		}
	}
	for name, test := range map[string]struct {
		kind   layout.InputType
		given  []int16
		faulty func([]int16) (read int, same bool)
		runs   int
		want   []int16
	}{
		"one of many": {layout.InputTypeSint16, []int16{5, -9, 3, 1000, 2, 8}, anyOver(100), 500, []int16{125}},
		"negative": {layout.InputTypeSint16, []int16{7, -3000}, func(v []int16) (int, bool) { return 2, len(v) > 1 && v[1] < -20 }, 500,
			[]int16{0, -23}},
		"unsigned": {layout.InputTypeUint16, []int16{-1}, func(v []int16) (int, bool) { return 1, len(v) > 0 && v[0] != 0 }, 500, []int16{1}},
		"two that belong together": {layout.InputTypeSint16, []int16{0, 0, 50, 60, 0, 0, 0},
			func(v []int16) (int, bool) {
				for i := 0; i+1 < len(v); i++ {
					if v[i] == 50 && v[i+1] == 60 {
						return i + 2, true
					}
				}
				return len(v), false
			}, 500, []int16{50, 60}},
		"no executions": {layout.InputTypeSint16, []int16{5, 1000}, anyOver(100), 0, []int16{5, 1000}},
	} {
		made := 0
		m := minimizer{left: test.runs, best: inputOf(test.kind, test.given...), fails: func(input []byte, _ int) (trace.Input, bool, error) {
			made++
			values := reads(test.kind, input)
			n, same := test.faulty(values)
			if !same {
				return trace.Input{}, false, nil
			}
			return inputOf(test.kind, values[:n]...), true, nil
		}}
		if err := m.minimize(); err != nil {
			t.Fatal(err)
		}
		if got := reads(test.kind, m.best.Bytes); fmt.Sprint(got) != fmt.Sprint(test.want) || made > test.runs || m.made != made {
			t.Errorf("%s: %v after %d executions (said %d), want %v", name, got, made, m.made, test.want)
		}
	}
	failure := errors.New("no process")
	m := minimizer{left: 9, best: inputOf(layout.InputTypeSint16, 1, 2), fails: func([]byte, int) (trace.Input, bool, error) {
		return trace.Input{}, false, failure
	}}
	if err := m.minimize(); !errors.Is(err, failure) || len(m.best.Reads) != 2 {
		t.Errorf("%v, %+v", err, m.best)
	}
}

// fakeSanitized finds a fault in each run whose first value is above a limit, and calls its place by the value's sign.
type fakeSanitized struct {
	limit int32
	runs  int
	err   error
}

func (f *fakeSanitized) Run(_ context.Context, input trace.Input, _ bool) ([]sanitize.Finding, error) {
	f.runs++
	if f.err != nil || len(input.Bytes) < 4 || int32(binary.LittleEndian.Uint32(input.Bytes)) <= f.limit {
		return nil, f.err
	}
	return []sanitize.Finding{{Kind: "heap-buffer-overflow", Sanitizer: sanitize.Address, Message: "heap-buffer-overflow",
		Stack: []sanitize.Frame{{Function: "copy", File: "p.c", Line: 7}}, Text: "the report\n"}}, nil
}

func (*fakeSanitized) Version() string { return "fake 1" }
func (*fakeSanitized) Close() error    { return nil }

// With sanitizers, kept tests and a sample of the other runs are repeated. A finding is kept once, minimised, with its report. The suite
// is the same as without, and the search goes on when all is covered.
func TestSanitize(t *testing.T) {
	searched := func(o []string) (*started, *formats.Statistics, *fakeSanitized) {
		tools := twoGoalsTools()
		tools.valued = nil
		fake := &fakeSanitized{limit: 1000}
		tools.sanitized = func(o sanitize.Options) (Sanitized, error) { return fake, nil }
		s := newRun(t, tools)
		s.options.Executions, s.options.Sanitize = 2000, o
		return s, s.run(t), fake
	}
	_, without, unused := searched(nil)
	s, with, fake := searched([]string{sanitize.Address})
	if unused.runs != 0 || len(without.Crashes) != 0 {
		t.Errorf("%d runs with sanitizers that were not asked for, %v", unused.runs, without.Crashes)
	}
	if with.Executions != 2000 || with.StoppedBy != "executions" || with.Tests != without.Tests {
		t.Errorf("%d executions and %d tests, without %d and %d", with.Executions, with.Tests, without.Executions, without.Tests)
	}
	if fmt.Sprint(with.Crashes) != "map[heap-buffer-overflow:1]" {
		t.Fatalf("crashes %v after %d runs", with.Crashes, fake.runs)
	}
	if limit := int(with.Executions)/sampleShare + firstCredit + with.Tests + sanitizedRuns; fake.runs > limit {
		t.Errorf("%d runs with sanitizers, at most %d are allowed", fake.runs, limit)
	}
	var file formats.Crash
	s.read(t, filepath.Join(formats.CrashFolder, "heap-buffer-overflow", "1", formats.CrashFile), &file)
	if file.Place != "at p.c:7 in copy" || len(file.Values) != 1 || file.Build.Version != "fake 1" || len(file.Stack) != 1 ||
		file.Build.Sanitizers[0] != sanitize.Address || len(file.Programs) != 1 || len(file.Programs[0].SHA256) != 64 {
		t.Errorf("%+v", file)
	}
	if value, err := strconv.Atoi(file.Values[0].Text); err != nil || value <= 1000 || value > 2002 {
		t.Errorf("the value is %s, %v", file.Values[0].Text, err)
	}
	report, err := os.ReadFile(filepath.Join(s.options.Output, formats.CrashFolder, "heap-buffer-overflow", "1", formats.CrashReport))
	if err != nil || string(report) != "the report\n" {
		t.Errorf("%q, %v", report, err)
	}
}

// Sanitizers that are asked for and missing, or fail in a run, end the run with an error: nobody takes silence for soundness.
func TestSanitizersFail(t *testing.T) {
	for name, sanitized := range map[string]func(sanitize.Options) (Sanitized, error){
		"missing": nil,
		"fails":   func(sanitize.Options) (Sanitized, error) { return &fakeSanitized{err: errors.New("no start")}, nil },
	} {
		tools := twoGoalsTools()
		tools.valued, tools.sanitized = nil, sanitized
		s := newRun(t, tools)
		s.options.Executions, s.options.Sanitize = 100, []string{sanitize.Address}
		if _, err := Run(t.Context(), s.options); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// Progress files of earlier versions, which named limits differently, can be continued.
func TestOldProgress(t *testing.T) {
	const line = `{"phase":"searching","cpu_seconds":2,"tests":3,"engine":{"executions":7,"limits":{"Conditions":5,"InputBytes":9}}}` + "\n"
	got, whole := lastProgress(strings.NewReader(line))
	if got.Engine.Executions != 7 || got.Tests != 3 || got.Engine.Limits.Conditions != 5 || whole != int64(len(line)) {
		t.Errorf("%+v, %d bytes", got, whole)
	}
}

// Of a long progress file only the end is read, unless no line of it is whole.
func TestLongProgress(t *testing.T) {
	const line = `{"phase":"searching","tests":3,"engine":{"executions":7}}` + "\n"
	long := strings.Repeat(line, 5*maxLine/len(line)) + `{"phase":"searching","tests":4}` + "\n"
	for _, test := range []struct {
		text  string
		tests int
		whole int
	}{
		{long, 4, len(long)}, {long + `{"phase":`, 4, len(long)}, {"garbage\n" + long, 4, len(long) + len("garbage\n")},
		{line + strings.Repeat("x", 5*maxLine), 3, len(line)}, {"", 0, 0},
	} {
		file := &counted{ReadSeeker: strings.NewReader(test.text)}
		if got, whole := lastProgress(file); got.Tests != test.tests || whole != int64(test.whole) {
			t.Errorf("%d bytes: %d tests, %d bytes are whole", len(test.text), got.Tests, whole)
		}
		if file.read > 5*maxLine {
			t.Errorf("%d of %d bytes were read", file.read, len(test.text))
		}
	}
}

// counted counts the bytes that are read.
type counted struct {
	io.ReadSeeker
	read int
}

// Read implements io.Reader.
func (c *counted) Read(p []byte) (int, error) {
	n, err := c.ReadSeeker.Read(p)
	c.read += n
	return n, err
}

// A build with sanitizers that takes more than its part of the time is left out, and the run goes on.
func TestSlowSanitizers(t *testing.T) {
	tools := twoGoalsTools()
	tools.sanitized = func(sanitize.Options) (Sanitized, error) {
		return nil, &sandbox.InterruptedError{Command: "clang", Cause: &budget.SpentError{Reason: budget.ReasonWall}}
	}
	s := newRun(t, tools)
	s.options.Sanitize = []string{sanitize.Address}
	if statistics := s.run(t); statistics.Tests < 2 || !s.noted("no run is repeated with --sanitize") {
		t.Errorf("%+v, notes %q", statistics, s.notes)
	}
}

// Of a million values none can be left out, and all but the last are zero. What is not tried costs next to nothing: looking at all values
// for each of them would take hours. Nor does a zero become one. Long inputs get fewer executions.
func TestMinimizeManyValues(t *testing.T) {
	const many = 1 << 20
	given := make([]int16, many)
	given[many-1] = 1000
	m := minimizer{left: 40, best: inputOf(layout.InputTypeSint16, given...), fails: func(input []byte, _ int) (trace.Input, bool, error) {
		same := len(input) == 2*many && int16(binary.LittleEndian.Uint16(input[2*(many-1):])) > 100
		return trace.Input{Bytes: input, Reads: inputOf(layout.InputTypeSint16, given...).Reads}, same, nil
	}}
	if err := m.fewer(); err != nil || m.left != 0 || m.made < minimizeBytes/(2*many) || m.made == 40 {
		t.Fatalf("%v, %d executions made, %d left", err, m.made, m.left)
	}
	m.left, m.bytes = 40, 0
	if err := m.smaller(); err != nil || m.left == 0 {
		t.Fatalf("%v, %d executions left", err, m.left)
	}
	if last := binary.LittleEndian.Uint16(m.best.Bytes[2*(many-1):]); len(m.best.Reads) != many || last != 125 {
		t.Errorf("%d values, the last is %d", len(m.best.Reads), last)
	}
}

// Without the value at which it fails, a program may read for ever: its runs end where they read more than the input that is made smaller.
func TestMinimizingRunsAreShort(t *testing.T) {
	reads := 0
	target := faketarget.New(faketarget.Integers("eq"), func(m *faketarget.Machine) {
		for {
			reads++
			if m.Compare(0, int64(m.Char()), 77) {
				m.Crash()
			}
		}
	})
	run, err := runOnce(t.Context(), target, []byte{77}, 1)
	if err != nil || run == nil {
		t.Fatalf("%v, %v", run, err)
	}
	fails := runsLike(t.Context(), target, badEndOf(run))
	for input, want := range map[string]bool{"\x01\x02": false, "\x01\x4d": true, "\x01\x02\x03\x4d": false} {
		reads = 0
		if _, same, err := fails([]byte(input), 3); err != nil || same != want || reads > 4 {
			t.Errorf("%q: the same %v instead of %v, %v, after %d reads", input, same, want, err, reads)
		}
	}
}
