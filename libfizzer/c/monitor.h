/*
 * The monitoring functions: the instrumenter inserts calls of them into the program (report Sec. 2).
 *
 * monitor.c defines them. It is compiled to IR and linked into the program by the instrumenter, so that they are
 * inlined; everything else of the runtime is an ordinary object file.
 */
#ifndef FIZZER_MONITOR_H
#define FIZZER_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

/* After each Boolean instruction: its location, outcome and both operands as raw bits, zero-extended. */
void __fizzer_condition(uint32_t location, bool outcome, uint64_t left, uint64_t right);

/* The same for operands of 65 to 128 bits. */
void __fizzer_condition_wide(uint32_t location, bool outcome, uint64_t left, uint64_t left_high, uint64_t right,
                             uint64_t right_high);

/* Before a call of a program function or through a pointer; returns the argument of __fizzer_call_end. */
uint32_t __fizzer_call_begin(uint32_t call);

/* After that call, with the value that __fizzer_call_begin returned. */
void __fizzer_call_end(uint32_t context);

/* Before a call that may return a second time (setjmp); returns the argument of __fizzer_calls_return. */
uint64_t __fizzer_calls_open(void);

/* After each return of that call: the calls that were left by longjmp are not open any more. */
void __fizzer_calls_return(uint64_t calls);

/* Before a call of a function that is defined elsewhere and does not return (abort, exit). */
void __fizzer_last_call(uint32_t call);

/* On each back edge of a loop. */
void __fizzer_step(void);

/* Before a division; refused: it would trap on the processor. */
void __fizzer_division(bool refused);

/* At the start of the program's reach_error. */
void __fizzer_reach_error(void);

#endif
