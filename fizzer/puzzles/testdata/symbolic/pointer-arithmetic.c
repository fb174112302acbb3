// Exercises: pointers into a table of structures, compared and taken apart.
// executions: 20000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern unsigned char __VERIFIER_nondet_uchar(void);

struct row {
  unsigned short key;
  unsigned char next;
  unsigned char weight;
};
static const struct row rows[32] = {
    {42531, 28, 60}, {37714, 30, 79}, {18210, 11, 33}, {2078, 26, 91},
    {3278, 17, 69}, {65140, 23, 28}, {55974, 1, 60}, {53884, 12, 90},
    {12155, 5, 82}, {29004, 19, 49}, {26580, 26, 48}, {59556, 27, 47},
    {51006, 6, 29}, {9020, 19, 67}, {15055, 28, 98}, {54214, 22, 74},
    {54801, 10, 31}, {55814, 21, 33}, {50530, 20, 64}, {58494, 2, 64},
    {27131, 3, 21}, {7380, 22, 39}, {10313, 13, 31}, {65322, 19, 57},
    {53652, 4, 6}, {8676, 11, 86}, {27148, 5, 49}, {20029, 19, 47},
    {8773, 9, 71}, {42559, 27, 29}, {16295, 2, 11}, {63844, 20, 5}};

int main(void) {
  unsigned char i = __VERIFIER_nondet_uchar();
  unsigned char j = __VERIFIER_nondet_uchar();
  unsigned char k = __VERIFIER_nondet_uchar();
  if (i >= 32 || j >= 32 || k >= 32) {
    return 0;
  }
  const struct row *a = rows + i;
  const struct row *b = rows + (j ^ a->next);
  const struct row *c = &rows[(k + b->next) & 31];
  if (b < rows + 32 && c - a == 5 && a->weight + b->weight == 2 * c->weight + 85 && (a->key ^ b->key) > c->key) {
    reach_error();
  }
  return 0;
}
