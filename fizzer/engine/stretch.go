package engine

import (
	"context"
	"math/bits"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/breed"
)

// stretching is the stage that makes long inputs of simple structure (breed.Breeder.Stretched), for loops over all values of a long
// input. It waits until nothing has been covered for a short time.
type stretching struct {
	e       *Engine
	breeder *breed.Breeder
	random  *draw.Source // private to the stage
	begun   bool
}

// Picked by hand.
const (
	idleBeforeStretch = 1 << 14  // conditions without a new location before stretching begins: some hundred short runs
	stretchShare      = 1.0 / 16 // of the conditions of the analyses and this stage, if both win equally
	stretchPart       = 4        // so many times fewer inputs at a time than the executor's series
	stretchBytes      = 1 << 18  // maximum of their bytes, unless one alone is longer
	minStretch        = 1 << 6   // bytes of the shortest input
	stretchHeights    = 9        // minStretch times 1, 4, 16 and so on up to 4^8: 4 MB
	stretchFactor     = 1 << 6   // maximum length of a stretched input, in lengths of what was read before it
)

func newStretching(e *Engine, breeder *breed.Breeder) *stretching {
	return &stretching{e: e, breeder: breeder, random: draw.New(e.config.Seed, 0x73747265746368)}
}

// due reports whether there are parents. The stage waits until nothing has been covered for some time.
func (st *stretching) due(s *stage) bool {
	st.begun = st.begun || st.e.limits.idle > idleBeforeStretch
	s.arm.waiting = !st.begun
	return !st.e.parts.off(StepStretch) && st.breeder.Able()
}

// run runs some stretched inputs of one length.
func (st *stretching) run(ctx context.Context, s *stage) (bool, error) {
	e := st.e
	e.ledger.begin(s.step)
	e.ledger.doing.Started++
	length := st.length()
	inputs := make([][]byte, max(1, min(e.executor.Series()/stretchPart, stretchBytes/length)))
	for i := range inputs {
		inputs[i] = st.breeder.Stretched(st.random, length)
	}
	request := e.request(inputs)
	request.Limits = e.limits.long(length)
	return true, e.executor.Do(ctx, request, ignore)
}

// length returns the bytes of the next inputs: at most stretchFactor times those that some run has read. What no run reads costs the
// time to make it and changes nothing; a program that reads on reads all of a longer input, and so allows the next length.
func (st *stretching) length() int {
	read := max(minStretch, stretchFactor*st.e.limits.widest)
	return min(minStretch<<(2*st.height()), read, int(st.e.limits.max.InputBytes))
}

// height returns how often the shortest length is multiplied by 4. Each height is half as likely as the one before it, since its runs
// cost four times as much.
func (st *stretching) height() int {
	return bits.TrailingZeros32(st.random.Uint32() | 1<<(stretchHeights-1))
}
