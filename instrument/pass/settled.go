//go:build llvm19

package pass

import (
	"fmt"
	"slices"
	"strings"

	"fizzer/instrument/llvm"
)

// Directions that no run takes, and goals that no run reaches, because constants decide: a variable that is never written, an argument
// that is the same in all calls, a range that an earlier condition leaves. LLVM's propagation of constants through the whole program
// finds them in the copy in which conditions that follow from others were found. Nothing is removed from the program: a wrong mark,
// which only undefined behaviour can make, is corrected by the run that shows it.

// settledPasses propagate constants between functions, then what each branch implies within a function. They remove blocks, but
// duplicate none.
const settledPasses = "ipsccp,function(correlated-propagation,sccp,instsimplify)"

// Functions that exist in the copy only.
const (
	placeMonitor = "__fizzer_place" // its argument is the number of a goal with a mark in the block
	anyValue     = "__fizzer_any_"  // returns any value of a type; a number follows
	fillMonitor  = "__fizzer_fill"  // writes any value to the variable at the address, and forgets the address
	shareMonitor = "__fizzer_share" // lets any call change the variable at the address
)

// onlyInCopy tells whether a function of that name is one of them and changes nothing but the variable that it writes.
func onlyInCopy(name string) bool {
	return name == placeMonitor || name == fillMonitor || strings.HasPrefix(name, anyValue)
}

// settling finds the directions and goals in a copy of the instrumented program.
type settling struct {
	*implication
	copied  llvm.Module
	outside map[string]bool          // names of what code outside of the program may use
	any     map[llvm.Type]llvm.Value // functions that return any value, by its type
	before  map[int]bool             // locations with a monitor in the copy, before constants are propagated
}

// prepare marks the blocks of goals in a new copy, and tells what variables on the stack may contain.
func (s *settling) prepare() {
	inBlock := map[llvm.BasicBlock][]int{}
	for _, place := range s.goals.places {
		inBlock[place.block] = append(inBlock[place.block], place.number)
	}
	place := s.silent(placeMonitor, s.insert.context.VoidType(), s.insert.context.Int32Type())
	blocks := allBlocks(s.copied)
	for n, block := range allBlocks(s.functions.module) {
		for _, goal := range inBlock[block] {
			s.insert.SetInsertPointBefore(afterMerges(blocks[n]))
			s.insert.call(place, s.insert.number(goal))
		}
	}
	for function := range llvm.Functions(s.copied) {
		s.begin(function)
	}
	s.before = map[int]bool{}
	for call := range s.recordingCalls() {
		s.before[int(call.Operand(0).ZExtValue())] = true
	}
}

// allBlocks returns the blocks of all functions in order, which is the same in a copy.
func allBlocks(program llvm.Module) (all []llvm.BasicBlock) {
	for function := range llvm.Functions(program) {
		all = slices.AppendSeq(all, llvm.Blocks(function))
	}
	return all
}

// afterMerges returns the first instruction of a block that is no PHI.
func afterMerges(block llvm.BasicBlock) llvm.Value {
	instruction := block.FirstInstruction()
	for instruction.InstructionOpcode() == llvm.PHI {
		instruction = llvm.NextInstruction(instruction)
	}
	return instruction
}

// silent declares a function in the copy that does not touch the program's memory.
func (s *settling) silent(name string, result llvm.Type, parameters ...llvm.Type) llvm.Value {
	function := s.declare(name, result, parameters...)
	s.hush(function)
	return function
}

func (s *settling) declare(name string, result llvm.Type, parameters ...llvm.Type) llvm.Value {
	if declared := s.copied.NamedFunction(name); !declared.IsNil() {
		return declared
	}
	return llvm.AddFunction(s.copied, name, llvm.FunctionType(result, parameters...))
}

// begin gives the function's variables on the stack a value that nobody knows in place of the front end's zeros: in the other build they
// have some value before they are written. If longjmp may return to the function, its variables may change at each call.
func (s *settling) begin(function llvm.Value) {
	again, cleared := returnsTwice(function), s.insert.context.MDKindID("annotation")
	for block := range llvm.Blocks(function) {
		for instruction := range llvm.Instructions(block) {
			switch {
			case !instruction.Metadata(cleared).IsNil():
				instruction.EraseFromParentAsInstruction()
			case instruction.InstructionOpcode() != llvm.Alloca:
			case again:
				s.insert.SetInsertPointBefore(llvm.NextInstruction(instruction))
				s.insert.call(s.declare(shareMonitor, s.insert.context.VoidType(), instruction.Type()), instruction)
			default:
				s.writeAny(instruction)
			}
		}
	}
}

