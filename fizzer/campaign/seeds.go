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

// seedShare is the part of the budget that may go by while seeds are encoded.
const seedShare = 4

// maxEncodings bounds the runs that find out what a test's values are read as; two are the rule.
const maxEncodings = 64

// seeds turns tests of others into inputs.
type seeds struct {
	timing  *timing
	process execution.Target // in which it is found out what values are read as
}

// encode returns the inputs that the tests stand for, and how many were left out because they hold what is no number. It ends
// early when ctx does or a part of the budget is used.
func (s *seeds) encode(ctx context.Context, tests []suite.Test) (inputs [][]byte, unreadable int, err error) {
	for _, test := range tests {
		if ctx.Err() != nil || s.timing.beyond(seedShare) {
			break
		}
		input, readable, err := s.encodeOne(ctx, test)
		if err != nil && ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, 0, err
		}
		if !readable {
			unreadable++
			continue
		}
		inputs = append(inputs, input)
	}
	return inputs, unreadable, nil
}

// encodeOne returns the bytes that make the program read the values of the test. What the n-th value is read as is
// known only from a run that got the first n-1: the values are encoded as the last run read them, until nothing changes.
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
