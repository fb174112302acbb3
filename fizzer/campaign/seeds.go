package campaign

import (
	"bytes"
	"context"
	"slices"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/suite"
)

// Encoding seeds may use 1/seedShare of the budget.
const seedShare = 4

// maxEncodings bounds the runs that find out the types of a test's values. Usually it takes two.
const maxEncodings = 64

// seeds turns tests of other tools into inputs.
type seeds struct {
	timing  *timing
	process execution.Target // runs the tests
}

// joined yields the tests of some sources, one source after the other; nil is one without tests.
func joined(sources ...suite.Tests) suite.Tests {
	return func(yield func(suite.Test, error) bool) {
		for _, tests := range sources {
			if tests == nil {
				continue
			}
			for test, err := range tests {
				if !yield(test, err) {
					return
				}
			}
		}
	}
}

// encode returns the inputs for the tests, the number of tests, and of those that were dropped because a value is not a number. It stops
// early if ctx ends or its part of the budget is used up.
func (s *seeds) encode(ctx context.Context, tests suite.Tests) (inputs [][]byte, number, unreadable int, err error) {
	for test, err := range tests {
		if err != nil {
			return nil, 0, 0, err
		}
		if ctx.Err() != nil || s.timing.beyond(seedShare) {
			break
		}
		input, readable, err := s.encodeOne(ctx, test)
		if err != nil && ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, 0, 0, err
		}
		number++
		if !readable {
			unreadable++
			continue
		}
		inputs = append(inputs, input)
	}
	return inputs, number, unreadable, nil
}

// encodeOne returns the bytes that make the program read the values of the test. The type of the n-th value is known only after a run
// that got the first n-1. So the values are encoded with the types of the last run until nothing changes.
func (s *seeds) encodeOne(ctx context.Context, test suite.Test) (input []byte, readable bool, err error) {
	if input, err = vector.Encode(nil, test.Inputs); err != nil {
		return nil, false, err
	}
	limits := engine.DefaultMaxLimits()
	limits.Conditions = maxConditions32
	for try := 0; try < maxEncodings && (try == 0 || !s.timing.beyond(seedShare)); try++ {
		runs, err := s.process.Execute(ctx, &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
		if err != nil {
			return nil, false, err
		}
		if trace.CheckInput(&runs[0]) != nil {
			return nil, false, s.process.Discard()
		}
		read := runs[0].Reads
		next, err := vector.Encode(slices.Clone(read), test.Inputs)
		if err != nil {
			return nil, false, nil
		}
		if bytes.Equal(next, input) {
			break
		}
		input = next
	}
	return input, true, nil
}
