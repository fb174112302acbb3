package campaign

import (
	"context"
	"encoding/binary"
	"slices"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// minimizer makes the input of a fault smaller: first fewer values, then smaller ones.
type minimizer struct {
	// fails runs the program with the bytes of values. It returns what the run read if it has the same fault. A run that reads more than
	// most bytes may end there: it is not wanted.
	fails func(input []byte, most int) (read trace.Input, same bool, err error)
	left  int // executions that may still be made
	bytes int // bytes of inputs that were run
	made  int
	best  trace.Input
}

// Executions that the input of one fault may take; picked by hand: a run of the target takes a fraction of a millisecond, one with
// sanitizers some tens.
const (
	minimizeRuns  = 500
	sanitizedRuns = 60
)

// minimizeBytes bounds the bytes of all inputs run for one fault: a run that reads 400 KB takes some tens of milliseconds. It is picked by
// hand.
const minimizeBytes = 32 << 20

// minimize works until there is nothing to make smaller or no execution left. After an error, best is what was found until then.
func (m *minimizer) minimize() error {
	if err := m.fewer(); err != nil {
		return err
	}
	return m.smaller()
}

// values returns the bytes of each value of the best input.
func (m *minimizer) values() (all [][]byte) {
	for i := range m.best.Reads {
		all = append(all, m.value(i))
	}
	return all
}

// try runs an input and keeps it if the fault is the same and it is no longer than the best one.
func (m *minimizer) try(input []byte) (bool, error) {
	if m.left == 0 {
		return false, nil
	}
	m.left--
	m.made++
	if m.bytes += len(input); m.bytes >= minimizeBytes {
		m.left = 0
	}
	read, same, err := m.fails(input, len(m.best.Bytes))
	if err != nil || !same || len(read.Bytes) > len(m.best.Bytes) {
		return false, err
	}
	m.best = read
	return true, nil
}

// fewer leaves out runs of values, at first half of them, at last single ones.
func (m *minimizer) fewer() error {
	for size := (len(m.best.Reads) + 1) / 2; size >= 1; size /= 2 {
		for start := 0; start+size <= len(m.best.Reads) && m.left > 0; {
			values := m.values()
			before := len(values)
			kept, err := m.try(slices.Concat(slices.Concat(values[:start], values[start+size:])...))
			if err != nil {
				return err
			}
			if !kept || len(m.best.Reads) >= before {
				start += size
			}
		}
	}
	return nil
}

// smaller makes each value zero or one, or halves it as often as the fault stays.
func (m *minimizer) smaller() error {
	for i := 0; i < len(m.best.Reads) && m.left > 0; i++ {
		for _, simple := range []byte{0, 1} {
			if m.is(i, simple) {
				break
			}
			kept, err := m.with(i, func(value []byte) { clear(value); value[0] = simple })
			if err != nil {
				return err
			}
			if kept {
				break
			}
		}
		for halved := true; halved && i < len(m.best.Reads); {
			halve := unsignedHalf
			if signed[layout.InputType(m.best.Reads[i].Type)] {
				halve = signedHalf
			}
			var err error
			if halved, err = m.with(i, halve); err != nil {
				return err
			}
		}
	}
	return nil
}

// signed are the types of values whose highest bit is a sign.
var signed = map[layout.InputType]bool{
	layout.InputTypeSint8: true, layout.InputTypeSint16: true, layout.InputTypeSint32: true, layout.InputTypeSint64: true,
}

// is tells whether the value has that number.
func (m *minimizer) is(i int, number byte) bool {
	value := m.value(i)
	for _, b := range value[1:] {
		if b != 0 {
			return false
		}
	}
	return value[0] == number
}

// value returns the bytes of a value of the best input.
func (m *minimizer) value(i int) []byte {
	read := m.best.Reads[i]
	return m.best.Bytes[read.Offset : read.Offset+uint32(read.Size)]
}

// with tries the best input with a changed value. A value that does not change is not tried, which costs nothing for the others: there may
// be a million.
func (m *minimizer) with(i int, change func([]byte)) (bool, error) {
	before := m.value(i)
	value := slices.Clone(before)
	change(value)
	if slices.Equal(value, before) {
		return false, nil
	}
	input := slices.Clone(m.best.Bytes)
	copy(input[m.best.Reads[i].Offset:], value)
	return m.try(input)
}

// unsignedHalf divides a number by two. Values of more than eight bytes are cut to their first half.
func unsignedHalf(value []byte) { change(value, func(n uint64, _ int) uint64 { return n / 2 }) }

// signedHalf divides a number with a sign by two, toward zero.
func signedHalf(value []byte) {
	change(value, func(n uint64, unused int) uint64 { return uint64((int64(n<<unused) >> unused) / 2) })
}

// change changes a number; unused are the bits that it has less than 64.
func change(value []byte, to func(n uint64, unused int) uint64) {
	if len(value) > 8 {
		clear(value[len(value)/2:])
		return
	}
	var wide [8]byte
	copy(wide[:], value)
	binary.LittleEndian.PutUint64(wide[:], to(binary.LittleEndian.Uint64(wide[:]), 64-8*len(value)))
	copy(value, wide[:])
}

// runOnce runs an input. It returns nil if the results cannot be true, or if the run reads more than that many bytes: without the value at
// which it fails, a program may read for ever.
func runOnce(ctx context.Context, process execution.Target, input []byte, most int) (*execution.Run, error) {
	limits := engine.DefaultMaxLimits()
	limits.Conditions, limits.InputBytes = maxConditions32, uint32(most)
	runs, err := process.Execute(ctx, &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
	if err != nil || runs[0].Garbled {
		return nil, err
	}
	if trace.CheckInput(&runs[0]) != nil {
		return nil, process.Discard()
	}
	if runs[0].Ending == layout.EndingLimitInput {
		return nil, nil
	}
	return &runs[0], nil
}

// runsLike returns the function that runs inputs of a bad end in a process of the target.
func runsLike(ctx context.Context, process execution.Target, end badEnd) func([]byte, int) (trace.Input, bool, error) {
	return func(input []byte, most int) (read trace.Input, same bool, err error) {
		run, err := runOnce(ctx, process, input, most)
		if err != nil || run == nil || !endsBadly(run.Ending) || badEndOf(run) != end {
			return read, false, err
		}
		return trace.Input{Bytes: run.Bytes, Reads: run.Reads}.Clone(), true, nil
	}
}

func endsBadly(ending layout.Ending) bool {
	return ending == layout.EndingCrashed || ending == layout.EndingAborted || ending == layout.EndingTimeout
}
