/* A test double of the rest of the runtime: it prints what is recorded, and its inputs are the numbers 1, 2, 3... */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int __fizzer_program_main(int argc, char **argv);

void double_condition(uint32_t location, bool outcome, uint64_t left, uint64_t right) {
  printf("condition %u %d %llx %llx\n", (unsigned)location, outcome, (unsigned long long)left, (unsigned long long)right);
}
void double_wide(uint64_t left_high, uint64_t right_high) {
  printf("wide %llx %llx\n", (unsigned long long)left_high, (unsigned long long)right_high);
}
void double_event(const char *name, uint32_t number) { printf("%s %u\n", name, (unsigned)number); }

void show(const char *what, long long value) { printf("%s: %lld\n", what, value); }

static int next;
static int input(const char *type) {
  printf("input %s\n", type);
  return ++next;
}

int __VERIFIER_nondet_int(void) { return input("int"); }
double __VERIFIER_nondet_double(void) { return input("double"); }
unsigned char __fizzer_input_u8(void) { return (unsigned char)input("u8"); }
bool external_bool(int x) { return x > 1; }
void __fizzer_divide_by_zero(void) {
  puts("division");
  exit(5);
}
void __fizzer_reach_error(void) { puts("error"); }
void __fizzer_replace_abort(void) {
  puts("abort");
  exit(3);
}

int main(int argc, char **argv) {
  printf("exit %d\n", __fizzer_program_main(argc, argv));
  return 0;
}
