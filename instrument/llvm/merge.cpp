//go:build llvm19

#include "shim.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

using namespace llvm;

namespace {

// Merges the branches of one module.
class Merger {
public:
  Merger(Function *condition, Function *guarded, Function *wide, Function *guardedWide, unsigned most)
      : condition(condition), guarded(guarded), wide(wide), guardedWide(guardedWide), most(most) {}

  // Inner branches first: their blocks become one, which an outer branch then has for a side.
  void run(Function &function) {
    for (BasicBlock &block : function) left.insert(&block);
    while (!left.empty()) {
      BasicBlock *block = left.pop_back_val();
      while (merge(*block) || fold(*block))
        for (BasicBlock *before : predecessors(block)) left.insert(before);
    }
  }

private:
  // Merges two sides, or one and nothing, that end at the same place.
  bool merge(BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(0) == branch->getSuccessor(1)) return false;
    BasicBlock *whenTrue = branch->getSuccessor(0), *whenFalse = branch->getSuccessor(1);
    BasicBlock *afterTrue = afterSide(*whenTrue), *afterFalse = afterSide(*whenFalse), *end = nullptr;
    if (afterTrue && afterTrue == whenFalse) {
      end = whenFalse, whenFalse = nullptr;
    } else if (afterFalse && afterFalse == whenTrue) {
      end = whenTrue, whenTrue = nullptr;
    } else if (afterTrue && afterTrue == afterFalse) {
      end = afterTrue;
    }
    if (!end || end == &block) return false;
    Value *decision = branch->getCondition();
    collect(*end, whenTrue ? whenTrue : &block, whenFalse ? whenFalse : &block);
    if (whenTrue) hoist(*whenTrue, *branch, decision, true);
    if (whenFalse) hoist(*whenFalse, *branch, decision, false);
    select(block, *branch, decision);
    BranchInst::Create(end, branch->getIterator());
    branch->eraseFromParent();
    remove(whenTrue);
    remove(whenFalse);
    if (MergeBlockIntoPredecessor(end)) left.remove(end);
    return true;
  }

  // Merges a branch one side of which only computes another decision to go where the other side goes: && and ||.
  bool fold(BasicBlock &block) {
    auto *branch = dyn_cast<BranchInst>(block.getTerminator());
    if (!branch || !branch->isConditional()) return false;
    for (unsigned n : {0, 1}) {
      BasicBlock *side = branch->getSuccessor(n), *other = branch->getSuccessor(1 - n);
      auto *second = dyn_cast<BranchInst>(side->getTerminator());
      if (side == other || other == &block || !second || !second->isConditional() || !isSide(*side)) continue;
      unsigned back = second->getSuccessor(0) == other ? 0 : 1;
      BasicBlock *ahead = second->getSuccessor(1 - back);
      if (second->getSuccessor(back) != other || ahead == other || ahead == side || ahead == &block) continue;
      fold(block, *branch, n == 0, *side, *second, back == 0, *other, *ahead);
      return true;
    }
    return false;
  }

  void fold(BasicBlock &block, BranchInst &branch, bool when, BasicBlock &side, BranchInst &second, bool backWhen,
            BasicBlock &other, BasicBlock &ahead) {
    Value *decision = branch.getCondition();
    collect(other, when ? &side : &block, when ? &block : &side);
    hoist(side, branch, decision, when);
    select(block, branch, decision);
    IRBuilder<> builder(&branch);
    Value *reached = when ? decision : builder.CreateNot(decision);
    Value *goesOn = backWhen ? builder.CreateNot(second.getCondition()) : second.getCondition();
    builder.CreateCondBr(builder.CreateAnd(reached, goesOn), &ahead, &other);
    ahead.replacePhiUsesWith(&side, &block);
    branch.eraseFromParent();
    remove(&side);
  }

  // Removes a side, whose instructions are elsewhere now.
  void remove(BasicBlock *side) {
    if (!side) return;
    left.remove(side);
    side->getTerminator()->eraseFromParent();
    new UnreachableInst(side->getContext(), side);
    DeleteDeadBlock(side);
  }

  // The only block behind a side; null: it is no side.
  BasicBlock *afterSide(BasicBlock &block) { return isSide(block) ? block.getSingleSuccessor() : nullptr; }

  // Whether a block is entered from one place only and does nothing that may not be done in any case.
  bool isSide(BasicBlock &block) {
    if (!block.getSinglePredecessor() || block.hasAddressTaken() || !isa<BranchInst>(block.getTerminator()) ||
        isa<PHINode>(block.front()))
      return false;
    unsigned count = 0;
    for (Instruction &instruction : block) {
      if (instruction.isTerminator()) continue;
      if (++count > most || !(monitorOf(instruction) || isVariable(instruction) || isHarmless(instruction))) return false;
    }
    return true;
  }

