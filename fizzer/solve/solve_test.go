package solve

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"
	"time"

	e "fizzer/fizzer/expression"
)

// world builds queries by hand.
type world struct {
	*e.Graph
	holds []e.Ref
}

func newWorld(bytes ...uint8) *world {
	var variables []e.Variable
	for i, b := range bytes {
		variables = append(variables, e.Variable{Read: uint32(i), Offset: uint32(16 * i), Bytes: b})
	}
	return &world{Graph: e.NewGraph(variables)}
}

func (w *world) k(width int, v int64) e.Ref {
	return w.Const(width, e.Value{Low: uint64(v), High: uint64(v >> 63)})
}

func (w *world) do(kind e.Kind, a, b e.Ref) e.Ref {
	width := w.Width(a)
	if kind >= e.Equal && kind <= e.LessOrEqualSigned || kind == e.FloatCompare {
		width = 1
	}
	return w.Make(kind, width, 0, a, b, 0)
}

func (w *world) is(kind e.Kind, a, b e.Ref) { w.holds = append(w.holds, w.do(kind, a, b)) }

// query wants the last expression; the others must hold.
func (w *world) query() *Query {
	last := len(w.holds) - 1
	return &Query{Graph: w.Graph, Wanted: w.holds[last], Holds: w.holds[:last], Values: make([]e.Value, len(w.Variables))}
}

