//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// Functions of the C library by their effect on the flow of a program.
var (
	finallyNames = []string{"atexit", "on_exit", "at_quick_exit", "__cxa_atexit"}
	handlerNames = []string{"signal", "bsd_signal", "sysv_signal", "__sysv_signal", "sigset", "sigaction", "ssignal", "sigvec"}
	signalNames  = []string{"raise", "kill", "abort", "alarm", "setitimer", "pause", "sigsuspend", "__assert_fail", "__assert"}
	markNames    = []string{"setjmp", "_setjmp", "sigsetjmp", "__sigsetjmp"}
	jumpNames    = []string{"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk"}
)

// untoldNames are functions that continue a program in a context that does not follow from its calls.
var untoldNames = []string{"pthread_create", "thrd_create", "clone", "getcontext", "setcontext", "swapcontext", "makecontext",
	"timer_create"}

// errorNames are the functions whose calls are the goal of the error property.
var errorNames = []string{"reach_error", "__VERIFIER_error"}

// graph collects the flow of the program while its monitors are inserted. The distances to calls of error functions, and what is
// known about hashes of calling contexts, are computed from it for the location table.
type graph struct {
	functions *functions
	callees   *callees
	table     *table
	program   flow.Program
	function  int                     // being instrumented
	block     int                     // being instrumented
	blocks    map[llvm.BasicBlock]int // numbers of this function's blocks
	choices   []llvm.Choice           // of this function's blocks, by number
}

func newGraph(functions *functions, callees *callees, table *table) *graph {
	return &graph{functions: functions, callees: callees, table: table, program: flow.Program{
		Functions:    make([]flow.Function, len(functions.defined)),
		Main:         functions.defined[functions.module.NamedFunction("main")],
		AddressTaken: functions.indices(callees.taken),
	}}
}

// beginFunction numbers the blocks of a function.
func (g *graph) beginFunction(function llvm.Value) {
	g.function, g.blocks, g.choices = g.functions.defined[function], map[llvm.BasicBlock]int{}, nil
	f := &g.program.Functions[g.function]
	f.Error = slices.Contains(errorNames, sourceName(function))
	for block := range llvm.Blocks(function) {
		g.blocks[block] = len(f.Blocks)
		f.Blocks = append(f.Blocks, flow.Block{})
	}
}

// beginBlock says to which block the next steps belong.
func (g *graph) beginBlock(block llvm.BasicBlock) { g.block = g.blocks[block] }

func (g *graph) addStep(step flow.Step) {
	block := &g.program.Functions[g.function].Blocks[g.block]
	block.Steps = append(block.Steps, step)
}

// addCondition notes a Boolean. candidate is the function that the next call enters if the Boolean is true; nil: none.
func (g *graph) addCondition(location int, candidate llvm.Value) {
	step := flow.Step{Condition: location, Candidate: -1}
	if !candidate.IsNil() {
		step.Candidate = g.functions.defined[candidate]
	}
	g.addStep(step)
}

// addCall notes what a call may enter, and whether its calling context is kept.
func (g *graph) addCall(call llvm.Value, kept bool) {
	callee := llvm.Aliasee(call.CalledValue())
	step := flow.Step{Condition: -1, Candidate: -1, Kept: kept}
	index, defined := g.functions.defined[callee]
	switch {
	case !call.CalledValue().IsAInlineAsm().IsNil():
		step.Passes = true
		g.program.Back = g.program.Back || takesPointer(call)
	case defined:
		step.Callees = []int{index}
	case callee.IsAFunction().IsNil():
		candidates, _ := g.callees.of(call)
		step.Callees = g.functions.indices(candidates)
		step.Passes = true
		if held, known := g.callees.ofAnyType(call); known {
			step.Held = g.functions.indices(held)
		} else {
			step.Any = true
		}
		g.program.Back = g.program.Back || takesPointer(call)
	case isIntrinsic(callee):
		return
	default:
		g.describeExternal(&step, call, callee)
	}
	g.addStep(step)
}

// describeExternal notes the effect of a call of a function that is defined elsewhere.
func (g *graph) describeExternal(step *flow.Step, call, callee llvm.Value) {
	name := plainName(callee)
	step.Error = slices.Contains(errorNames, name)
	step.Passes = !endsRun(call, callee)
	step.Handed = g.handed(call)
	d := &g.program
	d.Callbacks = d.Callbacks || takesPointer(call)
	d.Untold = d.Untold || slices.Contains(untoldNames, name)
	switch {
	case slices.Contains(finallyNames, name):
		d.Finally = append(d.Finally, step.Handed...)
		d.Unnamed = d.Unnamed || len(step.Handed) == 0
	case slices.Contains(handlerNames, name):
		d.Signalled = append(d.Signalled, g.handlers(call, step.Handed)...)
		d.Handlers = true
	case slices.Contains(signalNames, name):
		step.Effect = flow.Signals
	case slices.Contains(markNames, name):
		step.Effect = flow.Marks
	case slices.Contains(jumpNames, name):
		step.Effect = flow.Jumps
	case !step.Passes:
		step.Effect = flow.Ends
	}
}

// takesPointer tells whether a call passes a pointer, through which a pointer to a function may be reached.
func takesPointer(call llvm.Value) bool {
	for n := range call.OperandsCount() - 1 {
		if call.Operand(n).Type().TypeKind() == llvm.PointerType {
			return true
		}
	}
	return false
}

// handed returns the functions of the program whose addresses a call passes.
func (g *graph) handed(call llvm.Value) []int {
	var functions []int
	for n := range call.OperandsCount() - 1 {
		if index, ok := g.functions.defined[llvm.Aliasee(call.Operand(n))]; ok {
			functions = append(functions, index)
		}
	}
	return functions
}

