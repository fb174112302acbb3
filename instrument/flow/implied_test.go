package flow

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// record and ends make the events of the tests.
func record(location, number int) Event {
	return Event{Location: location, Boolean: Boolean{Number: number}}
}

var ends = Event{Ends: true}

// decide is a block with some events that branches on a Boolean.
func decide(number, whenFalse, whenTrue int, events ...Event) Node {
	return Node{Events: events, Ways: []int{whenFalse, whenTrue}, Decides: true, Boolean: Boolean{Number: number}}
}

func goTo(next int, events ...Event) Node { return Node{Events: events, Ways: []int{next}} }

var leave = Node{}

func TestImplied(t *testing.T) {
	f, tr := func(l int) Direction { return Direction{l, false} }, func(l int) Direction { return Direction{l, true} }
	complete := func(toFalse, toTrue []Direction) Leads { return Leads{toFalse, toTrue} }
	tests := []struct {
		name  string
		nodes []Node
		made  []int
		want  map[int]Leads
	}{
		{"asked again behind a join", []Node{decide(0, 2, 1, record(0, 0)), goTo(2), goTo(3, record(1, 0)), leave}, []int{0},
			map[int]Leads{1: complete([]Direction{f(0)}, []Direction{tr(0)})}},
		{"what is between may end the run", []Node{decide(0, 2, 1, record(0, 0)), goTo(2, ends), goTo(3, record(1, 0)), leave}, []int{0}, nil},
		{"what is before it in its block may end the run", []Node{decide(0, 2, 1, record(0, 0)), goTo(2), goTo(3, ends, record(1, 0)), leave},
			[]int{0}, nil},
		{"the record before may be the last", []Node{decide(0, 2, 1, record(0, 0), ends), goTo(2), goTo(3, record(1, 0)), leave}, []int{0}, nil},
		{"another decision between that does not say it",
			[]Node{goTo(1, record(0, 0)), decide(1, 2, 3, record(1, 1)), goTo(3), goTo(4, record(2, 0)), leave}, []int{0, 1}, nil},
		{"another decision where it is true",
			[]Node{decide(0, 3, 1, record(0, 0)), decide(1, 3, 2, record(1, 1)), goTo(3), goTo(4, record(2, 0)), leave}, []int{0, 1},
			map[int]Leads{2: complete([]Direction{f(0)}, []Direction{tr(1), f(1)})}},
		{"three times", []Node{decide(0, 2, 1, record(0, 0)), goTo(2), decide(0, 4, 3, record(1, 0)), goTo(4), goTo(5, record(2, 0)), leave},
			[]int{0},
			map[int]Leads{1: complete([]Direction{f(0)}, []Direction{tr(0)}), 2: complete([]Direction{f(1)}, []Direction{tr(1)})}},
		{"made again in each iteration", []Node{goTo(1), decide(0, 2, 1, record(0, 0)), leave}, []int{1}, nil},
		{"the same in each iteration", []Node{decide(0, 2, 1, record(0, 0)), decide(0, 2, 1, record(1, 0)), leave}, []int{0},
			map[int]Leads{1: complete(nil, []Direction{tr(1), tr(0)})}},
		{"turned round", []Node{decide(0, 2, 1, record(0, 0)), goTo(2), goTo(3, Event{Location: 1, Boolean: Boolean{0, true}}), leave}, []int{0},
			map[int]Leads{1: complete([]Direction{tr(0)}, []Direction{f(0)})}},
		{"always the same, at the start", []Node{goTo(1, Event{Location: 0, Outcome: True}), leave}, nil, nil},
		{"always the same, behind a condition", []Node{decide(0, 2, 1, record(0, 0)), goTo(2, Event{Location: 1, Outcome: False}), leave},
			[]int{0},
			map[int]Leads{1: complete([]Direction{tr(0)}, nil)}},
		{"a way that nothing is known of", []Node{{Ways: []int{1, 1}, Unknown: true}, goTo(2, record(0, 0)), leave}, []int{-1}, nil},
		{"where nothing leads", []Node{goTo(2), goTo(2, record(0, 0)), leave}, []int{-1}, nil},
		{"recorded at two places", []Node{decide(0, 1, 2, record(0, 0)), goTo(3, record(1, 0)), goTo(3, record(1, 0)), leave}, []int{0}, nil},
		{"recorded at two places, one behind what may end the run",
			[]Node{decide(0, 1, 2, record(0, 0)), goTo(3, ends, record(1, 0)), goTo(3, record(1, 0)), leave},
			[]int{0}, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := Implied(test.nodes, test.made)
			if len(got) != 0 || len(test.want) != 0 {
				if !reflect.DeepEqual(got, test.want) {
					t.Errorf("got %v, want %v", got, test.want)
				}
			}
		})
	}
}

