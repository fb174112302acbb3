; What is renamed and what keeps its name; constructors and destructors; shifts; flags and attributes that go.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@stdin = external global ptr
@environ = common global ptr null
@local = internal global i32 0
@weak = weak global i32 1
@.str = private constant [2 x i8] c"a\00"
@"\01labelled" = global i32 0
@llvm.used = appending global [1 x ptr] [ptr @local], section "llvm.metadata"
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }, { i32, ptr, ptr } { i32 101, ptr @early, ptr null }]
@llvm.global_dtors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @late, ptr null }]

@other_main = alias i32 (), ptr @main

declare extern_weak void @maybe()
declare void @exit(i32)
declare ptr @secure_getenv(i64) willreturn
declare void @qsort(ptr)

define i32 @__fizzer_step(i32 %x) {
  ret i32 %x
}

define void @early() {
  ret void
}

define internal void @late() {
  ret void
}

define weak void @sort_all() {
  call void @qsort(ptr null)
  ret void
}

define i32 @main() mustprogress willreturn {
  %1 = load i32, ptr @local, !range !0
  %2 = add nsw i32 %1, 1
  %3 = shl i32 %2, %1
  %4 = lshr i32 %3, 31
  %5 = ashr i32 %4, 32
  br label %loop
loop:
  br i1 false, label %loop, label %end, !llvm.loop !1
end:
  %6 = call noalias nonnull ptr @secure_getenv(i64 noundef 3)
  call void @maybe()
  unreachable
}

!0 = !{i32 0, i32 2}
!1 = distinct !{!1, !2}
!2 = !{!"llvm.loop.mustprogress"}
