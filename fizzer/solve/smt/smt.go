// Package smt asks stronger solvers than those in Go: child processes that read SMT-LIB 2 (z3, cvc5, bitwuzla) or DIMACS (cadical,
// kissat) from a pipe. It knows expressions and queries, but no engine.
//
//	s, err := smt.New(smt.Config{Name: "z3"})
//	defer s.Close()
//	verdict, values := s.Solve(query)
//
// A solver runs in a sandbox: it cannot use more memory, CPU time and processes than it is given, and what it starts ends with it.
// One that hangs is killed at its time limit, and one that uses up its memory or CPU time is started again; Limit names the limit. One
// that crashes, is killed or prints something that is no answer is started again, and given up after some such faults; Failure names
// what happened. Its values are not trusted, since package solve evaluates them. Its refutations end a question, but are no proofs.
package smt

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fizzer/fizzer/expression"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/solve/blast"
	"fizzer/libfizzer/sandbox"
)

// Names are the solvers that can be asked, the strongest first as far as is known.
var Names = []string{"bitwuzla", "z3", "cvc5", "cadical", "kissat"}

// Picked by hand.
const (
	maxFaults  = 3       // after which a solver is not asked any more
	maxClauses = 4000000 // of a circuit
	maxCached  = 4096    // answers kept

	processes   = 16      // of a solver at once: its own, and those of a script that starts it
	descriptors = 64      // of each
	fileBytes   = 1 << 20 // of a file that it writes
)

// DefaultMemory is what a solver may use if its configuration does not say, in bytes.
const DefaultMemory = 2 << 30

// grace is how long after its limit a solver may still answer before it is killed.
const grace = 300 * time.Millisecond

// Config says which solver, and how much it may use.
type Config struct {
	Name    string         // one of Names
	Command []string       // what is executed; default: the program of that Name on PATH
	Limit   time.Duration  // of the first try of a query; default 100 ms
	Longest time.Duration  // limits grow tenfold for a query that is asked again, up to this; default 10 s
	CPU     time.Duration  // CPU time of a process, in whole seconds; default ten times Longest
	Memory  uint64         // bytes, of each of its processes and of all together; default DefaultMemory
	Policy  sandbox.Policy // what to do if the sandbox lacks a layer; default: go on
	Scratch string         // existing folder, the only one in which it may write; empty: none
	Started func(pid int)  // called with each launcher of a sandbox, from which its processes descend; may be nil
	Ended   func(pid int)  // called when it and they have ended; may be nil
}

// Solver is a solve.Child. It belongs to one goroutine.
type Solver struct {
	config     Config
	tool       sandbox.Tool     // what is executed
	box        *sandbox.Sandbox // opened for the first query; nil: it is not open
	dialog     *dialog          // nil: the process is not running
	writer     writer
	marks      int // texts that were asked for before the verdicts, so that each verdict belongs to its question
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
	config.Limit = cmp.Or(config.Limit, 100*time.Millisecond)
	config.Longest = cmp.Or(config.Longest, 10*time.Second)
	config.CPU = max(time.Second, cmp.Or(config.CPU, 10*config.Longest).Round(time.Second))
	config.Memory = cmp.Or(config.Memory, DefaultMemory)
	s := &Solver{config: config, statistics: formats.Solver{Name: config.Name}, answers: map[string]*answered{}}
	if len(config.Command) == 0 {
		s.config.Command = append([]string{config.Name}, arguments(config)...)
	}
	var err error
	if s.tool, err = sandbox.FindTool(s.config.Command[0]); err != nil {
		return nil, fmt.Errorf("solver %s: %w; install it, or leave out --solver", config.Name, err)
	}
	return s, nil
}

