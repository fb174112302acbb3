// Package analysistest runs one analysis on a fake target without the rest of the engine, for the tests of the analyses.
package analysistest

import (
	"context"
	"testing"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/draw"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
)

// Fixture is a tree and a context that runs inputs on a fake target.
type Fixture struct {
	Tree    *tree.Tree
	Context *analysis.Context
	Target  *faketarget.Target
	test    testing.TB
	limits  execution.Limits
	number  uint32
}

// New returns a fixture whose tree holds the runs of these inputs.
func New(t testing.TB, target *faketarget.Target, inputs ...[]byte) *Fixture {
	f := &Fixture{Tree: tree.New(target.Table(), tree.Config{}), Target: target, test: t}
	f.limits = execution.Limits{Conditions: 1 << 12, Depth: 64, InputBytes: 1 << 12, ContextDepth: 8}
	f.Context = &analysis.Context{Tree: f.Tree, Random: draw.New(1, 2), Execute: f.execute,
		Iteration: func() uint32 { return f.number }}
	for _, input := range inputs {
		if err := f.execute([][]byte{input}, nil, func(int, *execution.Run) {}); err != nil {
			t.Fatal(err)
		}
	}
	target.Executions = 0
	return f
}

func (f *Fixture) execute(inputs [][]byte, goal *execution.Goal, visit func(int, *execution.Run)) error {
	runs, err := f.Target.Execute(context.Background(), &execution.Batch{Inputs: inputs, Goal: goal, Limits: f.limits})
	for i := range runs {
		f.number++
		if _, err := f.Tree.Insert(&runs[i], f.number); err != nil {
			return err
		}
		runs[i].Reached = goal != nil && trace.Reaches(&runs[i], goal)
		visit(i, &runs[i])
	}
	return err
}

// Node returns the node at the end of a path from the root; in the path, 't' is true and 'f' is false.
func (f *Fixture) Node(path string) tree.Node {
	f.test.Helper()
	n := f.Tree.Root()
	for _, direction := range path {
		if n = f.Tree.Successor(n, direction == 't'); n == tree.None {
			f.test.Fatalf("the tree has no path %q", path)
		}
	}
	return n
}

// Sensitive sets the sensitive bytes of a node by hand, and only of that node.
func (f *Fixture) Sensitive(n tree.Node, bytes ...uint32) {
	path := f.Tree.PathTo(n, nil)
	sensitive := make([][]uint32, len(path))
	sensitive[len(path)-1] = bytes
	f.Tree.SetSensitive(path, sensitive)
}

// Run starts the context at a node and applies an analysis. It returns the analysis's error and the number of
// executions.
func (f *Fixture) Run(n tree.Node, run func(*analysis.Context) error) (int, error) {
	f.Context.Start(n)
	if err := f.Context.Measure(); err != nil {
		f.test.Fatal(err)
	}
	before := f.Target.Executions
	err := run(f.Context)
	if check := f.Tree.Check(); check != nil {
		f.test.Error(check)
	}
	return f.Target.Executions - before, err
}
