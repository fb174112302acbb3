// Package corpus holds the inputs that the engine keeps for later, by the reason for keeping them: they covered something,
// they ended at a limit, or their trace was recorded in part or did not fit into the tree. All lists are bounded.
//
//	c := corpus.New()
//	c.AddCovering(input, run.Conditions, insertion.Covered) // an entry to breed from
//	c.Limited.Add(run.Bytes)                                // to be run again when the limits rise
//	for _, entry := range c.Covering() { ... }
//
// A Corpus belongs to one engine and is not safe for concurrent use.
package corpus

import (
	"hash/fnv"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Bounds of what is kept, picked by hand.
const (
	MaxCovering = 1 << 10 // entries that covered something; a new one replaces the oldest
	maxKept     = 256     // inputs of each other kind
)

// Corpus is the inputs worth keeping. Make it with New.
type Corpus struct {
	Limited   Newest // of runs that ended at a limit: to be run again when it rises
	Truncated First  // of runs whose new nodes did not fit into the tree: to be run again after pruning
	Cut       First  // of runs recorded in part, so that nobody knows how they continue

	Nearest *Nearest // of runs that came nearest to what is not covered; nil until somebody wants them

	covering []*Entry
	added    uint64              // entries ever added to covering
	tests    [][]byte            // of tests that ended at a limit with something to gain behind it
	handed   map[uint64]struct{} // hashes of the inputs of all tests
}

// Entry is an input with the directions that it was the first to take.
type Entry struct {
	trace.Input
	First []Direction // in their calling contexts
	Seams []Seam      // by offset, strictly increasing
}

// Direction is a direction of a location in a calling context.
type Direction struct {
	ID      trace.ID
	Outcome bool
}

// DirectionNumber numbers the directions of locations: 2*location, plus 1 for the outcome true.
func DirectionNumber(location uint32, outcome bool) int {
	if outcome {
		return 2*int(location) + 1
	}
	return 2 * int(location)
}

// New returns an empty corpus.
func New() *Corpus { return &Corpus{handed: map[uint64]struct{}{}} }

// AddCovering keeps a copy of the input of a run that covered something, unless nothing was read. The cost is
// proportional to the length of the trace.
func (c *Corpus) AddCovering(input trace.Input, conditions execution.Trace, covered []tree.Coverage) {
	if len(input.Reads) == 0 {
		return
	}
	if len(c.covering) == MaxCovering {
		c.covering = slices.Delete(c.covering, 0, 1)
	}
	entry := &Entry{Input: input.Clone(), Seams: SeamsOf(conditions, len(input.Bytes))}
	for _, d := range covered {
		entry.First = append(entry.First, Direction{d.ID, d.Direction})
	}
	c.covering = append(c.covering, entry)
	c.added++
}

// Shorten gives the entry a copy of a shorter input, whose run takes the same directions.
func (e *Entry) Shorten(input trace.Input, conditions execution.Trace) {
	e.Input, e.Seams = input.Clone(), SeamsOf(conditions, len(input.Bytes))
}

// Covering returns the entries that covered something, the newest last. Do not change them except by Shorten.
func (c *Corpus) Covering() []*Entry { return c.covering }

// Added returns how many entries were ever added to Covering, including those dropped since.
func (c *Corpus) Added() uint64 { return c.added }

// AddTest records the input of a test. If the test is limited, which means that it ended at a limit with something to gain behind it, the
// input is also kept for runs with higher limits.
func (c *Corpus) AddTest(input []byte, limited bool) {
	c.handed[hash(input)] = struct{}{}
	if limited {
		c.tests = append(c.tests, input)
	}
}

// IsTest reports whether some test has this input.
func (c *Corpus) IsTest(input []byte) bool {
	_, known := c.handed[hash(input)]
	return known
}

// LimitedTests returns the inputs of the tests that ended at a limit, the oldest first.
func (c *Corpus) LimitedTests() [][]byte { return c.tests }

// TakeLimitedTests returns the same as LimitedTests and forgets it.
func (c *Corpus) TakeLimitedTests() [][]byte {
	tests := c.tests
	c.tests = nil
	return tests
}

func hash(input []byte) uint64 {
	h := fnv.New64a()
	h.Write(input)
	return h.Sum64()
}
