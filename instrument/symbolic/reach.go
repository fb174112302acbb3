//go:build llvm19

package symbolic

import "fizzer/instrument/llvm"

// reach finds the values of a function that may depend on input: values loaded, passed in or returned by calls, and what is
// computed from them. Loop counters, for example, do not, and get no shadows.
func (f *function) reach(order [][]llvm.Value) {
	var work []llvm.Value
	mark := func(v llvm.Value) {
		if !f.reached[v] && f.hasShadow(v.Type()) {
			f.reached[v] = true
			work = append(work, v)
		}
	}
	for n, parameter := range f.self.Params() {
		if f.structureOf(f.self, n).IsNil() && f.self.Name() != "__fizzer_program_main" {
			mark(parameter)
		}
	}
	for _, instructions := range order {
		for _, instruction := range instructions {
			if f.isSource(instruction) {
				mark(instruction)
			}
		}
	}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		for user := range llvm.Users(v) {
			if !user.IsAInstruction().IsNil() && f.isOperation(user) {
				mark(user)
			}
		}
	}
}

// isSource reports whether the result of an instruction may depend on input whatever its operands.
func (f *function) isSource(v llvm.Value) bool {
	switch v.InstructionOpcode() {
	case llvm.Load, llvm.AtomicRMW:
		return !isFar(v.Operand(0).Type())
	case llvm.Call:
		return f.returnsShadow(v)
	}
	return false
}
