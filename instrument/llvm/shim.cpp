//go:build llvm19

#include "shim.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/Linker/Linker.h>
#include <llvm/Support/ErrorHandling.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Target/TargetMachine.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>

using namespace llvm;

namespace {

// Collects the errors that LLVM reports through the context while it lives.
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

// Attributes of functions that change what the code does or what code is allowed.
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

// Shifts by too much take the count modulo the width, as the processor does.
void maskShift(Instruction &shift) {
  auto *type = dyn_cast<IntegerType>(shift.getType());
  if (!type || !isPowerOf2_32(type->getBitWidth())) return;
  Value *count = shift.getOperand(1);
  auto *constant = dyn_cast<ConstantInt>(count);
  if (constant && constant->getValue().ult(type->getBitWidth())) return;
  IRBuilder<> builder(&shift);
  shift.setOperand(1, builder.CreateAnd(count, ConstantInt::get(type, type->getBitWidth() - 1)));
}

// Control that reaches what the compiler took for unreachable stops there.
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
  instruction.dropUnknownNonDebugMetadata();
  if (auto *call = dyn_cast<CallBase>(&instruction))
    call->setAttributes(withoutAssumptions(context, call->getAttributes(), call->arg_size()));
}

void defineFunction(Function &function) {
  if (function.isIntrinsic()) return;
  function.setAttributes(withoutAssumptions(function.getContext(), function.getAttributes(), function.arg_size()));
  function.addFnAttr(Attribute::NullPointerIsValid);
  function.addFnAttr("no-builtins");
  for (Instruction &instruction : make_early_inc_range(instructions(function))) defineInstruction(instruction);
}

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

void fizzer_bind_statically(LLVMModuleRef module) {
  for (GlobalVariable &variable : unwrap(module)->globals())
    if (variable.hasExternalLinkage() && variable.isDeclaration() && !variable.isThreadLocal()) variable.setDSOLocal(true);
}

void fizzer_report_fatal_errors(void) { install_fatal_error_handler(reportFatalError); }

void fizzer_set_sections(LLVMValueRef variable, const char *data, const char *zero) {
  auto *global = unwrap<GlobalVariable>(variable);
  global->addAttribute("data-section", data);
  global->addAttribute("bss-section", zero);
}

void fizzer_move_before(LLVMValueRef instruction, LLVMValueRef place) {
  unwrap<Instruction>(instruction)->moveBefore(unwrap<Instruction>(place));
}

LLVMBool fizzer_is_must_tail(LLVMValueRef call) { return unwrap<CallInst>(call)->isMustTailCall(); }

unsigned fizzer_instruction_count(LLVMValueRef function) { return unwrap<Function>(function)->getInstructionCount(); }
