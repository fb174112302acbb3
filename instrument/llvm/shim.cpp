//go:build llvm19

#include "shim.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/Analysis/Loads.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

using namespace llvm;

namespace {

// Collects the errors that LLVM reports through the context during the lifetime of the object.
class Errors {
public:
  explicit Errors(LLVMContext &context) : context(context) {
    context.setDiagnosticHandlerCallBack(
        [](const DiagnosticInfo *diagnostic, void *self) { static_cast<Errors *>(self)->add(*diagnostic); }, this);
  }
  ~Errors() { context.setDiagnosticHandlerCallBack(nullptr); }

  char *message(bool failed) const {
    if (text.empty() && !failed) return nullptr;
    return strdup(text.empty() ? "unknown error" : text.c_str());
  }

private:
  void add(const DiagnosticInfo &diagnostic) {
    if (diagnostic.getSeverity() != DS_Error) return;
    if (!text.empty()) text += "; ";
    raw_string_ostream stream(text);
    DiagnosticPrinterRawOStream printer(stream);
    diagnostic.print(printer);
  }

  LLVMContext &context;
  std::string text;
};

// Attributes of parameters and return values that belong to the calling convention.
bool isConvention(Attribute::AttrKind kind) {
  switch (kind) {
  case Attribute::ZExt:
  case Attribute::SExt:
  case Attribute::InReg:
  case Attribute::ByVal:
  case Attribute::ByRef:
  case Attribute::StructRet:
  case Attribute::InAlloca:
  case Attribute::Preallocated:
  case Attribute::Nest:
  case Attribute::ElementType:
  case Attribute::ImmArg:
    return true;
  default:
    return false;
  }
}

// Attributes of functions that change what the code does or which code is allowed.
bool isSemantics(Attribute attribute) {
  if (attribute.isStringAttribute()) {
    StringRef kind = attribute.getKindAsString();
    return kind == "target-cpu" || kind == "tune-cpu" || kind == "target-features" || kind == "stackrealign" ||
           kind == "min-legal-vector-width" || kind == "disable-tail-calls";
  }
  switch (attribute.getKindAsEnum()) {
  case Attribute::NoReturn:
  case Attribute::ReturnsTwice:
  case Attribute::Naked:
  case Attribute::StrictFP:
  case Attribute::NoUnwind:
  case Attribute::StackAlignment:
  case Attribute::NullPointerIsValid:
    return true;
  default:
    return false;
  }
}

AttributeSet conventionOf(LLVMContext &context, AttributeSet attributes) {
  AttrBuilder kept(context);
  for (Attribute attribute : attributes)
    if (!attribute.isStringAttribute() && isConvention(attribute.getKindAsEnum())) kept.addAttribute(attribute);
  if (kept.contains(Attribute::ByVal) || kept.contains(Attribute::StructRet) || kept.contains(Attribute::ByRef))
    if (attributes.hasAttribute(Attribute::Alignment)) kept.addAttribute(attributes.getAttribute(Attribute::Alignment));
  return AttributeSet::get(context, kept);
}

AttributeSet semanticsOf(LLVMContext &context, AttributeSet attributes) {
  AttrBuilder kept(context);
  for (Attribute attribute : attributes)
    if (isSemantics(attribute)) kept.addAttribute(attribute);
  return AttributeSet::get(context, kept);
}

AttributeList withoutAssumptions(LLVMContext &context, AttributeList attributes, unsigned parameters) {
  SmallVector<AttributeSet, 8> kept;
  for (unsigned i = 0; i < parameters; i++) kept.push_back(conventionOf(context, attributes.getParamAttrs(i)));
  return AttributeList::get(context, semanticsOf(context, attributes.getFnAttrs()),
                            conventionOf(context, attributes.getRetAttrs()), kept);
}

// A shift takes its count modulo the width, as the processor does.
void maskShift(Instruction &shift) {
  auto *type = dyn_cast<IntegerType>(shift.getType());
  if (!type || !isPowerOf2_32(type->getBitWidth())) return;
  Value *count = shift.getOperand(1);
  auto *constant = dyn_cast<ConstantInt>(count);
  if (constant && constant->getValue().ult(type->getBitWidth())) return;
  IRBuilder<> builder(&shift);
  shift.setOperand(1, builder.CreateAnd(count, ConstantInt::get(type, type->getBitWidth() - 1)));
}

// Converts to a signed integer as the processor does: a value that does not fit becomes the smallest number.
Value *convertSigned(IRBuilder<> &builder, Value *from, unsigned bits) {
  Type *source = from->getType();
  IntegerType *type = builder.getIntNTy(bits);
  Value *least = ConstantFP::get(source, -std::ldexp(1.0, bits - 1));
  Value *above = ConstantFP::get(source, std::ldexp(1.0, bits - 1));
  Value *fits = builder.CreateAnd(builder.CreateFCmpOGT(from, least), builder.CreateFCmpOLT(from, above));
  Value *converted = builder.CreateFreeze(builder.CreateFPToSI(from, type));
  return builder.CreateSelect(fits, converted, ConstantInt::get(type, APInt::getSignedMinValue(bits)));
}

// Converts to an unsigned integer of 64 bits as gcc does: values beyond the signed range are shifted into it and back.
Value *convertUnsigned64(IRBuilder<> &builder, Value *from) {
  Value *half = ConstantFP::get(from->getType(), std::ldexp(1.0, 63));
  Value *large = builder.CreateFCmpOGE(from, half);
  Value *moved = builder.CreateSelect(large, builder.CreateFSub(from, half), from);
  Value *sign = builder.CreateSelect(large, builder.getInt64(UINT64_C(1) << 63), builder.getInt64(0));
  return builder.CreateXor(convertSigned(builder, moved, 64), sign);
}

// The width through which gcc converts to an integer. Unsigned integers go through the next wider signed one. On i386 the
// coprocessor has an instruction for 16 bits.
unsigned widthOfConversion(unsigned bits, bool isSigned, bool narrow) {
  if (bits <= 8) return narrow ? 16 : 32;
  if (bits <= 16) return narrow && isSigned ? 16 : 32;
  return bits > 32 || !isSigned ? 64 : 32;
}

// LLVM leaves conversions of numbers that do not fit undefined. Afterwards they give what gcc's code gives.
void defineConversion(Instruction &conversion) {
  auto *type = dyn_cast<IntegerType>(conversion.getType());
  if (!type || type->getBitWidth() == 1 || type->getBitWidth() > 64) return;
  IRBuilder<> builder(&conversion);
  Value *from = conversion.getOperand(0);
  if (from->getType()->isHalfTy() || from->getType()->isBFloatTy()) from = builder.CreateFPExt(from, builder.getFloatTy());
  bool isSigned = isa<FPToSIInst>(conversion);
  bool narrow = conversion.getModule()->getDataLayout().getPointerSizeInBits() == 32;
  unsigned bits = type->getBitWidth();
  Value *result = !isSigned && bits > 32 ? convertUnsigned64(builder, from)
                                         : convertSigned(builder, from, widthOfConversion(bits, isSigned, narrow));
  conversion.replaceAllUsesWith(builder.CreateTrunc(result, type));
  conversion.eraseFromParent();
}

// Control that reaches a place that the compiler took for unreachable stops there.
void trapBefore(UnreachableInst &unreachable) {
  auto *call = dyn_cast_or_null<CallBase>(unreachable.getPrevNonDebugInstruction());
  if (call && call->doesNotReturn()) return;
  IRBuilder<> builder(&unreachable);
  builder.CreateIntrinsic(Intrinsic::trap, {}, {});
}

void defineInstruction(Instruction &instruction) {
  LLVMContext &context = instruction.getContext();
  if (instruction.isShift()) maskShift(instruction);
  if (auto *unreachable = dyn_cast<UnreachableInst>(&instruction)) trapBefore(*unreachable);
  if (isa<FPMathOperator>(instruction)) instruction.copyFastMathFlags(FastMathFlags());
  instruction.dropPoisonGeneratingFlags();
  instruction.dropUnknownNonDebugMetadata({LLVMContext::MD_annotation}); // says which variables the front end cleared
  if (auto *call = dyn_cast<CallBase>(&instruction))
    call->setAttributes(withoutAssumptions(context, call->getAttributes(), call->arg_size()));
}

void defineFunction(Function &function) {
  if (function.isIntrinsic()) return;
  function.setAttributes(withoutAssumptions(function.getContext(), function.getAttributes(), function.arg_size()));
  function.addFnAttr(Attribute::NullPointerIsValid);
  function.addFnAttr("no-builtins");
  for (Instruction &instruction : make_early_inc_range(instructions(function))) {
    if (isa<AssumeInst>(instruction))
      instruction.eraseFromParent();
    else
      defineInstruction(instruction);
  }
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (isa<FPToSIInst, FPToUIInst>(instruction)) defineConversion(instruction);
}

// What gcc's code computes for an operation that has more than one meaning; null for other calls.
Value *plainOf(IntrinsicInst &call) {
  IRBuilder<> builder(&call);
  switch (call.getIntrinsicID()) {
  case Intrinsic::experimental_constrained_fcmp:
  case Intrinsic::experimental_constrained_fcmps:
    return builder.CreateFCmp(cast<ConstrainedFPCmpIntrinsic>(call).getPredicate(), call.getArgOperand(0), call.getArgOperand(1));
  case Intrinsic::experimental_constrained_fptosi:
    return builder.CreateFPToSI(call.getArgOperand(0), call.getType());
  case Intrinsic::experimental_constrained_fptoui:
    return builder.CreateFPToUI(call.getArgOperand(0), call.getType());
  case Intrinsic::fmuladd:
    return builder.CreateFAdd(builder.CreateFMul(call.getArgOperand(0), call.getArgOperand(1)), call.getArgOperand(2));
  case Intrinsic::is_constant:
    return builder.getFalse();
  case Intrinsic::objectsize: // at least 0 bytes, or at most all that there are
    return cast<Constant>(call.getArgOperand(1))->isOneValue() ? Constant::getNullValue(call.getType())
                                                               : Constant::getAllOnesValue(call.getType());
  default:
    return nullptr;
  }
}

// What a call of a function named alloca is in gcc's code, whoever declares it: the C library has none. Null for other calls.
Value *allocated(CallInst &call) {
  Function *function = call.getCalledFunction();
  if (!function || !function->isDeclaration() || function->getName() != "alloca") return nullptr;
  if (call.arg_size() != 1 || !call.getArgOperand(0)->getType()->isIntegerTy() || !call.getType()->isPointerTy()) return nullptr;
  IRBuilder<> builder(&call);
  AllocaInst *room = builder.CreateAlloca(builder.getInt8Ty(), call.getArgOperand(0));
  room->setAlignment(Align(16));
  builder.CreateMemSet(room, builder.getInt8(0), call.getArgOperand(0), Align(16)); // as for all variables
  return room;
}

// Control that reaches what the program calls unreachable goes on with the code behind it, if there is any, as it does in gcc's code.
void fallThrough(UnreachableInst &unreachable) {
  auto *call = dyn_cast_or_null<CallBase>(unreachable.getPrevNonDebugInstruction());
  BasicBlock *next = unreachable.getParent()->getNextNode();
  if ((call && call->doesNotReturn()) || !next || isa<PHINode>(next->front())) return;
  BranchInst::Create(next, &unreachable)->setDebugLoc(unreachable.getDebugLoc());
  unreachable.eraseFromParent();
}

// The reading of a variable, if a value is nothing else and used once; null for others.
Instruction *reading(Value *value) {
  auto *load = dyn_cast<LoadInst>(value);
  if (!load || !load->hasOneUse()) return nullptr;
  Type *type = nullptr;
  if (auto *global = dyn_cast<GlobalVariable>(load->getPointerOperand())) type = global->getValueType();
  if (auto *local = dyn_cast<AllocaInst>(load->getPointerOperand()); local && !local->isArrayAllocation()) type = local->getAllocatedType();
  return type == load->getType() ? load : nullptr;
}

// Tells whether both operands are widened in the same way, which gcc does not do for comparisons and operations on bits, and by what.
bool bothWidened(Instruction &operation, CastInst *&first, CastInst *&second) {
  first = dyn_cast<CastInst>(operation.getOperand(0));
  second = dyn_cast<CastInst>(operation.getOperand(1));
  return (isa<ICmpInst>(operation) || operation.isBitwiseLogicOp()) && first && second && isa<SExtInst, ZExtInst>(first) &&
         first->getOpcode() == second->getOpcode() && first->getSrcTy() == second->getSrcTy();
}

// gcc evaluates the operands of a comparison or a commutative operation in the other order if the first one is a variable.
void variableLast(Instruction &operation) {
  Value *left = operation.getOperand(0), *right = operation.getOperand(1);
  CastInst *first, *second;
  bool widened = bothWidened(operation, first, second);
  if (widened && !first->hasOneUse()) return;
  if (widened) left = first->getOperand(0), right = second->getOperand(0);
  Instruction *moved = reading(left);
  if (!moved || reading(right)) return;
  moved->moveBefore(&operation);
  if (widened) first->moveBefore(&operation);
}

// Replaces one switch by branches on comparisons of its value. Each direction of each comparison is taken by some value.
class SwitchLowering {
public:
  SwitchLowering(SwitchInst &instruction, unsigned mark)
      : instruction(instruction), mark(mark), cases(instruction.case_begin(), instruction.case_end()) {}

