package faketarget

import (
	"fmt"
	"math"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// conditions are what a run evaluates, and its trace.
type conditions struct {
	table   *locations.Table
	input   *inputs // of the same run
	records []layout.Condition
	wides   []layout.Wide
	path    uint64
	context []uint32
}

// Call evaluates body in a deeper calling context.
func (c *conditions) Call(site uint32, body func()) {
	if len(c.context) >= int(c.input.batch.Limits.Depth) {
		panic(ended{ending: layout.EndingLimitDepth})
	}
	c.context = append(c.context, site)
	body()
	c.context = c.context[:len(c.context)-1]
}

// Condition evaluates location: it records both operands as raw bits and returns the outcome that the program computed.
func (c *conditions) Condition(location uint32, outcome bool, left, right uint64) bool {
	return c.Wide(location, outcome, [2]uint64{left}, [2]uint64{right})
}

// Wide is Condition for operands of up to 128 bits, low half first.
func (c *conditions) Wide(location uint32, outcome bool, left, right [2]uint64) bool {
	if len(c.records) >= int(c.input.batch.Limits.Conditions) {
		panic(ended{ending: layout.EndingLimitConditions})
	}
	if int(location) >= len(c.table.Conditions) {
		panic(fmt.Sprintf("location %d of %d", location, len(c.table.Conditions)))
	}
	record := layout.Condition{
		Location: location, Context: c.contextHash(), Left: left[0], Right: right[0], Path: c.path,
		InputBytes: uint32(len(c.input.bytes)),
	}
	if outcome {
		record.Location |= layout.DirectionBit
	}
	if c.table.Conditions[location].Bits > 64 {
		c.wides = append(c.wides, layout.Wide{Left: left[1], Right: right[1]})
		record.Wide = uint32(len(c.wides))
	}
	c.records = append(c.records, record)
	c.path = execution.ExtendPath(c.path, record.Location, record.Context)
	return outcome
}

// contextHash is 0 outside of all calls; it covers the innermost calls, as many as the limits say.
func (c *conditions) contextHash() uint32 {
	hash := uint64(0)
	for _, site := range c.context[max(len(c.context)-int(c.input.batch.Limits.ContextDepth), 0):] {
		hash = mix(hash, uint64(site)+1)
	}
	return uint32(hash >> 32)
}

func mix(hash, value uint64) uint64 {
	hash = (hash ^ value) * 0x9fb21c651e98df25
	return hash ^ hash>>32
}

// Compare evaluates an integer comparison by the predicate of location. Signed operands are given sign-extended.
func (c *conditions) Compare(location uint32, left, right int64) bool {
	what := c.table.Conditions[location]
	mask := uint64(math.MaxUint64) >> (64 - min(what.Bits, 64))
	l, r := uint64(left)&mask, uint64(right)&mask
	return c.Condition(location, holds(what.Predicate, left, right, l, r), l, r)
}

func holds(predicate locations.Predicate, left, right int64, l, r uint64) bool {
	switch predicate {
	case "eq":
		return l == r
	case "ne":
		return l != r
	case "slt":
		return left < right
	case "sle":
		return left <= right
	case "sgt":
		return left > right
	case "sge":
		return left >= right
	case "ult":
		return l < r
	case "ule":
		return l <= r
	case "ugt":
		return l > r
	case "uge":
		return l >= r
	}
	panic("faketarget: predicate " + string(predicate))
}

// CompareDoubles evaluates an ordered comparison of doubles, or of floats where the location has 32 bits.
func (c *conditions) CompareDoubles(location uint32, left, right float64) bool {
	what := c.table.Conditions[location]
	outcome := false
	switch what.Predicate {
	case "oeq":
		outcome = left == right
	case "ogt":
		outcome = left > right
	case "olt":
		outcome = left < right
	case "uno":
		outcome = left != left || right != right
	default:
		panic("faketarget: predicate " + string(what.Predicate))
	}
	if what.Bits == 32 {
		return c.Condition(location, outcome, uint64(math.Float32bits(float32(left))), uint64(math.Float32bits(float32(right))))
	}
	return c.Condition(location, outcome, math.Float64bits(left), math.Float64bits(right))
}
