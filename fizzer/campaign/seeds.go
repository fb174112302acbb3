package campaign

import (
	"bytes"
	"context"
	"slices"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/vector"
	"fizzer/testcomp/suite"
)

// encodeSeeds returns the inputs that the tests stand for. Tests that hold what is no number are left out, with a note.
// It ends early when ctx does or a quarter of the budget is used.
func (c *campaign) encodeSeeds(ctx context.Context, tests []suite.Test) ([][]byte, error) {
	var inputs [][]byte
	unreadable := 0
	for _, test := range tests {
		if ctx.Err() != nil || c.beyond(seedShare) {
			break
		}
		input, readable, err := c.encodeSeed(ctx, test)
		if err != nil && ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		if !readable {
			unreadable++
			continue
		}
		inputs = append(inputs, input)
	}
	if unreadable > 0 {
		c.Log("note: %d of %d tests given as seeds hold values that are no numbers and are left out", unreadable, len(tests))
	}
	c.statistics.Seeds = len(inputs)
	return inputs, nil
}

// seedShare is the part of the budget that may go by while seeds are encoded.
const seedShare = 4

// beyond says whether that part of the budget is used.
func (c *campaign) beyond(share time.Duration) bool {
	b := c.budget(wholeReserve)
	b.CPU, b.Wall = c.CPU/share, c.Wall/share
	return b.Done(0) != ""
}

// mostEncodings bounds the runs that find out what a test's values are read as; two are the rule.
const mostEncodings = 64

// encodeSeed returns the bytes that make the program read the values of the test. What the n-th value is read as is
// known only from a run that got the first n-1: the values are encoded as the last run read them, until nothing changes.
func (c *campaign) encodeSeed(ctx context.Context, test suite.Test) (input []byte, readable bool, err error) {
	if input, err = vector.Encode(nil, test.Inputs); err != nil {
		return nil, false, err
	}
	limits := engine.DefaultMaxLimits()
	for try := 0; try < mostEncodings && (try == 0 || !c.beyond(seedShare)); try++ {
		runs, err := c.fresh.Execute(ctx, &execution.Batch{Inputs: [][]byte{input}, Limits: limits})
		if err != nil {
			return nil, false, err
		}
		if trace.CheckInput(&runs[0]) != nil {
			return nil, false, c.fresh.Discard()
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
