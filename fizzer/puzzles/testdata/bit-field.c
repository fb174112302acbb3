// Exercises: bit fields of a struct, signed and unsigned.
// executions: 400 (three conditions over the bits of one value: 3 times 35 for sensitivity, 8 to 30 for the descent)
extern unsigned int __VERIFIER_nondet_uint(void);

struct fields {
  unsigned int kind : 3;
  signed int offset : 9;
  unsigned int length : 12;
};

int main(void) {
  struct fields f;
  f.kind = __VERIFIER_nondet_uint();
  f.offset = (int)__VERIFIER_nondet_uint();
  f.length = __VERIFIER_nondet_uint();
  if (f.kind == 5) {
    if (f.offset == -200) {
      if (f.length == 3000) {
        return 1;
      }
    }
  }
  return 0;
}
