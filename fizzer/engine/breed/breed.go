// Package breed is a genetic search (RIVER, appendix C): it makes new inputs from those in the corpus that covered something. No
// analysis of a single condition finds a long way through the states of a program, where the values that decide a condition
// were set many inputs before; splices of inputs that led somewhere sometimes do.
//
//	b := breed.New(corpus)
//	inputs := b.Children(random, 64, breed.Bounds{MaxBytes: 256, Changes: 2}) // while b.Able()
//	b.Observe(run, locations)                                                // of each child
//
// A Breeder proposes inputs and runs none. It is not safe for concurrent use.
package breed

import (
	"cmp"
	"math"
	"slices"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/execution"
)

// Picked by hand.
const (
	elite       = 16 // the fittest parents; half of all parents are taken from them
	rankedAgain = 64 // batches between two rankings of the parents
)

// Breeder selects parents among the entries of a corpus. A parent is fit if it reaches what few children reach. The
// elite are the fittest; other parents are selected by rank or at random. Make it with New.
type Breeder struct {
	corpus  *corpus.Corpus
	known   uint64          // entries of the corpus that were ranked, counted as in Corpus.Added
	ranked  []*corpus.Entry // the parents, the fittest first, as of the last ranking
	batches int             // since the last ranking
	reached []uint32        // by direction: how many children took it, of those recorded whole
	seen    []uint32        // by direction: the number of the last child that took it
	child   uint32          // number of the current child
	buffer  []byte          // in which children are made
	kept    []byte          // the last children, one after the other
}

// Bounds limit one child.
type Bounds struct {
	MaxBytes int // length, at least 1
	Changes  int // largest number of changes made to a parent, at least 1
}

// New returns a breeder over a corpus.
func New(c *corpus.Corpus) *Breeder { return &Breeder{corpus: c} }

// Able reports whether the corpus has parents.
func (b *Breeder) Able() bool { return len(b.corpus.Covering()) > 0 }

// Children returns a batch of count children. From time to time it ranks the parents anew.
func (b *Breeder) Children(random *draw.Source, count int, bounds Bounds) [][]byte {
	if b.batches++; b.batches >= rankedAgain {
		b.rank()
	}
	inputs := make([][]byte, count)
	for i := range inputs {
		inputs[i] = b.Child(random, bounds)
	}
	return inputs
}

// Observe records which directions a child took; locations is the number of the program's locations. A child whose
// run was recorded in part does not count. The cost is proportional to the length of its trace.
func (b *Breeder) Observe(run *execution.Run, locations int) {
	if !run.Whole() {
		return
	}
	if b.reached == nil {
		b.reached, b.seen = make([]uint32, 2*locations), make([]uint32, 2*locations)
	}
	b.child++
	for _, c := range run.Conditions.All() {
		at := corpus.DirectionNumber(execution.Location(&c), execution.Direction(&c))
		if at >= len(b.seen) { // nobody has checked the trace of a known path
			run.Garbled = true
			return
		}
		if b.seen[at] != b.child {
			b.seen[at] = b.child
			b.reached[at]++
		}
	}
}

// rank sorts the parents by fitness: by the number of children that took the rarest of the directions that the parent
// took first.
func (b *Breeder) rank() {
	b.known, b.batches = b.corpus.Added(), 0
	b.ranked = append(b.ranked[:0], b.corpus.Covering()...)
	slices.Reverse(b.ranked) // among equals the newest first
	rarest := make(map[*corpus.Entry]uint32, len(b.ranked))
	for _, p := range b.ranked {
		rarest[p] = math.MaxUint32
		for _, d := range p.First {
			if b.reached != nil {
				rarest[p] = min(rarest[p], b.reached[corpus.DirectionNumber(d.ID.Location, d.Outcome)])
			}
		}
	}
	slices.SortStableFunc(b.ranked, func(p, q *corpus.Entry) int { return cmp.Compare(rarest[p], rarest[q]) })
}

// update puts new parents first, because what they reach counts as rare until children show otherwise. If the corpus
// dropped old entries for them, it ranks all anew.
func (b *Breeder) update() {
	parents, fresh := b.corpus.Covering(), b.corpus.Added()-b.known
	if fresh == 0 {
		return
	}
	if fresh > uint64(len(parents)) || len(b.ranked)+int(fresh) > len(parents) {
		b.rank()
		return
	}
	for _, p := range parents[len(parents)-int(fresh):] {
		b.ranked = slices.Insert(b.ranked, 0, p)
	}
	b.known = b.corpus.Added()
}

// parent selects a parent: from the elite, by rank, or any.
func (b *Breeder) parent(random *draw.Source) *corpus.Entry {
	n := len(b.ranked)
	switch random.IntN(4) {
	case 0, 1:
		return b.ranked[random.IntN(min(n, elite))]
	case 2: // the chance falls linearly with the rank
		return b.ranked[min(random.IntN(n), random.IntN(n))]
	}
	return b.corpus.Covering()[random.IntN(n)]
}
