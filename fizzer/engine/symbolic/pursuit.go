package symbolic

import (
	"cmp"
	"slices"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// Pursuit leads runs that have left a path on to the direction that the path excluded. What the direction asks of the input is part of each
// question, so that no answer gives it up (decision 065).
type Pursuit struct {
	open  *Open // the excluded direction
	aim   *Aim
	asked map[key]bool
}

// pursued is how many directions of one run are asked for, at most.
const pursued = 4

// Pursue begins to pursue the direction, in runs with this aim.
func (o *Open) Pursue(aim *Aim) *Pursuit { return &Pursuit{o, aim, map[key]bool{}} }

// Next returns the directions that lead on from a run, the best first. That is the last one if the run ended at an assumption, and then
// those that belong to the aim, the deepest first, without those that were asked for. There are none if the run reads other values than the
// path did, or if what the direction asks of the input cannot be copied.
func (p *Pursuit) Next(g *Generation, ending layout.Ending) []*Open {
	also, ok := g.path.Copy(p.open.Generation.path.Graph, p.open.wanted)
	if !ok {
		return nil
	}
	var all []*Open
	last := uint32(len(g.conditions) - 1)
	for i := range g.path.Facts[:min(len(g.path.Facts), maxFacts)] {
		fact := &g.path.Facts[i]
		if !isCondition(fact) || !fact.Evaluated || fact.Condition > last {
			continue
		}
		c := g.conditions[fact.Condition]
		o := &Open{Generation: g, Index: fact.Condition, Location: execution.Location(&c), Outcome: !fact.Taken, fact: i, also: also}
		assumed := fact.Condition == last && ending == layout.EndingAssumptionFailed // assumptions are merged
		aimed := fact.Kind == layout.ConstraintKindCondition && p.aim.directions[c.Location^layout.DirectionBit]
		if (assumed || aimed) && !p.asked[o.key()] {
			all = append(all, o)
		}
	}
	slices.SortFunc(all, func(a, b *Open) int { return cmp.Compare(b.Index, a.Index) })
	all = all[:min(len(all), pursued)]
	g.slice(all)
	return all
}

// Asked notes that a question was asked: it does not come again.
func (p *Pursuit) Asked(o *Open) { p.asked[o.key()] = true }
