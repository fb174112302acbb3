/*
 * tries: to make the compilers work without end: 30000 branches
 * sees: limits, memory
 */
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}

#define B(n) else if (x == n) { y += n; }
#define B1(n) B(n##0) B(n##1) B(n##2) B(n##3) B(n##4) B(n##5) B(n##6) B(n##7) B(n##8) B(n##9)
#define B2(n) B1(n##0) B1(n##1) B1(n##2) B1(n##3) B1(n##4) B1(n##5) B1(n##6) B1(n##7) B1(n##8) B1(n##9)
#define B3(n) B2(n##0) B2(n##1) B2(n##2) B2(n##3) B2(n##4) B2(n##5) B2(n##6) B2(n##7) B2(n##8) B2(n##9)
#define B4(n) B3(n##0) B3(n##1) B3(n##2) B3(n##3) B3(n##4) B3(n##5) B3(n##6) B3(n##7) B3(n##8) B3(n##9)

int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x == 5) {
    y = 1;
  }
  B4(1) B4(2) B4(3)
  return y;
}
