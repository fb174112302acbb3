//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// callees knows which functions a call through a pointer may enter.
type callees struct {
	taken  []llvm.Value               // functions of the program whose address is used other than to call them
	byType map[llvm.Type][]llvm.Value // the same
}

func newCallees(functions *functions) *callees {
	c := &callees{byType: map[llvm.Type][]llvm.Value{}}
	for function := range llvm.Functions(functions.module) {
		if functions.defines(function) && isAddressTaken(function) {
			t := function.GlobalValueType()
			c.taken = append(c.taken, function)
			c.byType[t] = append(c.byType[t], function)
		}
	}
	return c
}

// of returns the functions that a call through a pointer may enter.
func (c *callees) of(call llvm.Value) []llvm.Value { return c.byType[call.CalledFunctionType()] }

func isAddressTaken(function llvm.Value) bool {
	for user := range llvm.Users(function) {
		if user.IsAInstruction().IsNil() || user.InstructionOpcode() != llvm.Call || isArgument(function, user) {
			return true
		}
	}
	return false
}

// isArgument tells whether v is an argument of a call. The last operand of a call is its callee.
func isArgument(v, call llvm.Value) bool {
	for n := range call.OperandsCount() - 1 {
		if call.Operand(n) == v {
			return true
		}
	}
	return false
}
