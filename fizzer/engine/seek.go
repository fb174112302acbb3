package engine

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// seeker knows what was covered by tests that turned out to be worth nothing, and is looked for again.
type seeker struct {
	wanted    []Direction         // not covered again yet, in the order in which they are looked for
	tries     map[Direction]int   // searches in which, or before which, runs of each were lost
	handed    map[uint64]struct{} // hashes of the inputs of all tests
	next      uint64              // number of executions before which nothing is looked for
	vain      int                 // searches since one handed a run over
	searching bool
	lost      map[Direction]int // runs of each that were lost in the present search
}

func newSeeker() seeker {
	return seeker{tries: map[Direction]int{}, handed: map[uint64]struct{}{}, lost: map[Direction]int{}}
}

// Bounds of the search for other runs, picked by hand: what no run can save costs a twentieth of all executions.
const (
	mostTries    = 8    // searches for one direction whose runs turn out to be lost
	mostLost     = 3    // runs of one direction that are handed over in one search
	mostVain     = 64   // searches in vain after which a run may end although something is wanted
	mostWitness  = 8    // inputs known to cover a direction that are run again
	variants     = 24   // inputs made of each of them
	mostSought   = 512  // runs of one search
	seekInterval = 4096 // least executions between two searches
	seekShare    = 20   // least executions until the next search for each of this one
	walkedNodes  = 16   // nodes that a search walks for each execution until the next, at most
)

// Seek asks for other runs that cover these directions: those that did are lost. A run that covers one and that validators
// keep is handed over with it in Found.Again. It may be called by OnTest and Budget.Done, and does nothing but note
// what is wanted; what was asked for too often is not looked for any more.
func (e *Engine) Seek(lost []Direction) {
	s := &e.seeker
	for _, d := range lost {
		if !e.sound.covered[d.Location][side(d.Outcome)] && slices.Contains(s.wanted, d) {
			continue // nothing covered it since it was asked for
		}
		again := s.searching && s.lost[d] > 0
		if s.tries[d] >= mostTries && !again {
			continue
		}
		if s.lost[d]++; !again {
			s.tries[d]++
		}
		if !s.searching || s.lost[d] < mostLost {
			e.sound.lose(d)
		}
		if !slices.Contains(s.wanted, d) {
			s.wanted = append(s.wanted, d)
		}
	}
}

// due reports whether it is time to look for what is wanted.
func (s *seeker) due(executions uint64) bool { return len(s.wanted) > 0 && executions >= s.next }

// seek runs inputs that are known to cover what is wanted, and variants of them, at most mostSought and recorded whole, each with the room
// that its condition needs. What is not covered then stays wanted, behind what was not looked for.
func (e *Engine) seek() error {
	e.credit(stepSeek, nil)
	s := &e.seeker
	s.wanted = slices.DeleteFunc(s.wanted, func(d Direction) bool { return e.sound.covered[d.Location][side(d.Outcome)] })
	sought := s.wanted[:min(len(s.wanted), mostSought/(1+variants))]
	s.wanted = slices.Clone(s.wanted[len(sought):])
	clear(s.lost)
	s.vain++
	s.searching, e.cutting.paused = true, true
	err := e.search(sought)
	s.searching, e.cutting.paused = false, false
	for _, d := range sought {
		if s.lost[d] >= mostLost && s.tries[d] < mostTries {
			e.sound.lose(d)
		}
		if !e.sound.covered[d.Location][side(d.Outcome)] && !slices.Contains(s.wanted, d) {
			s.wanted = append(s.wanted, d)
		}
	}
	return err
}

