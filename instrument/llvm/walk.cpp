//go:build llvm19

#include "shim.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Support/CBindingWrapping.h>

#include <algorithm>

using namespace llvm;

namespace {

// The numbers of opcodes in LLVM's C interface.
unsigned opcodeOf(Instruction &instruction) { return LLVMGetInstructionOpcode(wrap(&instruction)); }

// A value of at most 64 bits as an unsigned one; null if it is no integer and no pointer.
Value *raw(IRBuilder<> &builder, Value *value, unsigned pointer) {
  Type *type = value->getType();
  if (type->isPointerTy()) value = builder.CreatePtrToInt(value, builder.getIntNTy(pointer));
  if (!value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() > 64) return nullptr;
  return builder.CreateZExt(value, builder.getInt64Ty());
}

bool isRecordable(Value *value, unsigned pointer) {
  Type *type = value->getType();
  return type->isPointerTy() ? pointer <= 64 : type->isIntegerTy() && type->getIntegerBitWidth() <= 64;
}

} // namespace

size_t fizzer_instructions(LLVMBasicBlockRef block, uintptr_t *values, uint8_t *opcodes, size_t room) {
  size_t count = 0;
  for (Instruction &instruction : *unwrap(block)) {
    if (count < room) {
      values[count] = reinterpret_cast<uintptr_t>(wrap(&instruction));
      opcodes[count] = opcodeOf(instruction);
    }
    count++;
  }
  return count;
}

size_t fizzer_successors(LLVMBasicBlockRef block, uintptr_t *blocks, size_t room) {
  size_t count = 0;
  for (Value *operand : unwrap(block)->getTerminator()->operands())
    if (auto *next = dyn_cast<BasicBlock>(operand)) {
      if (count < room) blocks[count] = reinterpret_cast<uintptr_t>(wrap(next));
      count++;
    }
  return count;
}

size_t fizzer_reached(LLVMValueRef function, uint8_t *reached, size_t room) {
  DenseMap<BasicBlock *, size_t> numbers;
  for (BasicBlock &block : *unwrap<Function>(function)) numbers[&block] = numbers.size();
  if (numbers.empty() || numbers.size() > room) return numbers.size();
  std::fill(reached, reached + numbers.size(), 0);
  SmallVector<BasicBlock *, 32> open = {&unwrap<Function>(function)->getEntryBlock()};
  reached[0] = 1;
  while (!open.empty()) {
    Instruction *end = open.pop_back_val()->getTerminator();
    auto *branch = dyn_cast<BranchInst>(end);
    auto *decided = branch && branch->isConditional() ? dyn_cast<ConstantInt>(branch->getCondition()) : nullptr;
    for (Value *operand : end->operands()) {
      auto *next = dyn_cast<BasicBlock>(operand);
      if (!next || (decided && next != branch->getSuccessor(decided->isZero() ? 1 : 0))) continue;
      uint8_t &seen = reached[numbers.lookup(next)];
      if (!seen) open.push_back(next);
      seen = 1;
    }
  }
  return numbers.size();
}

LLVMBool fizzer_returns_twice(LLVMValueRef function, const char *also) {
  for (BasicBlock &block : *unwrap<Function>(function))
    for (Instruction &instruction : block)
      if (auto *call = dyn_cast<CallInst>(&instruction))
        if (call->hasFnAttr(Attribute::ReturnsTwice) || call->getCalledOperand()->getName() == also) return true;
  return false;
}

size_t fizzer_constants(LLVMBasicBlockRef block, uintptr_t *values, size_t room) {
  SmallPtrSet<Constant *, 32> seen;
  for (Instruction &instruction : *unwrap(block))
    for (Value *operand : instruction.operands())
      if (auto *constant = dyn_cast<Constant>(operand))
        if (seen.insert(constant).second && seen.size() <= room)
          values[seen.size() - 1] = reinterpret_cast<uintptr_t>(wrap(constant));
  return seen.size();
}

void fizzer_choice(LLVMBasicBlockRef block, struct fizzer_choice *choice) {
  auto *branch = dyn_cast<BranchInst>(unwrap(block)->getTerminator());
  *choice = {};
  choice->returns = isa<ReturnInst>(unwrap(block)->getTerminator());
  if (!branch || !branch->isConditional()) return;
  Value *root = branch->getCondition();
  for (auto *negation = dyn_cast<BinaryOperator>(root);
       negation && negation->getOpcode() == Instruction::Xor && isa<Constant>(negation->getOperand(1)) &&
       cast<Constant>(negation->getOperand(1))->isAllOnesValue();
       negation = dyn_cast<BinaryOperator>(root)) {
    root = negation->getOperand(0);
    choice->negated = !choice->negated;
  }
  auto *instruction = dyn_cast<Instruction>(root);
  choice->root = wrap(root);
  choice->inside = instruction && instruction->getParent() == unwrap(block);
  choice->merge = choice->inside && isa<PHINode>(instruction);
}

LLVMBool fizzer_place(LLVMValueRef value, struct fizzer_place *place) {
  *place = {};
  auto *instruction = dyn_cast<Instruction>(unwrap(value));
  const DILocation *location = instruction ? instruction->getDebugLoc().get() : nullptr;
  StringRef file = location ? location->getFilename() : StringRef();
  if (!file.empty()) *place = {file.data(), file.size(), location->getLine(), location->getColumn()};
  return instruction != nullptr;
}

LLVMBool fizzer_record(LLVMValueRef before, LLVMValueRef monitor, unsigned location, LLVMValueRef outcome, LLVMValueRef left,
                       LLVMValueRef right, unsigned pointer) {
  if (!isRecordable(unwrap(left), pointer) || (right && !isRecordable(unwrap(right), pointer))) return false;
  IRBuilder<> builder(unwrap<Instruction>(before));
  Value *first = raw(builder, unwrap(left), pointer), *second = right ? raw(builder, unwrap(right), pointer) : builder.getInt64(0);
  auto *function = unwrap<Function>(monitor);
  CallInst *call = builder.CreateCall(function, {builder.getInt32(location), unwrap(outcome), first, second});
  call->addParamAttr(1, Attribute::ZExt);
  return true;
}
