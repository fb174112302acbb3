//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// switchMark is the metadata of the comparisons that stand for the cases of switches.
const switchMark = "fizzer.switch"

// lowerSwitches turns each switch into comparisons and branches (report Sec. 2) and returns the comparisons. LLVM's own
// pass would merge cases into ranges and make comparisons with a direction that no value takes.
func lowerSwitches(context llvm.Context, program llvm.Module) (comparisons map[llvm.Value]bool, err error) {
	machine, err := llvm.NewMachine(program, llvm.CodegenNone)
	if err != nil {
		return nil, err
	}
	defer machine.Close()
	if err := machine.Run(program, "function(lower-invoke)"); err != nil {
		return nil, err
	}
	kind := context.MDKindID(switchMark)
	llvm.LowerSwitches(program, kind)
	comparisons = map[llvm.Value]bool{}
	for function := range llvm.Functions(program) {
		for block := range llvm.Blocks(function) {
			for instruction, opcode := range llvm.Coded(block) {
				if opcode == llvm.ICmp && !instruction.Metadata(kind).IsNil() {
					comparisons[instruction] = true
				}
			}
		}
	}
	return comparisons, nil
}
