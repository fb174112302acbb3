; Comparisons of pointers on 32 bit.
target datalayout = "e-m:e-p:32:32-p270:32:32-p271:32:32-p272:64:64-i128:128-f64:32:64-f80:32-n8:16:32-S128"
target triple = "i386-pc-linux-gnu"

@variable = global i32 0

define i32 @main(i32 %argc, ptr %argv) {
  %1 = icmp eq ptr %argv, null
  %2 = icmp ult ptr %argv, @variable
  %3 = icmp slt i64 7, 8
  ret i32 0
}
