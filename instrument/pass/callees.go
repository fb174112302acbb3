//go:build llvm19

package pass

import (
	"slices"

	"fizzer/instrument/llvm"
)

// callees knows which functions a call through a pointer may enter.
type callees struct {
	taken  []llvm.Value               // functions of the program whose address is used other than to call them
	byType map[llvm.Type][]llvm.Value // the same
	held   map[llvm.Value][]llvm.Value
}

func newCallees(functions *functions) *callees {
	c := &callees{byType: map[llvm.Type][]llvm.Value{}, held: map[llvm.Value][]llvm.Value{}}
	for function := range llvm.Functions(functions.module) {
		if functions.defines(function) && isAddressTaken(function) {
			t := function.GlobalValueType()
			c.taken = append(c.taken, function)
			c.byType[t] = append(c.byType[t], function)
		}
	}
	if len(c.taken) > 0 {
		c.narrow(newPointees(functions))
	}
	return c
}

// narrow finds, for each call, the functions that its pointer may hold. If none of them has the type of the call, the pointer may get
// its value in a way that is not seen: the call enters any function of its type, which may then get the call's arguments.
func (c *callees) narrow(p *pointees) {
	for more := true; more; {
		if !p.flow.Solve() {
			clear(c.held)
			return
		}
		more = false
		for _, through := range p.calls {
			c.held[through.call] = slices.DeleteFunc(slices.Clone(c.taken), func(f llvm.Value) bool { return !p.mayEnter(through.call, f) })
		}
		for _, through := range p.calls {
			if functions, known := c.of(through.call); !known {
				for _, function := range functions {
					more = p.flow.Enter(through.number, p.entry(function)) || more
				}
			}
		}
	}
}

// of returns the functions of its type that a call through a pointer may enter; known: the program shows how the pointer gets them,
// otherwise they are all functions of the type.
func (c *callees) of(call llvm.Value) (functions []llvm.Value, known bool) {
	t := call.CalledFunctionType()
	for _, function := range c.held[call] {
		if function.GlobalValueType() == t {
			functions = append(functions, function)
		}
	}
	if len(functions) > 0 {
		return functions, true
	}
	return c.byType[t], false
}

// ofAnyType returns all functions that a call through a pointer may enter; known as in of.
func (c *callees) ofAnyType(call llvm.Value) (functions []llvm.Value, known bool) {
	_, known = c.of(call)
	return c.held[call], known
}

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
