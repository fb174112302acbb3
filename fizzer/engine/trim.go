package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/text"
	"fizzer/fizzer/trace"
)

// trimming is the stage that takes out of the texts of inputs what their coverage does not need. Short texts are cheaper to run and to
// analyse, and words written into them more often come where they matter.
type trimming struct {
	e     *Engine
	fresh fresh // entries to be trimmed
	// words are written into texts: an entry keeps its directions in their calling contexts, and the stage has at least its share
	words bool
}

// Picked by hand.
const (
	trimShare   = 1.0 / 16 // of the conditions of the analyses and this stage, if both win equally
	minTrimmed  = 8        // characters of the shortest text that is trimmed
	trimInputs  = 4        // inputs at a time
	maxTrimRuns = 128      // runs for one entry
)

// due reports whether an entry of the corpus waits.
func (t *trimming) due(s *stage) bool {
	if !t.e.parts.off(StepTrim) {
		t.fresh.look(func(entry *corpus.Entry) bool { return slices.ContainsFunc(text.Of(entry.Input, false), trimmable) })
	}
	s.arm.waiting = len(t.fresh.waiting) == 0
	if t.words {
		s.arm.floor = trimShare
	}
	return !s.arm.waiting
}

func trimmable(t text.Text) bool { return !t.Fixed && t.Length >= minTrimmed }

// run trims the newest entry that waits.
func (t *trimming) run(ctx context.Context, s *stage) (bool, error) {
	t.e.ledger.begin(s.step)
	t.e.ledger.doing.Started++
	entry := t.fresh.take(len(t.fresh.waiting) - 1)
	runs := 0
	for number := range text.Of(entry.Input, false) {
		if number >= len(text.Of(entry.Input, false)) { // shorter ones have become no texts
			break
		}
		if err := t.trim(ctx, entry, number, &runs); err != nil {
			return true, err
		}
	}
	return true, nil
}

// trim takes parts out of one text of an entry: halves of its first length, then quarters, and so on down to single characters.
func (t *trimming) trim(ctx context.Context, entry *corpus.Entry, number int, runs *int) error {
	for size := text.Of(entry.Input, false)[number].Length / 2; size > 0; size /= 2 {
		for at := 0; *runs < maxTrimRuns; {
			texts := text.Of(entry.Input, false)
			if number >= len(texts) || !trimmable(texts[number]) {
				return nil
			}
			inputs := without(entry.Input, texts[number], at, size)
			if len(inputs) == 0 {
				break
			}
			*runs += len(inputs)
			taken, err := t.try(ctx, entry, inputs)
			if err != nil {
				return err
			}
			at += taken * size // the parts before it are needed
		}
	}
	return nil
}

// without returns inputs that lack one of the next parts of a text, from character at on.
func without(in trace.Input, t text.Text, at, size int) (inputs [][]byte) {
	for ; at < t.Length && len(inputs) < trimInputs; at += size {
		inputs = append(inputs, t.Replace(in, at, min(at+size, t.Length), nil))
	}
	return inputs
}

// try runs inputs, and gives the entry the first one that takes all directions for which the entry is kept. It returns how many inputs came
// before this one.
func (t *trimming) try(ctx context.Context, entry *corpus.Entry, inputs [][]byte) (taken int, err error) {
	taken = len(inputs)
	length := len(entry.Bytes)
	request := t.e.request(inputs)
	request.Record = executor.Whole
	err = t.e.executor.Do(ctx, request, func(i int, run *execution.Run) {
		if taken == len(inputs) && len(run.Bytes) < length && t.takesAll(run, entry.First) {
			taken = i
			entry.Shorten(trace.Input{Bytes: run.Bytes, Reads: run.Reads}, run.Conditions)
		}
	})
	return taken, err
}

// takesAll reports whether a run, recorded whole, takes all directions.
func (t *trimming) takesAll(run *execution.Run, directions []corpus.Direction) bool {
	if !run.Whole() {
		return false
	}
	missing := map[corpus.Direction]bool{}
	for _, d := range directions {
		missing[t.needed(d.ID.Location, d.ID.Context, d.Outcome)] = true
	}
	for _, c := range run.Conditions.All() {
		delete(missing, t.needed(execution.Location(&c), c.Context, execution.Direction(&c)))
	}
	return len(missing) == 0
}

// needed returns a direction as trimming tells it from others.
func (t *trimming) needed(location, context uint32, outcome bool) corpus.Direction {
	if !t.words {
		context = 0
	}
	return corpus.Direction{ID: trace.ID{Location: location, Context: context}, Outcome: outcome}
}
