package solve

import (
	"slices"

	"fizzer/fizzer/expression"
)

// problem is a prepared query, which all steps share.
type problem struct {
	*Query
	goals       []expression.Ref // all that must hold, the wanted ones first
	wanted      int              // number of wanted goals
	variables   []int            // numbers of the graph's variables
	run         []expression.Value
	program     *expression.Program
	machine     *expression.Machine
	place       map[int]int        // index in variables of a variable of the graph
	impossible  bool               // a goal is the constant 0
	start       []expression.Value // where a search begins; nil: at the values of the run
	startBroken int                // goals that do not hold there
	work        uint64             // done outside of the machine
	cost        uint64             // of that work, in nanoseconds
	limit       uint64             // 1: the query was too large for the step
}

// newProblem prepares a query. It returns nil if the query is too large.
func newProblem(query *Query, maxNodes int) *problem {
	p := &problem{Query: query, place: map[int]int{}}
	p.add(query.Wanted)
	p.wanted = len(p.goals)
	for _, r := range query.Holds {
		p.add(r)
	}
	if p.program = query.Graph.Compile(p.goals...); p.program.Len() > maxNodes {
		return nil
	}
	if p.divide() {
		p.program = query.Graph.Compile(p.goals...)
	}
	p.machine = p.program.NewMachine()
	p.variables = p.program.Variables()
	for i, number := range p.variables {
		p.place[number] = i
		p.run = append(p.run, query.Values[number])
	}
	return p
}

// add splits a goal into its conjuncts and leaves out those that are there already or always true.
func (p *problem) add(r expression.Ref) {
	for _, piece := range p.Graph.Conjuncts(r) {
		v, constant := p.Graph.Constant(piece)
		switch {
		case constant && v.IsZero():
			p.impossible = true
		case !constant && !slices.Contains(p.goals[max(0, len(p.goals)-64):], piece):
			p.goals = append(p.goals, piece)
		}
	}
}

// divide demands that no divisor is zero, since a division by zero ends the program. It reports whether it added goals.
func (p *problem) divide() bool {
	before := len(p.goals)
	for _, r := range p.program.Refs() {
		n := p.Graph.Node(r)
		switch expression.Kind(n.Kind) {
		case expression.DivideUnsigned, expression.DivideSigned, expression.RemainderUnsigned, expression.RemainderSigned:
			p.add(p.Graph.Not(p.Graph.Equal(n.B, p.Graph.Const(int(n.Width), expression.Value{}))))
		}
	}
	return len(p.goals) > before
}

// assign sets all variables and evaluates.
func (p *problem) assign(values []expression.Value) {
	for i, v := range values {
		p.machine.Set(i, v)
	}
	p.machine.Run()
}

// works reports whether all goals hold with these values.
func (p *problem) works(values []expression.Value) bool {
	p.assign(values)
	return p.holds()
}

// holds reports whether all goals hold in the machine.
func (p *problem) holds() bool {
	for _, goal := range p.goals {
		if p.machine.Value(goal).IsZero() {
			return false
		}
	}
	return true
}

// current returns the values of the machine.
func (p *problem) current() []expression.Value {
	values := make([]expression.Value, len(p.variables))
	for i := range values {
		values[i] = p.machine.Get(i)
	}
	return values
}

// whole returns the values of all variables of the graph.
func (p *problem) whole(values []expression.Value) []expression.Value {
	all := slices.Clone(p.Values)
	for i, number := range p.variables {
		all[number] = values[i].And(p.Graph.Variables[number].Domain())
	}
	return all
}