  // Whether an instruction stores to a variable, which may as well be given the value that it has.
  bool isVariable(Instruction &instruction) {
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!store || !store->isSimple()) return false;
    const Value *pointer = store->getPointerOperand(), *object = getUnderlyingObject(pointer);
    auto *global = dyn_cast<GlobalVariable>(object);
    if (global ? global->isConstant() || global->isThreadLocal() || global->isDeclaration() : !isa<AllocaInst>(object))
      return false;
    return isDereferenceableAndAlignedPointer(pointer, store->getValueOperand()->getType(), store->getAlign(),
                                              instruction.getModule()->getDataLayout());
  }

  bool isHarmless(Instruction &instruction) {
    return !isa<AllocaInst>(instruction) && !instruction.getType()->isTokenTy() && isSafeToSpeculativelyExecute(&instruction);
  }

  Function *monitorOf(Instruction &instruction) {
    auto *call = dyn_cast<CallInst>(&instruction);
    Function *callee = call ? call->getCalledFunction() : nullptr;
    for (Function *monitor : {condition, guarded, wide, guardedWide})
      if (callee && callee == monitor) return monitor;
    return nullptr;
  }

  // Notes what the merges of a block take from both sides, and takes these away from them.
  void collect(BasicBlock &end, BasicBlock *fromTrue, BasicBlock *fromFalse) {
    selections.clear();
    for (PHINode &phi : end.phis()) {
      selections.push_back({&phi, phi.getIncomingValueForBlock(fromTrue), phi.getIncomingValueForBlock(fromFalse)});
      phi.removeIncomingValue(fromTrue, false);
      phi.removeIncomingValue(fromFalse, false);
    }
  }

  // Lets the merges take one selection from the block instead.
  void select(BasicBlock &block, BranchInst &branch, Value *decision) {
    IRBuilder<> builder(&branch);
    for (Selection &s : selections)
      s.phi->addIncoming(s.left == s.right ? s.left : builder.CreateSelect(decision, s.left, s.right), &block);
  }

  struct Selection {
    PHINode *phi;
    Value *left, *right;
  };

  // Moves what a side does before the branch.
  void hoist(BasicBlock &side, BranchInst &branch, Value *decision, bool when) {
    Value *reached = nullptr;
    for (Instruction &instruction : make_early_inc_range(side)) {
      if (instruction.isTerminator()) break;
      Function *monitor = monitorOf(instruction);
      auto *store = dyn_cast<StoreInst>(&instruction);
      if (!monitor && !store) {
        instruction.moveBefore(&branch);
        continue;
      }
      IRBuilder<> builder(&branch);
      if (!reached) reached = when ? decision : builder.CreateNot(decision);
      if (store) {
        Value *value = store->getValueOperand();
        Value *before = builder.CreateAlignedLoad(value->getType(), store->getPointerOperand(), store->getAlign());
        store->setOperand(0, builder.CreateSelect(reached, value, before));
        store->moveBefore(&branch);
      } else {
        guard(cast<CallInst>(instruction), monitor, reached, builder);
      }
    }
  }

  void guard(CallInst &call, Function *monitor, Value *reached, IRBuilder<> &builder) {
    SmallVector<Value *, 8> arguments(call.args());
    if (monitor == guarded || monitor == guardedWide) {
      arguments[0] = builder.CreateAnd(reached, arguments[0]);
    } else {
      arguments.insert(arguments.begin(), reached);
      monitor = monitor == condition ? guarded : guardedWide;
    }
    builder.CreateCall(monitor, arguments);
    call.eraseFromParent();
  }

  Function *condition, *guarded, *wide, *guardedWide;
  unsigned most;
  SetVector<BasicBlock *> left; // blocks whose branches are to be looked at
  SmallVector<Selection, 8> selections;
};

} // namespace

void fizzer_merge_branches(LLVMModuleRef module, LLVMValueRef condition, LLVMValueRef guarded, LLVMValueRef wide,
                           LLVMValueRef guardedWide, unsigned most) {
  Merger merger(unwrap<Function>(condition), unwrap<Function>(guarded), unwrap<Function>(wide),
                unwrap<Function>(guardedWide), most);
  for (Function &function : *unwrap(module))
    if (!function.isDeclaration() && &function != unwrap(guarded) && &function != unwrap(guardedWide)) merger.run(function);
}
