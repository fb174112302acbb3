// Package expression describes what one recorded run says about its input: a graph of bit-vector and floating-point expressions
// over the values read, and the facts along the run that depend on them. It evaluates, simplifies, shares and slices expressions,
// but it does not solve them.
//
// A recorder returns a Run: records as libfizzer/layout defines them, in any state, because the program may have overwritten them.
// Build checks each record and makes a Path; everything else works on paths.
//
// # What the kinds mean
//
// The number of an expression is its index + 1. Operands have smaller numbers and are never 0: for a concrete operand the recorder
// makes a constant. Values are unsigned, modulo 2^width, 1 to 128 bits wide; those of floats are their IEEE 754 bits, 32 or 64
// wide. The 80-bit floats of x87 are concrete and have no expression. Bytes are in little-endian order. w is the width of the
// record, w(x) that of an operand.
//
//	constant                  value, whose bits 64 to 95 are in a and 96 to 127 in b
//	read                      w/8 bytes of the value with index a, from its byte b on; w is a multiple of 8. A Boolean is 0 or 1
//	concat                    a above b: w = w(a) + w(b)
//	extract                   w bits of a, the lowest is bit b (a number, no operand)
//	zero_extend, sign_extend  w > w(a)
//	not, negate               each bit; two's complement
//	add, subtract, multiply   modulo 2^w; all widths are equal, as for the next ones
//	divide_*, remainder_*     as C and LLVM, towards zero. Division by zero ends the program, so no solution may contain one. It is
//	                          evaluated as in SMT-LIB: the unsigned quotient is all ones, the signed one 1 for negative dividends and
//	                          else -1, the remainder the dividend. The least number divided by -1 is itself, remainder 0
//	and, or, xor              each bit
//	shift_*                   by b, of the same width, modulo 32 for w <= 32, modulo 64 for w <= 64, else modulo 128, as the machine does
//	                          (in C and LLVM distances of w and more are undefined); bits shifted beyond w are lost
//	funnel_left               the high w bits of (a above b) << (c modulo w); a rotation where a is b
//	swap_bytes                w is a multiple of 16
//	count_ones, leading_zeros, trailing_zeros   of zero: w, but 0 for the first
//	equal, less_*             w = 1; of two operands of equal width
//	select                    a has width 1: b when it is 1, c otherwise
//	table                     element a (any width, unsigned) of table b (from 0), w bits of it; behind the last element 0. A separate
//	                          fact (address) says that the index is inside
//	float_add ... _divide     IEEE 754, to nearest, ties to even; every computed NaN is the quiet one of x86
//	float_remainder           fmod of C
//	float_negate, _absolute   the sign bit
//	float_square_root         correctly rounded
//	float_round               to an integer, by flags: 0 down, 1 up, 2 to zero, 3 to even, 4 away from zero
//	float_minimum, _maximum   fmin and fmax of C; -0 is below +0
//	float_fused               a*b + c, rounded once
//	float_compare             w = 1; flags is the predicate as LLVM numbers it, 0 to 15
//	float_convert             between 32 and 64 bits
//
// float_to_signed converts towards zero. A result that does not fit in 32 bits (w <= 32), 64 or 128 becomes the least number. The low
// w bits of that are the value.
//
//	float_to_unsigned         as x86-64 does it: w < 32 as float_to_signed; w = 32 the low half of 64 signed bits; w = 64 from 2^63 on
//	                          the signed result of what is left, plus 2^63; above: saturated
//	*_to_float                to nearest, ties to even
//
// Value of a record holds what the run computed (low 64 bits). Build evaluates every expression over the run's input. If the result
// differs, the record becomes the constant that the run had, and Path.Mismatches counts it. So a wrong expression costs knowledge,
// not soundness.
package expression
