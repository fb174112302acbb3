package smt

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
)

// start returns a solver with a long time limit, so that tests do not depend on its speed.
func start(t *testing.T, config Config) *Solver {
	t.Helper()
	if config.Limit == 0 {
		config.Limit = time.Minute
	}
	s, err := New(config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// product asks for two factors of a 16-bit number, neither of which is 1.
func product(number uint64) *solve.Query {
	g := expression.NewGraph([]expression.Variable{{Bytes: 1}, {Offset: 1, Bytes: 1}, {Offset: 2, Bytes: 1, Boolean: true}})
	a, b := g.Extend(g.Variable(0), 16), g.Extend(g.Variable(1), 16)
	one := g.Const(8, expression.Of(1))
	return &solve.Query{
		Graph:  g,
		Wanted: g.Equal(g.Make(expression.Multiply, 16, 0, a, b, 0), g.Const(16, expression.Of(number))),
		Holds: []expression.Ref{
			g.Compare(expression.LessUnsigned, one, g.Variable(0)), g.Compare(expression.LessUnsigned, one, g.Variable(1)),
			g.Compare(expression.LessUnsigned, g.Const(8, expression.Value{}), g.Variable(2)),
		},
		Values: make([]expression.Value, 3),
	}
}

// alone returns a solver of package solve whose only step is the child.
func alone(child solve.Child) *solve.Solver {
	names := solve.Names()
	return solve.New(solve.Config{Without: names[:len(names)-1], Child: child})
}

// TestAnswers asks each solver that the set-up installs several times.
func TestAnswers(t *testing.T) {
	for _, name := range []string{"z3", "cadical"} {
		child := start(t, Config{Name: name})
		solver := alone(child)
		for range 2 {
			for number, want := range map[uint64]solve.Verdict{221: solve.Solved, 251: solve.Refuted, 97 * 89: solve.Solved} {
				if answer := solver.Solve(product(number)); answer.Verdict != want {
					t.Errorf("%s: %d: %v, %+v", name, number, answer.Verdict, child.Statistics())
				}
			}
		}
		query := product(221)
		solver.Solve(query)
		before := child.Statistics()
		solver.Solve(query)
		if after := child.Statistics(); after.Cached != before.Cached+1 || after.Asked != before.Asked || after.Faults != 0 {
			t.Errorf("%s: %+v", name, after)
		}
	}
}

// kinds are the kinds with an SMT-LIB text, by the widths of their operands.
var kinds = []struct {
	from, to expression.Kind
	width    int
}{
	{expression.Not, expression.TrailingZeros, 16},
	{expression.Equal, expression.LessOrEqualSigned, 16},
	{expression.FloatAdd, expression.FloatDivide, 32},
	{expression.FloatNegate, expression.FloatSquareRoot, 32},
	{expression.FloatMinimum, expression.FloatFused, 32},
	{expression.FloatCompare, expression.FloatCompare, 32},
}

// TestKinds compares each kind's text with its evaluation: for given operands, no other result is possible. It asks for no NaNs.
func TestKinds(t *testing.T) {
	child := start(t, Config{Name: "z3"})
	random := rand.New(rand.NewPCG(3, 4))
	for _, group := range kinds {
		for kind := group.from; kind <= group.to; kind++ {
			for range 4 {
				compare(t, child, random, kind, group.width)
			}
		}
	}
	if s := child.Statistics(); s.Faults != 0 {
		t.Errorf("%+v", s)
	}
}

func compare(t *testing.T, child *Solver, random *rand.Rand, kind expression.Kind, width int) {
	t.Helper()
	g := expression.NewGraph([]expression.Variable{{Bytes: uint8(width / 8)}, {Bytes: uint8(width / 8)}, {Bytes: uint8(width / 8)}})
	values := make([]expression.Value, 3)
	for i := range values {
		values[i] = expression.Of(random.Uint64() >> random.IntN(64)).Cut(width)
		if width == 32 {
			values[i] = expression.Of(uint64(0x3f000000 + random.IntN(1<<26)))
		}
	}
	of := width
	if kind >= expression.Equal && kind <= expression.LessOrEqualSigned || kind == expression.FloatCompare {
		width = 1
	}
	r := g.Make(kind, width, uint16(random.IntN(16)), g.Variable(0), g.Variable(1), g.Variable(2))
	want := g.ValueOf(r, values)
	query := &solve.Query{Graph: g, Values: values}
	for i := range values {
		query.Holds = append(query.Holds, g.Equal(g.Variable(i), g.Const(of, values[i])))
	}
	for _, wrong := range []uint64{0, 1} {
		query.Wanted = g.Equal(r, g.Const(width, want.Xor(expression.Of(wrong))))
		if verdict, _ := child.Solve(query); verdict != solve.Verdict(1+wrong) {
			t.Fatalf("%v of %x is not %x: %v", kind, values, want.Xor(expression.Of(wrong)), verdict)
		}
	}
}

// script returns the configuration of a solver whose process is a shell script.
func script(name, text string, limit time.Duration) Config {
	return Config{Name: name, Command: []string{"/bin/sh", "-c", text}, Limit: limit, Longest: limit}
}

// TestFaults: programs that are no solvers do no harm, and the failure names what they did.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ name, text, failure string }{
		{"crashes", "exit 3", "ended"},
		{"is killed", "kill -9 $$", "ended"},
		{"prints garbage", "while read x; do echo foo; done", "foo"},
		{"prints half an answer", "while read x; do case $x in '(check-sat'*) echo sat;; '(get-value'*) echo '((';; esac; done", "no value"},
		{"is no program of its kind", "cat", "set-option"},
		{"prints one endless line", "tr '\\0' x </dev/zero", "ended"},
	} {
		for _, kind := range []string{"z3", "kissat"} {
			if kind == "kissat" && test.name == "prints half an answer" {
				continue
			}
			child := start(t, script(kind, test.text, 20*time.Second))
			for range maxFaults + 3 {
				if answer := alone(child).Solve(product(221)); answer.Verdict != solve.Unknown {
					t.Fatalf("%s: %v", test.name, answer.Verdict)
				}
			}
			s := child.Statistics()
			if s.Faults != maxFaults || !strings.Contains(s.Failure, kind) || kind == "z3" && !strings.Contains(s.Failure, test.failure) {
				t.Errorf("%s: %+v", test.name, s)
			}
		}
	}
}

