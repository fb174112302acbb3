package flow

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// condition and call make simple steps for the tests.
func condition(location int) Step { return Step{Condition: location, Candidate: -1} }
func call(callees ...int) Step    { return Step{Condition: -1, Candidate: -1, Callees: callees} }

// branch returns the two edges of a branch on a condition.
func branch(location, whenFalse, whenTrue int) []Edge {
	return []Edge{{To: whenFalse, Condition: location}, {To: whenTrue, Condition: location, Outcome: true}}
}

var (
	errorFunction = Function{Error: true, Blocks: []Block{{Returns: true}}}
	end           = Block{Returns: true}
	failing       = Block{Steps: []Step{call(0)}}
	external      = Step{Condition: -1, Candidate: -1, Passes: true}
)

func with(effect Effect, passes bool, handed ...int) Step {
	return Step{Condition: -1, Candidate: -1, Effect: effect, Passes: passes, Handed: handed}
}

func TestDistances(t *testing.T) {
	tests := []struct {
		name      string
		program   Program
		locations int
		want      []Distances
	}{
		{"no error function", Program{Functions: []Function{{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 1)}, end}}}}, 1,
			[]Distances{{None, None}}},
		{"behind two conditions", Program{Main: 1, Functions: []Function{errorFunction, {Blocks: []Block{
			{Steps: []Step{condition(0)}, Edges: branch(0, 2, 1)},
			{Steps: []Step{condition(1)}, Edges: branch(1, 2, 3)},
			end, failing}}}}, 2, []Distances{{None, 1}, {None, 0}}},
		{"a call on the way takes the conditions of its shortest way", Program{Main: 2, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{condition(1)}, Edges: branch(1, 2, 2)}, end}},
			{Blocks: []Block{{Steps: []Step{condition(2)}, Edges: branch(2, 1, 2)}, end, {Steps: []Step{call(1), call(0)}}}}}}, 3,
			[]Distances{{1, 0}, {0, 0}, {None, 1}}},
		{"a call that never returns cuts the way", Program{Main: 2, Functions: []Function{errorFunction,
			{Blocks: []Block{{}}},
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{call(1), call(0)}}, end}}}}, 1,
			[]Distances{{None, None}}},
		{"error function defined elsewhere", Program{Functions: []Function{{Blocks: []Block{
			{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{{Condition: -1, Candidate: -1, Error: true}}}, end}}}}, 1,
			[]Distances{{0, None}}},
		{"merged value", Program{Main: 1, Functions: []Function{errorFunction, {Blocks: []Block{ // if (c0 && c1) error
			{Steps: []Step{condition(0)}, Edges: []Edge{{To: 2, Condition: 0, State: False}, {To: 1, Condition: 0, Outcome: true}}},
			{Steps: []Step{condition(1)}, Edges: []Edge{{To: 2, Condition: 1, State: False}, {To: 2, Condition: 1, Outcome: true, State: True}}},
			{Edges: []Edge{{To: 3, Condition: -1, If: False}, {To: 4, Condition: -1, If: True}}},
			end, failing}}}}, 2, []Distances{{None, 1}, {None, 0}}},
		{"exit handler", Program{Main: 1, Finally: []int{2}, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, {}, {Steps: []Step{with(Ends, false)}}}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Edges: branch(1, 1, 2)}, end, failing}}}}, 2,
			[]Distances{{None, 1}, {1, 0}}},
		{"signal handler", Program{Main: 1, Signalled: []int{2}, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, end, {Steps: []Step{with(Signals, true)}, Returns: true}}},
			{Blocks: []Block{failing}}}}, 1, []Distances{{None, 0}}},
		{"jump back", Program{Main: 1, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{with(Marks, true), condition(0)}, Edges: branch(0, 1, 2)}, {Steps: []Step{call(2)}, Returns: true},
				failing}},
			{Blocks: []Block{{Steps: []Step{condition(1)}, Edges: branch(1, 1, 2)}, end, {Steps: []Step{with(Jumps, false)}}}}}}, 2,
			[]Distances{{2, 0}, {None, 1}}},
		{"possible callees", Program{Main: 1, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{{Condition: 0, Candidate: 2}, {Condition: 1, Candidate: 3}, call(2, 3)}, Returns: true}}},
			{Blocks: []Block{failing}}, {Blocks: []Block{end}}}}, 2, []Distances{{None, 1}, {0, None}}},
		{"handed to an external function", Program{Main: 1, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{condition(0)}, Edges: branch(0, 1, 2)}, end, {Steps: []Step{with(Plain, true, 2)}, Returns: true}}},
			{Blocks: []Block{failing}}}}, 1, []Distances{{None, 0}}},
		{"assembly and other external functions pass", Program{Main: 1, Functions: []Function{errorFunction,
			{Blocks: []Block{{Steps: []Step{condition(0), external}, Edges: []Edge{{To: 1, Condition: -1}}}, failing}}}}, 1, []Distances{{0, 0}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.program.Distances(test.locations); fmt.Sprint(got) != fmt.Sprint(test.want) {
				t.Errorf("%v instead of %v", got, test.want)
			}
		})
	}
}