// cases are queries of many kinds. by names the steps each of which can answer alone.
var cases = []struct {
	name string
	want Verdict
	by   []string
	make func() *world
}{
	{"66, 77, 88, 99", Solved, []string{"sat", "linear"}, func() *world {
		w := newWorld(8, 8, 8, 8)
		for i := range 4 {
			w.is(e.LessUnsigned, w.k(64, 0), w.Variable(i))
			w.is(e.LessUnsigned, w.Variable(i), w.k(64, 100))
		}
		for i := range 3 {
			w.is(e.Equal, w.do(e.Subtract, w.Variable(i+1), w.Variable(i)), w.k(64, 11))
		}
		w.is(e.Equal, w.do(e.Subtract, w.Variable(3), w.Variable(0)), w.k(64, 33))
		w.is(e.Equal, w.do(e.DivideUnsigned, w.Variable(0), w.k(64, 11)), w.k(64, 6))
		return w
	}},
	{"a chain of inverses", Solved, []string{"invert", "search", "sat"}, func() *world {
		w := newWorld(4)
		x := w.do(e.Xor, w.do(e.Add, w.do(e.Multiply, w.Variable(0), w.k(32, 0x9e3779b1)), w.k(32, 12345)), w.k(32, 0x55555555))
		x = w.Make(e.FunnelLeft, 32, 0, x, x, w.k(32, 13))
		x = w.Make(e.SwapBytes, 32, 0, x, 0, 0)
		w.is(e.Equal, x, w.k(32, 0xcafebabe))
		return w
	}},
	{"a byte", Refuted, []string{"intervals", "sat"}, func() *world {
		w := newWorld(1)
		x := w.Extend(w.Variable(0), 32)
		w.is(e.Equal, w.do(e.Multiply, x, x), w.k(32, 226))
		return w
	}},
	{"an empty interval", Refuted, []string{"intervals", "sat"}, func() *world {
		w := newWorld(8)
		w.is(e.LessSigned, w.Variable(0), w.k(64, -5))
		w.is(e.LessSigned, w.k(64, 10), w.Variable(0))
		return w
	}},
	{"an interval that wraps around", Solved, []string{"intervals", "sat"}, func() *world {
		w := newWorld(8)
		x := w.do(e.Add, w.Variable(0), w.k(64, 3))
		w.is(e.LessUnsigned, x, w.k(64, 6))
		w.is(e.Equal, w.do(e.And, w.do(e.Multiply, w.Variable(0), w.Variable(0)), w.k(64, 15)), w.k(64, 4))
		return w
	}},
	{"parity", Refuted, []string{"linear", "sat"}, func() *world {
		w := newWorld(4, 4)
		a, b := w.Variable(0), w.Variable(1)
		w.is(e.Equal, w.do(e.Add, w.do(e.Multiply, a, w.k(32, 6)), w.do(e.Multiply, b, w.k(32, 4))), w.k(32, 7))
		return w
	}},
	{"a sum of constants that name no node", Solved, []string{"linear", "sat"}, func() *world {
		w := newWorld(8, 8)
		x := w.do(e.Add, w.do(e.Multiply, w.Variable(0), w.k(64, 0x1122334455667788)),
			w.Make(e.ZeroExtend, 64, 0, w.Slice(w.Variable(1), 40, 24), 0, 0))
		w.is(e.Equal, x, w.k(64, 0x123456789abcde8))
		return w
	}},
	{"three equations", Solved, []string{"linear", "sat"}, func() *world {
		w := newWorld(4, 4, 4)
		a, b, c := w.Variable(0), w.Variable(1), w.Variable(2)
		sum := func(x, y, z int64) e.Ref {
			return w.do(e.Add, w.do(e.Add, w.do(e.Multiply, a, w.k(32, x)), w.do(e.Multiply, b, w.k(32, y))), w.do(e.Multiply, c, w.k(32, z)))
		}
		w.is(e.Equal, sum(3, 5, 7), w.k(32, 1000))
		w.is(e.Equal, sum(1, 1, -2), w.k(32, 17))
		w.is(e.Equal, sum(2, -1, 4), w.k(32, 99))
		return w
	}},
	{"a sorted chain", Solved, []string{"search", "sat"}, func() *world {
		w := newWorld(2, 2, 2, 2, 2, 2)
		for i := range 5 {
			w.is(e.LessUnsigned, w.Variable(i+1), w.Variable(i))
		}
		w.is(e.LessUnsigned, w.k(16, 1000), w.Variable(5))
		return w
	}},
	{"a product of two", Solved, []string{"search", "sat"}, func() *world {
		w := newWorld(2, 2)
		a, b := w.Extend(w.Variable(0), 32), w.Extend(w.Variable(1), 32)
		w.is(e.LessUnsigned, w.k(32, 1), a)
		w.is(e.LessUnsigned, w.k(32, 1), b)
		w.is(e.Equal, w.do(e.Multiply, a, b), w.k(32, 3*5*7*11*13))
		return w
	}},
	{"a table in two levels", Solved, []string{"invert", "intervals", "sat"}, func() *world {
		w := newWorld(1)
		for k := range 2 {
			var nodes []e.Ref
			for i := range 256 {
				nodes = append(nodes, w.k(8, int64(i*(5+8*k)+3)&255))
			}
			w.Tables = append(w.Tables, e.Elements{Width: 8, Nodes: nodes})
		}
		x := w.Make(e.Table, 8, 0, w.Make(e.Table, 8, 0, w.Variable(0), 0, 0), 1, 0)
		w.is(e.Equal, x, w.k(8, 77))
		return w
	}},
	{"a float", Solved, []string{"invert", "search"}, func() *world {
		w := newWorld(8)
		x := w.Make(e.FloatMultiply, 64, 0, w.Variable(0), w.Const(64, e.Of(math.Float64bits(3))), 0)
		x = w.Make(e.FloatAdd, 64, 0, x, w.Const(64, e.Of(math.Float64bits(1))), 0)
		w.holds = append(w.holds, w.Make(e.FloatCompare, 1, 1, x, w.Const(64, e.Of(math.Float64bits(31))), 0))
		return w
	}},
	{"a quotient of two", Solved, []string{"search", "sat"}, func() *world {
		w := newWorld(4, 4)
		w.is(e.LessUnsigned, w.k(32, 9), w.Variable(1))
		w.is(e.Equal, w.do(e.DivideUnsigned, w.Variable(0), w.Variable(1)), w.k(32, 123))
		return w
	}},
	{"by zero never", Refuted, []string{"sat", "intervals"}, func() *world {
		w := newWorld(1)
		w.is(e.LessUnsigned, w.Variable(0), w.k(8, 1))
		w.is(e.Equal, w.do(e.DivideUnsigned, w.k(8, 9), w.Variable(0)), w.k(8, 255))
		return w
	}},
	{"a square at the end of a chain", Refuted, []string{"sat"}, func() *world {
		w := newWorld(2, 2, 2)
		a := w.Variable(0)
		w.is(e.Equal, w.Variable(1), a)
		w.is(e.Equal, w.Variable(2), w.Variable(1))
		w.is(e.Equal, w.do(e.And, w.do(e.Multiply, w.Variable(2), a), w.k(16, 3)), w.k(16, 2))
		return w
	}},
}

