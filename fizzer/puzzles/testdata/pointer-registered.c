// Exercises: handlers registered in a field by an input, one of 24 of a type that other fields have, too, and called later.
// executions: 2700 (24 candidates, and an equality in each of them)
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

#define HANDLER(n) \
  static int handler_##n(int x) { return x == 777 * n - 5 ? n : 0; }
#define QUIRK(n) \
  static int quirk_##n(int x) { return x + n; }
#define EACH(f) f(1) f(2) f(3) f(4) f(5) f(6) f(7) f(8) f(9) f(10) f(11) f(12)
#define MORE(f) f(13) f(14) f(15) f(16) f(17) f(18) f(19) f(20) f(21) f(22) f(23) f(24)
EACH(HANDLER) MORE(HANDLER) EACH(QUIRK)

#define NAME_HANDLER(n) handler_##n,
#define NAME_QUIRK(n) {n, quirk_##n},
static int (*const handlers[])(int) = {EACH(NAME_HANDLER) MORE(NAME_HANDLER)};
static const struct quirk {
  int identifier;
  int (*apply)(int);
} quirks[] = {EACH(NAME_QUIRK)};

static struct timer {
  int armed;
  int (*expire)(int);
} timer;

static void arm(struct timer *t, int (*expire)(int)) {
  t->expire = expire;
  t->armed = 1;
}

int main(void) {
  unsigned char n = __VERIFIER_nondet_uchar();
  if (n < 24) {
    arm(&timer, handlers[n]);
  }
  int argument = __VERIFIER_nondet_int();
  if (timer.armed) {
    return timer.expire(argument);
  }
  for (int i = 0; i < 12; i++) {
    if (quirks[i].identifier == argument) {
      return quirks[i].apply(argument);
    }
  }
  return 0;
}