  void run() {
    BasicBlock *block = instruction.getParent();
    if (cases.size() > longestChain)
      llvm::sort(cases, [](const auto &a, const auto &b) {
        return a.getCaseValue()->getValue().slt(b.getCaseValue()->getValue());
      });
    search(block, 0, cases.size(), false);
    for (BasicBlock *successor : SmallPtrSet<BasicBlock *, 8>(succ_begin(&instruction), succ_end(&instruction)))
      movePhis(*block, *successor);
    instruction.eraseFromParent();
  }

private:
  static constexpr size_t longestChain = 8;

  // Makes a block branch to the right case of [first, last) or to the default. bounded: the value is known to be at least the
  // first case's. A value beyond the last is always possible.
  void search(BasicBlock *block, size_t first, size_t last, bool bounded) {
    if (last - first <= longestChain) {
      chain(block, first, last);
      return;
    }
    size_t middle = gapNearMiddle(first, last);
    if (middle == first) {
      run(block, first, last, bounded);
      return;
    }
    auto [less, notLess] = split(block, value(middle));
    search(less, first, middle, bounded);
    search(notLess, middle, last, true);
  }

  // One equality for each case.
  void chain(BasicBlock *block, size_t first, size_t last) {
    if (first == last) {
      go(block, nullptr, instruction.getDefaultDest(), nullptr);
      return;
    }
    Value *equal = compare(block, CmpInst::ICMP_EQ, value(first));
    BasicBlock *rest = first + 1 == last ? instruction.getDefaultDest() : create(block);
    go(block, equal, cases[first].getCaseSuccessor(), rest);
    if (first + 1 < last) chain(rest, first + 1, last);
  }

