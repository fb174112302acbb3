/* Numbers in code, arrays, structures and floating-point ones. */
static const unsigned keys[3] = {0xcafe4242u, 7, 70000};
static const struct {
  short kind;
  unsigned long long key;
} known[2] = {{3, 0x1122334455667788ULL}, {4660, 9}};

/* Words: literals, fields, a table, and characters without an end; not a single one, nor a long text. */
static const char *const names[] = {"north", "south", "north"};
static const struct {
  char name[8];
  int value;
} fields[] = {{"west", 1}, {"e", 2}};
static const char magic[4] = {'P', 'K', 3, 4};
static const char message[] = "This text is longer than any word that somebody would compare with an input.";

int __VERIFIER_nondet_int(void);
char *__VERIFIER_nondet_string(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  double d = x * 2.5;
  if (x == 65000 || x == 65000 + 1 - 1 || x == -3 || d > -1e300) {
    return (int)keys[x & 1] + known[x & 1].kind + names[x & 1][0] + fields[x & 1].name[0] + magic[x & 3] + message[x & 7];
  }
  if (__VERIFIER_nondet_string()[0] == "upwards"[x & 1]) {
    return 3;
  }
  switch (x) {
  case 1000: return 1;
  case 12: return 2;
  default: return 0;
  }
}
