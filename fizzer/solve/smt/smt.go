// Package smt asks stronger solvers than those in Go: child processes that read SMT-LIB 2 (z3, cvc5, bitwuzla) or DIMACS (cadical,
// kissat) from a pipe. It knows expressions and queries, but no engine.
//
//	s, err := smt.New(smt.Config{Name: "z3"})
//	defer s.Close()
//	verdict, values := s.Solve(query)
//
// A solver that hangs is killed at its time limit. One that crashes, is killed or prints something that is no answer is started
// again, and given up after some such faults; Failure names what happened. Its values are not trusted, since package solve
// evaluates them. Its refutations are trusted.
package smt

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/solve/blast"
)

// Names are the solvers that can be asked, the strongest first as far as is known.
var Names = []string{"bitwuzla", "z3", "cvc5", "cadical", "kissat"}

// Picked by hand.
const (
	maxFaults  = 3       // after which a solver is not asked any more
	maxClauses = 4000000 // of a circuit
	maxCached  = 4096    // answers kept
)

// grace is how long after its limit a solver may still answer before it is killed.
const grace = 300 * time.Millisecond

// Config says which solver, and how long it may work.
type Config struct {
	Name    string        // one of Names
	Command []string      // what is executed; default: the program of that Name on PATH
	Limit   time.Duration // of the first try of a query; default 100 ms
	Longest time.Duration // limits grow tenfold for a query that is asked again, up to this; default 10 s
	Memory  int           // megabytes; default 2048
}

// Solver is a solve.Child. It belongs to one goroutine.
type Solver struct {
	config     Config
	dialog     *dialog // nil: the process is not running
	writer     writer
	statistics formats.Solver
	answers    map[string]*answered
	done       <-chan struct{} // closed: nobody waits for answers any more
}

// answered is what is known of a query that was asked before.
type answered struct {
	graph   *expression.Graph
	verdict solve.Verdict
	values  map[int]expression.Value
	limit   time.Duration // of the last try
}

// New returns a solver whose process is started by the first query. The error says that there is no such program.
func New(config Config) (*Solver, error) {
	if !slices.Contains(Names, config.Name) {
		return nil, fmt.Errorf("there is no solver %q; known are %s", config.Name, strings.Join(Names, ", "))
	}
	if config.Limit == 0 {
		config.Limit = 100 * time.Millisecond
	}
	if config.Longest == 0 {
		config.Longest = 10 * time.Second
	}
	if config.Memory == 0 {
		config.Memory = 2048
	}
	if len(config.Command) == 0 {
		path, err := exec.LookPath(config.Name)
		if err != nil {
			return nil, fmt.Errorf("solver %s: %w; install it, or leave out --solver", config.Name, err)
		}
		config.Command = append([]string{path}, arguments(config)...)
	}
	return &Solver{config: config, statistics: formats.Solver{Name: config.Name}, answers: map[string]*answered{}}, nil
}

// arguments returns the options that make a solver read queries from its input.
func arguments(config Config) []string {
	switch config.Name {
	case "z3":
		return []string{"-in", "-smt2", fmt.Sprintf("-memory:%d", config.Memory)}
	case "cvc5":
		return []string{"--lang=smt2", "--incremental", "--produce-models"}
	case "bitwuzla":
		return []string{"--lang=smt2", "--produce-models"}
	}
	return []string{"-q"}
}

// clauses reports whether the solver reads DIMACS.
func (s *Solver) clauses() bool { return s.config.Name == "cadical" || s.config.Name == "kissat" }

// Statistics returns what was done so far.
func (s *Solver) Statistics() formats.Solver { return s.statistics }

// Until implements solve.Child.
func (s *Solver) Until(done <-chan struct{}) {
	s.done = done
	if s.dialog != nil {
		s.dialog.done = done
	}
}

// Close ends the process.
func (s *Solver) Close() { s.stop() }

func (s *Solver) stop() {
	if s.dialog != nil {
		s.dialog.close()
		s.dialog = nil
	}
}

