// Exercises: features chosen by inputs; encryption and forwarding interact.
// family: ProductLines
// data model: ILP32
// executions: 100000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "productline-mailbox.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);

static int feature_encrypt, feature_forward, feature_sign;
static int encrypted, forwarded, has_key = 1;

static int select_one(void) { return __VERIFIER_nondet_int() ? 1 : 0; }

static void mail(void) {
  if (feature_encrypt && has_key) {
    encrypted = 1;
  }
}

static void forward(void) {
  if (feature_forward) {
    if (encrypted && !has_key && !feature_sign) {
      forwarded = 1;
    }
  }
}

int main(void) {
  feature_encrypt = select_one();
  feature_forward = select_one();
  feature_sign = select_one();
  int round = 0;
  while (round < 4) {
    switch (__VERIFIER_nondet_int()) {
    case 0: mail(); break;
    case 1: has_key = 0; break;
    case 2: has_key = 1; encrypted = 0; break;
    case 3: forward(); break;
    default: return 0;
    }
    __VERIFIER_assert(!forwarded);
    round++;
  }
  return 0;
}
