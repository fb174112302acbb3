package engine

import (
	"bytes"
	"cmp"
	"context"
	"slices"

	"fizzer/fizzer/engine/executor"
	"fizzer/fizzer/engine/symbolic"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/text"
	"fizzer/fizzer/trace"
)

// room makes the symbolic search's inputs longer where a path excludes a direction that nothing covers: the search has the shortest input
// to each condition, and what lies behind it often needs more data than that has, such as an archive with an entry instead of none. No
// question can ask for more data, because a path fixes how often a loop reads. Zeros are added, at the beginning or at the end of a text;
// such a run is recorded if it comes to the condition, too.
type room struct {
	s    *symbolicSearch
	made map[direction]int // paths for which there were longer inputs, by the direction
}

// Picked by hand.
const (
	maxRoomy  = 2 // paths for which there are longer inputs, of a direction
	roomTexts = 2 // the longest texts of an input get room
)

// roomSizes are the characters that are added.
var roomSizes = []int{64, 512}

// excluded runs longer inputs for a direction that was refuted behind its path, and makes candidates of those that come to its condition.
// It takes up to eight runs.
func (r *room) excluded(ctx context.Context, open *symbolic.Open) error {
	e, aim := r.s.e, of(open)
	if e.parts.off(PartRoom) || open.Way >= symbolic.Turn || e.tree.LocationCovered(aim.location, aim.outcome) || r.made[aim] >= maxRoomy {
		return nil
	}
	r.made[aim]++
	path := open.Generation.Path()
	in := trace.Input{Bytes: path.Input, Reads: path.Reads}
	for _, t := range roomy(in) {
		for _, at := range []int{0, t.Length} {
			for _, size := range roomSizes {
				if found, err := r.try(ctx, open, t.Replace(in, at, at, make([]byte, size))); err != nil {
					return err
				} else if found {
					break
				}
			}
		}
	}
	return nil
}

// roomy returns the longest texts of an input whose length can change.
func roomy(in trace.Input) []text.Text {
	texts := slices.DeleteFunc(text.Of(in, false), func(t text.Text) bool { return t.Fixed })
	slices.SortStableFunc(texts, func(a, b text.Text) int { return cmp.Compare(b.Length, a.Length) })
	return texts[:min(len(texts), roomTexts)]
}

// try runs an input, and reports whether it comes to the condition of an open direction, so that it is a candidate.
func (r *room) try(ctx context.Context, open *symbolic.Open, input []byte) (found bool, err error) {
	e := r.s.e
	request := e.request([][]byte{input})
	request.Record, request.Limits = executor.Whole, e.limits.withRoom()
	e.limits.beyond(&request.Limits, int(open.Index), len(input))
	err = e.executor.Do(ctx, request, func(_ int, run *execution.Run) {
		length := run.Conditions.Len()
		if trace.Limited(run.Ending) && length > int(e.limits.now.Conditions) {
			return // endless with zeros
		}
		if found = comesTo(run.Conditions, open.Location) && len(run.Bytes) > 0; found {
			level := open.Generation.Level()
			r.s.queue.AddCandidate(symbolic.Candidate{Input: bytes.Clone(run.Bytes), Score: open.Score / (1 + levelScale*float64(level)),
				Level: level + 1, Conditions: length, Lineage: open.Generation.Lineage().Then(open)})
		}
	})
	return found, err
}

// comesTo reports whether a run evaluated a condition of the location.
func comesTo(conditions execution.Trace, location uint32) bool {
	for _, c := range conditions.All() {
		if execution.Location(&c) == location {
			return true
		}
	}
	return false
}
