package engine

import (
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// limits are the limits of the current runs, and what decides when to raise them.
type limits struct {
	now     execution.Limits
	fill    byte             // value of input beyond the given bytes
	fills   []byte           // fill values still to be tried
	max     execution.Limits // now never exceeds these limits
	behind  *behind
	hit     [layout.EndingLost + 1][]place // by ending: where runs ended so, of those with something to gain behind them
	tooHigh bool                           // some run ended at a limit that could not be raised enough for it
	reads   bool                           // some run read input, or may have read some before it was lost
	crashed bool                           // some run crashed or was lost
	cramped int                            // runs since the last rise that ended at a limit before they read a few values
	longest uint64                         // conditions of the longest run
	widest  int                            // bytes read by the run that read the most
	vain    vain
	idle    uint64 // conditions evaluated since a location was covered or a limit raised
	endings endings
}

// maxPlaces is the number of places that a limit remembers; if there are more, one of which nobody knows what is behind it stands for all.
const maxPlaces = 16

// note records that a run ended at a limit, if something is to be gained behind it, and returns whether that is so.
func (l *limits) note(run *execution.Run) bool {
	at, gain := l.behind.place(run)
	h := &l.hit[run.Ending]
	switch {
	case !gain || slices.Contains(*h, at) || slices.Contains(*h, unknown):
	case len(*h) >= maxPlaces:
		*h = append((*h)[:0], unknown)
	default:
		*h = append(*h, at)
	}
	return gain
}

// mayGain reports whether a run ended at a limit with something to gain behind it.
func (l *limits) mayGain(run *execution.Run) bool {
	if !trace.Limited(run.Ending) {
		return false
	}
	_, gain := l.behind.place(run)
	return gain
}

// reached reports whether runs ended at a limit with something to gain behind it.
func (l *limits) reached(ending layout.Ending) bool {
	return slices.ContainsFunc(l.hit[ending], l.behind.open)
}

// anyReached reports whether runs ended at some limit with something to gain behind it.
func (l *limits) anyReached() bool {
	for ending := range l.hit {
		if l.reached(layout.Ending(ending)) {
			return true
		}
	}
	return false
}

// endings counts how runs ended; those that ended at a limit are not counted.
type endings struct {
	assumption  uint64 // at a failed assumption
	other       uint64
	lastLimited bool // the last run ended at a limit, or crashed after so many conditions that its stack may have been full
}

// behindAssumptions reports whether nearly all runs ended at a failed assumption: most of the program lies behind a chain of assumptions.
func (e *endings) behindAssumptions() bool { return e.assumption > assumptionFactor*e.other }

// vain is what runs within higher limits cost since one of them covered something or a limit rose.
type vain struct {
	runs int
	cost uint64 // in conditions
}

func newLimits(config *Config, behind *behind) limits {
	return limits{behind: behind, now: config.Limits, fill: config.Fills[0], fills: config.Fills[1:], max: config.MaxLimits}
}

const (
	// idleRuns is how many runs of full length may cover nothing before the limits at which runs end are raised. It is picked by hand:
	// a sixth of a second at the first limits, twice as long at the next.
	idleRuns = 5 << 10
	// idleBeforeLess is how many conditions may cover nothing before fewer of them are recorded: about half a second.
	idleBeforeLess = 1 << 24
	// After that many runs within higher limits that covered nothing, and cost vainCost times as much as a run of full length, there is
	// probably nothing behind the limits: an endless loop goes on and on. Then runs may cover nothing for vainIdle times as long before
	// the limits are raised.
	vainRuns, vainCost, vainIdle = 8, 64, 16
	// assumptionFactor is how many times as many runs as others end at failed assumptions where the program lies behind assumptions.
	assumptionFactor = 16
	// fullStack is the number of conditions from which on the crash of a run may come from a full stack.
	fullStack = 1 << 14
	// runPrice is the cost of a run on top of its conditions, in conditions.
	runPrice = 64
	// crampedRuns is how many runs must end at a limit before they have read a few values.
	crampedRuns = 16
	// unrecordedACondition is the number of conditions that are evaluated and not recorded that cost as much as a recorded one: the engine
	// never sees them.
	unrecordedACondition = 4
	// stepsACondition is the number of program steps that cost as much as a condition.
	stepsACondition = 16
)

// price is the cost of a run, in recorded conditions.
func price(run *execution.Run, limits *execution.Limits) uint64 {
	cost := uint64(run.Conditions.Len()) + uint64(run.Unrecorded)/unrecordedACondition + runPrice
	if run.Ending == layout.EndingLimitSteps {
		cost += uint64(limits.Steps / stepsACondition)
	}
	return cost
}

// observe records a run.
func (l *limits) observe(run *execution.Run, insertion *tree.Insertion) {
	l.idle += uint64(run.Evaluated()) + runPrice
	l.longest = max(l.longest, uint64(run.Evaluated()))
	if slices.ContainsFunc(insertion.Covered, func(c tree.Coverage) bool { return c.Location }) {
		l.idle = 0
	}
	l.reads = l.reads || len(run.Bytes) > 0 || run.Ending == layout.EndingLost
	l.crashed = l.crashed || run.Ending == layout.EndingCrashed || run.Ending == layout.EndingLost
	l.endings.lastLimited = trace.Limited(run.Ending) || run.Ending == layout.EndingCrashed && run.Evaluated() >= fullStack
	gain := true
	switch {
	case trace.Limited(run.Ending):
		gain = l.note(run)
	case run.Ending == layout.EndingAssumptionFailed:
		l.endings.assumption++
	default:
		l.endings.other++
	}
	if gain && run.Ending == layout.EndingLimitConditions && len(run.Reads) < minReads {
		l.cramped++
	}
}

// tooLow reports whether runs ended at a limit and, in addition, either no run has covered anything for a time that grows with the
// limits, or some runs could not even read a few values. In an endless loop there is always work left, so lack of work alone would
// never raise the limits.
func (l *limits) tooLow() bool {
	if l.cramped >= crampedRuns && l.now.Conditions < maxCrampedConditions {
		return true
	}
	idle := uint64(idleRuns)
	if l.vain.runs >= vainRuns && l.vain.cost >= vainCost*uint64(l.now.Conditions) {
		idle *= vainIdle
	}
	return l.idle > idle*uint64(l.now.Conditions) && l.anyReached()
}

// raise doubles the limits that were hit, up to the largest allowed, and reports whether one of them rose.
func (l *limits) raise() bool {
	rose := false
	raise := func(ending layout.Ending, limit *uint32, largest uint32) {
		switch reached := l.reached(ending); {
		case reached && *limit < largest:
			*limit = times(*limit, 2, largest)
			rose = true
		case reached:
			l.tooHigh = true
		}
		l.hit[ending] = nil
	}
	raise(layout.EndingLimitConditions, &l.now.Conditions, l.max.Conditions)
	raise(layout.EndingLimitDepth, &l.now.Depth, l.max.Depth)
	raise(layout.EndingLimitInput, &l.now.InputBytes, l.max.InputBytes)
	raise(layout.EndingLimitSteps, &l.now.Steps, l.max.Steps)
	raise(layout.EndingTimeout, &l.now.Milliseconds, l.max.Milliseconds)
	raise(layout.EndingLimitMemory, new(uint32), 0)
	l.cramped = 0
	if rose {
		l.idle, l.vain = 0, vain{}
	}
	return rose
}

// higher doubles the given limits where runs hit them, except those of time and memory, which may cost seconds per run.
func (l *limits) higher(limits *execution.Limits) {
	raise := func(ending layout.Ending, limit *uint32, largest uint32) {
		if l.reached(ending) {
			*limit = max(*limit, times(*limit, 2, largest))
		}
	}
	raise(layout.EndingLimitConditions, &limits.Conditions, l.max.Conditions)
	raise(layout.EndingLimitDepth, &limits.Depth, l.max.Depth)
	raise(layout.EndingLimitInput, &limits.InputBytes, l.max.InputBytes)
	raise(layout.EndingLimitSteps, &limits.Steps, l.max.Steps)
}

// room returns the limits for an analysis of a node: the current ones, raised as far as it takes to reach a node beyond them.
func (l *limits) room(t *tree.Tree, n tree.Node) execution.Limits {
	limits := l.now
	if depth := uint32(t.Depth(n)); depth >= limits.Conditions {
		limits.Conditions += depth
	}
	if bytes := uint32(t.InputBytes(n)); bytes > limits.InputBytes {
		limits.InputBytes += bytes
	}
	return limits
}

// conditionsOfAByte is the number of conditions allowed for each byte of a long input, picked by hand. A run that needs more ends at its
// limit, and climbs.
const conditionsOfAByte = 8

// callsOfAByte is how much deeper calls may nest for each byte of a long input, picked by hand.
const callsOfAByte = 2

// long returns the current limits, raised for inputs of the given length.
func (l *limits) long(length int) execution.Limits {
	limits := l.now
	limits.InputBytes = max(limits.InputBytes, uint32(length))
	needed := uint64(limits.Conditions) + l.longest + conditionsOfAByte*uint64(length)
	limits.Conditions = uint32(min(needed, uint64(l.max.Conditions)))
	limits.Depth = uint32(min(uint64(limits.Depth)+callsOfAByte*uint64(length), uint64(l.max.Depth)))
	limits.Steps = times(limits.Steps, stepsACondition, l.max.Steps)
	return limits
}

// lower returns the minimum of each limit.
func lower(a, b execution.Limits) execution.Limits {
	return execution.Limits{
		Conditions: min(a.Conditions, b.Conditions), Depth: min(a.Depth, b.Depth), InputBytes: min(a.InputBytes, b.InputBytes),
		Steps: min(a.Steps, b.Steps), Milliseconds: min(a.Milliseconds, b.Milliseconds), ContextDepth: a.ContextDepth,
	}
}

// times multiplies a limit, up to the largest.
func times(limit, factor, largest uint32) uint32 {
	return uint32(min(uint64(limit)*uint64(factor), uint64(largest)))
}

// beyondFactor is the maximum factor by which beyond raises limits, picked by hand.
const beyondFactor = 16

// beyond raises limits for a run that is known to go on after the given numbers of conditions and bytes: it may go as far as the known
// run did, and a little further. Otherwise chains of assumptions, each of which is solved, would end at the limit of runs that find
// nothing.
func (l *limits) beyond(limits *execution.Limits, conditions, bytes int) {
	raise := func(limit *uint32, to int, largest uint32) {
		*limit = max(*limit, uint32(min(2*uint64(to)+uint64(*limit/2), beyondFactor*uint64(*limit), uint64(largest))))
	}
	raise(&limits.Conditions, conditions, l.max.Conditions)
	raise(&limits.InputBytes, bytes, l.max.InputBytes)
}

// optimizerFactor is the factor by which the optimizer raises the final limits of the search, up to the largest. An
// endless program uses up whatever it gets: with the largest limits at once, a short run overran its budget.
const optimizerFactor = 16

func (l *limits) raiseForOptimizer() {
	raise := func(limit *uint32, largest uint32) { *limit = max(*limit, times(*limit, optimizerFactor, largest)) }
	raise(&l.now.Conditions, l.max.Conditions)
	raise(&l.now.Depth, l.max.Depth)
	raise(&l.now.InputBytes, l.max.InputBytes)
	raise(&l.now.Steps, l.max.Steps)
	l.now.Milliseconds = max(l.now.Milliseconds, l.max.Milliseconds)
}

// withRoom returns limits with at least as many conditions and bytes as the first run may use.
func (l *limits) withRoom() execution.Limits {
	limits := l.now
	limits.Conditions = max(limits.Conditions, min(probeConditions, l.max.Conditions))
	limits.InputBytes = max(limits.InputBytes, min(probeBytes, l.max.InputBytes))
	return limits
}
