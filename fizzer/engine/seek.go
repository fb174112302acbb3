package engine

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// seeker is the stage that looks again for what was covered by tests that turned out to be worth nothing.
type seeker struct {
	e         *Engine
	wanted    []Direction       // not covered again yet, in the order in which they are looked for
	tries     map[Direction]int // searches in which, or before which, runs of each were lost
	next      uint64            // number of executions before which nothing is looked for
	vain      int               // searches since one handed a run over
	searching bool
	lost      map[Direction]int // runs of each that were lost in the present search
}

// stepSeek is the stage's name in the statistics.
const stepSeek = "seek"

func newSeeker(e *Engine) *seeker {
	return &seeker{e: e, tries: map[Direction]int{}, lost: map[Direction]int{}}
}

// Bounds of the search for other runs, picked by hand: what no run can save costs a twentieth of all executions.
const (
	maxTries     = 8    // searches for one direction whose runs turn out to be lost
	maxLost      = 3    // runs of one direction that are handed over in one search
	maxVain      = 64   // searches in vain after which a run may end although something is wanted
	maxWitness   = 8    // inputs known to cover a direction that are run again
	variants     = 24   // inputs made of each of them
	maxSought    = 512  // runs of one search
	seekInterval = 4096 // least executions between two searches
	seekShare    = 20   // least executions until the next search for each of this one
	walkedNodes  = 16   // nodes that a search walks for each execution until the next, at most
)

// Seek asks for other runs that cover these directions: those that did are lost. A run that covers one and that validators
// keep is handed over with it in Found.Again. It may be called by OnTest and Budget.Done, and does nothing but note
// what is wanted; what was asked for too often is not looked for any more.
func (e *Engine) Seek(lost []Direction) {
	for _, d := range lost {
		e.seeker.want(d)
	}
}

func (s *seeker) want(d Direction) {
	sound := &s.e.finds.sound
	if !sound.has(d) && slices.Contains(s.wanted, d) {
		return // nothing covered it since it was asked for
	}
	again := s.searching && s.lost[d] > 0
	if s.tries[d] >= maxTries && !again {
		return
	}
	if s.lost[d]++; !again {
		s.tries[d]++
	}
	if !s.searching || s.lost[d] < maxLost {
		sound.lose(d)
	}
	if !slices.Contains(s.wanted, d) {
		s.wanted = append(s.wanted, d)
	}
}

// due reports whether it is time to look for what is wanted.
func (s *seeker) due(*stage) bool {
	return len(s.wanted) > 0 && s.e.executor.Counts().Executions >= s.next
}

// run runs inputs that are known to cover what is wanted, and variants of them, at most maxSought and recorded whole, each with
// the room that its condition needs. What is not covered then stays wanted, behind what was not looked for.
func (s *seeker) run(ctx context.Context, stage *stage) (bool, error) {
	s.e.ledger.begin(stage.step)
	sound := &s.e.finds.sound
	s.wanted = slices.DeleteFunc(s.wanted, sound.has)
	sought := s.wanted[:min(len(s.wanted), maxSought/(1+variants))]
	s.wanted = slices.Clone(s.wanted[len(sought):])
	clear(s.lost)
	s.vain++
	s.searching = true
	err := s.search(ctx, sought)
	s.searching = false
	for _, d := range sought {
		if s.lost[d] >= maxLost && s.tries[d] < maxTries {
			sound.lose(d)
		}
		if !sound.has(d) && !slices.Contains(s.wanted, d) {
			s.wanted = append(s.wanted, d)
		}
	}
	return true, err
}

