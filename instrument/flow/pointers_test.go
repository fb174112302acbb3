package flow

import (
	"math/rand/v2"
	"testing"
)

// constraint is one of those that TestPointersOnRandomPrograms makes: kind 0 to 4 is address, copy, load, store, call.
type constraint struct{ kind, from, to int }

// TestPointersOnRandomPrograms compares with the definition: repeat all constraints until nothing changes.
func TestPointersOnRandomPrograms(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	const functions, limit = 3, 1 << 20
	held, given, merged := 0, 0, 0
	for round := range 2000 {
		nodes := 12
		if round%20 == 0 { // some hold more than a few things
			nodes = 60
		}
		p := NewPointers(limit)
		p.patience = 1 + round%2*firstHeld // every other program is so small that circles are looked for only at first
		for n := 1; n < nodes; n++ {       // node 0 is Outside
			if n <= functions {
				p.Function(&Callable{Parameters: []int{n + functions, -1}, Result: n + 2*functions})
			} else {
				p.Node()
			}
		}
		var all []constraint
		for range random.IntN(4 * nodes) {
			all = append(all, constraint{random.IntN(5), random.IntN(nodes), random.IntN(nodes)})
		}
		for i, c := range all {
			switch c.kind {
			case 0:
				p.Address(c.from, c.to)
			case 1:
				p.Copy(c.from, c.to)
			case 2:
				p.Load(c.from, c.to)
			case 3:
				p.Store(c.to, c.from)
			case 4: // with arguments for both parameters and one more, which the callee reads by va_arg
				p.Call(c.from, []int{c.to, c.to, (c.to + 1) % nodes}, (c.to+2)%nodes)
			}
			if i == len(all)/2 && !p.Solve() {
				t.Fatal("gave up")
			}
		}
		if !p.Solve() {
			t.Fatal("gave up")
		}
		for node := range nodes {
			if p.nodes[node].merged && p.of(node) != p.outside {
				merged++
			}
		}
		want := fixpoint(all, nodes, functions)
		for node := range nodes {
			for address := range nodes {
				if p.Holds(node, address) != want[node][address] {
					t.Fatalf("%v: node %d holds %d: %v", all, node, address, !want[node][address])
				}
				held++
				if want[node][address] {
					given++
				}
			}
		}
	}
	if merged < 100 {
		t.Errorf("%d nodes were merged: the programs show little", merged)
	}
	if given < held/20 || given > held/2 {
		t.Errorf("%d of %d are held: the programs show little", given, held)
	}
}

// fixpoint is the definition of what nodes hold.
func fixpoint(all []constraint, nodes, functions int) [][]bool {
	holds := make([][]bool, nodes)
	for n := range holds {
		holds[n] = make([]bool, nodes)
	}
	changed := true
	add := func(from, to int) {
		for address, held := range holds[from] {
			if held && !holds[to][address] {
				holds[to][address], changed = true, true
			}
		}
	}
	isFunction := func(n int) bool { return 1 <= n && n <= functions }
	for changed {
		changed = false
		for address, held := range holds[0] {
			switch {
			case held && isFunction(address):
				add(0, address+functions)
				add(address+2*functions, 0)
			case held:
				add(0, address)
				add(address, 0)
			}
		}
		for _, c := range all {
			if c.kind == 0 && !holds[c.to][c.from] {
				holds[c.to][c.from], changed = true, true
			}
			if c.kind == 1 {
				add(c.from, c.to)
			}
			for address, held := range holds[c.from] {
				switch {
				case !held:
				case c.kind == 2 && !isFunction(address):
					add(address, c.to)
				case c.kind == 3 && !isFunction(address):
					add(c.to, address)
				case c.kind == 4 && isFunction(address):
					add(c.to, address+functions)
					add((c.to+1)%nodes, 0)
					add(address+2*functions, (c.to+2)%nodes)
				}
			}
		}
	}
	return holds
}

// TestPointersGiveUp: beyond its limit, the search says so.
func TestPointersGiveUp(t *testing.T) {
	for limit, want := range map[int]bool{5: false, 100: true} {
		p := NewPointers(limit)
		from := p.Node()
		for range 10 {
			to := p.Node()
			p.Copy(from, to)
			from = to
		}
		p.Address(p.Node(), 1)
		if got := p.Solve(); got != want {
			t.Errorf("limit %d: %v", limit, got)
		}
	}
}
