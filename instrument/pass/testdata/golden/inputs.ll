; Input functions that the runtime does not define, by their result.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i32 @__VERIFIER_nondet_int()
declare zeroext i1 @__VERIFIER_nondet_flag()
declare signext i8 @__VERIFIER_nondet_s8()
declare zeroext i8 @__VERIFIER_nondet_octet()
declare i16 @__VERIFIER_nondet_s16()
declare zeroext i16 @__VERIFIER_nondet_u16()
declare i32 @__VERIFIER_nondet_s32()
declare i64 @__VERIFIER_nondet_s64()
declare i128 @__VERIFIER_nondet_s128()
declare i24 @__VERIFIER_nondet_bits24()
declare float @__VERIFIER_nondet_float_t(...)
declare double @__VERIFIER_nondet_double_t()
declare x86_fp80 @__VERIFIER_nondet_longdouble()
declare half @__VERIFIER_nondet_half()
declare ptr @__VERIFIER_nondet_device()
declare void @__VERIFIER_nondet_nothing()
declare {i64, i64} @__VERIFIER_nondet_pair()
declare void @__VERIFIER_nondet_struct(ptr sret({i32, [9 x i8]}))

define i16 @__VERIFIER_nondet_own() {
  ret i16 1
}

define i32 @main() {
  ret i32 0
}