  // Cases of consecutive values: values outside go to the default, the range inside is halved down to one value.
  void run(BasicBlock *block, size_t first, size_t last, bool bounded) {
    if (!bounded && !value(first).isMinSignedValue()) {
      BasicBlock *notLess = create(block);
      go(block, compare(block, CmpInst::ICMP_SLT, value(first)), instruction.getDefaultDest(), notLess);
      block = notLess;
    }
    if (!value(last - 1).isMaxSignedValue()) {
      BasicBlock *inside = create(block);
      go(block, compare(block, CmpInst::ICMP_SLT, value(last - 1) + 1), inside, instruction.getDefaultDest());
      block = inside;
    }
    halve(block, first, last);
  }

  void halve(BasicBlock *block, size_t first, size_t last) {
    if (first + 1 == last) {
      go(block, nullptr, cases[first].getCaseSuccessor(), nullptr);
      return;
    }
    size_t middle = first + (last - first) / 2;
    auto [less, notLess] = split(block, value(middle));
    halve(less, first, middle);
    halve(notLess, middle, last);
  }

  // The case nearest to the middle whose value is not its predecessor's plus one; first if there is none.
  size_t gapNearMiddle(size_t first, size_t last) {
    size_t middle = first + (last - first) / 2;
    for (size_t away = 0; away <= last - first; away++) {
      if (middle >= first + 1 + away && isGap(middle - away)) return middle - away;
      if (middle + away < last && middle + away > first && isGap(middle + away)) return middle + away;
    }
    return first;
  }