// Solve implements solve.Child. The values are those of the variables of the query.
func (s *Solver) Solve(query *solve.Query) (solve.Verdict, map[int]expression.Value) {
	if s.statistics.Faults >= maxFaults {
		return solve.Unknown, nil
	}
	key := fmt.Sprint(query.Wanted, query.Holds)
	known := s.answers[key]
	if known == nil || known.graph != query.Graph {
		known = &answered{graph: query.Graph, limit: s.config.Limit / 10}
		if len(s.answers) >= maxCached {
			clear(s.answers)
		}
		s.answers[key] = known
	}
	if known.verdict != solve.Unknown || known.limit >= s.config.Longest {
		s.statistics.Cached++
		return known.verdict, known.values
	}
	known.limit *= 10
	s.statistics.Asked++
	var err error
	if s.clauses() {
		known.verdict, known.values, err = s.askClauses(query, known.limit)
	} else {
		known.verdict, known.values, err = s.askText(query, known.limit)
	}
	s.count(known.verdict, err)
	return known.verdict, known.values
}

func (s *Solver) count(verdict solve.Verdict, err error) {
	switch {
	case err != nil:
		s.statistics.Faults++
		s.statistics.Failure = err.Error()
		s.stop()
	case verdict == solve.Solved:
		s.statistics.Solved++
	case verdict == solve.Refuted:
		s.statistics.Refuted++
	default:
		s.statistics.Unfinished++
	}
}

// start starts the process, or resets it for another graph.
func (s *Solver) start(g *expression.Graph) (err error) {
	if s.dialog != nil && s.writer.graph == g {
		return nil
	}
	if s.dialog == nil {
		if s.dialog, err = newDialog(s.config.Command, s.done); err != nil {
			return err
		}
		s.dialog.write("(set-option :produce-models true)\n(set-logic ALL)\n")
	} else {
		s.dialog.write("(reset)\n(set-option :produce-models true)\n(set-logic ALL)\n")
	}
	s.writer.reset(g)
	return nil
}

// askText asks in SMT-LIB. Expressions stay defined as long as queries are about one graph; assertions are popped.
func (s *Solver) askText(query *solve.Query, limit time.Duration) (solve.Verdict, map[int]expression.Value, error) {
	if err := s.start(query.Graph); err != nil {
		return solve.Unknown, nil, err
	}
	w := &s.writer
	w.out.Reset()
	goals := append([]expression.Ref{query.Wanted}, query.Holds...)
	for _, goal := range goals {
		if err := w.define(goal); err != nil {
			s.stop() // the process never got what was written
			return solve.Unknown, nil, nil
		}
	}
	w.printf("(push 1)\n")
	for _, goal := range goals {
		w.printf("(assert (= %s #b1))\n", name(goal))
	}
	if s.config.Name == "z3" { // its incremental solver does not simplify first, which costs orders of magnitude
		w.printf("(check-sat-using (try-for default %d))\n", limit.Milliseconds())
	} else {
		w.printf("(check-sat)\n")
	}
	s.dialog.write(w.out.String())
	line, err := s.dialog.line(limit + grace)
	switch {
	case err == errLate:
		s.stop() // it had its time
		return solve.Unknown, nil, nil
	case err != nil:
		return solve.Unknown, nil, fmt.Errorf("solver %s: %w", s.config.Name, err)
	}
	verdict, values := solve.Unknown, map[int]expression.Value(nil)
	switch line {
	case "sat":
		verdict = solve.Solved
		values, err = s.model(query.Graph, goals)
	case "unsat":
		verdict = solve.Refuted
	case "unknown", "timeout":
	default:
		err = fmt.Errorf("solver %s: it answers %.100q", s.config.Name, line)
	}
	if err != nil {
		return solve.Unknown, nil, err
	}
	s.dialog.write("(pop 1)\n")
	return verdict, values, nil
}

