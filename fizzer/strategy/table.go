package strategy

import (
	"fizzer/fizzer/analysis"
	"fizzer/fizzer/analysis/binary"
	"fizzer/fizzer/analysis/bits"
	"fizzer/fizzer/analysis/constants"
	"fizzer/fizzer/analysis/direct"
	"fizzer/fizzer/analysis/floats"
	"fizzer/fizzer/analysis/lattice"
	"fizzer/fizzer/analysis/ranges"
	"fizzer/fizzer/analysis/repair"
	"fizzer/fizzer/analysis/sensitivity"
	"fizzer/fizzer/analysis/typed"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Source is a line of the table of sources.
type Source struct {
	Name  string
	place source // where its nodes come from
	// stays: several analyses work on the node in turn as long as it is open. The nodes of other sources go back into a queue.
	stays bool
	// every: the source is asked only every nth time when its turn comes, so that later sources mostly come first as long as they win no
	// less. 0: it is asked each time.
	every   int
	only    string // name of the analysis for its nodes; empty: the first one that applies
	beyond  bool   // it is not in the report
	reached func() // called when a run took the missing direction of one of its nodes; may be nil
	asked   int    // calls since it was last due
	success Success
}

// due reports whether the source is asked now, given its success relative to that of all.
func (s *Source) due(all *Success, fixed bool) bool {
	every := float64(s.every)
	if !fixed && s.every > 0 {
		every /= min(max(s.success.Rate()/all.Rate(), 1.0/maxShift), maxShift)
	}
	if s.asked++; s.asked < max(int(every), min(s.every, 2)) { // never every time, or the later sources would starve
		return false
	}
	s.asked = 0
	return true
}

// Analysis is one input generation analysis and the condition for applying it.
type Analysis struct {
	Name string
	Flag tree.Flag // set when the analysis ended
	// applies reports whether the analysis is the right one for an open node, provided that no earlier one in the table is.
	applies func(*Strategy, tree.Node) bool
	// moves returns the node to be analysed instead; nil: the node itself is analysed.
	moves  func(*Strategy, tree.Node) tree.Node
	run    func(*Strategy, *analysis.Context) error
	beyond bool // it is not in the report
	mute   bool // whether it also works on nodes without sensitive bits of their own
	// rank: among the analyses of one rank that apply, the first in the table comes first, unless another one has won much more for its
	// cost. Analyses of different ranks keep their order, because each needs what earlier ones learn, or because it may close the node:
	// within a rank all get their turn.
	rank    int
	success Success
}

// leftDoubted is the source without which no node is set aside.
const leftDoubted = "left doubted"

// newTable returns the table of sources, in the order in which they are asked (report Alg. 3 and 4). pivotsOfID bounds the nodes of one
// execution ID that the searches keep.
func (s *Strategy) newTable(pivotsOfID int) []Source {
	k := s.scope
	fresh, tail, changed := newFresh(k), &tail{scope: k}, &changed{scope: k, reopened: map[trace.ID]int{}}
	compared := &compared{scope: k, distances: map[trace.ID]*distances{}}
	if s.words != nil {
		compared.worth = func(n tree.Node) bool { return s.tree.Decoder().Variable(s.tree.ID(n).Location) && worded(s, n) }
	}
	mute := newMute(k, s.mendable)
	near := newNear(k, mute)
	sensitive, untouched, twins, far := newSensitive(k), newUntouched(k), &twins{scope: k}, &far{scope: k}
	heads := &heads{scope: k, before: []peeker{sensitive, untouched, twins}}
	pivots := &pivots{scope: k}
	stuck := newStuck(k, pivotsOfID)
	doubted := newDoubted(k)
	later, continued := &later{scope: k}, &continued{k, tree.None}
	recovered := &recovered{scope: k, from: []source{sensitive, untouched, twins}}
	s.places = places{
		observers: []observer{near, compared, fresh, sensitive, untouched, twins, far},
		followers: []follower{tail},
		// In the order in which their nodes are kept while there is room. untouched may give nodes to the sources after it.
		keepers: []keeper{sensitive, untouched, pivots, stuck, twins, heads, compared, fresh, mute, far, tail, later, continued, recovered, near,
			doubted},
		continued: continued, later: later, sensitive: sensitive, untouched: untouched, mute: mute, recovered: recovered, stuck: stuck,
		doubted: doubted,
	}
	return []Source{
		{Name: "continued", place: continued, stays: true},
		{Name: "doubted", beyond: true, place: doubted, every: doubtEvery},
		{Name: "compared", beyond: true, place: compared, every: comparedEvery, only: analysisWords},
		{Name: "fresh", beyond: true, place: fresh, reached: fresh.reached},
		{Name: "error", beyond: true, place: near},
		{Name: "tail", beyond: true, place: tail},
		{Name: "changed", beyond: true, place: changed, stays: true},
		{Name: "loop heads", place: heads, stays: true},
		{Name: "begun", place: later, every: laterEvery},
		{Name: "sensitive", place: sensitive},
		{Name: "untouched", place: untouched},
		{Name: "mute", beyond: true, place: mute, every: muteEvery},
		{Name: "twins", place: twins},
		{Name: "left begun", place: later},
		{Name: "pivots", place: pivots, stays: true},
		{Name: "left mute", beyond: true, place: mute},
		{Name: "recovered", place: recovered},
		{Name: "far", beyond: true, place: far},
		{Name: "stuck", beyond: true, place: stuck, stays: true},
		{Name: "open", beyond: true, place: open{k}, stays: true},
		{Name: leftDoubted, beyond: true, place: doubted},
	}
}

// Sources returns the names of the sources in the order in which they are asked, and which of them are in the report.
func Sources() []Source {
	return (&Strategy{scope: &scope{}}).newTable(1)
}

const analysisWords = "words"

// Analyses returns the table of analyses, in the order in which they are considered (report Alg. 3).
func Analyses() []Analysis {
	return []Analysis{
		{Name: analysisWords, beyond: true, Flag: tree.WordsDone,
			applies: func(s *Strategy, n tree.Node) bool { return s.untried(n) && worded(s, n) },
			run:     func(s *Strategy, c *analysis.Context) error { return s.words.Run(c) }},
		{Name: "direct", beyond: true, Flag: tree.DirectDone, applies: func(s *Strategy, n tree.Node) bool { return s.untried(n) },
			run: plain(direct.Run)},
		{Name: "sensitivity", rank: 1, Flag: tree.SensitivityDone, applies: without(tree.SensitivityDone), moves: (*Strategy).deepest,
			run: func(s *Strategy, c *analysis.Context) error { return sensitivity.Run(c, s.Memory) }},
		{Name: "lattice", rank: 2, beyond: true, mute: true, Flag: tree.LatticeDone, applies: analysed(tree.LatticeDone, 8),
			run: plain(lattice.Run)},
		{Name: "ranges", rank: 2, beyond: true, mute: true, Flag: tree.RangesDone, applies: analysed(tree.RangesDone, 2), run: plain(ranges.Run)},
		{Name: "repair", rank: 2, beyond: true, Flag: tree.RepairDone, applies: func(s *Strategy, n tree.Node) bool { return s.unmended(n) },
			run: plain(repair.Run)},
		{Name: "floats", rank: 2, beyond: true, mute: true, Flag: tree.FloatsDone, applies: analysed(tree.FloatsDone, 3), run: plain(floats.Run)},
		{Name: "bitshare", rank: 3, Flag: tree.BitshareDone, applies: without(tree.BitshareDone),
			run: func(s *Strategy, c *analysis.Context) error { return s.Bits.Run(c) }},
		{Name: "bits", rank: 4, beyond: true, Flag: tree.BitsDone, applies: worth(tree.BitsDone, 3), run: plain(bits.Run)},
		{Name: "constants", rank: 4, beyond: true, Flag: tree.ConstantsDone, applies: worth(tree.ConstantsDone, 3), run: plain(constants.Run)},
		{Name: "typed", rank: 5, Flag: tree.MinimizationDone, applies: func(s *Strategy, n tree.Node) bool { return typed.Applies(s.tree, n) },
			run: plain(typed.Run)},
		{Name: "binary", rank: 6, Flag: tree.MinimizationDone, applies: without(tree.MinimizationDone), run: plain(binary.Run)},
	}
}

// Names returns what Config.Without may name: the analyses, then the sources, each in the order of its table.
func Names() []string {
	var names []string
	for _, a := range Analyses() {
		names = append(names, a.Name)
	}
	for _, s := range Sources() {
		names = append(names, s.Name)
	}
	return names
}

// Beyond returns the Names that the report does not have. It leaves out the source "later", by which minimizations go on: without it
// none would use up the report's K.
func Beyond() []string {
	var names []string
	for _, a := range Analyses() {
		if a.beyond {
			names = append(names, a.Name)
		}
	}
	for _, s := range Sources() {
		if s.beyond {
			names = append(names, s.Name)
		}
	}
	return names
}

// worded reports whether words have not been looked for at n, and may be found.
func worded(s *Strategy, n tree.Node) bool {
	return !s.tree.Has(n, tree.WordsDone) && s.words.Applies(s.tree, n)
}

func without(flag tree.Flag) func(*Strategy, tree.Node) bool {
	return func(s *Strategy, n tree.Node) bool { return !s.tree.Has(n, flag) }
}

// worth returns the rule for an analysis of the portfolio: apply it once to each node of an uncovered execution ID, until it has failed
// at failures such nodes. These numbers are picked by hand: the more runs a failure costs, the smaller the number.
func worth(flag tree.Flag, failures int) func(*Strategy, tree.Node) bool {
	return func(s *Strategy, n tree.Node) bool {
		return !s.tree.Has(n, flag) && !s.tree.Covered(n) && s.failures[attempt{flag, s.tree.ID(n)}] < failures
	}
}

// analysed is worth for analyses that are also of use where no single bit is sensitive.
func analysed(flag tree.Flag, failures int) func(*Strategy, tree.Node) bool {
	applies := worth(flag, failures)
	return func(s *Strategy, n tree.Node) bool { return s.tree.Has(n, tree.SensitivityDone) && applies(s, n) }
}

func plain(run func(*analysis.Context) error) func(*Strategy, *analysis.Context) error {
	return func(_ *Strategy, c *analysis.Context) error { return run(c) }
}