  bool isGap(size_t position) { return value(position - 1) + 1 != value(position); }

  const APInt &value(size_t position) { return cases[position].getCaseValue()->getValue(); }

  std::pair<BasicBlock *, BasicBlock *> split(BasicBlock *block, const APInt &pivot) {
    BasicBlock *less = create(block), *notLess = create(block);
    go(block, compare(block, CmpInst::ICMP_SLT, pivot), less, notLess);
    return {less, notLess};
  }

  Value *compare(BasicBlock *block, CmpInst::Predicate predicate, const APInt &with) {
    IRBuilder<> builder(block);
    if (block == instruction.getParent()) builder.SetInsertPoint(&instruction);
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    auto *comparison = builder.Insert(new ICmpInst(predicate, instruction.getCondition(), builder.getInt(with)));
    comparison->setMetadata(mark, MDNode::get(block->getContext(), {}));
    return comparison;
  }

  BasicBlock *create(BasicBlock *after) {
    return BasicBlock::Create(after->getContext(), "", after->getParent(), after->getNextNode());
  }

  void go(BasicBlock *block, Value *condition, BasicBlock *whenTrue, BasicBlock *whenFalse) {
    IRBuilder<> builder(block);
    if (block == instruction.getParent()) builder.SetInsertPoint(&instruction);
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    edges.push_back({block, whenTrue});
    if (!condition) {
      builder.CreateBr(whenTrue);
      return;
    }
    edges.push_back({block, whenFalse});
    builder.CreateCondBr(condition, whenTrue, whenFalse);
  }

