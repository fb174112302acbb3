package smt

import (
	"math/rand/v2"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/solve"
	"fizzer/libfizzer/sandbox"
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

// repeats is the part of a script that repeats a text, as (echo "text") asks for.
const repeats = `'(echo'*) x=${x#*'"'}; echo "${x%'"'*}";;`

// TestFaults: programs that are no solvers do no harm, and the failure names what they did. Each ends long before the time limit.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ name, text, failure string }{
		{"crashes", "exit 3", "exit status 3"},
		{"is killed", "kill -9 $$", "signal: killed"},
		{"prints garbage", "while read x; do echo foo; done", "foo"},
		{"prints garbage without end", "exec yes foo", "foo"},
		{"refutes what it was not asked", "exec yes unsat", "unsat"},
		{"prints half an answer", "while read x; do case $x in " + repeats +
			" '(check-sat'*) echo sat;; '(get-value'*) echo '((';; esac; done", "no value"},
		{"is no program of its kind", "cat", "set-option"},
	} {
		for _, kind := range []string{"z3", "kissat"} {
			if kind == "kissat" && test.name == "prints half an answer" {
				continue
			}
			child := start(t, script(kind, test.text, time.Hour))
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

// TestSlowFaults are those that take long to notice.
func TestSlowFaults(t *testing.T) {
	for _, test := range []struct{ name, kind, text, failure string }{
		{"closes its output", "z3", "exec >&-; exec sleep 1000", "it has closed its output and not ended"},
		{"prints empty lines without end", "z3", "exec yes ''", "it prints more than 32 MB"},
		{"prints comments without end", "kissat", "tr '\\0' '\\n' </dev/zero | sed \"s/^/c $(seq -s ' ' 9999)/\"", "it prints more than 32 MB"},
		{"prints one endless line", "z3", "tr '\\0' x </dev/zero", "it prints a line of more than 1 MB"},
	} {
		child := start(t, script(test.kind, test.text, time.Hour))
		verdict, _ := child.Solve(product(221))
		if s := child.Statistics(); verdict != solve.Unknown || s.Faults != 1 || !strings.Contains(s.Failure, test.kind+": "+test.failure) {
			t.Errorf("%s: %v, %+v", test.name, verdict, s)
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

// TestLimits: a solver that uses up its memory or CPU time is unfinished, whatever it does then. Each does so long before the time limit.
func TestLimits(t *testing.T) {
	const memory = 192 << 20
	for _, test := range []struct{ name, kind, text, reached string }{
		{"allocates without end", "z3", "exec tail /dev/zero", "memory"},
		{"allocates without end", "cadical", "exec tail /dev/zero", "memory"},
		{"allocates in a child", "cvc5", "tail /dev/zero; exit 5", "memory"},
		{"allocates in four processes", "bitwuzla", "tail /dev/zero & tail /dev/zero & tail /dev/zero & tail /dev/zero & wait", "memory"},
		{"says so", "z3", "echo '(error \"out of memory\")'; cat", "memory"},
		{"computes without end", "kissat", "while :; do :; done", "CPU time"},
	} {
		config := script(test.kind, test.text, time.Hour)
		config.CPU, config.Memory, config.Scratch = time.Second, memory, t.TempDir()
		child := start(t, config)
		verdict, _ := child.Solve(product(221))
		s := child.Statistics()
		if verdict != solve.Unknown || s.Faults != 0 || s.Unfinished != 1 ||
			!strings.Contains(s.Limit, test.kind) || !strings.Contains(s.Limit, test.reached) {
			t.Errorf("%s: %v, %+v", test.name, verdict, s)
		}
	}
}

// TestSurvivors: nothing that a solver started outlives it, not even a process whose parent has ended.
func TestSurvivors(t *testing.T) {
	const text = "(sleep 1000 </dev/null >/dev/null &); while read x; do case $x in " + repeats + " '(check-sat'*) echo unknown;; esac; done"
	config := script("z3", text, time.Hour)
	var launcher int
	ended := make(chan int, 1)
	config.Started, config.Ended = func(pid int) { launcher = pid }, func(pid int) { ended <- pid }
	child := start(t, config)
	for range 2 {
		if verdict, _ := child.Solve(product(221)); verdict != solve.Unknown || child.Statistics().Faults != 0 {
			t.Fatalf("%+v", child.Statistics())
		}
		for len(sandbox.Family(launcher)) < 3 { // the launcher, the shell and an orphan: /proc may leave some out while others end
			time.Sleep(time.Millisecond)
		}
		child.stop()
		if family := sandbox.Family(launcher); len(family) > 1 {
			t.Errorf("processes %v are left", family[1:])
		}
		clear(child.answers)
	}
	child.Close()
	if pid := <-ended; pid != launcher {
		t.Errorf("%d has ended instead of %d", pid, launcher)
	}
}

// TestDeaf: a solver that answers and does not read holds up nobody.
func TestDeaf(t *testing.T) {
	child := start(t, script("z3", "i=0; while :; do i=$((i+1)); echo question $i; echo unknown; done", time.Hour))
	for number := range uint64(10000) {
		if child.Solve(product(1000 + number)); child.Statistics().Faults > 0 {
			break
		}
	}
	if s := child.Statistics(); s.Faults != 1 || !strings.Contains(s.Failure, "it does not read") {
		t.Errorf("%+v", s)
	}
}

// TestEnded: the words for the end of a process.
func TestEnded(t *testing.T) {
	const killed, aborted, failed = syscall.WaitStatus(unix.SIGKILL), syscall.WaitStatus(unix.SIGABRT), syscall.WaitStatus(3 << 8)
	for _, test := range []struct {
		how       syscall.WaitStatus
		megabytes int64
		seconds   int64
		kills     bool
		want      string
		limit     bool
	}{
		{failed, 10, 10, false, "it has ended without an answer: exit status 3", false},
		{killed, 10, 4, false, "it has ended without an answer: signal: killed", false},
		{killed, 10, 1, true, "it has used up its memory: signal: killed, when it had 10 of 300 MB", true},
		{aborted, 99, 10, false, "it has ended without an answer: signal: aborted", false},
		{aborted, 100, 1, false, "it has used up its memory: signal: aborted, when it had 100 of 300 MB", true},
		{killed, 10, 10, false, "it has used up its CPU time of 10s: signal: killed", true},
	} {
		used := syscall.Rusage{Maxrss: test.megabytes << 10, Utime: syscall.Timeval{Sec: test.seconds}}
		err := ended(sandbox.Status{WaitStatus: test.how, Usage: used}, 300<<20, 10*time.Second, test.kills)
		if _, limit := err.(*limitError); err.Error() != test.want || limit != test.limit {
			t.Errorf("%v instead of %s", err, test.want)
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
	child := start(t, script("z3", "while read x; do case $x in "+repeats+
		" '(check-sat'*) echo sat;; '(get-value'*) echo '((e #x03))';; esac; done", time.Minute))
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
	missing := filepath.Join(t.TempDir(), "z3")
	if _, err := New(Config{Name: "z3", Command: []string{missing}}); err == nil || !strings.Contains(err.Error(), "install it") {
		t.Error(err)
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
