package solve

import (
	"testing"

	e "fizzer/fizzer/expression"
)

// TestAll enumerates the values of a masked byte.
func TestAll(t *testing.T) {
	w := newWorld(1)
	x := w.do(e.And, w.Variable(0), w.k(8, 0x15))
	w.is(e.LessUnsigned, x, w.k(8, 20))
	answers, complete, cost := New(Config{}).All(w.query(), x, 100)
	seen, sum := map[e.Value]bool{{}: true}, uint64(0)
	for _, a := range answers {
		sum += a.Cost
		v := w.ValueOf(x, a.Values)
		if seen[v] {
			t.Errorf("%x twice", v)
		}
		seen[v] = true
	}
	if len(answers) != 5 || !complete {
		t.Errorf("%d values besides 0, all: %v", len(answers), complete)
	}
	if cost <= sum {
		t.Errorf("cost %d, that of the answers %d: the last query is not in it", cost, sum)
	}
}

// TestExtreme finds the least and the greatest possible value.
func TestExtreme(t *testing.T) {
	w := newWorld(4)
	x := w.do(e.Add, w.Variable(0), w.k(32, 7))
	w.is(e.LessUnsigned, w.Variable(0), w.k(32, 100000))
	query := w.query()
	query.Values[0] = e.Of(50)
	for greatest, want := range map[bool]uint64{true: 100006, false: 7} {
		answer := New(Config{}).Extreme(query, x, greatest)
		if v := w.ValueOf(x, answer.Values); answer.Verdict != Solved || v != e.Of(want) {
			t.Errorf("greatest %v: %v %v", greatest, answer.Verdict, v)
		}
		if one := New(Config{}).Solve(query); answer.Cost < 10*one.Cost {
			t.Errorf("greatest %v: cost %d, that of one of many queries %d", greatest, answer.Cost, one.Cost)
		}
	}
}
