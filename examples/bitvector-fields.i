// Exercises: bit vectors: population count, rotation, bit fields and overflow of unsigned arithmetic.
// family: BitVectors
// expected: 11/11 goals
// budget: 200000 executions
extern unsigned int __VERIFIER_nondet_uint(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
struct fields {
  unsigned int mode : 3;
  unsigned int level : 5;
  int signed_part : 4;
};
static unsigned int population(unsigned int word) {
  unsigned int count = 0;
  while (word) {
    word &= word - 1;
    count++;
  }
  return count;
}
int main(void) {
  unsigned int word = __VERIFIER_nondet_uint();
  unsigned int rotated = (word << 7) | (word >> 25);
  if ((rotated & 0xff) == 0xa5) {
    if (population(word) == 4) {
      return 1;
    }
  }
  unsigned short raw = __VERIFIER_nondet_ushort();
  struct fields fields;
  fields.mode = raw;
  fields.level = raw >> 3;
  fields.signed_part = raw >> 8;
  if (fields.mode == 5 && fields.level == 19 && fields.signed_part == -3) {
    return 2;
  }
  unsigned int sum = word + 0x80000000u;
  if (sum < word && (sum & 0xfff) == 0x123) {
    return 3;
  }
  /* three bits hold no 8 */
  if (fields.mode > 7) {
    return 4;
  }
  return 0;
}
