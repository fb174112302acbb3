package expression

import (
	"slices"
	"testing"
)

// TestCopy: an expression that is copied into a graph whose variables stand in another order has the same values. What the other graph does
// not read, and tables, are not copied.
func TestCopy(t *testing.T) {
	for seed := range uint64(300) {
		r := newRandom(seed)
		variables := slices.Clone(r.simple.Variables)
		slices.Reverse(variables)
		to := NewGraph(variables)
		var from, copied []Ref
		for _, pair := range r.pairs {
			if slices.ContainsFunc(r.simple.Cone(pair[1:]), func(n Ref) bool { return r.simple.Kind(n) == Table }) {
				if _, ok := to.Copy(r.simple, pair[1]); ok {
					t.Error("a table is copied")
				}
				continue
			}
			c, ok := to.Copy(r.simple, pair[1])
			if !ok {
				t.Fatalf("seed %d: %v is not copied", seed, r.simple.Node(pair[1]))
			}
			from, copied = append(from, pair[1]), append(copied, c)
		}
		a, b := r.simple.Compile(from...).NewMachine(), to.Compile(copied...).NewMachine()
		for range 4 {
			values := make([]Value, len(variables))
			for i := range values {
				values[i] = r.interesting()
			}
			a.SetAll(values)
			slices.Reverse(values)
			b.SetAll(values)
			a.Run()
			b.Run()
			for i := range from {
				if a.Value(from[i]) != b.Value(copied[i]) {
					t.Fatalf("seed %d: %v is %x, copied %x", seed, r.simple.Node(from[i]), a.Value(from[i]), b.Value(copied[i]))
				}
			}
		}
	}
	one, other := NewGraph([]Variable{{Offset: 4, Bytes: 4}}), NewGraph([]Variable{{Offset: 4, Bytes: 2}, {Offset: 0, Bytes: 4}})
	if _, ok := other.Copy(one, one.Variable(0)); ok {
		t.Error("a variable that the graph does not have is copied")
	}
}
