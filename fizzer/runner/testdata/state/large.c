// mode: persistent
// Two megabytes of variables, of which a run writes some pages.
unsigned char __VERIFIER_nondet_uchar(void);
static char zeros[1 << 20];
static int values[1 << 18] = {1, 2, 3, [200000] = 4};
int main(void) {
  unsigned char choice = __VERIFIER_nondet_uchar();
  for (int i = 0; i < 1 << 18; i += 1000)
    if (values[i] != (i == 0 ? 1 : i == 200000 ? 4 : 0) || zeros[4 * i]) return 1;
  for (int i = choice; i < 1 << 18; i += 20000 + choice) values[i] = 9, zeros[4 * i] = 1;
  return 0;
}
