// Package analysis holds what the input generation analyses (report Sec. 5) have in common. Each analysis is a folder
// beside this one with a function that works on one node of the execution tree.
//
// An analysis proposes inputs and never runs them itself: it collects them in its Context, which hands them to the
// engine in batches. The engine maps every run onto the tree before the analysis sees its result, and ends the
// analysis with ErrReached as soon as a run takes the missing direction.
package analysis

import (
	"errors"
	"hash/maphash"

	"fizzer/fizzer/distance"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Reasons why an analysis ends before its strategy is finished. An analysis returns these errors unchanged.
var (
	ErrReached   = errors.New("the missing direction was taken")
	ErrExhausted = errors.New("the analysis has used its executions")
)

// Execute runs inputs in order and calls visit for each run; the run is valid only during that call. Once a run
// reaches the goal (its field Reached), the inputs after it are not run. An error ends the analysis.
type Execute func(inputs [][]byte, goal *execution.Goal, visit func(index int, run *execution.Run)) error

// Context is one application of an analysis to a node. Make it with Start.
type Context struct {
	Tree      *tree.Tree
	Random    *draw.Source
	Execute   Execute
	Iteration func() uint32 // number of executions made so far
	Thorough  bool          // sensitivity flips every bit, as the report does, even of values that show no effect

	Node      tree.Node
	Direction bool        // the missing direction, the goal
	Base      trace.Input // copy of the node's best input as of the start of the analysis
	Limit     int         // maximum of Used, for Evaluate; 0: unlimited
	Whole     int         // the report's K: maximum of Used over all applications of the analysis to this node

	Scratch execution.Trace // scratch memory for a copy of a trace; the next analysis may overwrite it

	used    int
	pending [][]byte
	cache   cache
}

// cache is the fast execution cache (report Sec. 5): the distances of the inputs evaluated so far.
type cache struct {
	seed     maphash.Seed
	known    map[uint64]distance.Distance // by hash of the input
	goal     execution.Goal               // of the last call of Evaluate or Try, from which all the following are
	values   []distance.Distance          // of the inputs
	hashes   []uint64                     // of the inputs
	executed [][]byte                     // the inputs that were not known
	places   []int                        // of these among the inputs
}

// Start prepares c for a node. It reuses the buffers of the previous analysis.
func (c *Context) Start(n tree.Node) {
	if c.cache.known == nil {
		c.cache.seed, c.cache.known = maphash.MakeSeed(), map[uint64]distance.Distance{}
	}
	clear(c.cache.known)
	input := c.Tree.Input(n)
	c.Node = n
	c.Direction, _ = c.Tree.Missing(n)
	c.Base.Bytes = append(c.Base.Bytes[:0], input.Bytes...)
	c.Base.Reads = append(c.Base.Reads[:0], input.Reads...)
	c.Limit, c.Whole, c.used, c.pending = 0, 0, 0, c.pending[:0]
}

// Resume continues an analysis that has already used that many inputs. Call it between Start and the analysis.
func (c *Context) Resume(used int) { c.used = used }

// At a time, an analysis may use only this share of the report's K, which bounds one minimization: a plateau must not keep all other
// targets waiting. Both numbers are picked by hand.
const (
	shareOfUncovered = 8  // at a node whose execution ID is not covered: the rest is used later
	shareOfCovered   = 32 // at a node that is worth only another path: the rest is never used
)

// Within limits an analysis with K = whole inputs to its next share of them.
func (c *Context) Within(whole int) {
	share := shareOfUncovered
	if c.Tree.Covered(c.Node) {
		share = shareOfCovered
	}
	c.Whole = whole
	c.Limit = min(whole, c.used+max(whole/share, 1))
}

// Unfinished reports whether the analysis ended with err only because its share was used up, so that it is to go on
// later.
func (c *Context) Unfinished(err error) bool {
	return errors.Is(err, ErrExhausted) && c.used < c.Whole && !c.Tree.Covered(c.Node)
}

// Measure runs the node's input if the distance of the node is unknown: the tree does not keep the distance of a node
// whose execution ID is covered. Call it between Start and the analysis.
func (c *Context) Measure() error {
	if c.Tree.Measured(c.Node) {
		return nil
	}
	c.Add()
	return c.Send(func(_ int, run *execution.Run) { c.Tree.Measure(c.Node, run, c.Iteration()) })
}

// Add appends a copy of the base input to the next batch. The caller changes the copy in place.
func (c *Context) Add() []byte {
	i := len(c.pending)
	if i < cap(c.pending) {
		c.pending = c.pending[:i+1]
	} else {
		c.pending = append(c.pending, nil)
	}
	c.pending[i] = append(c.pending[i][:0], c.Base.Bytes...)
	return c.pending[i]
}

// AddInput appends an input that need not be as long as the base input to the next batch. The caller gives it away.
func (c *Context) AddInput(input []byte) {
	c.Add()
	c.pending[len(c.pending)-1] = input
}

// Drop removes the input that Add appended last.
func (c *Context) Drop() { c.pending = c.pending[:len(c.pending)-1] }

// Pending returns the number of inputs added since the last batch.
func (c *Context) Pending() int { return len(c.pending) }

// Used returns the number of inputs given to Evaluate so far, including those that the cache answered and those
// before Resume.
func (c *Context) Used() int { return c.used }

// Send runs all added inputs, whatever they reach: a sensitivity analysis never ends early.
func (c *Context) Send(visit func(index int, run *execution.Run)) error {
	inputs := c.pending
	c.pending = c.pending[:0]
	if len(inputs) == 0 {
		return nil
	}
	return c.Execute(inputs, nil, visit)
}

// Try runs the added inputs until one takes the missing direction; then it returns ErrReached. Visit sees each run.
func (c *Context) Try(visit func(index int, run *execution.Run)) error {
	inputs := c.pending
	c.pending = c.pending[:0]
	reached := false
	err := c.Execute(inputs, c.goal(), func(i int, run *execution.Run) {
		reached = reached || run.Reached
		visit(i, run)
	})
	if err == nil && reached {
		return ErrReached
	}
	return err
}

func (c *Context) goal() *execution.Goal {
	c.cache.goal = execution.Goal{
		Index: uint32(c.Tree.Depth(c.Node)), Path: c.Tree.Path(c.Node), Location: c.Tree.ID(c.Node).Location, Direction: c.Direction,
	}
	return &c.cache.goal
}

// Evaluate is the report's ExecuteTarget for all added inputs: it returns the values of the node's branching function, which are not
// finite for runs that do not pass the node. The fast execution cache (report Sec. 5) answers inputs that were evaluated before. The
// result is valid until the next call. Evaluate returns ErrReached when a run took the missing direction and ErrExhausted when the
// limit was reached; then values are missing.
func (c *Context) Evaluate() ([]distance.Distance, error) {
	inputs := c.pending
	c.pending = c.pending[:0]
	if c.Limit > 0 && c.used+len(inputs) > c.Limit {
		inputs = inputs[:max(c.Limit-c.used, 0)] // another analysis with a larger share may have used up this one
	}
	wanted := len(inputs)
	c.used += wanted
	c.lookUp(inputs)
	reached := false
	err := c.run(&reached)
	switch {
	case err != nil:
		return nil, err
	case reached:
		return nil, ErrReached
	case c.Limit > 0 && c.used >= c.Limit:
		return nil, ErrExhausted
	}
	for i, hash := range c.cache.hashes {
		c.cache.values[i] = c.cache.known[hash]
	}
	return c.cache.values, nil
}

// lookUp finds the inputs that have to be run, each once.
func (c *Context) lookUp(inputs [][]byte) {
	k := &c.cache
	k.values, k.hashes, k.executed, k.places = k.values[:0], k.hashes[:0], k.executed[:0], k.places[:0]
	for i, in := range inputs {
		hash := maphash.Bytes(k.seed, in)
		k.values, k.hashes = append(k.values, distance.Distance{}), append(k.hashes, hash)
		if _, ok := k.known[hash]; !ok {
			k.known[hash] = distance.Distance{}
			k.executed, k.places = append(k.executed, in), append(k.places, i)
		}
	}
}

func (c *Context) run(reached *bool) error {
	if len(c.cache.executed) == 0 {
		return nil
	}
	goal := c.goal()
	return c.Execute(c.cache.executed, goal, func(i int, run *execution.Run) {
		*reached = *reached || run.Reached
		if trace.Passes(run, int(goal.Index), goal.Path, goal.Location) {
			c.cache.known[c.cache.hashes[c.cache.places[i]]] = c.Tree.Decoder().Distance(run, int(goal.Index))
		}
	})
}
