// Package breed makes new inputs of those in the corpus that covered something, a genetic search (RIVER, appendix C). No
// analysis of a single condition finds a long way through the states of a program, where what a condition depends on was
// decided many inputs before; parts of inputs that led somewhere, spliced anew, sometimes do.
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
	"math/rand/v2"
	"slices"

	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/execution"
)

// Picked by hand.
const (
	elite       = 16 // fittest parents, from which half of all are taken
	rankedAgain = 64 // batches after which the parents are ranked again
)

// Breeder selects parents among the entries of a corpus. Parents are fit that reach what few children reach: the elite are the
// fittest, others are selected by their rank or at random. Make it with New.
type Breeder struct {
	corpus  *corpus.Corpus
	known   uint64          // entries of the corpus that were ranked, as Corpus.Added counts them
	ranked  []*corpus.Entry // the parents by fitness, the fittest first, as they were when they were ranked last
	batches int             // since then
	reached []uint32        // by direction: how many children that were recorded whole took it
	seen    []uint32        // by direction: the number of the child that took it last
	child   uint32          // number of the child of now
}

// Bounds are those of one child.
type Bounds struct {
	MaxBytes int // its length, at least 1
	Changes  int // at most so many are made to a parent, at least 1
}

// New returns a breeder over a corpus.
func New(c *corpus.Corpus) *Breeder { return &Breeder{corpus: c} }

// Able reports whether there are parents.
func (b *Breeder) Able() bool { return len(b.corpus.Covering()) > 0 }

// Children returns a batch of that many children. Now and then the parents are ranked anew.
func (b *Breeder) Children(random *rand.Rand, count int, bounds Bounds) [][]byte {
	if b.batches++; b.batches >= rankedAgain {
		b.rank()
	}
	inputs := make([][]byte, count)
	for i := range inputs {
		inputs[i] = b.Child(random, bounds)
	}
	return inputs
}

// Observe notes which directions a child took; locations is the number of those of the program. A child whose run was not
// recorded whole does not count. Cost: the length of its trace.
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
		if at >= len(b.seen) { // the trace of a known path was not checked yet
			run.Garbled = true
			return
		}
		if b.seen[at] != b.child {
			b.seen[at] = b.child
			b.reached[at]++
		}
	}
}

// rank sorts the parents by fitness: by how few children took the rarest of the directions that they took first.
func (b *Breeder) rank() {
	b.known, b.batches = b.corpus.Added(), 0
	b.ranked = append(b.ranked[:0], b.corpus.Covering()...)
	slices.Reverse(b.ranked) // of equal ones the newest first
	rarest := make(map[*corpus.Entry]uint32, len(b.ranked))
	for _, p := range b.ranked {
		rarest[p] = math.MaxUint32
		for _, at := range p.First {
			if b.reached != nil {
				rarest[p] = min(rarest[p], b.reached[at])
			}
		}
	}
	slices.SortStableFunc(b.ranked, func(p, q *corpus.Entry) int { return cmp.Compare(rarest[p], rarest[q]) })
}

// update ranks new parents first, because what they reach is rare until children have shown otherwise. When the corpus dropped
// old entries for them, all are ranked anew.
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

// parent selects a parent: one of the elite, one by its rank, or any.
func (b *Breeder) parent(random *rand.Rand) *corpus.Entry {
	n := len(b.ranked)
	switch random.IntN(4) {
	case 0, 1:
		return b.ranked[random.IntN(min(n, elite))]
	case 2: // the chance falls linearly with the rank
		return b.ranked[min(random.IntN(n), random.IntN(n))]
	}
	return b.corpus.Covering()[random.IntN(n)]
}