// handlers returns the signal handlers that a call installs: the functions that it passes or, if a struct or variable holds
// the handler, all functions that have the type of a handler.
func (g *graph) handlers(call llvm.Value, handed []int) []int {
	if len(handed) > 0 {
		return handed
	}
	context := g.functions.module.Context()
	void, word, pointer := context.VoidType(), context.Int32Type(), llvm.PointerTo(context)
	return append(g.functions.indices(g.callees.byType[llvm.FunctionType(void, word)]),
		g.functions.indices(g.callees.byType[llvm.FunctionType(void, word, pointer, pointer)])...)
}

// endFunction notes how the blocks of a function follow each other.
func (g *graph) endFunction() {
	g.choices = make([]llvm.Choice, len(g.blocks))
	for block, index := range g.blocks {
		g.choices[index] = llvm.ChoiceOf(block)
	}
	for block, index := range g.blocks {
		b := &g.program.Functions[g.function].Blocks[index]
		choice := &g.choices[index]
		b.Returns = choice.Returns
		for side, next := range llvm.Successors(block) {
			edge := flow.Edge{Condition: -1}
			if !choice.Root.IsNil() {
				g.describe(&edge, choice, side == 1) // where it goes when the Boolean is false comes first
			}
			b.Edges = g.enter(b.Edges, block, next, edge)
		}
	}
}

// describe notes what an edge out of a block tells about the Boolean that chose it.
func (g *graph) describe(edge *flow.Edge, choice *llvm.Choice, outcome bool) {
	location, monitored := g.table.numbers[choice.Root]
	switch {
	case monitored && choice.Inside:
		edge.Condition, edge.Outcome = location, outcome != choice.Negated
	case choice.Merge:
		edge.If = stateOf(outcome != choice.Negated)
	}
}

// enter adds an edge to next, with what the edge tells about the value that chooses the way out of next.
func (g *graph) enter(edges []flow.Edge, block, next llvm.BasicBlock, edge flow.Edge) []flow.Edge {
	edge.To = g.blocks[next]
	choice := &g.choices[edge.To]
	if !choice.Merge {
		return append(edges, edge)
	}
	value, negated := rootOf(incoming(choice.Root, block))
	if !value.IsAConstantInt().IsNil() {
		edge.State = stateOf((value.ZExtValue() != 0) != negated)
		return append(edges, edge)
	}
	location, monitored := g.table.numbers[value]
	if !monitored || value.InstructionParent() != block {
		return append(edges, edge)
	}
	for _, outcome := range []bool{false, true} {
		if edge.Condition == location && edge.Outcome != outcome {
			continue
		}
		part := edge
		part.Condition, part.Outcome, part.State = location, outcome, stateOf(outcome != negated)
		edges = append(edges, part)
	}
	return edges
}

func stateOf(outcome bool) flow.State {
	if outcome {
		return flow.True
	}
	return flow.False
}

// rootOf follows a Boolean back through negations.
func rootOf(v llvm.Value) (root llvm.Value, negated bool) {
	for !v.IsNil() && !v.IsAInstruction().IsNil() && v.InstructionOpcode() == llvm.Xor && isBoolean(v.Type()) && isAllOnes(v.Operand(1)) {
		v, negated = v.Operand(0), !negated
	}
	return v, negated
}

// incoming returns the value that a phi takes when it is entered from a block.
func incoming(phi llvm.Value, block llvm.BasicBlock) llvm.Value {
	for n := range phi.IncomingCount() {
		if phi.IncomingBlock(n) == block {
			return phi.IncomingValue(n)
		}
	}
	return llvm.Value{}
}

// addToMain inserts steps before all others of main.
func (g *graph) addToMain(steps []flow.Step) {
	entry := &g.program.Functions[g.program.Main].Blocks[0]
	entry.Steps = append(steps, entry.Steps...)
}

// finish notes what is known of the whole program, when all functions are there.
func (g *graph) finish() {
	p := &g.program
	p.Callbacks = p.Callbacks || len(p.Finally) > 0 || len(p.Signalled) > 0
	p.Untold = p.Untold || !g.functions.module.NamedFunction("llvm.eh.sjlj.setjmp").IsNil()
}

// describeErrors writes the distances to calls of error functions into the table.
func (g *graph) describeErrors() {
	for location, distances := range g.program.Distances(len(g.table.Conditions)) {
		c := &g.table.Conditions[location]
		c.ErrorFalse, c.ErrorTrue = tabled(distances[0]), tabled(distances[1])
	}
}

// describeBehind writes what a run may evaluate after each condition into the table.
func (g *graph) describeBehind() {
	g.table.Behind = (*locations.Behind)(g.program.Behind(len(g.table.Conditions)))
}

// addContext notes what a call site may enter: the function that it names, those that its pointer may hold, or any function whose
// address is taken.
func (g *graph) addContext(function, site int, call llvm.Value) {
	kept := flow.Call{Site: site}
	if index, defined := g.functions.defined[llvm.Aliasee(call.CalledValue())]; defined {
		kept.Callees = []int{index}
	} else if held, known := g.callees.ofAnyType(call); known {
		kept.Callees = g.functions.indices(held)
	} else {
		kept.Any = true
	}
	f := &g.program.Functions[function]
	f.Calls = append(f.Calls, kept)
}

// maxContextSteps bounds the search for collisions to less than a tenth of a second. It is picked by hand.
const maxContextSteps = 1 << 18

// describeContexts looks for collisions of the hashes of calling contexts.
func (g *graph) describeContexts() {
	g.table.Contexts = locations.Contexts(g.program.Contexts(locations.ContextDepth, maxContextSteps, locations.NextContext))
}

// tabled returns a distance as the table stores it.
func tabled(distance int) int {
	if distance == flow.None {
		return 0
	}
	return distance + 1
}
