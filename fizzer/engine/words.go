package engine

import (
	"context"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/breed"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/text"
)

// wording is the stage that writes words of the program and of the user's dictionary, and parts of other inputs, into texts of inputs that
// covered something (breed.Breeder.Worded). The analysis of the same words needs the beginning of one in the input; this stage does not. It
// waits until nothing has been covered for a short time.
//
// When nothing has been covered for a longer time, each entry of the corpus gets a turn, once it is trimmed: all inputs that one edit makes
// of its texts (breed.Wordings), also with those of the entries before it. What passes only when two texts are right comes in two turns.
type wording struct {
	e       *Engine
	breeder *breed.Breeder
	random  *draw.Source // private to the stage
	words   [][]byte     // none: the stage is switched off
	begun   bool
	vain    uint64 // entries of the corpus, as in Corpus.Added, of which none that was drawn had a text; 0: some had

	fresh      fresh           // entries that have not had their turn
	characters [][]byte        // single ones, with which the program compared in runs of entries that had their turn
	trims      *trimming       // it has those of them that are still to be trimmed
	done       []*corpus.Entry // that had their turn; of more than maxDone some
	pending    [][]byte        // inputs of the current turn
}

// Picked by hand.
const (
	wordShare      = 1.0 / 8 // of the conditions of the analyses and this stage, if both win equally, or at least, while an entry has its turn
	wordInputs     = 32      // inputs at a time
	idleBeforeTurn = 1 << 16 // conditions without a new location before turns: some hundred runs of short texts
	maxDone        = 64      // entries in wording.done
)

func newWording(e *Engine, breeder *breed.Breeder, trims *trimming) *wording {
	w := &wording{e: e, breeder: breeder, random: draw.New(e.config.Seed, 0x776f726473), trims: trims}
	if !e.parts.off(StepDictionary) {
		w.words = e.tree.Decoder().Words()
	}
	w.fresh.corpus = e.corpus
	trims.words = len(w.words) > 0
	return w
}

// due reports whether there are words and parents.
func (w *wording) due(s *stage) bool {
	if len(w.words) == 0 {
		s.arm.waiting = true
		return false
	}
	w.fresh.look(func(entry *corpus.Entry) bool { return len(text.Of(entry.Input, false)) > 0 })
	w.begun = w.begun || w.e.limits.idle > idleBeforeStretch
	turn := w.mayTurn() && (len(w.pending) > 0 || w.fresh.next(w.trimmed) >= 0)
	s.arm.waiting = !w.begun || !turn && w.vain > 0 && w.vain == w.e.corpus.Added()
	if s.arm.floor = 0; turn {
		s.arm.floor = wordShare
	}
	return w.breeder.Able()
}

// mayTurn reports whether nothing has been covered for long enough.
func (w *wording) mayTurn() bool { return w.e.limits.idle > idleBeforeTurn }

func (w *wording) trimmed(entry *corpus.Entry) bool {
	return !slices.Contains(w.trims.fresh.waiting, entry)
}

// run runs some inputs with words in them: those of an entry whose turn it is, else some of any parents.
func (w *wording) run(ctx context.Context, s *stage) (bool, error) {
	var inputs [][]byte
	if w.mayTurn() {
		var err error
		if inputs, err = w.turn(ctx, s); err != nil {
			return true, err
		}
	}
	if len(inputs) == 0 {
		inputs = w.drawn()
	}
	if len(inputs) == 0 {
		return false, nil
	}
	w.e.ledger.begin(s.step)
	w.e.ledger.doing.Started++
	return true, w.e.executor.Do(ctx, w.e.request(inputs), ignore)
}

// turn returns some inputs of the entry whose turn it is, none if no entry waits.
func (w *wording) turn(ctx context.Context, s *stage) (inputs [][]byte, err error) {
	for len(w.pending) == 0 {
		i := w.fresh.next(w.trimmed)
		if i < 0 {
			return nil, nil
		}
		entry := w.fresh.take(i)
		if err := w.learn(ctx, s, entry); err != nil {
			return nil, err
		}
		w.pending = breed.Wordings(w.random, entry, w.words, w.characters, w.done)
		if len(w.done) < maxDone {
			w.done = append(w.done, entry)
		} else {
			w.done[w.random.IntN(maxDone)] = entry
		}
	}
	n := min(len(w.pending), wordInputs)
	inputs, w.pending = w.pending[:n], w.pending[n:]
	return inputs, nil
}

// learn runs an entry once more, recorded whole, for the printable characters that its conditions compare with for equality. A switch is
// such comparisons. They are words of one character: the program takes its input apart by them.
func (w *wording) learn(ctx context.Context, s *stage, entry *corpus.Entry) error {
	w.e.ledger.begin(s.step)
	request := w.e.request([][]byte{entry.Bytes})
	request.Record = executor.Whole
	decoder := w.e.tree.Decoder()
	return w.e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		for _, c := range run.Conditions.All() {
			location := execution.Location(&c)
			if int(location) >= decoder.Locations() { // a record that cannot be true
				return
			}
			if _, equality := decoder.Equality(location); !equality || decoder.Variable(location) || c.Right <= ' ' || c.Right > '~' {
				continue
			}
			character := []byte{byte(c.Right)}
			if !slices.ContainsFunc(w.characters, func(known []byte) bool { return known[0] == character[0] }) {
				w.characters = append(w.characters, character)
			}
		}
	})
}

// drawn returns inputs made of parents that are drawn. Without texts in any of them, it returns none until there are other parents.
func (w *wording) drawn() (inputs [][]byte) {
	for range wordInputs {
		if input, ok := w.breeder.Worded(w.random, w.words); ok {
			inputs = append(inputs, input)
		}
	}
	if w.vain = 0; len(inputs) == 0 {
		w.vain = w.e.corpus.Added()
	}
	return inputs
}
