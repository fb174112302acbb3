package solve

import (
	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve/blast"
	"fizzer/fizzer/solve/sat"
)

// maxLiterals bounds conflicts times clauses, with which the time of a complete search grows. It takes away nine tenths of the
// conflicts at most.
const maxLiterals = 200000000

// complete bit-blasts all goals and looks for a model of the circuit.
func (s *Solver) complete(p *problem) (Verdict, []expression.Value) {
	circuit := blast.New(p.Graph, s.config.Clauses)
	for _, goal := range p.goals {
		if circuit.Assert(goal) != nil {
			p.limit = 1
			return Unknown, nil
		}
	}
	p.cost += clausePrice * uint64(len(circuit.Clauses))
	most := s.config.Conflicts << s.effort
	few := maxLiterals / max(1, len(circuit.Clauses)) << s.effort
	verdict, model, conflicts := sat.Solve(circuit.Clauses, max(most/10, min(most, few)), s.done)
	p.work = uint64(conflicts)
	p.cost += (conflictPrice + variablePrice*uint64(circuit.Bits)) * p.work
	switch verdict {
	case sat.Satisfiable:
		values := make([]expression.Value, len(p.variables))
		for i, number := range p.variables {
			values[i], _ = circuit.Value(number, model)
		}
		return Solved, values
	case sat.Unsatisfiable:
		return Refuted, nil
	}
	return Unknown, nil
}

// child asks the child solver.
func (s *Solver) child(p *problem) (Verdict, []expression.Value) {
	verdict, found := s.config.Child.Solve(p.Query)
	if verdict != Solved {
		return verdict, nil
	}
	values := make([]expression.Value, len(p.variables))
	for i, number := range p.variables {
		v, ok := found[number]
		if !ok {
			v = p.run[i]
		}
		values[i] = v
	}
	return Solved, values
}
