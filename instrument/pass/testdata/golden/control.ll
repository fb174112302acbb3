; Switches, loops (nested, of one block, irreducible), computed goto.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  ret i32 0
}

define i32 @cases(i32 %x, i64 %y) {
  switch i32 %x, label %other [ i32 1, label %one
                                i32 4, label %range
                                i32 5, label %range
                                i32 6, label %range ]
one:
  switch i64 %y, label %other [ i64 -3, label %range ]
range:
  ret i32 2
other:
  %1 = icmp eq i32 %x, 9
  ret i32 3
}

define void @nested(i1 %a, i1 %b) {
  br label %outer
outer:
  br label %inner
inner:
  br i1 %a, label %inner, label %after
after:
  br i1 %b, label %outer, label %end
end:
  ret void
}

define void @forever() {
  br label %1
1:
  br label %1
}

define void @irreducible(i1 %a, i1 %b) {
  br i1 %a, label %left, label %right
left:
  br i1 %b, label %right, label %end
right:
  br label %left
end:
  ret void
}

define void @computed(ptr %target) {
  br label %jump
jump:
  indirectbr ptr %target, [label %jump, label %end]
end:
  ret void
}
