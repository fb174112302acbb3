//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// switchMark is the metadata of the comparisons that stand for the cases of switches.
const switchMark = "fizzer.switch"

// lowerSwitches turns each switch into comparisons and branches (report Sec. 2) and remembers the comparisons. LLVM's own
// pass would merge cases into ranges and make comparisons with a direction that no value takes.
func (i *instrumenter) lowerSwitches() error {
	machine, err := llvm.NewMachine(i.program, llvm.CodegenNone)
	if err != nil {
		return err
	}
	defer machine.Close()
	if err := machine.Run(i.program, "function(lower-invoke)"); err != nil {
		return err
	}
	kind := i.context.MDKindID(switchMark)
	llvm.LowerSwitches(i.program, kind)
	for function := range llvm.Functions(i.program) {
		for block := range llvm.Blocks(function) {
			for instruction := range llvm.Instructions(block) {
				if instruction.InstructionOpcode() == llvm.ICmp && !instruction.Metadata(kind).IsNil() {
					i.switches[instruction] = true
				}
			}
		}
	}
	return nil
}
