package solve

import (
	"slices"
	"testing"
)

// TestOrder: a step that seldom wins comes after the complete search while that is cheaper, but in each 16th query before it. The past is
// forgotten.
func TestOrder(t *testing.T) {
	steps := New(Config{}).steps
	at := func(name string) int { return slices.IndexFunc(steps, func(s step) bool { return s.name == name }) }
	o := newOrder(steps)
	names := func() (all []string) {
		for _, i := range o.next() {
			all = append(all, steps[i].name)
		}
		return all
	}
	table, yielding := Names(), []string{"invert", "intervals", "linear", "sat", "search", "long"}
	table = slices.DeleteFunc(table, func(name string) bool { return name == "child" })
	learn := func(count int, name string, price uint64, won int) {
		for i := range count {
			o.learn(at(name), price, 37*i%100 < won)
		}
	}
	expect := func(when string, want []string) {
		t.Helper()
		late := 0
		for range 10 * retried {
			switch got := names(); {
			case slices.Equal(got, want):
			case slices.Equal(got, table):
				late++
			default:
				t.Fatalf("%s: %v", when, got)
			}
		}
		if !slices.Equal(want, table) && late != 10 {
			t.Errorf("%s: %d queries in the order of the table", when, late)
		}
	}
	expect("at first", table)
	learn(minTried-1, "search", 100, 0)
	learn(minTried, "sat", 400, 100)
	expect("after few queries", table)
	learn(1, "search", 100, 0)
	expect("with a search that never wins", yielding)
	learn(20*forgotten, "search", 100, 60)
	expect("with a search that wins six of ten times", table)
	learn(20*forgotten, "search", 100, 10)
	expect("with a search that wins one of ten times", yielding)
	learn(20*forgotten, "sat", 50000, 100)
	expect("with a slow complete search", table)
	learn(20*forgotten, "linear", 100000, 1)
	expect("with a slower linear step", []string{"invert", "intervals", "search", "sat", "linear", "long"})
	if o := newOrder(New(Config{Without: []string{"sat"}}).steps); len(o.next()) != len(table)-1 {
		t.Errorf("without the complete search: %v", o.next())
	}
}
