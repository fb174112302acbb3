//go:build llvm19

#include "shim.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>
#include <string>

using namespace llvm;

namespace {

// Rewrites calls of monitors for LLVM's fast instruction selector, just before code is generated. What is recorded stays the same.
class Easing {
public:
  explicit Easing(Module &module)
      : module(module), context(module.getContext()), condition(module.getFunction("__fizzer_condition")),
        narrow(module.getDataLayout().getPointerSizeInBits() == 32) {}

  void run() {
    for (const char *name : {"__fizzer_division", "__fizzer_condition", "__fizzer_condition_wide"})
      if (Function *monitor = module.getFunction(name))
        for (CallInst *call : callsOf(*monitor))
          if (monitor != condition || !compare(*call)) spread(*call, *monitor);
  }

private:
  std::vector<CallInst *> callsOf(Function &monitor) {
    std::vector<CallInst *> calls;
    for (User *user : monitor.users())
      if (auto *call = dyn_cast<CallInst>(user))
        if (call->getCalledOperand() == &monitor) calls.push_back(call);
    return calls;
  }

  // Lets a comparison and the record of its outcome be one call, which returns the outcome. That is half the code.
  bool compare(CallInst &call) {
    auto *comparison = dyn_cast<ICmpInst>(call.getArgOperand(1));
    if (!comparison || !isJustBefore(*comparison, call)) return false;
    Value *left = recorded(comparison->getOperand(0), call.getArgOperand(2));
    Value *right = recorded(comparison->getOperand(1), call.getArgOperand(3));
    if (!left || !right || left->getType() != right->getType()) return false;
    unsigned bits = left->getType()->getIntegerBitWidth();
    if (bits != 32 && (bits != 64 || narrow)) return false;
    Function *comparing = comparer(comparison->getPredicate(), left->getType());
    CallInst *eased = CallInst::Create(comparing, {call.getArgOperand(0), left, right}, "", call.getIterator());
    eased->setAttributes(comparing->getAttributes().removeFnAttributes(context));
    comparison->replaceAllUsesWith(eased);
    Value *arguments[] = {call.getArgOperand(2), call.getArgOperand(3)};
    call.eraseFromParent();
    comparison->eraseFromParent();
    for (Value *argument : arguments) RecursivelyDeleteTriviallyDeadInstructions(argument);
    return true;
  }

  // Whether an instruction comes shortly before a call, and nothing in between uses it.
  static bool isJustBefore(Instruction &instruction, CallInst &call) {
    Instruction *next = instruction.getNextNode();
    for (unsigned steps = 0; next && next != &call && steps < 8; steps++, next = next->getNextNode())
      if (is_contained(next->operands(), &instruction)) return false;
    return next == &call;
  }

  // The operand of a comparison as an integer of its own width, if the argument of a monitor is this operand; else null.
  Value *recorded(Value *operand, Value *argument) {
    auto *constant = dyn_cast<ConstantInt>(argument);
    if (constant && isa<ConstantInt, ConstantPointerNull>(operand)) {
      unsigned bits = module.getDataLayout().getTypeSizeInBits(operand->getType());
      auto *number = dyn_cast<ConstantInt>(operand);
      APInt value = number ? number->getValue() : APInt(bits, 0);
      return value.zext(64) == constant->getValue() ? ConstantInt::get(context, value) : nullptr;
    }
    if (auto *extension = dyn_cast<ZExtInst>(argument)) argument = extension->getOperand(0);
    auto *address = dyn_cast<PtrToIntOperator>(argument);
    return argument == operand || (address && address->getPointerOperand() == operand) ? argument : nullptr;
  }

  // The function that compares two integers of a type, records the outcome and returns it. It is called once for each condition, so
  // that its arguments are in registers.
  Function *comparer(CmpInst::Predicate predicate, Type *type) {
    Function *&comparing = comparers[{predicate, type}];
    if (comparing) return comparing;
    Type *bit = Type::getInt1Ty(context), *number = Type::getInt32Ty(context);
    comparing = Function::Create(FunctionType::get(bit, {number, type, type}, false), Function::InternalLinkage,
                                 "__fizzer_compare", module);
    AttributeSet passed = narrow ? AttributeSet().addAttribute(context, Attribute::InReg) : AttributeSet();
    comparing->setAttributes(AttributeList::get(context, condition->getAttributes().getFnAttrs(),
                                                AttributeSet().addAttribute(context, Attribute::ZExt),
                                                {passed, passed, passed}));
    IRBuilder<> builder(BasicBlock::Create(context, "", comparing));
    Value *left = comparing->getArg(1), *right = comparing->getArg(2);
    Value *outcome = builder.CreateICmp(predicate, left, right);
    CallInst *record = builder.CreateCall(
        condition, {comparing->getArg(0), outcome, builder.CreateZExt(left, builder.getInt64Ty()),
                    builder.CreateZExt(right, builder.getInt64Ty())});
    builder.CreateRet(outcome);
    InlineFunctionInfo information;
    InlineFunction(*record, information);
    return comparing;
  }

  // The selector gives up at a zero-extended bit, and for 32 bits at any integer of 64; a slower one then does the rest of the
  // block. What is passed in registers and on the stack stays the same.
  void spread(CallInst &call, Function &monitor) {
    IRBuilder<> builder(&call);
    SmallVector<Value *, 8> arguments;
    SmallVector<unsigned, 1> bits; // positions of arguments that were bits
    for (Value *argument : call.args()) {
      if (argument->getType()->isIntegerTy(1)) {
        bits.push_back(arguments.size());
        argument = builder.CreateZExt(argument, builder.getInt8Ty());
      }
      halve(builder, argument, arguments);
    }
    SmallVector<Type *, 8> types;
    for (Value *argument : arguments) types.push_back(argument->getType());
    CallInst *eased = builder.CreateCall(FunctionType::get(builder.getVoidTy(), types, false), &monitor, arguments);
    for (unsigned position : bits) eased->addParamAttr(position, Attribute::ZExt);
    SmallVector<WeakTrackingVH, 4> left(call.args());
    call.eraseFromParent();
    RecursivelyDeleteTriviallyDeadInstructionsPermissive(left);
  }

  // Adds what a 32-bit program passes in place of an integer of 64 bits. Integers that use all their bits stay whole.
  void halve(IRBuilder<> &builder, Value *argument, SmallVectorImpl<Value *> &arguments) {
    auto *constant = dyn_cast<ConstantInt>(argument);
    auto *extension = dyn_cast<ZExtInst>(argument);
    if (!narrow || !argument->getType()->isIntegerTy(64)) {
      arguments.push_back(argument);
    } else if (constant) {
      arguments.push_back(builder.getInt32(constant->getZExtValue()));
      arguments.push_back(builder.getInt32(constant->getZExtValue() >> 32));
    } else if (extension && extension->getSrcTy()->getIntegerBitWidth() <= 32) {
      arguments.push_back(builder.CreateZExt(extension->getOperand(0), builder.getInt32Ty()));
      arguments.push_back(builder.getInt32(0));
    } else {
      arguments.push_back(argument);
    }
  }

  Module &module;
  LLVMContext &context;
  Function *condition;
  bool narrow;
  std::map<std::pair<CmpInst::Predicate, Type *>, Function *> comparers;
};

} // namespace

void fizzer_ease_calls(LLVMModuleRef module) { Easing(*unwrap(module)).run(); }