// TestRandomPrograms compares the distances with a search over full program states: the place and the stack of returns.
func TestRandomPrograms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	finite := 0
	for n := range 3000 {
		program, locations := randomProgram(random)
		want := searchAll(&program, locations)
		got := program.Distances(locations)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("program %d: %v instead of %v: %+v", n, got, want, program)
		}
		for _, d := range want {
			if d[0] != None && d[0] != d[1] {
				finite++
			}
		}
	}
	if finite < 500 {
		t.Errorf("only %d of the conditions tell ways apart", finite)
	}
}

// randomProgram returns a program of three functions besides the error function, in which every function is reachable
// from main, and the number of its locations.
func randomProgram(random *rand.Rand) (Program, int) {
	program := Program{Functions: []Function{errorFunction}, Main: 1}
	locations := 0
	for f := 1; f <= 3; f++ {
		var function Function
		count := 2 + random.IntN(3)
		for b := range count {
			var block Block
			if f < 3 && b == 0 {
				block.Steps = append(block.Steps, call(f+1))
			}
			if random.IntN(3) == 0 {
				block.Steps = append(block.Steps, call(1+random.IntN(3)))
			}
			if f > 1 && random.IntN(8) == 0 {
				block.Steps = append(block.Steps, call(0))
			}
			switch random.IntN(3) {
			case 0:
				block.Returns = true
			case 1:
				block.Edges = []Edge{{To: random.IntN(count), Condition: -1}}
			case 2:
				block.Steps = append(block.Steps, condition(locations))
				block.Edges = branch(locations, random.IntN(count), random.IntN(count))
				locations++
			}
			function.Blocks = append(function.Blocks, block)
		}
		program.Functions = append(program.Functions, function)
	}
	return program, locations
}

// place is a state of a program: where it is, and the places to return to, outermost first.
type place struct {
	function, block, step int
	back                  string
}

// searchAll finds the distances by a search over states for each direction.
func searchAll(program *Program, locations int) []Distances {
	result := make([]Distances, locations)
	for f := range program.Functions {
		for _, block := range program.Functions[f].Blocks {
			for _, step := range block.Steps {
				if step.Condition < 0 {
					continue
				}
				for side := range 2 {
					result[step.Condition][side] = search(program, place{function: f, block: block.Edges[side].To})
				}
			}
		}
	}
	return result
}

// maxOpen bounds the open calls. It is enough for the shortest way in a program of so few functions.
const maxOpen = 8

// search visits the states in order of their distance from start until it enters the error function.
func search(program *Program, start place) int {
	seen := map[place]bool{}
	layer := []place{start}
	for distance := 0; len(layer) > 0; distance++ {
		var next []place
		for len(layer) > 0 {
			p := layer[len(layer)-1]
			layer = layer[:len(layer)-1]
			if seen[p] {
				continue
			}
			seen[p] = true
			if program.Functions[p.function].Error {
				return distance
			}
			near, far := follow(program, p)
			layer, next = append(layer, near...), append(next, far...)
		}
		layer = next
	}
	return None
}

// follow returns the successors of state p: those reached without a condition, and those reached by one.
func follow(program *Program, p place) (near, far []place) {
	block := &program.Functions[p.function].Blocks[p.block]
	if p.step < len(block.Steps) {
		step := &block.Steps[p.step]
		behind := place{p.function, p.block, p.step + 1, p.back}
		if step.Condition >= 0 {
			return nil, []place{behind}
		}
		if strings.Count(p.back, ";") < maxOpen {
			near = append(near, place{step.Callees[0], 0, 0, p.back + fmt.Sprintf("%d %d %d;", behind.function, behind.block, behind.step)})
		}
		return near, nil
	}
	for _, edge := range block.Edges {
		near = append(near, place{p.function, edge.To, 0, p.back})
	}
	if block.Returns {
		near = append(near, returns(program, p)...)
	}
	return near, nil
}

// returns gives the place behind the open call; if no open call is known, the places behind every call of the function.
func returns(program *Program, p place) []place {
	var places []place
	if p.back != "" {
		cut := strings.LastIndexByte(p.back[:len(p.back)-1], ';') + 1
		var behind place
		if _, err := fmt.Sscanf(p.back[cut:], "%d %d %d;", &behind.function, &behind.block, &behind.step); err != nil {
			panic(err)
		}
		behind.back = p.back[:cut]
		return []place{behind}
	}
	for f := range program.Functions {
		for b, block := range program.Functions[f].Blocks {
			for i, step := range block.Steps {
				if step.Condition < 0 && step.Callees[0] == p.function {
					places = append(places, place{f, b, i + 1, ""})
				}
			}
		}
	}
	return places
}
