package symbolic

import (
	"strings"
	"testing"

	"fizzer/fizzer/solve"
	"fizzer/libfizzer/layout"
)

// begun returns an exploration whose first run waits to be recorded.
func begun(t *testing.T) (*Whole, Promise) {
	t.Helper()
	w := &Whole{}
	if !w.Left(0) || w.Done() {
		t.Fatal("nothing is left before it begins")
	}
	w.Begin(nil)
	p, ok := w.Promise()
	if !ok || w.Done() {
		t.Fatal("no first input, or it is done before it is recorded")
	}
	return w, p
}

// TestWholeGivesUp: each thing that is not known for certain ends the exploration, with a reason.
func TestWholeGivesUp(t *testing.T) {
	reads := []layout.Read{{Type: uint16(layout.InputTypeUint8), Size: 1}}
	for name, act := range map[string]func(*Whole, Promise){
		"limit_input": func(w *Whole, p Promise) { w.Ran(p, layout.EndingLimitInput, reads, nil) },
		"crashed":     func(w *Whole, p Promise) { w.Ran(p, layout.EndingCrashed, reads, nil) },
		"timeout":     func(w *Whole, p Promise) { w.Ran(p, layout.EndingTimeout, reads, nil) },
		"text": func(w *Whole, p Promise) {
			w.Ran(p, layout.EndingNormal, []layout.Read{{Type: uint16(layout.InputTypeString), Size: 9}}, nil)
		},
		"predicted": func(w *Whole, p Promise) {
			p.first = false
			w.Ran(p, layout.EndingNormal, reads, []layout.Condition{{Location: 1}})
		},
		"not decided": func(w *Whole, _ Promise) { w.Answered(&Question{}, solve.Answer{}, 5, 5) },
		"address": func(w *Whole, _ Promise) {
			w.Answered(&Question{step: step{other: 1}}, solve.Answer{Verdict: solve.Solved}, 0, 5)
		},
		"too many": func(w *Whole, p Promise) {
			w.paths = maxPaths
			w.Ran(p, layout.EndingNormal, reads, nil)
		},
	} {
		w, p := begun(t)
		act(w, p)
		if !strings.Contains(w.Failure(), name) || w.Done() || w.Left(5) {
			t.Errorf("%s: %q", name, w.Failure())
		}
		w.Begin(nil)
		if _, again := w.Promise(); again {
			t.Errorf("%s: it began again", name)
		}
	}
	w, p := begun(t)
	if w.Ran(p, layout.EndingAssumptionFailed, reads, nil); w.Failure() != "" {
		t.Errorf("a failed assumption: %s", w.Failure())
	}
}

// TestWholeTriesHarder: a question without a verdict comes again with more effort, and all wait for it.
func TestWholeTriesHarder(t *testing.T) {
	g := generation(t)
	w, p := begun(t)
	w.Ran(p, layout.EndingNormal, nil, g.conditions)
	w.Recorded(g)
	asked := 0
	for {
		q, ok := w.Question(0)
		if !ok {
			break
		}
		asked++
		w.Answered(q, solve.Answer{}, 0, 5)
	}
	if w.Failure() != "" || asked == 0 || w.Left(0) || !w.Left(1) || w.Done() {
		t.Fatalf("%d questions, %q", asked, w.Failure())
	}
	for range asked {
		q, ok := w.Question(1)
		if !ok || w.Done() {
			t.Fatal("a question did not come again")
		}
		w.Answered(q, solve.Answer{Verdict: solve.Refuted}, 1, 5)
	}
	if paths, refuted, _ := w.Paths(); !w.Done() || paths != 1 || refuted != asked {
		t.Errorf("%d paths, %d of %d refuted, %q", paths, refuted, asked, w.Failure())
	}
}

// TestDeepestFirst: of the answers about one run, the one about its last fact is recorded first.
func TestDeepestFirst(t *testing.T) {
	w, p := begun(t)
	w.waiting = false
	for i := range 3 {
		w.questions = append(w.questions, &Question{Generation: generation(t), Index: uint32(i), step: step{path: uint64(i)}})
	}
	for range 3 {
		q, ok := w.Question(0)
		if !ok {
			t.Fatal("no question")
		}
		w.Answered(q, solve.Answer{Verdict: solve.Solved, Values: q.Generation.path.Values}, 0, 5)
	}
	for want := 2; want >= 0; want-- {
		if p, _ = w.Promise(); p.index != want {
			t.Errorf("condition %d, not %d", p.index, want)
		}
	}
}

// TestWholeIsTold: the word of a child solver ends a question, and all paths are not known any more.
func TestWholeIsTold(t *testing.T) {
	for step, told := range map[string]int{"sat": 0, "child": 1} {
		w, _ := begun(t)
		w.paths, w.waiting = 1, false
		w.Answered(&Question{}, solve.Answer{Verdict: solve.Refuted, Step: step}, 0, 5)
		if _, refuted, got := w.Paths(); refuted != 1-told || got != told || w.Done() != (told == 0) || w.Failure() != "" {
			t.Errorf("%s: %d refuted, %d told, done: %v, %q", step, refuted, got, w.Done(), w.Failure())
		}
	}
}
