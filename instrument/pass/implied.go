//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
	"fizzer/libfizzer/locations"
)

// Conditions whose outcome follows from earlier records are not recorded (Valkyrie, Alg. 1 and Theorem 1; see
// docs/decisions/019-*.md). They are found in a copy of the instrumented program, in which LLVM has merged values that are
// computed twice. In the program itself, only the calls of their monitors are removed.

// The passes merge equal values and propagate what a branch implies into the blocks behind it. They do not duplicate blocks,
// so that each monitor stays unique.
const (
	impliedPasses = "function(sroa<preserve-cfg>,early-cse<memssa>,sccp,early-cse<memssa>,instsimplify)"
	moreImplied   = "function(gvn<no-pre;no-load-pre;no-split-backedge-load-pre>,instsimplify)"
)

// Sizes of the largest programs, in instructions, for which the quick and the thorough passes are worth their time. Measured
// on a machine of ECA (16,000 conditions), of 2.4 s for the whole instrumentation: the quick ones take 0.4 s and find 273
// conditions, the thorough ones take 1 s and find 633 more. A run of minutes uses the thorough ones up to maxImplied, too.
const (
	maxImplied  = 500_000
	maxThorough = 20_000
)

// conditionMonitors record a condition; their first argument is its location, the second its outcome.
var conditionMonitors = []string{"__fizzer_condition", "__fizzer_condition_wide"}

// harmlessMonitors do not end the run, except at its limits, and do not touch the program's memory. The same holds for
// conditionMonitors.
var harmlessMonitors = []string{"__fizzer_step", "__fizzer_call_begin", "__fizzer_call_end"}

// inaccessible is the value of LLVM's attribute "memory" for functions that touch no memory of the program.
const inaccessible = 3 << 2

// implication finds the conditions that follow from others in the instrumented program.
type implication struct {
	insert    *inserter
	functions *functions
	table     *table
	goals     *goals
	reached   *reached
}

// leaveOut removes the monitors of conditions whose outcome follows from others. Goals to which an implied condition
// led get the directions that it follows from. untold: the program continues in contexts that do not follow from its calls.
func (i *implication) leaveOut(options Options, untold bool) error {
	size := sizeOf(i.functions.module)
	if untold || i.changesUnseen() || size > maxImplied {
		return nil
	}
	implied, err := i.examine(!options.Light && (options.Long || size <= maxThorough))
	if err != nil || len(implied) == 0 {
		return err
	}
	i.moveGoals(implied)
	for location := range implied {
		i.table.Conditions[location].Implied = true
	}
	for _, name := range conditionMonitors {
		i.eraseMonitors(i.functions.module.NamedFunction(name))
	}
	return nil
}

// changesUnseen tells whether variables may change at places where the program's code does not show it.
func (i *implication) changesUnseen() bool {
	return i.functions.handlesSignals || i.table.ThreadLocal
}

func (i *implication) eraseMonitors(monitor llvm.Value) {
	if monitor.IsNil() {
		return
	}
	for _, call := range slices.Collect(llvm.Users(monitor)) {
		if i.table.Conditions[call.Operand(0).ZExtValue()].Implied {
			call.EraseFromParentAsInstruction()
		}
	}
}

// examine marks what no run reaches. It returns the locations that need no record and the directions that lead to them; thorough: with
// all passes.
func (i *implication) examine(thorough bool) (map[int]flow.Leads, error) {
	program := llvm.Clone(i.functions.module)
	defer program.Dispose()
	settling := settling{implication: i, copied: program, outside: i.reached.outsideNames(), any: map[llvm.Type]llvm.Value{}}
	settling.prepare()
	i.describe(program)
	machine, err := llvm.NewMachine(program, llvm.CodegenNone)
	if err != nil {
		return nil, err
	}
	defer machine.Close()
	passes := impliedPasses
	if thorough {
		passes += "," + moreImplied
	}
	if err := machine.Run(program, passes); err != nil {
		return nil, err
	}
	implied := i.find(program)
	return implied, settling.mark(machine)
}

// find returns the locations that need no record, from a copy in which equal values are merged.
func (i *implication) find(program llvm.Module) map[int]flow.Leads {
	own := map[string]bool{}
	for function := range i.functions.defined {
		own[function.Name()] = true
	}
	implied := map[int]flow.Leads{}
	for function := range llvm.Functions(program) {
		if function.IsDeclaration() || returnsTwice(function) {
			continue
		}
		r := impliedReader{own: own, blocks: map[llvm.BasicBlock]int{}, numbers: map[llvm.Value]int{}}
		r.read(function)
		for location, leads := range flow.Implied(r.nodes, r.made) {
			implied[location] = leads
		}
	}
	return implied
}

// hush tells LLVM that a monitor leaves the program's memory alone.
func (i *implication) hush(monitor llvm.Value) {
	monitor.AddFunctionAttr(i.insert.attribute("nounwind"))
	monitor.AddFunctionAttr(i.insert.context.CreateEnumAttribute(llvm.AttributeKind("memory"), inaccessible))
}

// describe tells LLVM, in a copy of the program, which monitors leave the program's memory alone, and that a store through an
// invalid pointer may change any variable. The copy must not assume that wild writes do not happen, since in the program they do.
func (i *implication) describe(program llvm.Module) {
	for _, name := range slices.Concat(conditionMonitors, harmlessMonitors, []string{"__fizzer_division"}) {
		if monitor := program.NamedFunction(name); !monitor.IsNil() {
			i.hush(monitor)
		}
	}
	wild := llvm.AddFunction(program, "__fizzer_wild", llvm.FunctionType(i.insert.context.VoidType()))
	for function := range llvm.Functions(program) {
		for block := range llvm.Blocks(function) {
			for instruction := range llvm.Instructions(block) {
				if instruction.InstructionOpcode() == llvm.Store && llvm.MayFault(instruction) {
					i.insert.SetInsertPointBefore(llvm.NextInstruction(instruction))
					i.insert.call(wild)
				}
			}
		}
	}
}

// returnsTwice tells whether a function has a call that may return a second time (setjmp). Its variables may have changed by then.
func returnsTwice(function llvm.Value) bool {
	return llvm.ReturnsTwice(function, "__fizzer_calls_open")
}

// moveGoals replaces, in the goals, the directions of implied conditions by directions of recorded ones.
func (i *implication) moveGoals(implied map[int]flow.Leads) {
	for goal, edges := range i.table.Goals {
		seen := map[locations.Edge]bool{}
		moved := []locations.Edge{}
		for len(edges) > 0 {
			edge := edges[len(edges)-1]
			edges = edges[:len(edges)-1]
			leads, ok := implied[int(edge.Location)]
			switch {
			case seen[edge]:
			case !ok:
				moved = append(moved, edge)
			default:
				from := leads[0]
				if edge.Outcome {
					from = leads[1]
				}
				for _, direction := range from {
					edges = append(edges, locations.Edge{Location: uint32(direction.Location), Outcome: direction.Outcome})
				}
			}
			seen[edge] = true
		}
		slices.SortFunc(moved, locations.Edge.Compare)
		i.table.Goals[goal] = moved
	}
}
