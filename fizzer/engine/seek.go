package engine

import (
	"cmp"
	"hash/fnv"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
)

// seeker knows what was covered by tests that turned out to be worth nothing, and is looked for again.
type seeker struct {
	wanted []Direction         // not looked for yet
	tries  map[Direction]int   // times each was asked for
	handed map[uint64]struct{} // hashes of the inputs of all tests
	next   uint64              // number of executions before which nothing is looked for
}

func newSeeker() seeker {
	return seeker{tries: map[Direction]int{}, handed: map[uint64]struct{}{}}
}

// Bounds of the search for other runs, picked by hand: together some thousand executions for a direction that no run
// can save.
const (
	mostTries    = 8    // times that one direction can be asked for
	mostWitness  = 8    // inputs known to cover a direction that are run again
	variants     = 24   // inputs made of each of them
	seekInterval = 4096 // executions between two searches, because each walks the tree
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

// seek runs inputs that are known to cover what is wanted, and variants of them. What is not covered then is asked for
// again, later.
func (e *Engine) seek() error {
	e.credit(stepSeek, nil)
	wanted := e.seeker.wanted
	e.seeker.wanted = nil
	var inputs [][]byte
	for _, known := range e.witnesses(wanted) {
		inputs = append(inputs, known)
		for i := range variants {
			inputs = append(inputs, e.variant(slices.Clone(known), i))
		}
	}
	var failure error
	err := e.context.Execute(inputs, nil, func(_ int, run *execution.Run) {
		if failure == nil {
			failure = e.handOverAgain(run)
		}
	})
	e.seeker.next = e.executions + seekInterval
	if err == nil && failure == nil {
		e.Seek(slices.DeleteFunc(wanted, func(d Direction) bool {
			return e.sound.covered[d.Location][side(d.Outcome)] || slices.Contains(e.seeker.wanted, d)
		}))
	}
	return cmp.Or(err, failure)
}

// variant replaces one byte by a random one or by zero, or a few bytes.
func (e *Engine) variant(input []byte, i int) []byte {
	if len(input) == 0 || i%3 == 0 {
		return e.replaceSome(input)
	}
	replaced := byte(0)
	if i%3 == 1 {
		replaced = byte(e.random.Uint32())
	}
	input[e.random.IntN(len(input))] = replaced
	return input
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
func (e *Engine) witnesses(wanted []Direction) [][]byte {
	count := map[Direction]int{}
	for _, d := range wanted {
		count[d] = 0
	}
	seen := map[uint64]struct{}{}
	var inputs [][]byte
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
			input := e.tree.Input(n).Bytes
			key := hash(input)
			if _, known := seen[key]; known {
				continue
			}
			seen[key] = struct{}{}
			count[d]++
			inputs = append(inputs, slices.Clone(input))
		}
	})
	return inputs
}

func hash(input []byte) uint64 {
	h := fnv.New64a()
	h.Write(input)
	return h.Sum64()
}
