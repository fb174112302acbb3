/*
 * What the second form of the program calls, which records the expressions that its values are of the input.
 *
 * A shadow is the number of a value's expression, 0 for a concrete value. The program tests shadows itself and calls
 * these functions only where one is not 0. Values are handed over zero-extended, those of more than 64 bits in two
 * halves; floats as their bits.
 */
#ifndef FIZZER_SYMBOLIC_H
#define FIZZER_SYMBOLIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Shadows of arguments and results that are handed over at most; more are concrete. */
#define FIZZER_ARGUMENTS 256
#define FIZZER_RESULTS 64

/* Lines of memory whose bytes may have shadows, by the low bits of their number: a wrong yes costs a call. */
#define FIZZER_LINE_SHIFT 6
#define FIZZER_LINES 65536
extern uint8_t __fizzer_shadowed[FIZZER_LINES];

/* What a call hands over. It is for the callee only that finds its own address: code without a second form does not
 * ask. */
extern const void *__fizzer_callee;
extern uint32_t __fizzer_arguments[FIZZER_ARGUMENTS];
extern const void *__fizzer_sources[FIZZER_ARGUMENTS]; /* of a structure by value: where the caller has it */
extern uint32_t __fizzer_variadic;                     /* number of the first variable argument, and behind the last */
extern uint32_t __fizzer_variadic_end;
extern uint32_t __fizzer_classes[FIZZER_ARGUMENTS]; /* how a variable argument is handed over, and its size in bytes */

/* Classes, in the low 8 bits of the word; the size is above. */
enum { FIZZER_CLASS_GENERAL, FIZZER_CLASS_FLOAT, FIZZER_CLASS_MEMORY };

/* What a function returned, for the caller that called it by that address. */
extern const void *__fizzer_returner;
extern uint32_t __fizzer_results[FIZZER_RESULTS];

/* What was handed over in a slot, if it has that width: a function may be called with arguments of other types. */
uint32_t __fizzer_symbolic_argument(uint32_t slot, uint32_t width);
uint32_t __fizzer_symbolic_result(uint32_t slot, uint32_t width);

/* Before the program begins: where its variables are. */
void __fizzer_symbolic_objects(const void *const *starts, const size_t *sizes, uint32_t count);

/* Operations: the kind of the expression, its width above it and its flags above that. */
uint32_t __fizzer_symbolic_unary(uint32_t operation, uint32_t a, uint64_t value);
uint32_t __fizzer_symbolic_extract(uint32_t width, uint32_t a, uint32_t lowest, uint64_t value);
uint32_t __fizzer_symbolic_binary(uint32_t operation, uint32_t a, uint32_t b, uint64_t left, uint64_t left_high,
                                  uint64_t right, uint64_t right_high, uint64_t value);
uint32_t __fizzer_symbolic_ternary(uint32_t operation, uint32_t a, uint32_t b, uint32_t c, uint64_t first,
                                   uint64_t second, uint64_t third, uint64_t value);
uint32_t __fizzer_symbolic_select(uint32_t width, uint32_t decision, uint32_t a, uint32_t b, bool decided,
                                  uint64_t left, uint64_t left_high, uint64_t right, uint64_t right_high);

/* A comparison of integers by its predicate as LLVM numbers it. */
uint32_t __fizzer_symbolic_compare(uint32_t predicate, uint32_t a, uint32_t b, uint64_t left, uint64_t left_high,
                                   uint64_t right, uint64_t right_high, bool outcome);

/* base + index * scale, the index sign-extended from its width; addresses are as wide as pointers. */
uint32_t __fizzer_symbolic_index(uint32_t base, uint64_t address, uint32_t index, uint32_t index_width, int64_t number,
                                 uint64_t scale);

/* Whether an addition, subtraction or multiplication of that width overflows: the operation's kind, 1 for signed in the
 * flags. */
uint32_t __fizzer_symbolic_overflow(uint32_t operation, uint32_t a, uint32_t b, uint64_t left, uint64_t right,
                                    bool overflows);

/* Before a store of a value of so many bits at an address that depends on the input. */
void __fizzer_symbolic_overwrite(const void *address, uint32_t width);

/* After a load and a store of a value of so many bits, with the shadow of the address. */
uint32_t __fizzer_symbolic_load(const void *address, uint32_t width, uint32_t pointer);
void __fizzer_symbolic_store(const void *address, uint32_t width, uint32_t pointer, uint32_t shadow);

/* After memory was copied or set. */
void __fizzer_symbolic_copy(void *to, const void *from, size_t size);
void __fizzer_symbolic_fill(void *to, uint32_t shadow, size_t size);

/* After a block of memory was made, was made in the place of another one, or a text was copied to one; NULL: there was
 * no room. */
void __fizzer_symbolic_allocated(void *block, size_t size);
void __fizzer_symbolic_reallocated(void *block, const void *before, size_t size);
void __fizzer_symbolic_copied_text(void *block, const void *text);

/* After a variable on the stack was made whose address is handed on. */
void __fizzer_symbolic_local(void *start, size_t size);

/* After an input function returned a value, filled memory, or returned a text. */
uint32_t __fizzer_symbolic_read(uint32_t width);
void __fizzer_symbolic_read_memory(void *memory, size_t size);
void __fizzer_symbolic_read_text(void *text);

/* After the record of a condition; the operands' shadows are 0 where they are concrete. */
void __fizzer_symbolic_condition(uint32_t location, bool merged, uint32_t outcome, bool taken, uint32_t left,
                                 uint32_t right, uint64_t value);

/* The same for a condition that is recorded only where guarded is true. */
void __fizzer_symbolic_guarded(uint32_t location, uint32_t guard, bool guarded, uint32_t outcome, bool taken,
                               uint32_t left, uint32_t right, uint64_t value);

/* Control goes where the outcome is taken; a value must be what it is: an address to be called, say, or a size. */
void __fizzer_symbolic_branch(uint32_t outcome, bool taken);
void __fizzer_symbolic_address(uint32_t shadow, uint64_t value);
void __fizzer_symbolic_size(uint32_t shadow, uint64_t value);

/* After va_start: the variable arguments as they were when the function was entered, saved by the first function. */
struct fizzer_variadic {
  uint32_t count;
  uint32_t shadows[FIZZER_ARGUMENTS];
  uint32_t classes[FIZZER_ARGUMENTS];
  const void *sources[FIZZER_ARGUMENTS];
};
void __fizzer_symbolic_save_variadic(struct fizzer_variadic *saved);
void __fizzer_symbolic_variadic(const struct fizzer_variadic *saved, void *list);

/* Something that depends on the input became concrete. */
void __fizzer_symbolic_external(void);
void __fizzer_symbolic_unmodelled(void);

/* Something may become concrete, and nobody would see whether it depends on the input: a call of a function of which
 * nothing is known, an access of a type without expressions. */
void __fizzer_symbolic_foreign(void);

#endif
