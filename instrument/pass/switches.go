//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// switchMark is the metadata of the instructions that stand for the values of switches while these are lowered.
const switchMark = "fizzer.switch"

// lowerSwitches turns each switch into comparisons and branches by LLVM's pass (report Sec. 2) and remembers the
// comparisons. They get the position of their switch, which the pass does not keep: the value of each switch is frozen by
// an instruction of its own, from whose users the comparisons are found again.
func (i *instrumenter) lowerSwitches() error {
	for function := range llvm.Functions(i.program) {
		for block := range llvm.Blocks(function) {
			if last := block.LastInstruction(); last.InstructionOpcode() == llvm.Switch {
				i.markSwitch(last)
			}
		}
	}
	machine, err := llvm.NewMachine(i.program, llvm.CodegenNone)
	if err != nil {
		return err
	}
	defer machine.Close()
	if err := machine.Run(i.program, "function(lower-invoke,lower-switch)"); err != nil {
		return err
	}
	for function := range llvm.Functions(i.program) {
		for block := range llvm.Blocks(function) {
			i.unmarkSwitches(block)
		}
	}
	return nil
}

func (i *instrumenter) markSwitch(instruction llvm.Value) {
	i.builder.SetInsertPointBefore(instruction)
	mark := llvm.CreateFreeze(i.builder, instruction.Operand(0))
	mark.InstructionSetDebugLoc(instruction.InstructionDebugLoc())
	mark.SetMetadata(i.context.MDKindID(switchMark), i.context.MDNode(nil))
	instruction.SetOperand(0, mark)
}

// unmarkSwitches takes the marks in a block away after it found their comparisons.
func (i *instrumenter) unmarkSwitches(block llvm.BasicBlock) {
	kind := i.context.MDKindID(switchMark)
	for instruction := range llvm.Instructions(block) {
		if instruction.InstructionOpcode() != llvm.Freeze || instruction.Metadata(kind).IsNil() {
			continue
		}
		i.addSwitchComparisons(instruction, instruction.InstructionDebugLoc())
		instruction.ReplaceAllUsesWith(instruction.Operand(0))
		instruction.EraseFromParentAsInstruction()
	}
}

// addSwitchComparisons follows the uses of a switch's value: comparisons, and for ranges of cases a difference first.
func (i *instrumenter) addSwitchComparisons(v llvm.Value, position llvm.Metadata) {
	for user := range llvm.Users(v) {
		user.InstructionSetDebugLoc(position)
		if user.InstructionOpcode() == llvm.ICmp {
			i.switches[user] = true
		} else {
			i.addSwitchComparisons(user, position)
		}
	}
}
