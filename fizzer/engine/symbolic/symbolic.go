// Package symbolic is the generational search on recorded runs (RIVER, app. E; SAGE): one recorded run gives all conditions on
// its path that could go another way, each is a question for package solve, and each answer is an input that may be recorded
// next.
//
//	generation, err := symbolic.NewGeneration(recorded, conditions, candidate)
//	for _, open := range generation.Open(scorer, 64) { answer := solver.Solve(open.Query()); ... generation.Input(answer.Values) }
//
// It knows no tree and makes no runs: the engine's stage does.
package symbolic

import (
	"context"
	"errors"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/expression"
	"fizzer/libfizzer/layout"
)

// ErrNever reports that no run of the program can be recorded.
var ErrNever = errors.New("no run of this program can be recorded")

// Recorder turns runs into expressions, with a second form of the program.
type Recorder interface {
	// Record runs an input again and returns the expressions along its path, up to where the run leaves the given path. An error means
	// that nothing can be recorded of this program or this run; ctx ends it.
	Record(ctx context.Context, request *Request) (*expression.Run, error)
}

// Request is a run to be recorded.
type Request struct {
	Input  []byte           // all bytes that the run reads
	Limits execution.Limits // of the run
	Fill   byte             // value of bytes after the end of the input
	Trace  execution.Trace  // the path that the run takes: the recorder compares
}

// Generation is a recorded run.
type Generation struct {
	path       *expression.Path
	conditions []layout.Condition
	diverged   bool // the recorded run left its path
	foreign    bool // more than is counted may have become concrete in it
	level      int  // generations before it
	lineage    Lineage
	aim        *Aim // nil: none
}

// NewGeneration checks what was recorded of the run of a candidate with these conditions. The error is expression.ErrBroken.
func NewGeneration(run *expression.Run, conditions []layout.Condition, candidate *Candidate) (*Generation, error) {
	path, err := expression.Build(run)
	if err != nil {
		return nil, err
	}
	return &Generation{path: path, conditions: conditions, diverged: run.Diverged, foreign: run.Foreign,
		level: candidate.Level, lineage: candidate.Lineage, aim: candidate.Aim}, nil
}

// Path returns what was recorded.
func (g *Generation) Path() *expression.Path { return g.path }

// Level returns how many generations were before it.
func (g *Generation) Level() int { return g.level }

// Lineage returns the questions whose answers led to it.
func (g *Generation) Lineage() Lineage { return g.lineage }

// Aim returns what it was recorded for, nil if there is no direction in particular.
func (g *Generation) Aim() *Aim { return g.aim }

// Conditions returns the conditions of the run. Do not change them.
func (g *Generation) Conditions() []layout.Condition { return g.conditions }

// Exact reports whether the expressions are all that the run did with its input: then what they exclude is impossible.
func (g *Generation) Exact() bool {
	return g.path.Lost == expression.Lost{} && g.path.Mismatches == 0
}

// Input returns the run's input with other values of its variables.
func (g *Generation) Input(values []expression.Value) []byte {
	input := append([]byte{}, g.path.Input...)
	for i, v := range g.path.Variables {
		for k := range int(v.Bytes) {
			input[int(v.Offset)+k] = byte(values[i].Right(8 * k).Low)
		}
	}
	return input
}

// Supports returns, for each condition of the run, the offsets of the input bytes on which its operands depend, and how many nodes of the
// graph it visited, at most work. It ends before the first condition for which this is not known: behind a fact about an address or a
// size, values may depend on more inputs than their expressions say. If the expressions are not exact, nothing is known.
func (g *Generation) Supports(work int) (sensitive [][]uint32, visited int) {
	if !g.Exact() {
		return nil, 0
	}
	support := g.path.NewSupport(work)
	for i := range g.path.Facts {
		fact := &g.path.Facts[i]
		known := fact.Kind == layout.ConstraintKindCondition || fact.Kind == layout.ConstraintKindMerged && fact.Evaluated
		switch at := int(fact.Condition); {
		case fact.Kind == layout.ConstraintKindAddress || fact.Kind == layout.ConstraintKindSize:
			return g.upTo(sensitive, at), support.Visited()
		case !known || at < len(sensitive) || at >= len(g.conditions):
		default:
			operands := []expression.Ref{fact.Left, fact.Right}
			if fact.Left == 0 && fact.Right == 0 {
				operands = []expression.Ref{fact.Holds}
			}
			offsets, ok := support.Bytes(operands...)
			if !ok {
				return g.upTo(sensitive, at), support.Visited()
			}
			sensitive = append(g.upTo(sensitive, at), offsets)
		}
	}
	return g.upTo(sensitive, g.path.Conditions), support.Visited()
}

// upTo adds conditions without a fact: they depend on no input.
func (g *Generation) upTo(sensitive [][]uint32, condition int) [][]uint32 {
	for len(sensitive) < min(condition, len(g.conditions)) {
		sensitive = append(sensitive, nil)
	}
	return sensitive
}
