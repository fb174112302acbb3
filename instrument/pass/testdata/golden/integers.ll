; All predicates, widths beyond 64 bits, truncation, results that nobody uses, what is not monitored.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  %1 = icmp eq i32 3, 4
  ret i32 0
}

define void @predicates(i8 %a, i16 %b, i32 %c, i64 %d) {
  %1 = icmp eq i8 %a, 1
  %2 = icmp ne i16 %b, 2
  %3 = icmp ugt i32 %c, 3
  %4 = icmp uge i64 %d, 4
  %5 = icmp ult i32 %c, 5
  %6 = icmp ule i32 %c, 6
  %7 = icmp sgt i32 7, %c
  %8 = icmp sge i32 %c, 8
  %9 = icmp slt i32 %c, %c
  %10 = icmp sle i8 %a, -1
  %11 = select i1 %1, i1 %2, i1 %3
  %12 = and i1 %11, %4
  ret void
}

define void @wide(i65 %a, i128 %b, i256 %c, i33 %d) {
  %1 = icmp eq i65 %a, -1
  %2 = icmp slt i128 %b, 36893488147419103232
  %3 = icmp ugt i256 %c, 1
  %4 = trunc i128 %b to i1
  %5 = icmp ne i33 %d, 0
  ret void
}

define i1 @truncation(i8 %a, i32 %b) {
  %1 = trunc i8 %a to i1
  %2 = trunc i32 %b to i8
  %3 = trunc i32 %b to i1
  ret i1 %3
}

define void @vectors(<4 x i32> %a, <2 x i8> %b) {
  %1 = icmp eq <4 x i32> %a, zeroinitializer
  %2 = trunc <2 x i8> %b to <2 x i1>
  ret void
}

define void @exclusive_or(i32 %a, i1 %b) {
  %1 = xor i1 %b, true
  %2 = xor i32 %a, -1
  %3 = icmp eq i32 %2, 0
  %4 = xor i32 %a, 5
  %5 = icmp eq i32 %4, 0
  br label %next
next:
  %6 = icmp eq i32 %a, 0
  ret void
}
