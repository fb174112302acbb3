/*
 * tries: to make the compilers work without end: a condition of 50000 terms
 * sees: limits, memory
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#define T(n) && x != n
#define T1(n) T(n##0) T(n##1) T(n##2) T(n##3) T(n##4) T(n##5) T(n##6) T(n##7) T(n##8) T(n##9)
#define T2(n) T1(n##0) T1(n##1) T1(n##2) T1(n##3) T1(n##4) T1(n##5) T1(n##6) T1(n##7) T1(n##8) T1(n##9)
#define T3(n) T2(n##0) T2(n##1) T2(n##2) T2(n##3) T2(n##4) T2(n##5) T2(n##6) T2(n##7) T2(n##8) T2(n##9)
#define T4(n) T3(n##0) T3(n##1) T3(n##2) T3(n##3) T3(n##4) T3(n##5) T3(n##6) T3(n##7) T3(n##8) T3(n##9)

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0 T4(1) T4(2) T4(3) T4(4) T4(5)) {
    return 1;
  }
  return 0;
}
