package engine

import (
	"slices"

	"fizzer/fizzer/solve"
	"fizzer/fizzer/strategy"
)

// Parts of the engine that Config.Without may name besides those of the strategy.
const (
	StepBreed   = "breed"   // inputs made from those that covered something
	StepStretch = "stretch" // long inputs of simple structure
	StepPattern = "pattern" // all simple structures in long inputs, one after the other
	StepRepeat  = "repeat"  // values repeated to lengths that the program's constants name
	StepTally   = "tally"   // what one change does to a count, made at as many places as the count asks for
	// words of the program and the user, written into inputs; the analysis that does so at a node is words
	StepDictionary = "dictionary"
	StepNearest    = "nearest" // inputs made from those that came nearest to what no run has taken
	StepStates     = "states"  // searching among the program's states instead of its paths
	StepTrim       = "trim"    // taking out of texts what their coverage does not need
	StepTrial      = "trial"   // inputs tried on the validators' build, whatever they cover on the target
	PartCut        = "cut"     // cutting long runs: recording them in part
	PartBandit     = "bandit"  // dividing the work by success; without it every arm keeps its prior share
	PartSpare      = "spare"   // sparing work on runs that probably show nothing while nothing is covered for long (decision 068)
	PartReach      = "reach"   // limits beyond the report's, and looking ahead as far as runs go on (decision 031)
	PartBehind     = "behind"  // asking whether there is something to gain behind a limit (decision 031)
	PartExcerpt    = "excerpt" // searching an excerpt of a large program before the whole of it is built (decision 073)
	PartImplied    = "implied" // leaving out records that follow from others; this also changes how the target is built

	PartSupport  = "support"  // sensitive bytes from recorded runs instead of the sensitivity analysis
	PartScores   = "scores"   // learning which questions of the symbolic search cover something
	PartDetours  = "detours"  // paths of their own to directions that a recorded path excludes
	PartRoom     = "room"     // longer inputs where a recorded path excludes a direction
	PartRestarts = "restarts" // new beginnings and longer rounds of the symbolic search, where nearly all runs end at failed assumptions
	StepPaths    = "paths"    // exploring all paths of a program, where there are few
	StepSymbolic = "symbolic" // recording expressions along runs and solving them; its steps are named by package solve
)

// beyond are the parts, besides those of the strategy, that the report's engine does not have.
var beyond = []string{
	StepBreed, StepStretch, StepPattern, StepRepeat, StepTally, StepNearest, StepStates, StepDictionary, StepTrim, StepTrial, PartBandit,
	PartSpare, PartReach, PartBehind, PartExcerpt, PartImplied, PartSupport, PartScores, PartDetours, PartRoom, PartRestarts, StepPaths,
	StepSymbolic,
}

// own are the parts that do not belong to the strategy.
var own = slices.Concat(beyond, []string{PartCut}, solve.Names())

// Parts returns what Config.Without may name: analyses, sources, and what else can be switched off.
func Parts() []string { return append(strategy.Names(), own...) }

// Beyond returns those of Parts that the report's engine does not have. Without them the order of analyses and
// sources is the report's.
func Beyond() []string { return append(strategy.Beyond(), beyond...) }

// parts are the names of what is switched off.
type parts []string

func (p parts) off(name string) bool { return slices.Contains(p, name) }

// ofStrategy returns the names that belong to the strategy.
func (p parts) ofStrategy() []string {
	return slices.DeleteFunc(slices.Clone([]string(p)), func(name string) bool { return slices.Contains(own, name) })
}
