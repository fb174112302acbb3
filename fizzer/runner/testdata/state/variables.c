// mode: persistent
// Variables of every kind, in every section.
unsigned char __VERIFIER_nondet_uchar(void);
struct node {
  struct node *next;
  int value;
};
static struct node nodes[3] = {{&nodes[1], 1}, {&nodes[2], 2}, {0, 3}};
int common;
__attribute__((section("own_section"))) int placed = 4;
__attribute__((aligned(4096))) static char page[4096] = {7};
union {
  int number;
  char bytes[4];
} both = {5};
struct {
  unsigned low : 3, high : 5;
} bits = {1, 2};
static char text[] = "text";
static const char *words[] = {"a", "b"};
static int (*function)(int);
static int same(int value) { return value; }
int main(void) {
  static int calls;
  unsigned char choice = __VERIFIER_nondet_uchar();
  if (calls++ != 0) return 1;
  if (common != 0 || placed != 4 || page[0] != 7 || page[4095] != 0) return 2;
  if (both.number != 5 || bits.low != 1 || bits.high != 2) return 3;
  if (text[0] != 't' || words[0][0] != 'a' || function != 0) return 4;
  int sum = 0;
  for (struct node *n = nodes; n; n = n->next) sum += n->value;
  if (sum != 6) return 5;
  if (choice & 1) nodes[0].next = &nodes[2], common = 1, placed = 2, page[4095] = 1;
  if (choice & 2) both.number = 9, bits.low = 7, bits.high = 9, text[0] = 'x', words[0] = words[1], function = same;
  if (choice & 4) nodes[2].next = nodes; // a circle
  return function ? function(choice) : 0;
}
