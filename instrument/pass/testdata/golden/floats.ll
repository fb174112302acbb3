; Formats and predicates of floating-point comparisons.
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

define i32 @main() {
  ret i32 0
}

define void @formats(half %a, bfloat %b, float %c, double %d, x86_fp80 %e, fp128 %f) {
  %1 = fcmp oeq half %a, 0xH3C00
  %2 = fcmp ogt bfloat %b, 0xR3F80
  %3 = fcmp oge float %c, 1.5
  %4 = fcmp olt double %d, 2.5
  %5 = fcmp ole x86_fp80 %e, 0xK3FFF8000000000000000
  %6 = fcmp one fp128 %f, %f
  ret void
}

define void @predicates(double %a, double %b, <2 x double> %c) {
  %1 = fcmp ord double %a, %b
  %2 = fcmp uno double %a, %b
  %3 = fcmp ueq double %a, %b
  %4 = fcmp ugt double %a, %b
  %5 = fcmp uge double %a, %b
  %6 = fcmp ult double %a, %b
  %7 = fcmp ule double %a, %b
  %8 = fcmp une double %a, %b
  %9 = fcmp nnan true double %a, %b
  %10 = fcmp false double %a, %b
  %11 = fcmp olt <2 x double> %c, zeroinitializer
  ret void
}
