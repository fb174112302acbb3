package flow

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestBehind(t *testing.T) {
	helper := Function{Blocks: []Block{{Steps: []Step{condition(9)}, Edges: branch(9, 1, 1)}, end}}
	to := func(b int) []Edge { return []Edge{{To: b, Condition: -1}} }
	for _, test := range []struct {
		name    string
		program Program
		want    map[int][]int
	}{
		{"loops one after the other", Program{Functions: []Function{{Blocks: []Block{
			{Steps: []Step{condition(0)}, Edges: branch(0, 1, 0)}, {Steps: []Step{condition(1)}, Edges: branch(1, 2, 1)}, end}}}},
			map[int][]int{0: {0, 1}, 1: {1}}},
		{"an endless loop on one side", Program{Functions: []Function{{Blocks: []Block{
			{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{condition(1)}, Edges: branch(1, 1, 1)},
			{Steps: []Step{condition(2)}, Edges: branch(2, 3, 3)}, end}}}},
			map[int][]int{0: {0, 1, 2}, 1: {1}, 2: {2}}},
		{"a function that is called twice", Program{Main: 1, Functions: []Function{helper, {Blocks: []Block{
			{Steps: []Step{call(0), condition(0)}, Edges: branch(0, 1, 1)}, {Steps: []Step{call(0), condition(1)}, Edges: branch(1, 2, 1)},
			{Steps: []Step{condition(2)}, Edges: branch(2, 3, 3)}, end}}}},
			map[int][]int{0: {0, 1, 2, 9}, 1: {1, 2, 9}, 2: {2}, 9: {0, 1, 2, 9}}},
		{"at the end", Program{Main: 0, Finally: []int{1}, Functions: []Function{
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{condition(1)}, Returns: true},
				{Steps: []Step{condition(2), with(Ends, false)}}}},
			{Blocks: []Block{{Steps: []Step{condition(3)}, Returns: true}}}}},
			map[int][]int{0: {0, 1, 2, 3}, 1: {1, 3}, 2: {2, 3}, 3: {3}}},
		{"a jump back", Program{Functions: []Function{
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: to(1)}, {Steps: []Step{with(Marks, true), condition(1)}, Edges: to(2)},
				{Steps: []Step{call(1)}, Edges: to(3)}, {Steps: []Step{condition(3)}, Returns: true}}},
			{Blocks: []Block{{Steps: []Step{condition(2), with(Jumps, false)}}}}}},
			map[int][]int{0: {0, 1, 2, 3}, 1: {1, 2, 3}, 2: {1, 2, 3}, 3: {3}}},
		{"code outside of the program calls back", Program{Callbacks: true, AddressTaken: []int{1}, Functions: []Function{
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: to(1)}, {Steps: []Step{external}, Edges: to(2)},
				{Steps: []Step{condition(2)}, Returns: true}}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Returns: true}}}}},
			map[int][]int{0: {0, 1, 2}, 1: {1, 2}, 2: {2}}},
		{"an exit handler that is not named", Program{Callbacks: true, Unnamed: true, AddressTaken: []int{1}, Functions: []Function{
			{Blocks: []Block{{Steps: []Step{external}, Edges: to(1)}, {Steps: []Step{condition(0)}, Returns: true}}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Returns: true}}}}},
			map[int][]int{0: {0, 1}, 1: {0, 1}}},
		{"a pointer to any function", Program{AddressTaken: []int{1}, Functions: []Function{
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: to(1)},
				{Steps: []Step{{Condition: -1, Candidate: -1, Any: true}}, Edges: to(2)},
				{Steps: []Step{condition(2)}, Returns: true}}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Returns: true}}}}},
			map[int][]int{0: {0, 1, 2}, 1: {1, 2}, 2: {2}}},
		{"a function that is handed over", Program{Functions: []Function{
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: to(1)}, {Steps: []Step{with(Plain, true, 1)}, Edges: to(2)},
				{Steps: []Step{condition(2)}, Returns: true}}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Returns: true}}}}},
			map[int][]int{0: {0, 1, 2}, 1: {1, 2}, 2: {2}}},
	} {
		behind := test.program.Behind(10)
		for location, want := range test.want {
			got := slices.DeleteFunc(behind.Conditions(location), func(other int) bool { _, ok := test.want[other]; return !ok })
			if !slices.Equal(got, want) {
				t.Errorf("%s: behind %d are %d instead of %d", test.name, location, got, want)
			}
		}
	}
	for _, program := range []Program{{Untold: true}, {Handlers: true}, {Signalled: []int{0}}} {
		if got := program.Behind(0); got != nil {
			t.Errorf("%v of a program that its calls do not explain", got)
		}
	}
}

