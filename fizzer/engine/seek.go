package engine

import (
	"cmp"
	"context"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// seeker is the stage that looks for other runs that cover what only rejected tests covered.
type seeker struct {
	e         *Engine
	wanted    []Direction       // not covered again yet, in search order
	tries     map[Direction]int // searches for each direction during or before which its runs were rejected
	next      uint64            // number of executions before which no search starts
	vain      int               // searches since the last one that handed over a run
	searching bool
	rejected  map[Direction]int // rejected runs of each direction in the current search
}

// stepSeek is the stage's name in the statistics.
const stepSeek = "seek"

func newSeeker(e *Engine) *seeker {
	return &seeker{e: e, tries: map[Direction]int{}, rejected: map[Direction]int{}}
}

// Bounds of the search for other runs, picked by hand: a direction for which every run is rejected costs a twentieth of all executions.
const (
	maxTries     = 8    // searches for one direction whose runs are rejected
	maxRejected  = 3    // rejected runs of one direction in one search
	maxVain      = 64   // failed searches in a row after which a run may end although directions are still wanted
	maxWitness   = 8    // maximum of inputs known to cover a direction that are run again
	variants     = 24   // inputs made from each of these
	maxSought    = 512  // maximum of runs of one search
	seekInterval = 4096 // minimum of executions between two searches
	seekShare    = 20   // minimum of executions before the next search, for each execution of this one
	walkedNodes  = 16   // maximum of nodes that a search walks, for each execution until the next search
)

// Seek asks for other runs that cover these directions, because replay rejected those that did. A run that covers one of them, and that
// validators keep, is handed over with that direction in Found.Again. OnTest and Budget.Done may call Seek; it only records what is
// wanted. The engine no longer searches for a direction that was asked for too often.
func (e *Engine) Seek(rejected []Direction) {
	for _, d := range rejected {
		e.seeker.want(d)
	}
}

func (s *seeker) want(d Direction) {
	kept := &s.e.finds.kept
	if !kept.has(d) && slices.Contains(s.wanted, d) {
		return // nothing has covered it since it was last asked for
	}
	again := s.searching && s.rejected[d] > 0
	if s.tries[d] >= maxTries && !again {
		return
	}
	if s.rejected[d]++; !again {
		s.tries[d]++
	}
	if !s.searching || s.rejected[d] < maxRejected {
		kept.reject(d)
	}
	if !slices.Contains(s.wanted, d) {
		s.wanted = append(s.wanted, d)
	}
}

// due reports whether it is time to search for what is wanted.
func (s *seeker) due(*stage) bool {
	return len(s.wanted) > 0 && s.e.executor.Counts().Executions >= s.next
}

// run runs inputs known to cover the wanted directions, and variants of them: at most maxSought runs, recorded whole, each with the
// room that its condition needs. A direction that is still not covered stays wanted, behind those not searched for yet.
func (s *seeker) run(ctx context.Context, stage *stage) (bool, error) {
	s.e.ledger.begin(stage.step)
	kept := &s.e.finds.kept
	s.wanted = slices.DeleteFunc(s.wanted, kept.has)
	sought := s.wanted[:min(len(s.wanted), maxSought/(1+variants))]
	s.wanted = slices.Clone(s.wanted[len(sought):])
	clear(s.rejected)
	s.vain++
	s.searching = true
	err := s.search(ctx, sought)
	s.searching = false
	for _, d := range sought {
		if s.rejected[d] >= maxRejected && s.tries[d] < maxTries {
			kept.reject(d)
		}
		if !kept.has(d) && !slices.Contains(s.wanted, d) {
			s.wanted = append(s.wanted, d)
		}
	}
	return true, err
}

// search searches for these directions.
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
	request.Limits, request.Record = e.limits.room(e.tree, n), executor.Whole
	var failure error
	err := e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		if failure == nil {
			failure = s.handOver(run)
		}
	})
	return cmp.Or(err, failure)
}

// variant first replaces values as a whole; later it replaces a byte by a random one or by zero, or a few bytes.
func variant(random *draw.Source, input []byte, reads []layout.Read, i int) []byte {
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

// replaceValues sets one or more of the values to extremes of their types or neighbours of these: a loop that counts
// up or down to a bound in billions of steps ends at once if it begins next to the end of the range.
func replaceValues(random *draw.Source, input []byte, reads []layout.Read) {
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

// handOver hands over a run on a known path that covers a rejected direction. absorb has handled runs on new paths.
func (s *seeker) handOver(run *execution.Run) error {
	e := s.e
	if e.finds.kept.lacking == 0 || !execution.Keeps(run.Ending) || e.corpus.IsTest(run.Bytes) {
		return nil
	}
	if again := e.finds.kept.lookFor(run, nil); len(again) > 0 {
		s.vain = 0
		return e.finds.handOver(run, nil, again, false)
	}
	return nil
}

// maxIdleForKept bounds the conditions that are evaluated, once everything is covered, to cover it by kept runs, too. It
// is picked by hand: about half a second.
const maxIdleForKept = 1 << 24

// enough reports whether kept runs cover all that is covered, or enough was done for it.
func (s *seeker) enough() bool {
	return s.e.finds.kept.lacking == 0 || s.e.limits.idle > maxIdleForKept && (len(s.wanted) == 0 && !s.searching || s.vain >= maxVain)
}

// witnesses returns nodes behind the wanted directions, with different best inputs: at most maxWitness per direction and
// maxSought/(1+variants) in all. The cost is proportional to the nodes of the tree and the inputs of the returned nodes.
func (s *seeker) witnesses(wanted []Direction) []tree.Node {
	t := s.e.tree
	most := min(maxWitness, max(maxSought/(1+variants)/max(len(wanted), 1), 1))
	type found struct {
		nodes []tree.Node
		count int   // distinct inputs seen so far
		last  int32 // number of the last input seen: nodes of one run follow each other
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
				f.nodes[i] = behind // every node seen has the same chance
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