// search looks for these directions.
func (s *seeker) search(ctx context.Context, sought []Direction) error {
	e := s.e
	before := e.executor.Counts().Executions
	defer func() {
		now := e.executor.Counts().Executions
		s.next = now + max(seekInterval, seekShare*(now-before), uint64(e.tree.Summary().Nodes)/walkedNodes)
	}()
	for _, n := range s.witnesses(sought) {
		if err := s.runVariants(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// runVariants runs the input of a node and variants of it.
func (s *seeker) runVariants(ctx context.Context, n tree.Node) error {
	e := s.e
	known := e.tree.Input(n).Clone()
	inputs := [][]byte{known.Bytes}
	for i := range variants {
		inputs = append(inputs, variant(e.random, slices.Clone(known.Bytes), known.Reads, i))
	}
	request := e.request(inputs)
	request.Limits, request.Whole = e.limits.room(e.tree, n), true
	var failure error
	err := e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		if failure == nil {
			failure = s.handOver(run)
		}
	})
	return cmp.Or(err, failure)
}

// variant replaces whole values, first of all, or a byte by a random one or by zero, or a few bytes.
func variant(random *rand.Rand, input []byte, reads []layout.Read, i int) []byte {
	if len(input) == 0 {
		return input
	}
	if i < variants/3 {
		replaceValues(random, input, reads)
		return input
	}
	switch i % 3 {
	case 0:
		input[random.IntN(len(input))] = byte(random.Uint32())
	case 1:
		input[random.IntN(len(input))] = 0
	default:
		return replaceSome(random, input)
	}
	return input
}

// replaceValues makes one or some of the values extremes of their types, or neighbours of these: a loop that counts up or down
// to a bound in billions of steps ends at once where it begins beside the end of the range.
func replaceValues(random *rand.Rand, input []byte, reads []layout.Read) {
	if len(reads) > 1 && random.IntN(2) == 0 {
		i := random.IntN(len(reads))
		reads = reads[i : i+1]
	}
	for _, r := range reads {
		if int(r.Offset)+int(r.Size) > len(input) || r.Size == 0 || len(reads) > 1 && random.IntN(2) == 0 {
			continue
		}
		value := input[r.Offset:][:r.Size]
		extremes := analysis.Extremes(r)
		copy(value, extremes[random.IntN(len(extremes))])
		if analysis.IsFloat(r) || analysis.IsBoolean(r) {
			continue
		}
		switch random.IntN(3) {
		case 0:
			analysis.AddInteger(value, 1, 0)
		case 1:
			analysis.AddInteger(value, math.MaxUint64, math.MaxUint64)
		}
	}
}

// handOver hands over a run on a known path that covers something lost. New paths were seen to when they were absorbed.
func (s *seeker) handOver(run *execution.Run) error {
	e := s.e
	if e.finds.sound.lacking == 0 || !Keeps(run.Ending) || e.corpus.IsTest(run.Bytes) {
		return nil
	}
	if again := e.finds.sound.lookFor(run, nil); len(again) > 0 {
		s.vain = 0
		return e.finds.handOver(run, nil, again, false)
	}
	return nil
}

// soundPatience is how many conditions are evaluated, when everything is covered, to cover it soundly as well. It is
// picked by hand: about half a second.
const soundPatience = 1 << 24

// enough reports whether all that is covered is covered soundly, or enough was done for it.
func (s *seeker) enough() bool {
	return s.e.finds.sound.lacking == 0 || s.e.limits.idle > soundPatience && (len(s.wanted) == 0 && !s.searching || s.vain >= maxVain)
}

// witnesses returns nodes behind the wanted directions whose best inputs differ, maxWitness a direction and maxSought/(1+variants) in all
// at most. Cost: the tree's nodes, and the inputs of those that are returned.
func (s *seeker) witnesses(wanted []Direction) []tree.Node {
	t := s.e.tree
	most := min(maxWitness, max(maxSought/(1+variants)/max(len(wanted), 1), 1))
	type found struct {
		nodes []tree.Node
		count int   // distinct inputs seen
		last  int32 // number of the input seen last: nodes of one run follow each other
	}
	all := map[Direction]*found{}
	for _, d := range wanted {
		all[d] = &found{last: -1}
	}
	t.Walk(func(n tree.Node) {
		location := t.ID(n).Location
		for _, outcome := range [...]bool{false, true} {
			f := all[Direction{location, outcome}]
			if f == nil || t.Label(n, outcome) == tree.NotVisited {
				continue
			}
			behind := n
			if next := t.Successor(n, outcome); next != tree.None {
				behind = next
			}
			input := t.InputNumber(behind)
			if input == f.last {
				continue
			}
			f.last = input
			f.count++
			if len(f.nodes) < most {
				f.nodes = append(f.nodes, behind)
			} else if i := s.e.random.IntN(f.count); i < most {
				f.nodes[i] = behind // of all that are seen each has the same chance
			}
		}
	})
	seen := map[string]struct{}{}
	var nodes []tree.Node
	for _, d := range wanted {
		for _, n := range all[d].nodes {
			key := string(t.Input(n).Bytes)
			if _, known := seen[key]; !known {
				seen[key] = struct{}{}
				nodes = append(nodes, n)
			}
		}
	}
	return nodes
}
