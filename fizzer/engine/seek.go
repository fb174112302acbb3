package engine

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// seeker knows what was covered by tests that turned out to be worth nothing, and is looked for again.
type seeker struct {
	wanted []Direction         // not covered again yet
	tries  map[Direction]int   // times each was lost
	handed map[uint64]struct{} // hashes of the inputs of all tests
	next   uint64              // number of executions before which nothing is looked for
}

func newSeeker() seeker {
	return seeker{tries: map[Direction]int{}, handed: map[uint64]struct{}{}}
}

// Bounds of the search for other runs, picked by hand: what no run can save costs a twentieth of all executions.
const (
	mostTries    = 8    // runs of one direction that may turn out to be lost
	mostWitness  = 8    // inputs known to cover a direction that are run again
	variants     = 24   // inputs made of each of them
	seekInterval = 4096 // least executions between two searches
	seekShare    = 20   // least executions until the next search for each of this one
	walkedNodes  = 16   // nodes that a search walks for each execution until the next, at most
)

// Seek asks for other runs that cover these directions: those that did are lost. A run that covers one and that validators
// keep is handed over with it in Found.Again. It may be called by OnTest and Budget.Done, and does nothing but note
// what is wanted; what was asked for too often is not looked for any more.
func (e *Engine) Seek(lost []Direction) {
	for _, d := range lost {
		if e.seeker.tries[d] >= mostTries {
			continue
		}
		e.seeker.tries[d]++
		e.sound.lose(d)
		if !slices.Contains(e.seeker.wanted, d) {
			e.seeker.wanted = append(e.seeker.wanted, d)
		}
	}
}

// due reports whether it is time to look for what is wanted.
func (s *seeker) due(executions uint64) bool { return len(s.wanted) > 0 && executions >= s.next }

// seek runs inputs that are known to cover what is wanted, and variants of them. What is not covered then stays wanted.
func (e *Engine) seek() error {
	e.credit(stepSeek, nil)
	wanted := e.seeker.wanted
	e.seeker.wanted = nil
	var inputs [][]byte
	for _, known := range e.witnesses(wanted) {
		inputs = append(inputs, known.Bytes)
		for i := range variants {
			inputs = append(inputs, e.variant(slices.Clone(known.Bytes), known.Reads, i))
		}
	}
	var failure error
	err := e.context.Execute(inputs, nil, func(_ int, run *execution.Run) {
		if failure == nil {
			failure = e.handOverAgain(run)
		}
	})
	e.seeker.next = e.executions + max(seekInterval, seekShare*uint64(len(inputs)), uint64(e.tree.Summary().Nodes)/walkedNodes)
	for _, d := range wanted {
		if !e.sound.covered[d.Location][side(d.Outcome)] && !slices.Contains(e.seeker.wanted, d) {
			e.seeker.wanted = append(e.seeker.wanted, d)
		}
	}
	return cmp.Or(err, failure)
}

// variant replaces a byte by a random one or by zero, a few bytes, or whole values.
func (e *Engine) variant(input []byte, reads []layout.Read, i int) []byte {
	if len(input) == 0 {
		return input
	}
	switch i % 4 {
	case 0:
		return e.replaceSome(input)
	case 1:
		input[e.random.IntN(len(input))] = byte(e.random.Uint32())
	case 2:
		input[e.random.IntN(len(input))] = 0
	default:
		e.replaceValues(input, reads)
	}
	return input
}

// replaceValues makes some of the values extremes of their types, or neighbours of these: a loop that counts up or down
// to a bound in billions of steps ends at once where it begins beside the end of the range.
func (e *Engine) replaceValues(input []byte, reads []layout.Read) {
	for _, r := range reads {
		if int(r.Offset)+int(r.Size) > len(input) || r.Size == 0 || len(reads) > 1 && e.random.IntN(2) == 0 {
			continue
		}
		value := input[r.Offset:][:r.Size]
		extremes := analysis.Extremes(r)
		copy(value, extremes[e.random.IntN(len(extremes))])
		if analysis.IsFloat(r) || r.Type == uint16(layout.InputTypeBoolean) {
			continue
		}
		switch e.random.IntN(3) {
		case 0:
			analysis.AddInteger(value, 1, 0)
		case 1:
			analysis.AddInteger(value, math.MaxUint64, math.MaxUint64)
		}
	}
}

// handOverAgain hands over a run on a known path that covers something lost. New paths were seen to when they were
// absorbed.
func (e *Engine) handOverAgain(run *execution.Run) error {
	if e.sound.lacking == 0 || !Keeps(run.Ending) {
		return nil
	}
	if _, known := e.seeker.handed[hash(run.Bytes)]; known {
		return nil
	}
	if again := e.sound.lookFor(run, nil); len(again) > 0 {
		return e.handOver(run, &tree.Insertion{}, again, false)
	}
	return nil
}

// witnesses returns best inputs of nodes behind the wanted directions, each once, at most mostWitness a direction.
func (e *Engine) witnesses(wanted []Direction) []trace.Input {
	count := map[Direction]int{}
	for _, d := range wanted {
		count[d] = 0
	}
	seen := map[uint64]struct{}{}
	var inputs []trace.Input
	e.tree.Walk(func(n tree.Node) {
		location := e.tree.ID(n).Location
		for _, outcome := range [...]bool{false, true} {
			d := Direction{location, outcome}
			if known, ok := count[d]; !ok || known >= mostWitness || e.tree.Label(n, outcome) == tree.NotVisited {
				continue
			}
			if s := e.tree.Successor(n, outcome); s != tree.None {
				n = s
			}
			input := e.tree.Input(n)
			key := hash(input.Bytes)
			if _, known := seen[key]; known {
				continue
			}
			seen[key] = struct{}{}
			count[d]++
			inputs = append(inputs, input.Clone())
		}
	})
	return inputs
}

func hash(input []byte) uint64 {
	h := fnv.New64a()
	h.Write(input)
	return h.Sum64()
}