// TestCases answers each query with all steps, and with each step alone that can answer it.
func TestCases(t *testing.T) {
	for _, c := range cases {
		for _, alone := range append([]string{""}, c.by...) {
			t.Run(fmt.Sprintf("%s/%s", c.name, alone), func(t *testing.T) {
				config := Config{Seed: 1}
				if alone != "" {
					config.Without = slices.DeleteFunc(Names(), func(name string) bool { return name == alone })
				}
				query := c.make().query()
				s := New(config)
				answer := s.Solve(query)
				if answer.Verdict != c.want {
					t.Fatalf("%v, not %v: %+v", answer.Verdict, c.want, s.Counts())
				}
				if answer.Verdict == Solved {
					check(t, query, answer.Values)
				} else if !slices.Contains(answer.Core, query.Wanted) && answer.Step != "rules" {
					t.Errorf("the core is %v", answer.Core)
				}
				for _, count := range s.Counts() {
					if count.Wrong != 0 {
						t.Errorf("%s: %d answers do not hold", count.Name, count.Wrong)
					}
				}
			})
		}
	}
}

// check evaluates an answer independently of the solver.
func check(t *testing.T, query *Query, values []e.Value) {
	t.Helper()
	m := query.Graph.Compile(append(query.Holds, query.Wanted)...).NewMachine()
	m.SetAll(values)
	m.Run()
	for _, r := range append(query.Holds, query.Wanted) {
		if m.Value(r) != e.Of(1) {
			t.Errorf("%v does not hold with %v", query.Graph.Node(r), values)
		}
	}
}

// TestRepeats: the same seed gives the same answers and counts.
func TestRepeats(t *testing.T) {
	for _, c := range cases {
		one, two := New(Config{Seed: 5}), New(Config{Seed: 5})
		a, b := one.Solve(c.make().query()), two.Solve(c.make().query())
		if !slices.Equal(a.Values, b.Values) || !slices.Equal(one.Counts(), two.Counts()) {
			t.Errorf("%s: %v and %v", c.name, a, b)
		}
	}
}

// TestTimeAndGains: a step is charged what its thread uses, the child solver what passes, and what answers covered is told by Won.
func TestTimeAndGains(t *testing.T) {
	var used time.Duration
	clock := time.Unix(0, 0)
	c := cases[0].make()
	s := New(Config{Time: func() time.Duration { used += 3; return used }, Without: slices.DeleteFunc(Names(), func(name string) bool {
		return name == "search" || name == "child"
	}), Clock: func() time.Time { clock = clock.Add(5); return clock }, Evaluations: 1, Child: silent{}})
	s.Solve(c.query())
	s.Won("search", 2)
	s.Won("search", 1)
	s.Won("rules", 7)
	for _, count := range s.Counts() {
		want := map[string]Count{"search": {Time: 3, Covered: 3}, "child": {Time: 5}}[count.Name]
		if count.Started == 0 || count.Time != want.Time*time.Duration(count.Started) || count.Covered != want.Covered {
			t.Errorf("%+v", count)
		}
	}
}

// silent is a child solver that never decides.
type silent struct{}

func (silent) Solve(*Query) (Verdict, map[int]e.Value) { return Unknown, nil }
func (silent) Until(<-chan struct{})                   {}

// TestLarge: a query beyond the limit is counted, and not tried.
func TestLarge(t *testing.T) {
	s := New(Config{MaxNodes: 3})
	if answer := s.Solve(cases[0].make().query()); answer.Verdict != Unknown || s.TooLarge() != 1 {
		t.Errorf("%v, %d too large", answer.Verdict, s.TooLarge())
	}
}