// TestImpliedOnRandomWalks walks through random graphs with random Booleans and checks what Implied promises of each implied
// condition: it has the outcome that the last of its directions determines, and it is reached whenever one of them is taken.
func TestImpliedOnRandomWalks(t *testing.T) {
	implied, kept := 0, 0
	for seed := range uint64(3000) {
		random := rand.New(rand.NewPCG(seed, 1))
		nodes, made := randomGraph(random)
		found := Implied(nodes, made)
		for _, node := range nodes {
			for _, event := range node.Events {
				if _, ok := found[event.Location]; ok && !event.Ends {
					implied++
				} else if !event.Ends {
					kept++
				}
			}
		}
		for range 30 {
			walkThrough(t, seed, random, nodes, made, found)
		}
	}
	if implied < 1000 || kept < 1000 {
		t.Errorf("%d conditions implied, %d not: the graphs show nothing", implied, kept)
	}
}

// randomGraph makes a graph of up to twelve blocks that branch often on few Booleans. Each Boolean is made in a block that
// dominates its uses, as LLVM demands.
func randomGraph(random *rand.Rand) (nodes []Node, made []int) {
	nodes = make([]Node, 4+random.IntN(9))
	for b := range nodes {
		next := func() int { return min(b+1+random.IntN(3), len(nodes)-1) }
		switch {
		case b == len(nodes)-1:
		case random.IntN(6) == 0:
			nodes[b].Ways = []int{next(), 1 + random.IntN(len(nodes)-1)} // may go back
		default:
			nodes[b].Ways = []int{next(), next()}
		}
		if len(nodes[b].Ways) == 2 && nodes[b].Ways[0] == nodes[b].Ways[1] {
			nodes[b].Ways = nodes[b].Ways[:1]
		}
	}
	g := newImplications(nodes, nil)
	location := 0
	for b := range nodes {
		if !g.reached[b] {
			continue
		}
		if random.IntN(3) == 0 || b == 0 {
			made = append(made, b)
		}
		var usable []int
		for number, block := range made {
			if g.dominates(block, b) {
				usable = append(usable, number)
			}
		}
		boolean := func() Boolean { return Boolean{usable[random.IntN(len(usable))], random.IntN(2) == 0} }
		for range random.IntN(3) {
			event := Event{Location: location, Boolean: boolean()}
			if random.IntN(12) == 0 {
				event = Event{Ends: true}
			}
			nodes[b].Events = append(nodes[b].Events, event)
			location++
		}
		if len(nodes[b].Ways) == 2 {
			nodes[b].Decides, nodes[b].Boolean = true, boolean()
			if random.IntN(8) > 0 {
				nodes[b].Events = append(nodes[b].Events, Event{Location: location, Boolean: Boolean{nodes[b].Boolean.Number, random.IntN(2) == 0}})
				location++
			}
		}
	}
	return nodes, made
}

// walkThrough makes one run of at most a hundred blocks.
func walkThrough(t *testing.T, seed uint64, random *rand.Rand, nodes []Node, made []int, found map[int]Leads) {
	lead := map[Direction][]Direction{} // by a direction: the outcomes that it promises
	for location, leads := range found {
		for outcome, directions := range leads {
			for _, from := range directions {
				lead[from] = append(lead[from], Direction{location, outcome == 1})
			}
		}
	}
	values := make([]bool, len(made))
	promised := map[int]bool{} // outcome by location, until the location is reached
	block := 0
	for range 100 {
		for number, by := range made {
			if by == block {
				values[number] = random.IntN(2) == 0
			}
		}
		for _, event := range nodes[block].Events {
			if event.Ends {
				if random.IntN(2) == 0 {
					if len(promised) > 0 {
						t.Fatalf("seed %d: the run ends in block %d though %v were promised", seed, block, promised)
					}
					return
				}
				continue
			}
			outcome := values[event.Boolean.Number] != event.Boolean.Negated
			if _, ok := found[event.Location]; ok {
				if promise, ok := promised[event.Location]; !ok || promise != outcome {
					t.Fatalf("seed %d: location %d is %v in block %d, promised %v", seed, event.Location, outcome, block, promised)
				}
				delete(promised, event.Location)
			}
			for _, p := range lead[Direction{event.Location, outcome}] {
				promised[p.Location] = p.Outcome
			}
		}
		switch node := &nodes[block]; {
		case len(node.Ways) == 0:
			if len(promised) > 0 {
				t.Fatalf("seed %d: %v were promised and did not come", seed, promised)
			}
			return
		case node.Decides:
			block = node.Ways[index(values[node.Boolean.Number] != node.Boolean.Negated)]
		default:
			block = node.Ways[0]
		}
	}
}
