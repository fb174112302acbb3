/* What neither LLVM's C interface nor its Go bindings offer. Messages are allocated with malloc; NULL means success. */
#ifndef FIZZER_SHIM_H
#define FIZZER_SHIM_H

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Moves everything of source into destination; source is gone afterwards. */
char *fizzer_link(LLVMModuleRef destination, LLVMModuleRef source);

/* Moves to destination what it declares and source defines, with everything that this needs; source is gone afterwards. */
char *fizzer_link_needed(LLVMModuleRef destination, LLVMModuleRef source);

/* Writes the object file. */
char *fizzer_emit(LLVMTargetMachineRef machine, LLVMModuleRef module, const char *path);

/* Name of the function in the source; length 0 without debug information. Belongs to the module. */
const char *fizzer_source_name(LLVMValueRef function, size_t *length);

/* Removes from the module whatever lets an optimiser assume that the program has no undefined behaviour. */
void fizzer_define_behaviour(LLVMModuleRef module);

/* Turns switches into comparisons and branches; the comparisons get metadata of the kind mark. */
void fizzer_lower_switches(LLVMModuleRef module, unsigned mark);

/* Gives operations that have more than one meaning the one that they have in gcc's code. */
void fizzer_plain_operations(LLVMModuleRef module);

/* Reads variables that are first operands after the second ones are evaluated, where gcc does. */
void fizzer_variables_last(LLVMModuleRef module);

/* Marks variables defined in other object files as part of the same executable. */
void fizzer_bind_statically(LLVMModuleRef module);

/* Rewrites calls of monitors for the fast instruction selector (ease.cpp). */
void fizzer_ease_calls(LLVMModuleRef module);

/* Makes LLVM's reader of bitcode leave out its verification of modules with debug information. */
void fizzer_verify_once(void);

/* Makes LLVM end the process with one sentence and status 1 on a fatal error. */
void fizzer_report_fatal_errors(void);

/* Names the section of a writable variable: data if it starts with a value, zero if it starts with zeros. */
void fizzer_set_sections(LLVMValueRef variable, const char *data, const char *zero);

/* Keeps a function, variable or alias as it is, as if something that is not in the module used it. */
void fizzer_keep(LLVMValueRef value);

/* Moves an instruction before another one. */
void fizzer_move_before(LLVMValueRef instruction, LLVMValueRef place);

/* Whether a load or store may fault, or is visible to other threads or devices. */
LLVMBool fizzer_may_fault(LLVMValueRef access);

/* Makes a block that is entered from before an instruction when the condition holds, seldom, and goes on there; returns
 * its end, before which code is to be inserted. */
LLVMValueRef fizzer_insert_if(LLVMValueRef condition, LLVMValueRef before);

/* Turns branches whose sides do nothing but compute into selections of the results (merge.cpp). Calls of condition and
 * wide in them become calls of their guarded forms, whose first argument says whether they are reached. most: instructions
 * that one side may have. */
void fizzer_merge_branches(LLVMModuleRef module, LLVMValueRef condition, LLVMValueRef guarded, LLVMValueRef wide,
                           LLVMValueRef guarded_wide, unsigned most);

/* Puts zero in the place of operands of instructions that are undefined, and lets the zeros of 0 be counted. */
void fizzer_define_operands(LLVMModuleRef module);

/* Calls from Go cost more than what most of them ask. So some walks over a block are one call. They write at most room values and return
 * how many there are. */

/* The instructions of a block, and their opcodes in LLVM's C interface. */
size_t fizzer_instructions(LLVMBasicBlockRef block, uintptr_t *values, uint8_t *opcodes, size_t room);

/* The blocks that a block's terminator names, in the order of its operands. */
size_t fizzer_successors(LLVMBasicBlockRef block, uintptr_t *blocks, size_t room);

/* For each block of a function, in order: whether a way leads to it from the entry, of which constants leave each branch open. */
size_t fizzer_reached(LLVMValueRef function, uint8_t *reached, size_t room);

/* Whether a function calls one that may return twice, or the one of that name. */
LLVMBool fizzer_returns_twice(LLVMValueRef function, const char *also);

/* The constants among the operands of a block's instructions, each once, in the order of first use. */
size_t fizzer_constants(LLVMBasicBlockRef block, uintptr_t *values, size_t room);

/* How a block is left: the Boolean by which it chooses between two ways, if it does. */
struct fizzer_choice {
  LLVMValueRef root; /* the Boolean without negations; NULL: the block does not choose */
  LLVMBool negated;  /* the number of negations is odd */
  LLVMBool inside;   /* the root is an instruction of the block */
  LLVMBool merge;    /* the root is a phi of the block */
  LLVMBool returns;  /* the block ends with a return */
};
void fizzer_choice(LLVMBasicBlockRef block, struct fizzer_choice *choice);

/* Where an instruction is in the source; the length is 0 without debug information. False: the value is no instruction. */
struct fizzer_place {
  const char *file;
  size_t length;
  unsigned line, column;
};
LLVMBool fizzer_place(LLVMValueRef instruction, struct fizzer_place *place);

/* Inserts a call of the monitor of conditions before an instruction; right may be NULL. False: an operand is neither a pointer nor
 * an integer of at most 64 bits, and nothing was done. pointer: width of a pointer in bits. */
LLVMBool fizzer_record(LLVMValueRef before, LLVMValueRef monitor, unsigned location, LLVMValueRef outcome, LLVMValueRef left,
                       LLVMValueRef right, unsigned pointer);

LLVMBool fizzer_is_must_tail(LLVMValueRef call);
unsigned fizzer_instruction_count(LLVMValueRef function);

#ifdef __cplusplus
}
#endif

#endif