// TestBehindErrors: which components enter an error function, and where the program ends.
func TestBehindErrors(t *testing.T) {
	program := Program{Main: 1, Functions: []Function{errorFunction, {Blocks: []Block{
		{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{condition(1)}, Edges: branch(1, 1, 1)},
		{Steps: []Step{condition(2)}, Edges: branch(2, 3, 4)}, failing,
		{Steps: []Step{{Condition: -1, Candidate: -1, Error: true}}, Returns: true}}}}}
	b := program.Behind(3)
	leads := func(from int, to ...int) bool {
		open := []int{from}
		for len(open) > 0 {
			if slices.Contains(to, open[0]) {
				return true
			}
			open = append(open[1:], b.Next[open[0]]...)
		}
		return false
	}
	for location, want := range [][2]bool{{true, true}, {false, false}, {true, true}} {
		if got := [2]bool{leads(b.Waiting[location], b.Errors...), leads(b.Waiting[location], b.End)}; got != want || len(b.Errors) < 2 {
			t.Errorf("condition %d: an error and the end are behind it: %v; %+v", location, got, b)
		}
	}
}

// TestBehindRandomPrograms compares with a search over full program states: what may be evaluated later is behind. Most of what may not be
// is not; the others follow calls that never return, or are evaluated earlier in a block.
func TestBehindRandomPrograms(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	excess, absent := 0, 0
	for n := range 2000 {
		program, count := randomProgram(random)
		behind := program.Behind(count)
		for location := range count {
			later, got := laterThan(&program, location), behind.Conditions(location)
			for other := range count {
				switch claimed := slices.Contains(got, other); {
				case later[other] && !claimed:
					t.Fatalf("program %d: %d can follow %d: %+v", n, other, location, program)
				case !later[other] && claimed && other != location:
					excess++
				case !later[other] && !claimed:
					absent++
				}
			}
		}
	}
	if absent < excess {
		t.Errorf("%d pairs are told apart, %d are not", absent, excess)
	}
}

// laterThan returns the conditions that a run may evaluate after one of them.
func laterThan(program *Program, location int) map[int]bool {
	later, seen := map[int]bool{}, map[place]bool{}
	var open []place
	for f := range program.Functions {
		for _, block := range program.Functions[f].Blocks {
			for _, step := range block.Steps {
				if step.Condition == location {
					open = append(open, place{function: f, block: block.Edges[0].To}, place{function: f, block: block.Edges[1].To})
				}
			}
		}
	}
	for len(open) > 0 {
		p := open[len(open)-1]
		open = open[:len(open)-1]
		if seen[p] {
			continue
		}
		seen[p] = true
		near, far := follow(program, p)
		if len(far) > 0 {
			later[program.Functions[p.function].Blocks[p.block].Steps[p.step].Condition] = true
		}
		open = append(append(open, near...), far...)
	}
	return later
}

func TestComponents(t *testing.T) {
	graph := [][]int{{1}, {2}, {0, 3}, {4}, {3}, {5, 0}, {}}
	of, number := components(len(graph), func(node, i int) int {
		if i < len(graph[node]) {
			return graph[node][i]
		}
		return -1
	})
	if got := fmt.Sprint(of, number); got != "[1 1 1 0 0 2 3] 4" {
		t.Error(got)
	}
	const long = 1_000_000 // deeper than a recursion could go
	of, number = components(long, func(node, i int) int {
		if i > 0 {
			return -1
		}
		return (node + 1) % long
	})
	if number != 1 || of[0] != of[long-1] {
		t.Errorf("a circle of %d nodes has %d components", long, number)
	}
}
