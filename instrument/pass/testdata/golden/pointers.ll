; A call through a pointer: it is compared with the functions of its type whose address is taken, and with no others.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@table = internal constant [2 x ptr] [ptr @first, ptr @second]

define internal i32 @first(i32 %x) {
  ret i32 %x
}

define internal i32 @second(i32 %x) {
  ret i32 0
}

define internal i32 @called_only(i32 %x) {
  ret i32 1
}

define internal void @other_type(ptr %p) {
  call void %p(ptr @other_type)
  ret void
}

define i32 @main(i32 %n) {
  %entry = getelementptr [2 x ptr], ptr @table, i32 0, i32 %n
  %pointer = load ptr, ptr %entry
  %a = call i32 %pointer(i32 %n)
  %b = call i32 @called_only(i32 %a)
  ret i32 %b
}
