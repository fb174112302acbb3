; Calls and other instructions that return a Boolean.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

declare i1 @external(i32)
declare zeroext i1 @__VERIFIER_nondet_bool()
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i1 @llvm.expect.i1(i1, i1)
declare {i32, i1} @llvm.sadd.with.overflow.i32(i32, i32)

define i1 @own() {
  ret i1 true
}

define i32 @main() {
  ret i32 0
}

define i1 @calls(double %d, ptr %p) {
  %1 = call i1 @external(i32 1)
  %2 = call zeroext i1 @__VERIFIER_nondet_bool()
  %3 = call i1 @llvm.is.fpclass.f64(double %d, i32 3)
  %4 = call i1 @llvm.expect.i1(i1 %3, i1 false)
  %5 = call i1 @own()
  %6 = call i1 %p()
  ret i1 %4
}

define i1 @tail(i32 %x) {
  %1 = musttail call i1 @external(i32 %x)
  ret i1 %1
}

define i1 @pairs(i32 %a, ptr %p) {
  %1 = call {i32, i1} @llvm.sadd.with.overflow.i32(i32 %a, i32 9)
  %2 = extractvalue {i32, i1} %1, 0
  %3 = extractvalue {i32, i1} %1, 1
  %4 = cmpxchg ptr %p, i32 %a, i32 7 seq_cst seq_cst
  %5 = extractvalue {i32, i1} %4, 1
  ret i1 %5
}