// model asks for the values of all variables of the goals.
func (s *Solver) model(g *expression.Graph, goals []expression.Ref) (map[int]expression.Value, error) {
	values := map[int]expression.Value{}
	for _, r := range g.Cone(goals) {
		if g.Kind(r) != expression.Read {
			continue
		}
		s.dialog.write("(get-value (" + name(r) + "))\n")
		line, err := s.dialog.line(time.Second)
		if err != nil {
			return nil, fmt.Errorf("solver %s: %w", s.config.Name, err)
		}
		v, err := parseValue(line)
		if err != nil {
			return nil, fmt.Errorf("solver %s: %w", s.config.Name, err)
		}
		values[int(g.Node(r).A)] = v
	}
	return values, nil
}

// parseValue reads ((e7 #x0f)).
func parseValue(line string) (v expression.Value, err error) {
	text := strings.TrimRight(line, ") \t\r")
	digits := text[strings.LastIndexByte(text, ' ')+1:]
	step := 0
	switch {
	case strings.HasPrefix(digits, "#x"):
		step = 4
	case strings.HasPrefix(digits, "#b"):
		step = 1
	}
	if step == 0 || len(digits) < 3 || (len(digits)-2)*step > 128 {
		return v, fmt.Errorf("it answers %.100q, which is no value", line)
	}
	for _, d := range strings.ToLower(digits[2:]) {
		at := strings.IndexRune("0123456789abcdef"[:1<<step], d)
		if at < 0 {
			return v, fmt.Errorf("it answers %.100q, which is no value", line)
		}
		v = v.Left(step).Or(expression.Of(uint64(at)))
	}
	return v, nil
}

// askClauses asks in DIMACS; each query has a process of its own.
func (s *Solver) askClauses(query *solve.Query, limit time.Duration) (solve.Verdict, map[int]expression.Value, error) {
	circuit := blast.New(query.Graph, maxClauses)
	goals := append([]expression.Ref{query.Wanted}, query.Holds...)
	for _, goal := range goals {
		if circuit.Assert(goal) != nil {
			return solve.Unknown, nil, nil
		}
	}
	d, err := newDialog(s.config.Command, s.done)
	if err != nil {
		return solve.Unknown, nil, err
	}
	defer d.close()
	d.write(circuit.DIMACS())
	d.end()
	model, verdict := make([]bool, circuit.Bits), solve.Unknown
	for end := time.Now().Add(limit); ; {
		line, err := d.line(time.Until(end))
		switch {
		case err == errLate:
			return solve.Unknown, nil, nil
		case err == errEnded && verdict == solve.Solved, line == "s UNSATISFIABLE", line == "s UNKNOWN":
			if line == "s UNSATISFIABLE" {
				return solve.Refuted, nil, nil
			}
			return verdict, modelOf(circuit, query.Graph, goals, model), nil
		case err != nil:
			return solve.Unknown, nil, fmt.Errorf("solver %s: %w", s.config.Name, err)
		case line == "s SATISFIABLE":
			verdict = solve.Solved
		case strings.HasPrefix(line, "v "):
			takeLiterals(line[2:], model)
		case line != "" && !strings.HasPrefix(line, "c"):
			return solve.Unknown, nil, fmt.Errorf("solver %s: it answers %.100q", s.config.Name, line)
		}
	}
}

// takeLiterals reads a line of a model.
func takeLiterals(text string, model []bool) {
	for _, field := range strings.Fields(text) {
		var l int
		if _, err := fmt.Sscan(field, &l); err == nil && l > 0 && l <= len(model) {
			model[l-1] = true
		}
	}
}

func modelOf(c *blast.Circuit, g *expression.Graph, goals []expression.Ref, model []bool) map[int]expression.Value {
	values := map[int]expression.Value{}
	for _, r := range g.Cone(goals) {
		if g.Kind(r) == expression.Read {
			variable := int(g.Node(r).A)
			values[variable], _ = c.Value(variable, model)
		}
	}
	return values
}
