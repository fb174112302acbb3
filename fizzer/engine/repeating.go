package engine

import (
	"context"
	"hash/fnv"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/pattern"
)

// repeating is the stage that repeats the last values of inputs that covered something, and constants of the program, to the lengths
// that the program's constants name (pattern.Longer): a counter that must reach 100,000 in a loop that every other command ends or
// clears, or behind a length that is read first. It waits until nothing has been covered for some time, and has no arm of the bandit,
// as patterned.
type repeating struct {
	e     *Engine
	queue []*repetition
	now   *repetition         // whose inputs run
	known uint64              // entries of the corpus that were considered, counted as in Corpus.Added
	taken map[uint64]struct{} // hashes of what is kept of inputs
	spent uint64              // conditions of its runs
}

// repetition is what is repeated of one input.
type repetition struct {
	list   *pattern.List
	values int  // of the input
	grew   bool // some run read more than twice as many
	runs   int
}

// Picked by hand.
const (
	repeatShare        = 16      // it may spend one in so many of the conditions that the search has spent,
	repeatFree         = 1 << 23 // on top of these: some runs of 100,000 values
	conditionsOfAValue = 12      // conditions allowed for each value: a program that never ends is not to fill memory
	// conditions without a new location before it begins: what a long input covers, a short one mostly covers, too, for less
	idleBeforeRepeat = 1 << 20
	repeatTurn       = 4  // runs at a time: all inputs come in turns, the newest first
	repeatedTail     = 4  // last values by which inputs are told apart
	maxRepetition    = 64 // in turns
)

func newRepeating(e *Engine) *repeating { return &repeating{e: e, taken: map[uint64]struct{}{}} }

// due reports whether there is an input with something left to repeat. If the first turn of one brought no longer run, the rest is dropped.
func (r *repeating) due(*stage) bool {
	if r.e.parts.off(StepRepeat) || r.e.limits.idle <= idleBeforeRepeat {
		return false
	}
	if r.spent > repeatFree+r.e.ledger.bandit.spent/repeatShare {
		return false
	}
	if r.known != r.e.corpus.Added() {
		r.choose()
	}
	for len(r.queue) > 0 && (r.queue[0].list.Len() == 0 || r.queue[0].runs > 0 && !r.queue[0].grew) {
		r.queue = r.queue[1:]
	}
	return len(r.queue) > 0
}

// choose takes the inputs that were not yet taken, the newest first.
func (r *repeating) choose() {
	r.known = r.e.corpus.Added()
	integers, numbers := numbersOf(r.e.tree.Decoder())
	covering := r.e.corpus.Covering()
	var fresh []*repetition
	for i := len(covering) - 1; i >= 0; i-- {
		entry := covering[i]
		if len(entry.Reads) == 0 || r.has(entry) {
			continue
		}
		r.taken[tailOf(entry)] = struct{}{}
		if len(fresh) >= maxRepetition {
			continue // the older ones would be dropped
		}
		for _, head := range headsOf(entry) {
			if list := pattern.Longer(entry.Input, head, integers, numbers, int(r.e.limits.max.InputBytes)); list.Len() > 0 {
				fresh = append(fresh, &repetition{list: list, values: len(entry.Reads)})
			}
		}
	}
	r.queue = append(fresh, r.queue...)
	r.queue = r.queue[:min(len(r.queue), maxRepetition)]
}

func (r *repeating) has(entry *corpus.Entry) bool {
	_, taken := r.taken[tailOf(entry)]
	return taken
}

// tailOf returns a hash of an input's last values and of what comes before its longest loop.
func tailOf(entry *corpus.Entry) uint64 {
	h := fnv.New64a()
	head := entry.Reads[loopHead(entry)].Offset
	h.Write(entry.Bytes[:head])
	h.Write([]byte{0})
	tail := entry.Reads[max(0, len(entry.Reads)-repeatedTail)].Offset
	h.Write(entry.Bytes[max(head, tail):])
	return h.Sum64()
}

// headsOf returns what longer inputs may keep: what comes before the longest loop, whose last value may say how many follow, and the first
// value that says so, be it by chance.
func headsOf(entry *corpus.Entry) []pattern.Head {
	loop := loopHead(entry)
	heads := []pattern.Head{{Values: loop, Announced: loop - 1}}
	if all := announcing(entry); len(all) > 0 && all[0] != loop-1 {
		heads = append(heads, pattern.Head{Values: all[0] + 1, Announced: all[0]})
	}
	if loop > 0 {
		heads = append(heads, pattern.Head{Values: loop, Announced: -1})
	}
	return heads
}

// run runs some inputs of the next list.
func (r *repeating) run(ctx context.Context, s *stage) (bool, error) {
	e := r.e
	e.ledger.begin(s.step)
	e.ledger.doing.Started++
	r.now = r.queue[0]
	r.queue = append(r.queue[1:], r.now)
	var inputs [][]byte
	length, longest, values := 0, 0, 0
	for len(inputs) < repeatTurn && length < patternBytes && r.now.list.Len() > 0 {
		input := r.now.list.Next()
		inputs = append(inputs, input)
		length += len(input)
		longest, values = max(longest, len(input)), max(values, r.now.list.Values())
	}
	r.now.runs += len(inputs)
	request := e.request(inputs)
	request.Limits, request.Record = e.limits.long(longest), executor.Cut
	request.Limits.Conditions = min(request.Limits.Conditions, e.limits.now.Conditions+uint32(conditionsOfAValue*values))
	return true, e.executor.Do(ctx, request, ignore)
}

// worth is covers, and notes what the runs cost and whether they read more than the input before.
func (r *repeating) worth(made *executor.Made) (bool, error) {
	r.spent += price(made.Run, &made.Request.Limits)
	r.now.grew = r.now.grew || len(made.Run.Reads) > 2*r.now.values
	return r.e.covers(made)
}