  // Updates the phis of a successor to the edges that lead there now.
  void movePhis(BasicBlock &block, BasicBlock &successor) {
    for (PHINode &phi : successor.phis()) {
      Value *value = phi.getIncomingValueForBlock(&block);
      while (phi.getBasicBlockIndex(&block) >= 0) phi.removeIncomingValue(&block, false);
      for (auto &[from, to] : edges)
        if (to == &successor) phi.addIncoming(value, from);
    }
  }

  SwitchInst &instruction;
  unsigned mark;
  SmallVector<SwitchInst::CaseHandle, 16> cases;
  SmallVector<std::pair<BasicBlock *, BasicBlock *>, 32> edges;
};

void reportFatalError(void *, const char *reason, bool) {
  fprintf(stderr, "fizzer-instrument: LLVM cannot translate this program: %s; leave out the construct it names\n", reason);
  exit(1);
}

} // namespace

static char *linkWith(LLVMModuleRef destination, LLVMModuleRef source, unsigned flags) {
  Errors errors(unwrap(destination)->getContext());
  bool failed = Linker::linkModules(*unwrap(destination), std::unique_ptr<Module>(unwrap(source)), flags);
  return errors.message(failed);
}

char *fizzer_link(LLVMModuleRef destination, LLVMModuleRef source) {
  return linkWith(destination, source, Linker::Flags::None);
}

char *fizzer_link_needed(LLVMModuleRef destination, LLVMModuleRef source) {
  return linkWith(destination, source, Linker::Flags::LinkOnlyNeeded);
}

char *fizzer_emit(LLVMTargetMachineRef machine, LLVMModuleRef module, const char *path) {
  Errors errors(unwrap(module)->getContext());
  char *message = nullptr;
  // Choosing the shortest form of each jump takes a sixth of the time, and is left to levels that optimise.
  auto *generator = reinterpret_cast<TargetMachine *>(machine);
  generator->Options.MCOptions.MCRelaxAll = generator->getOptLevel() == CodeGenOptLevel::None;
  if (LLVMTargetMachineEmitToFile(machine, module, path, LLVMObjectFile, &message)) return message;
  return errors.message(false);
}

const char *fizzer_source_name(LLVMValueRef function, size_t *length) {
  DISubprogram *subprogram = unwrap<Function>(function)->getSubprogram();
  StringRef name = subprogram ? subprogram->getName() : StringRef();
  *length = name.size();
  return name.data();
}

void fizzer_define_behaviour(LLVMModuleRef module) {
  for (Function &function : *unwrap(module)) defineFunction(function);
}

void fizzer_lower_switches(LLVMModuleRef module, unsigned mark) {
  for (Function &function : *unwrap(module))
    for (BasicBlock &block : make_early_inc_range(function))
      if (auto *instruction = dyn_cast_or_null<SwitchInst>(block.getTerminator())) SwitchLowering(*instruction, mark).run();
}