// TestHangs: a solver that does not answer is killed at the limit, and asked again later.
func TestHangs(t *testing.T) {
	for _, kind := range []string{"z3", "cadical"} {
		child := start(t, script(kind, "sleep 1000 & sleep 1000", time.Millisecond))
		for range 2 {
			if verdict, _ := child.Solve(product(221)); verdict != solve.Unknown {
				t.Errorf("%s: %v", kind, verdict)
			}
		}
		if s := child.Statistics(); s.Faults != 0 || s.Unfinished != 2 {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

// TestUntil: nobody waits for a solver when the search is over.
func TestUntil(t *testing.T) {
	for _, kind := range []string{"z3", "cadical"} {
		child := start(t, script(kind, "sleep 1000", time.Hour))
		done := make(chan struct{})
		time.AfterFunc(10*time.Millisecond, func() { close(done) })
		solver := alone(child)
		solver.Until(done)
		for range 2 {
			if answer := solver.Solve(product(221)); answer.Verdict != solve.Unknown {
				t.Errorf("%s: %v", kind, answer.Verdict)
			}
		}
		if s := child.Statistics(); s.Faults != 0 || s.Asked != 1 {
			t.Errorf("%s: %+v", kind, s)
		}
	}
}

// TestLies: values that do not satisfy the query are no solution.
func TestLies(t *testing.T) {
	child := start(t, script("z3", "while read x; do case $x in '(check-sat'*) echo sat;; '(get-value'*) echo '((e #x03))';; esac; done",
		time.Minute))
	solver := alone(child)
	if answer := solver.Solve(product(221)); answer.Verdict != solve.Unknown || solver.Counts()[0].Wrong != 1 {
		t.Errorf("%v, %+v", answer.Verdict, solver.Counts())
	}
}

// TestNew: unknown solvers are refused.
func TestNew(t *testing.T) {
	if _, err := New(Config{Name: "abacus"}); err == nil {
		t.Error("there is no abacus")
	}
	if s := start(t, Config{Name: "z3", Command: []string{"/nonexistent/z3"}}); s != nil {
		if verdict, _ := s.Solve(product(221)); verdict != solve.Unknown || s.Statistics().Faults != 1 {
			t.Errorf("%+v", s.Statistics())
		}
	}
}

func FuzzParseValue(f *testing.F) {
	f.Add("((e12 #x00ff))")
	f.Add("((e1 #b0101))")
	f.Fuzz(func(t *testing.T, line string) {
		v, err := parseValue(line)
		if err != nil {
			return
		}
		if again, err := parseValue("((e1 " + number(v, 128) + "))"); err != nil || again != v {
			t.Errorf("%v, and then %v: %v", v, again, err)
		}
	})
}
