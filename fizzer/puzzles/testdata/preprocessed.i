// Exercises: a preprocessed file with the 32-bit types of a system, used in both data models.
// executions: 300 (two linear conditions: 35 and 69 runs of sensitivity, a descent of 9 each)
# 1 "preprocessed.c"
# 1 "/usr/include/i386-linux-gnu/bits/types.h" 1 3 4
typedef unsigned int size_t;
typedef unsigned long int __u_long;
__extension__ typedef long long int __quad_t;
typedef struct { int __val[2]; } __fsid_t;
extern void *malloc (size_t __size) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__malloc__)) ;
extern int printf (const char *__restrict __format, ...);
extern void abort (void) __attribute__ ((__nothrow__ , __leaf__)) __attribute__ ((__noreturn__));
# 3 "preprocessed.i" 2
extern int __VERIFIER_nondet_int(void);
void __VERIFIER_assert(int cond) { if (!(cond)) { ERROR: {abort();} } return; }
int main() {
  int *p = malloc(sizeof(int));
  *p = __VERIFIER_nondet_int();
  __quad_t q = (__quad_t)*p * 1000;
  if (q == 77000) return printf("found\n");
  __VERIFIER_assert(__VERIFIER_nondet_int() != 66);
  return 0;
}
