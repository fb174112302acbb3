/*
 * tries: to make the compilers call themselves too deep
 * sees: limits, memory
 */
extern int __VERIFIER_nondet_int(void);
#define P0(x) ((((((((((x))))))))))
#define P1(x) P0(P0(P0(P0(P0(P0(P0(P0(P0(P0(x))))))))))
#define N0(x) !-~!-~!-~!-~!-~x
#define N1(x) N0(N0(N0(N0(N0(N0(N0(N0(N0(N0(x))))))))))
#define C0 {{{{{{{{{{
#define C1 C0 C0 C0 C0 C0 C0 C0 C0 C0 C0
#define C2 C1 C1 C1 C1 C1 C1 C1 C1 C1 C1
#define C3 C2 C2 C2 C2 C2 C2 C2 C2 C2 C2
#define C4 C3 C3 C3 C3 C3 C3 C3 C3 C3 C3

int main(void) {
  C4 C4
  return __VERIFIER_nondet_int();
}
