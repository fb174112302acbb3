package engine

import (
	"context"
	"math/rand/v2"

	"fizzer/fizzer/engine/breed"
)

// wording is the stage that writes words of the program and of the user's dictionary, and parts of other inputs, into texts of inputs that
// covered something (breed.Breeder.Worded). The analysis of the same words needs the beginning of one in the input; this stage does not. It
// waits until nothing has been covered for a short time.
type wording struct {
	e       *Engine
	breeder *breed.Breeder
	random  *rand.Rand // private to the stage
	words   [][]byte   // none: the stage is switched off
	begun   bool
	vain    uint64 // entries of the corpus, as in Corpus.Added, of which none that was drawn had a text; 0: some had
}

// Picked by hand.
const (
	wordShare  = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally
	wordInputs = 32      // inputs at a time
)

func newWording(e *Engine, breeder *breed.Breeder) *wording {
	w := &wording{e: e, breeder: breeder, random: rand.New(rand.NewPCG(e.config.Seed, 0x776f726473))}
	if !e.parts.off(StepDictionary) {
		w.words = e.tree.Decoder().Words()
	}
	return w
}

// due reports whether there are words and parents.
func (w *wording) due(s *stage) bool {
	w.begun = w.begun || w.e.limits.idle > idleBeforeStretch
	s.arm.waiting = !w.begun || len(w.words) == 0 || w.vain > 0 && w.vain == w.e.corpus.Added()
	return len(w.words) > 0 && w.breeder.Able()
}

// run runs some parents with words in them. Without texts in any parent that was drawn, it does nothing until there are other parents.
func (w *wording) run(ctx context.Context, s *stage) (bool, error) {
	var inputs [][]byte
	for range wordInputs {
		if input, ok := w.breeder.Worded(w.random, w.words); ok {
			inputs = append(inputs, input)
		}
	}
	if w.vain = 0; len(inputs) == 0 {
		w.vain = w.e.corpus.Added()
		return false, nil
	}
	w.e.ledger.begin(s.step)
	w.e.ledger.doing.Started++
	return true, w.e.executor.Do(ctx, w.e.request(inputs), ignore)
}