void fizzer_plain_operations(LLVMModuleRef module) {
  for (Function &function : *unwrap(module))
    for (Instruction &instruction : make_early_inc_range(instructions(function))) {
      if (auto *unreachable = dyn_cast<UnreachableInst>(&instruction)) {
        fallThrough(*unreachable);
        continue;
      }
      Value *plain = nullptr;
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(&instruction))
        plain = plainOf(*intrinsic);
      else if (auto *call = dyn_cast<CallInst>(&instruction))
        plain = allocated(*call);
      else if (auto *cast = dyn_cast<BitCastInst>(&instruction); cast && cast->getSrcTy() == cast->getType())
        plain = cast->getOperand(0); // of pointers, by older front ends
      if (!plain) continue;
      instruction.replaceAllUsesWith(plain);
      instruction.eraseFromParent();
    }
}

void fizzer_variables_last(LLVMModuleRef module) {
  for (Function &function : *unwrap(module))
    for (Instruction &instruction : make_early_inc_range(instructions(function)))
      if (isa<CmpInst>(instruction) || (isa<BinaryOperator>(instruction) && instruction.isCommutative())) variableLast(instruction);
}

void fizzer_bind_statically(LLVMModuleRef module) {
  for (GlobalVariable &variable : unwrap(module)->globals())
    if (variable.hasExternalLinkage() && variable.isDeclaration() && !variable.isThreadLocal()) variable.setDSOLocal(true);
}

void fizzer_verify_once(void) {
  const char *arguments[] = {"fizzer-instrument", "-disable-auto-upgrade-debug-info"};
  cl::ParseCommandLineOptions(2, arguments);
}

void fizzer_report_fatal_errors(void) { install_fatal_error_handler(reportFatalError); }

void fizzer_keep(LLVMValueRef value) {
  auto *kept = unwrap<GlobalValue>(value);
  appendToCompilerUsed(*kept->getParent(), {kept});
}

void fizzer_set_sections(LLVMValueRef variable, const char *data, const char *zero) {
  auto *global = unwrap<GlobalVariable>(variable);
  global->addAttribute("data-section", data);
  global->addAttribute("bss-section", zero);
}

void fizzer_move_before(LLVMValueRef instruction, LLVMValueRef place) {
  unwrap<Instruction>(instruction)->moveBefore(unwrap<Instruction>(place));
}

LLVMValueRef fizzer_insert_if(LLVMValueRef condition, LLVMValueRef before) {
  auto *place = unwrap<Instruction>(before);
  MDNode *seldom = MDBuilder(place->getContext()).createBranchWeights(1, 1000);
  return wrap(SplitBlockAndInsertIfThen(unwrap(condition), place, false, seldom));
}

void fizzer_define_operands(LLVMModuleRef module) {
  for (Function &function : *unwrap(module))
    for (Instruction &instruction : instructions(function)) {
      for (Use &operand : instruction.operands())
        if (isa<UndefValue>(operand.get()) && !isa<ShuffleVectorInst>(instruction))
          operand.set(Constant::getNullValue(operand->getType()));
      if (auto *call = dyn_cast<IntrinsicInst>(&instruction))
        if (call->getIntrinsicID() == Intrinsic::ctlz || call->getIntrinsicID() == Intrinsic::cttz)
          call->setArgOperand(1, ConstantInt::getFalse(call->getContext()));
    }
}

LLVMBool fizzer_may_fault(LLVMValueRef access) {
  auto *instruction = unwrap<Instruction>(access);
  const Value *pointer = getLoadStorePointerOperand(instruction);
  auto *variable = dyn_cast<GlobalVariable>(getUnderlyingObject(pointer));
  if (variable && variable->isConstant() && isa<StoreInst>(instruction)) return true;
  return instruction->isVolatile() || instruction->isAtomic() ||
         !isDereferenceablePointer(pointer, getLoadStoreType(instruction), instruction->getModule()->getDataLayout());
}

LLVMBool fizzer_is_must_tail(LLVMValueRef call) { return unwrap<CallInst>(call)->isMustTailCall(); }

unsigned fizzer_instruction_count(LLVMValueRef function) { return unwrap<Function>(function)->getInstructionCount(); }