// search is seek for these directions.
func (e *Engine) search(sought []Direction) error {
	limits, before := e.batch.Limits, e.executions
	defer func() {
		e.batch.Limits = limits
		e.seeker.next = e.executions + max(seekInterval, seekShare*(e.executions-before), uint64(e.tree.Summary().Nodes)/walkedNodes)
	}()
	for _, n := range e.witnesses(sought) {
		known := e.tree.Input(n).Clone()
		inputs := [][]byte{known.Bytes}
		for i := range variants {
			inputs = append(inputs, e.variant(slices.Clone(known.Bytes), known.Reads, i))
		}
		e.batch.Limits = limits // to which room adds
		e.batch.Limits = e.room(n)
		var failure error
		err := e.context.Execute(inputs, nil, func(_ int, run *execution.Run) {
			if failure == nil {
				failure = e.handOverAgain(run)
			}
		})
		if err := cmp.Or(err, failure); err != nil {
			return err
		}
	}
	return nil
}

// variant replaces whole values, first of all, or a byte by a random one or by zero, or a few bytes.
func (e *Engine) variant(input []byte, reads []layout.Read, i int) []byte {
	if len(input) == 0 {
		return input
	}
	if i < variants/3 {
		e.replaceValues(input, reads)
		return input
	}
	switch i % 3 {
	case 0:
		input[e.random.IntN(len(input))] = byte(e.random.Uint32())
	case 1:
		input[e.random.IntN(len(input))] = 0
	default:
		return e.replaceSome(input)
	}
	return input
}

// replaceValues makes one or some of the values extremes of their types, or neighbours of these: a loop that counts up or down
// to a bound in billions of steps ends at once where it begins beside the end of the range.
func (e *Engine) replaceValues(input []byte, reads []layout.Read) {
	if len(reads) > 1 && e.random.IntN(2) == 0 {
		i := e.random.IntN(len(reads))
		reads = reads[i : i+1]
	}
	for _, r := range reads {
		if int(r.Offset)+int(r.Size) > len(input) || r.Size == 0 || len(reads) > 1 && e.random.IntN(2) == 0 {
			continue
		}
		value := input[r.Offset:][:r.Size]
		extremes := analysis.Extremes(r)
		copy(value, extremes[e.random.IntN(len(extremes))])
		if analysis.IsFloat(r) || analysis.IsBoolean(r) {
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
		e.seeker.vain = 0
		return e.handOver(run, &tree.Insertion{}, again, false)
	}
	return nil
}

// witnesses returns nodes behind the wanted directions whose best inputs differ, mostWitness a direction and mostSought/(1+variants) in all
// at most. Cost: the tree's nodes, and the inputs of those that are returned.
func (e *Engine) witnesses(wanted []Direction) []tree.Node {
	most := min(mostWitness, max(mostSought/(1+variants)/max(len(wanted), 1), 1))
	type found struct {
		nodes []tree.Node
		count int   // distinct inputs seen
		last  int32 // number of the input seen last: nodes of one run follow each other
	}
	all := map[Direction]*found{}
	for _, d := range wanted {
		all[d] = &found{last: -1}
	}
	e.tree.Walk(func(n tree.Node) {
		location := e.tree.ID(n).Location
		for _, outcome := range [...]bool{false, true} {
			f := all[Direction{location, outcome}]
			if f == nil || e.tree.Label(n, outcome) == tree.NotVisited {
				continue
			}
			behind := n
			if s := e.tree.Successor(n, outcome); s != tree.None {
				behind = s
			}
			input := e.tree.InputNumber(behind)
			if input == f.last {
				continue
			}
			f.last = input
			f.count++
			if len(f.nodes) < most {
				f.nodes = append(f.nodes, behind)
			} else if i := e.random.IntN(f.count); i < most {
				f.nodes[i] = behind // of all that are seen each has the same chance
			}
		}
	})
	seen := map[uint64]struct{}{}
	var nodes []tree.Node
	for _, d := range wanted {
		for _, n := range all[d].nodes {
			key := hash(e.tree.Input(n).Bytes)
			if _, known := seen[key]; !known {
				seen[key] = struct{}{}
				nodes = append(nodes, n)
			}
		}
	}
	return nodes
}

func hash(input []byte) uint64 {
	h := fnv.New64a()
	h.Write(input)
	return h.Sum64()
}
