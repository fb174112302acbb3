; Which calls are surrounded, which are announced, which are left alone.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl somewhere"

@resolved = ifunc void (), ptr @resolver
@second_name = alias i32 (i32), ptr @own

declare void @abort()
declare void @stop() noreturn
declare i32 @library(...)
declare i32 @__VERIFIER_nondet_int()
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

define ptr @resolver() {
  ret ptr null
}

define internal i32 @own(i32 %x) {
  ret i32 %x
}

define void @reach_error() {
  %1 = alloca i32
  call void @abort()
  unreachable
}

define void @ends() noreturn {
  call void @stop()
  unreachable
}

define i32 @main() {
  %1 = call i32 @own(i32 1)
  %2 = call i32 @second_name(i32 2)
  call void @resolved()
  %3 = call i32 (...) @library(ptr @own)
  %4 = call i32 @__VERIFIER_nondet_int()
  call void asm sideeffect "nop", ""()
  %5 = alloca i32
  call void @llvm.memset.p0.i64(ptr %5, i8 0, i64 4, i1 false)
  call void @reach_error()
  call void @ends()
  unreachable
}

define i32 @tail(i32 %x) {
  %1 = musttail call i32 @own(i32 %x)
  ret i32 %1
}

define void @pointer(ptr %f) {
  call void %f()
  call void %f()
  unreachable
}