// maxParts bounds the scalars in a variable that is written in one piece. LLVM takes such a variable apart.
const maxParts = 16

// argumentWritten is the value of LLVM's attribute "memory" for functions that write what their arguments point to.
const argumentWritten = 2

// writeAny writes a value that nobody knows to a variable.
func (s *settling) writeAny(variable llvm.Value) {
	s.insert.SetInsertPointBefore(llvm.NextInstruction(variable))
	count, kind := variable.Operand(0), variable.AllocatedType()
	if !count.IsAConstantInt().IsNil() && count.ZExtValue() == 1 && parts(kind) <= maxParts {
		s.insert.CreateStore(s.insert.call(s.anyOf(kind)), variable)
		return
	}
	function := s.declare(fillMonitor, s.insert.context.VoidType(), variable.Type())
	function.AddFunctionAttr(s.insert.attribute("nounwind"))
	function.AddFunctionAttr(s.insert.context.CreateEnumAttribute(llvm.AttributeKind("memory"), argumentWritten))
	function.AddAttributeAtIndex(1, s.insert.attribute("nocapture"))
	s.insert.call(function, variable)
}

// anyOf declares the function that returns any value of a type.
func (s *settling) anyOf(kind llvm.Type) llvm.Value {
	if s.any[kind].IsNil() {
		s.any[kind] = s.silent(fmt.Sprint(anyValue, len(s.any)), kind)
	}
	return s.any[kind]
}

// parts returns the number of scalars in a type, maxParts+1 if there are more.
func parts(t llvm.Type) int {
	switch t.TypeKind() {
	case llvm.ArrayType:
		return min(t.ArrayLength(), maxParts+1) * min(parts(t.ElementType()), maxParts+1)
	case llvm.StructType:
		n := 0
		for _, element := range t.StructElementTypes() {
			n = min(n+parts(element), maxParts+1)
		}
		return n
	}
	return 1
}

// recordingCalls yields the calls in the copy that record a condition.
func (s *settling) recordingCalls() func(yield func(llvm.Value) bool) {
	return func(yield func(llvm.Value) bool) {
		for _, name := range conditionMonitors {
			if monitor := s.copied.NamedFunction(name); !monitor.IsNil() && !eachUser(monitor, yield) {
				return
			}
		}
	}
}

// eachUser returns false if yield does.
func eachUser(v llvm.Value, yield func(llvm.Value) bool) bool {
	for user := range llvm.Users(v) {
		if !yield(user) {
			return false
		}
	}
	return true
}

// mark propagates constants in the copy and marks what no run reaches.
func (s *settling) mark(machine *llvm.Machine) error {
	s.close()
	if err := machine.Run(s.copied, settledPasses); err != nil {
		return err
	}
	left := map[int]bool{}
	for call := range s.recordingCalls() {
		location := int(call.Operand(0).ZExtValue())
		left[location] = true
		if outcome := call.Operand(1); !outcome.IsAConstantInt().IsNil() {
			condition := &s.table.Conditions[location]
			condition.NeverTrue, condition.NeverFalse = outcome.ZExtValue() == 0, outcome.ZExtValue() != 0
		}
	}
	for location := range s.before {
		if !left[location] {
			s.table.Conditions[location].Unreachable = true
		}
	}
	s.markGoals()
	return nil
}

// close makes functions and variables known to the copy alone, so that it has all their uses, unless something outside may know them.
func (s *settling) close() {
	for function := range llvm.Functions(s.copied) {
		s.hide(function)
	}
	for variable := range llvm.Globals(s.copied) {
		s.hide(variable)
	}
}

func (s *settling) hide(v llvm.Value) {
	switch {
	case v.IsDeclaration() || strings.HasPrefix(v.Name(), "llvm."):
	case s.outside[v.Name()]:
		v.SetLinkage(llvm.ExternalLinkage)
	default:
		hide(v)
	}
}

// markGoals marks the goals none of whose places is left.
func (s *settling) markGoals() {
	left := map[int]bool{}
	for call := range llvm.Users(s.copied.NamedFunction(placeMonitor)) {
		left[int(call.Operand(0).ZExtValue())] = true
	}
	for _, place := range s.goals.places {
		s.table.Reached[place.number] = s.table.Reached[place.number] && left[place.number]
	}
}
