// Exercises: a product line: features chosen by inputs and checked against each other, then an elevator that runs with them.
// family: ProductLines
// expected: 31/33 goals
// reachable: 32/33 goals
// budget: 2000000 executions
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error(void) { __assert_fail("0", "productline-elevator.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int __SELECTED_FEATURE_base;
int __SELECTED_FEATURE_weight;
int __SELECTED_FEATURE_executivefloor;
int __SELECTED_FEATURE_twothirdsfull;

int floor_now = 0;
int load = 0;
int door_open = 0;
int executive_called = 0;

int select_one(void) {
  int choice = __VERIFIER_nondet_int();
  if (choice) {
    return 1;
  } else {
    return 0;
  }
}

int valid_product(void) {
  if (!__SELECTED_FEATURE_base)
    return 0;
  if (__SELECTED_FEATURE_twothirdsfull && !__SELECTED_FEATURE_weight)
    return 0;
  return 1;
}

void enter(int kilograms) {
  if (kilograms > 0 && kilograms <= 150) {
    load += kilograms;
  }
}

int blocked(void) {
  if (__SELECTED_FEATURE_weight && load > 400) {
    return 1;
  }
  return 0;
}

int skips(int call) {
  if (__SELECTED_FEATURE_executivefloor) {
    if (executive_called && call != 4)
      return 1;
  }
  if (__SELECTED_FEATURE_twothirdsfull) {
    if (load * 3 >= 800)
      return 1;
  }
  return 0;
}

void run(void) {
  for (int turn = 0; turn < 4; turn++) {
    int event = __VERIFIER_nondet_int();
    if (event == 10) {
      enter(__VERIFIER_nondet_int());
      door_open = 1;
    } else if (event >= 0 && event <= 4) {
      if (event == 4) {
        executive_called = 1;
      }
      if (!blocked() && !skips(event)) {
        door_open = 0;
        floor_now = event;
      }
    }
    if (floor_now > 0 && door_open && load > 400) {
      reach_error();
    }
    /* there are floors 0 to 4 only */
    if (floor_now > 4) {
      abort();
    }
  }
}

int main(void) {
  __SELECTED_FEATURE_base = select_one();
  __SELECTED_FEATURE_weight = select_one();
  __SELECTED_FEATURE_executivefloor = select_one();
  __SELECTED_FEATURE_twothirdsfull = select_one();
  if (valid_product()) {
    run();
  }
  return 0;
}