// arguments returns the options that make a solver read queries from its input.
func arguments(config Config) []string {
	switch config.Name {
	case "z3":
		return []string{"-in", "-smt2", fmt.Sprintf("-memory:%d", config.Memory>>20)}
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

// Close ends the process and its sandbox.
func (s *Solver) Close() {
	s.stop()
	if s.box != nil {
		_ = s.box.Close() // nothing depends on it
		s.box = nil
	}
}

// open starts a process, in a new sandbox if there is none or it has ended.
func (s *Solver) open() (*dialog, error) {
	c := &s.config
	if s.box != nil && s.box.Gone() {
		s.Close()
	}
	if s.box == nil {
		box, err := sandbox.Open(sandbox.Options{
			Policy: c.Policy, Show: s.tool.Show, Private: c.Scratch, Bytes: fileBytes, Memory: c.Memory, Processes: processes,
			Started: c.Started, Ended: c.Ended,
		})
		if err != nil {
			return nil, err
		}
		s.box = box
	}
	folder := cmp.Or(c.Scratch, "/")
	return newDialog(s.box, sandbox.Command{
		Path: s.tool.Path, Arguments: c.Command, Environment: s.tool.Environment(folder), Folder: folder, Profile: sandbox.Compiler,
		CPU: c.CPU, AddressSpace: c.Memory, FileBytes: fileBytes, Descriptors: descriptors,
	}, s.done)
}

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

// count counts a query. Limits are no faults: with more time or memory the solver may know the answer.
func (s *Solver) count(verdict solve.Verdict, err error) {
	var limit *limitError
	switch {
	case err == nil && verdict == solve.Solved:
		s.statistics.Solved++
	case err == nil && verdict == solve.Refuted:
		s.statistics.Refuted++
	case err == nil:
		s.statistics.Unfinished++
	case err == errLate || errors.As(err, &limit):
		s.statistics.Unfinished++
		s.statistics.Limit = s.failure(err)
		s.stop()
	default:
		s.statistics.Faults++
		s.statistics.Failure = s.failure(err)
		s.stop()
	}
}

func (s *Solver) failure(err error) string { return fmt.Sprintf("solver %s: %v", s.config.Name, err) }

// unexpected is the error for a line that is no answer. z3 prints one when it has used up the memory that its option allows.
func (s *Solver) unexpected(line string) error {
	if strings.Contains(line, "out of memory") {
		return &limitError{fmt.Sprintf("it has used up its memory of %d MB: it answers %.100q", s.config.Memory>>20, line)}
	}
	return fmt.Errorf("it answers %.100q", line)
}

// start starts the process, or resets it for another graph.
func (s *Solver) start(g *expression.Graph) (err error) {
	if s.dialog != nil && s.writer.graph == g {
		return nil
	}
	if s.dialog == nil {
		if s.dialog, err = s.open(); err != nil {
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
	s.marks++
	mark := fmt.Sprintf("question %d", s.marks)
	w.printf("(echo \"%s\")\n", mark)
	if s.config.Name == "z3" { // its incremental solver does not simplify first, which costs orders of magnitude
		w.printf("(check-sat-using (try-for default %d))\n", limit.Milliseconds())
	} else {
		w.printf("(check-sat)\n")
	}
	s.dialog.write(w.out.String())
	line, err := s.dialog.line(limit + grace)
	if err == nil && strings.Trim(line, `"`) != mark { // an answer that was not asked for
		err = s.unexpected(line)
	}
	if err == nil {
		line, err = s.dialog.line(limit + grace)
	}
	if err != nil {
		return solve.Unknown, nil, err
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
		err = s.unexpected(line)
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
			return nil, err
		}
		v, err := parseValue(line)
		if err != nil {
			return nil, err
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
	d, err := s.open()
	if err != nil {
		return solve.Unknown, nil, err
	}
	defer d.close()
	d.write(circuit.DIMACS())
	d.end()
	model, solved := make([]bool, circuit.Bits), false
	for end := time.Now().Add(limit); ; {
		line, err := d.line(time.Until(end))
		literals, isModel := strings.CutPrefix(line, "v ")
		switch {
		case err != nil:
			return solve.Unknown, nil, err
		case line == "s UNSATISFIABLE":
			return solve.Refuted, nil, nil
		case line == "s UNKNOWN":
			return solve.Unknown, nil, nil
		case line == "s SATISFIABLE":
			solved = true
		case solved && isModel:
			if takeLiterals(literals, model) {
				return solve.Solved, modelOf(circuit, query.Graph, goals, model), nil
			}
		case !strings.HasPrefix(line, "c"):
			return solve.Unknown, nil, s.unexpected(line)
		}
	}
}

// takeLiterals reads a line of a model, and reports whether it is the last: the model ends with 0.
func takeLiterals(text string, model []bool) (last bool) {
	for _, field := range strings.Fields(text) {
		l, err := strconv.Atoi(field)
		switch {
		case err == nil && l == 0:
			return true
		case err == nil && l > 0 && l <= len(model):
			model[l-1] = true
		}
	}
	return false
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
