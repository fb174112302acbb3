package engine

import (
	"context"
	"encoding/binary"
	"hash/fnv"
	"slices"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/pattern"
	"fizzer/fizzer/trace"
)

// patterned is the stage that gives long inputs all simple structures, one after the other (package pattern). It takes the longest
// input that covered something, then others with as many values that begin in another way. It waits until nothing has been covered for
// a short time. It has no arm of the bandit: its lists end, and a loop over 100,000 values makes each run of an analysis so expensive that
// a share of theirs would come too late (decision 049).
type patterned struct {
	e     *Engine
	list  *pattern.List
	known uint64              // entries of the corpus that were considered, counted as in Corpus.Added
	count int                 // maximum of values of an input that the stage took
	taken map[uint64]struct{} // hashes of what inputs kept of theirs
	spent uint64              // conditions of its runs
}

// Picked by hand.
const (
	patternShare  = 8       // it may spend one in so many of the conditions that the search has spent,
	patternFree   = 1 << 25 // on top of these: about a hundred runs of 300,000 conditions
	patternInputs = 16      // maximum of inputs at a time
	patternBytes  = 1 << 20 // maximum of their bytes, unless one alone is longer
	patternValues = 64      // minimum of values: analyses of single values are cheap for shorter inputs
	maxHead       = 8       // maximum of values before those of the loop
)

func newPatterned(e *Engine) *patterned {
	return &patterned{e: e, taken: map[uint64]struct{}{}}
}

// due reports whether there is an input with some structure left.
func (p *patterned) due(*stage) bool {
	if p.e.parts.off(StepPattern) || p.e.limits.idle <= idleBeforeStretch {
		return false
	}
	if p.spent > patternFree+p.e.ledger.bandit.spent/patternShare {
		return false
	}
	if p.known != p.e.corpus.Added() || p.list != nil && p.list.Len() == 0 {
		p.choose()
	}
	return p.list != nil
}

// choose takes the longest input that was not yet taken. It leaves one whose structures have not all been run only for one that is
// twice as long: inputs that end at a limit cover something, too.
func (p *patterned) choose() {
	p.known = p.e.corpus.Added()
	most := p.count/2 - 1
	if p.list != nil && p.list.Len() > 0 {
		most = 2 * p.count
	} else {
		p.list = nil
	}
	var longest *corpus.Entry
	for _, entry := range p.e.corpus.Covering() {
		if count := len(entry.Reads); count >= patternValues && count > most && !p.has(entry) {
			longest, most = entry, count
		}
	}
	if longest == nil {
		return
	}
	p.taken[keptOf(longest)] = struct{}{}
	p.count = max(p.count, most)
	integers, numbers := numbersOf(p.e.tree.Decoder())
	p.list = pattern.Of(longest.Input, headOf(longest), integers, numbers)
}

// numbersOf returns the integers of the program's text that may be lengths or places, and all that may be values, those below 256 first.
func numbersOf(decoder *trace.Decoder) (integers, all []uint64) {
	integers, _ = decoder.Constants()
	return integers, slices.Concat(decoder.Small(), integers)
}

func (p *patterned) has(entry *corpus.Entry) bool {
	_, taken := p.taken[keptOf(entry)]
	return taken
}

// keptOf returns a hash of what all structures keep of an input: its first values and its length.
func keptOf(entry *corpus.Entry) uint64 {
	h := fnv.New64a()
	h.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(entry.Bytes))))
	h.Write(entry.Bytes[:entry.Reads[headOf(entry)].Offset])
	return h.Sum64()
}

// headOf returns how many values come before those of the longest loop: those before the first question of the loop, and a number of
// values to follow. There are at most maxHead, and always some behind them.
func headOf(entry *corpus.Entry) (head int) {
	head = loopHead(entry)
	if all := announcing(entry); len(all) > 0 {
		head = max(head, all[len(all)-1]+1)
	}
	return head
}

// announcing returns which values, of the first maxHead, are the number of values behind them.
func announcing(entry *corpus.Entry) (all []int) {
	for i, r := range entry.Reads[:min(maxHead, len(entry.Reads)-1)] {
		if announces(numberOf(entry.Input, i), len(entry.Reads)-i-1) && r.Size > 0 {
			all = append(all, i)
		}
	}
	return all
}

// loopHead returns how many values come before the first question of the longest loop, at most maxHead; there are some behind them.
func loopHead(entry *corpus.Entry) (head int) {
	asked := map[uint32]int{}
	often := uint32(0)
	for _, s := range entry.Seams {
		if asked[s.Location]++; asked[s.Location] > asked[often] {
			often = s.Location
		}
	}
	reads := entry.Reads[:min(maxHead, len(entry.Reads)-1)]
	first := slices.IndexFunc(entry.Seams, func(s corpus.Seam) bool { return s.Location == often })
	for first >= 0 && head < len(reads) && reads[head].Offset < entry.Seams[first].Offset {
		head++
	}
	return head
}

// announces tells whether a number is that of the values behind it, or one more or less.
func announces(number uint64, behind int) bool { return number-uint64(behind)+1 <= 2 }

// numberOf returns the first bytes of a value as a number.
func numberOf(input trace.Input, i int) uint64 {
	r := input.Reads[i]
	return trace.Number(input.Bytes[r.Offset:][:r.Size])
}

// run runs some inputs of the list.
func (p *patterned) run(ctx context.Context, s *stage) (bool, error) {
	e := p.e
	e.ledger.begin(s.step)
	e.ledger.doing.Started++
	var inputs [][]byte
	length := 0
	for len(inputs) < patternInputs && length < patternBytes && p.list.Len() > 0 {
		inputs = append(inputs, p.list.Next())
		length += len(inputs[0])
	}
	request := e.request(inputs)
	request.Limits = e.limits.long(len(inputs[0]))
	return true, e.executor.Do(ctx, request, ignore)
}

// worth is covers, and counts what the runs cost.
func (p *patterned) worth(made *executor.Made) (bool, error) {
	p.spent += price(made.Run, &made.Request.Limits)
	return p.e.covers(made)
}

// covers reports whether a run covered something, or may have. Of runs for which it is false, some stages keep no nodes.
func (e *Engine) covers(made *executor.Made) (bool, error) {
	novel, err := e.tree.Novel(made.Run)
	return novel || made.Novel || made.ErrorReached && !e.finds.errorReached, err
}
