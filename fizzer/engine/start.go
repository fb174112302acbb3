package engine

import (
	"context"
	"slices"
	"sort"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// The first run is made within these limits. The first limits of the other runs are roomForLongerRuns times what the first run needs.
const (
	probeConditions      = 1 << 16
	probeBytes           = 1 << 16
	roomForLongerRuns    = 2
	minReads             = 16      // values that a run should be able to read within the first limits
	maxCrampedConditions = 1 << 15 // maximum of conditions allowed for that
)

// start makes the first runs of a search.
type start struct{ e *Engine }

func (s start) run(ctx context.Context) error {
	err := s.probe(ctx)
	if err == nil && len(s.e.config.Seeds) > 0 {
		err = s.seeds(ctx)
	}
	return err
}

// probe makes the first run, on the empty input, with high limits. A program that ends by itself within them gets limits in proportion
// to this run. One that does not end keeps the low initial limits, or gets enough to read a few values; that run is forgotten.
func (s start) probe(ctx context.Context) error {
	e := s.e
	e.ledger.begin(stepStart)
	request := e.request([][]byte{{}})
	request.Limits = e.limits.withRoom()
	runs, err := e.executor.Try(ctx, request)
	if err != nil {
		return err
	}
	first, run := &e.limits.now, &runs[0]
	if trace.Limited(run.Ending) && (allowance{e}).allowed() > 1 {
		first.Conditions = max(first.Conditions, min(conditionsBefore(run, minReads), maxCrampedConditions))
		err := s.empty(ctx) // before the probe is counted: even a used-up budget gets the first test
		e.executor.Forget()
		e.ledger.doing.Executions++
		return err
	}
	first.Conditions = max(first.Conditions, roomForLongerRuns*uint32(run.Conditions.Len()))
	first.InputBytes = max(first.InputBytes, roomForLongerRuns*uint32(len(run.Bytes)))
	return e.executor.Keep(request, runs)
}

// empty runs the empty input with the current fill value (report Sec. 4).
func (s start) empty(ctx context.Context) error {
	s.e.ledger.begin(stepStart)
	return s.e.run(ctx, [][]byte{{}})
}

// seeds runs the inputs that the search starts from, with as much room as the first run, and room for the longest of them.
func (s start) seeds(ctx context.Context) error {
	e := s.e
	e.ledger.begin(stepSeeds)
	request := e.request(slices.Clone(e.config.Seeds))
	request.Limits = e.limits.withRoom()
	for i, seed := range request.Inputs {
		request.Inputs[i] = seed[:min(len(seed), int(e.limits.max.InputBytes))]
		request.Limits.InputBytes = max(request.Limits.InputBytes, uint32(len(request.Inputs[i])))
	}
	var limited [][]byte
	err := e.executor.Do(ctx, request, func(i int, run *execution.Run) {
		if trace.Limited(run.Ending) && run.Ending != layout.EndingTimeout {
			limited = append(limited, request.Inputs[i])
		}
	})
	if err != nil || e.parts.off(PartReach) {
		return err
	}
	return s.longSeeds(ctx, limited)
}

// Bounds of the runs of long seeds, picked by hand: together they take about a second.
const (
	longSeedConditions = 1 << 22 // of one run
	longSeedsInAll     = 1 << 25 // conditions of all of them
)

// longSeeds runs seeds that ended at a limit again within the highest limits: whoever gives a seed wants all that it covers, and the
// search may take long to get there. Runs that cover nothing leave no nodes.
func (s start) longSeeds(ctx context.Context, seeds [][]byte) error {
	e, spent := s.e, 0
	beyond := &ahead{e: e} // tells which runs cover something, as for the stage
	e.ledger.begin(step{name: stepSeeds.name, worth: beyond.worth, aside: true})
	limits, highest := e.limits.now, &e.limits.max
	limits.Conditions = max(limits.Conditions, min(longSeedConditions, highest.Conditions))
	limits.Depth, limits.InputBytes, limits.Steps = highest.Depth, highest.InputBytes, highest.Steps
	for i := 0; i < len(seeds) && spent < longSeedsInAll; i++ {
		request := e.request(seeds[i : i+1])
		request.Limits = limits
		if err := e.executor.Do(ctx, request, func(_ int, run *execution.Run) { spent += run.Evaluated() }); err != nil {
			return err
		}
	}
	if beyond.paid {
		e.limits.now.Depth, e.limits.now.Steps = limits.Depth, limits.Steps
	}
	return nil
}

// conditionsBefore returns how many conditions run evaluates before it has read the given number of values, or all its values if there
// are fewer.
func conditionsBefore(run *execution.Run, reads int) uint32 {
	if len(run.Reads) == 0 {
		return 0
	}
	last := run.Reads[min(reads, len(run.Reads))-1]
	return uint32(sort.Search(run.Conditions.Len(), func(i int) bool { return run.Conditions.InputBytes(i) > last.Offset }))
}