// longPath makes a query as a long path has it: many equations over the same few variables, most of which hold in the run.
func longPath(equations int) *Query {
	w := newWorld(4, 4, 4, 4, 4, 4, 4, 4)
	for i := range equations {
		a, b, c := w.Variable(i%8), w.Variable(i*i/8%8), w.Variable(i/8%8)
		product := w.do(e.Multiply, w.do(e.Add, a, w.k(32, int64(i))), w.do(e.Add, b, w.k(32, int64(3*i))))
		w.is(e.Equal, w.do(e.Add, product, c), w.k(32, int64(3*i*i)))
	}
	w.is(e.Equal, w.do(e.Multiply, w.Variable(0), w.Variable(0)), w.k(32, 7))
	return w.query()
}

// TestWorkIsBounded: however many equations a query has, each step ends after its share of the work.
func TestWorkIsBounded(t *testing.T) {
	s := New(Config{Seed: 1, Evaluations: 1 << 14, Conflicts: 100, Visits: 1 << 12})
	query := longPath(3000)
	s.Solve(query)
	nodes := uint64(query.Graph.Compile(append(query.Holds, query.Wanted)...).Len())
	most := map[string]uint64{
		"invert": 2 * attempts * nodes, "linear": repairShare<<14 + 2*nodes, "search": 1<<14 + 4*nodes, "long": longer<<14 + 4*nodes, "sat": 100,
	}
	for _, count := range s.Counts() {
		if most, bounded := most[count.Name]; bounded && count.Work > most {
			t.Errorf("%s: %d, at most %d are allowed", count.Name, count.Work, most)
		}
	}
}

// TestSearchEnds: when nobody waits for the answer any more, a search ends before its share of the work is done.
func TestSearchEnds(t *testing.T) {
	for _, name := range []string{"search", "long"} {
		done := make(chan struct{})
		end := sync.OnceFunc(func() { close(done) }) // when the step has begun
		s := New(Config{Time: func() time.Duration { end(); return 0 }, Evaluations: 1 << 50,
			Without: slices.DeleteFunc(Names(), func(other string) bool { return other == name })})
		s.Until(done)
		if answer := s.Solve(longPath(50)); answer.Verdict != Unknown || s.Counts()[0].Started != 1 {
			t.Errorf("%s: %v %+v", name, answer.Verdict, s.Counts())
		}
	}
}

// TestEquationsAreCounted: looking for equations is work, too, and ends like the rest.
func TestEquationsAreCounted(t *testing.T) {
	w := newWorld(4, 4, 4, 4, 4, 4, 4, 4)
	sum := w.Variable(0)
	for i := range 1000 {
		term := w.do(e.Multiply, w.Variable(i%8), w.k(32, int64(2*i+3)))
		sum = w.do(e.Add, sum, w.do(e.Add, term, w.do(e.Multiply, w.Variable(i/8%8), w.k(32, int64(2*i+5)))))
		w.is(e.Equal, sum, w.k(32, int64(i)))
	}
	p := newProblem(w.query(), 1<<20)
	const end = 1 << 20
	if systems := p.systems(end); len(systems) != 1 || len(systems[0].rows) == maxRows {
		t.Errorf("%d systems", len(systems))
	}
	if most := uint64(end + 17*maxTerms*termPrice); p.machine.Steps < end || p.machine.Steps > most {
		t.Errorf("%d steps, from %d to %d were to be counted", p.machine.Steps, end, most)
	}
}

// BenchmarkLongPath measures all steps on a query of a long path.
func BenchmarkLongPath(b *testing.B) {
	for b.Loop() {
		New(Config{Seed: 1}).Solve(longPath(3000))
	}
}

// BenchmarkCases measures each step on the queries that it can answer.
func BenchmarkCases(b *testing.B) {
	for _, c := range cases {
		for _, alone := range c.by {
			b.Run(c.name+"/"+alone, func(b *testing.B) {
				for b.Loop() {
					New(Config{Seed: 1, Without: slices.DeleteFunc(Names(), func(name string) bool { return name == alone })}).Solve(c.make().query())
				}
			})
		}
	}
}
