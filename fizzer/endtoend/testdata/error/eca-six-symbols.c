// Exercises: an event-condition-action system of 12 states; the error is behind six right symbols and a counter.
// family: ECA
// data model: ILP32
// executions: 100000
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "eca-six-symbols.c", 7, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int state = 0, counter = 7;

int calculate_output(int input) {
  if (state == 11 && input == 5) {
    reach_error();
  }
  if (state == 0 && input == 1) {
    state = 7;
    counter += 2;
    return 21;
  }
  if (state == 0 && input == 2) {
    state = 5;
    counter += 4;
    return 22;
  }
  if (state == 0 && input == 3) {
    state = 9;
    counter += 4;
    return 23;
  }
  if (state == 0 && input == 4) {
    state = 1;
    counter += 5;
    return 24;
  }
  if (state == 0 && input == 5) {
    state = 9;
    counter += 1;
    return 25;
  }
  if (state == 0 && input == 6) {
    state = 0;
    counter += 2;
    return 26;
  }
  if (state == 1 && input == 1) {
    state = 7;
    counter += 3;
    return 28;
  }
  if (state == 1 && input == 2) {
    state = 4;
    counter += 4;
    return 20;
  }
  if (state == 1 && input == 3) {
    state = 8;
    counter += 5;
    return 21;
  }
  if (state == 1 && input == 4) {
    state = 3;
    counter += 1;
    return 22;
  }
  if (state == 1 && input == 5) {
    state = 3;
    counter += 2;
    return 23;
  }
  if (state == 1 && input == 6) {
    state = 7;
    counter += 3;
    return 24;
  }
  if (state == 2 && input == 1) {
    state = 8;
    counter += 4;
    return 26;
  }
  if (state == 2 && input == 2) {
    state = 8;
    counter += 5;
    return 27;
  }
  if (state == 2 && input == 3) {
    state = 7;
    counter += 1;
    return 28;
  }
  if (state == 2 && input == 4) {
    state = 6;
    counter += 2;
    return 20;
  }
  if (state == 2 && input == 5 && counter % 3 == 0) {
    state = 9;
    counter += 4;
    return 21;
  }
  if (state == 2 && input == 6) {
    state = 2;
    counter += 4;
    return 22;
  }
  if (state == 3 && input == 1) {
    state = 3;
    counter += 5;
    return 24;
  }
  if (state == 3 && input == 2) {
    state = 10;
    counter += 1;
    return 25;
  }
  if (state == 3 && input == 3) {
    state = 2;
    counter += 2;
    return 26;
  }
  if (state == 3 && input == 4) {
    state = 8;
    counter += 3;
    return 27;
  }
  if (state == 3 && input == 5) {
    state = 6;
    counter += 4;
    return 28;
  }
  if (state == 3 && input == 6) {
    state = 0;
    counter += 5;
    return 20;
  }
  if (state == 4 && input == 1) {
    state = 10;
    counter += 1;
    return 22;
  }
  if (state == 4 && input == 2) {
    state = 1;
    counter += 2;
    return 23;
  }
  if (state == 4 && input == 3) {
    state = 2;
    counter += 3;
    return 24;
  }
  if (state == 4 && input == 4) {
    state = 9;
    counter += 4;
    return 25;
  }
  if (state == 4 && input == 5) {
    state = 0;
    counter += 5;
    return 26;
  }
  if (state == 4 && input == 6) {
    state = 4;
    counter += 1;
    return 27;
  }
  if (state == 5 && input == 1) {
    state = 0;
    counter += 2;
    return 20;
  }
  if (state == 5 && input == 2) {
    state = 4;
    counter += 3;
    return 21;
  }
  if (state == 5 && input == 3) {
    state = 7;
    counter += 4;
    return 22;
  }
  if (state == 5 && input == 4) {
    state = 9;
    counter += 5;
    return 23;
  }
  if (state == 5 && input == 5 && counter % 3 == 2) {
    state = 2;
    counter += 4;
    return 24;
  }
  if (state == 5 && input == 6) {
    state = 6;
    counter += 2;
    return 25;
  }
  if (state == 6 && input == 1) {
    state = 6;
    counter += 3;
    return 27;
  }
  if (state == 6 && input == 2) {
    state = 9;
    counter += 4;
    return 28;
  }
  if (state == 6 && input == 3) {
    state = 7;
    counter += 5;
    return 20;
  }
  if (state == 6 && input == 4) {
    state = 2;
    counter += 1;
    return 21;
  }
  if (state == 6 && input == 5) {
    state = 5;
    counter += 2;
    return 22;
  }
  if (state == 6 && input == 6) {
    state = 1;
    counter += 3;
    return 23;
  }
  if (state == 7 && input == 1) {
    state = 0;
    counter += 4;
    return 25;
  }
  if (state == 7 && input == 2) {
    state = 2;
    counter += 5;
    return 26;
  }
  if (state == 7 && input == 3 && counter % 3 == 2) {
    state = 11;
    counter += 4;
    return 27;
  }
  if (state == 7 && input == 4) {
    state = 3;
    counter += 2;
    return 28;
  }
  if (state == 7 && input == 5) {
    state = 4;
    counter += 3;
    return 20;
  }
  if (state == 7 && input == 6) {
    state = 10;
    counter += 4;
    return 21;
  }
  if (state == 8 && input == 1) {
    state = 6;
    counter += 5;
    return 23;
  }
  if (state == 8 && input == 2) {
    state = 10;
    counter += 1;
    return 24;
  }
  if (state == 8 && input == 3) {
    state = 4;
    counter += 2;
    return 25;
  }
  if (state == 8 && input == 4) {
    state = 6;
    counter += 3;
    return 26;
  }
  if (state == 8 && input == 5) {
    state = 8;
    counter += 4;
    return 27;
  }
  if (state == 8 && input == 6) {
    state = 6;
    counter += 5;
    return 28;
  }
  if (state == 9 && input == 1) {
    state = 9;
    counter += 1;
    return 21;
  }
  if (state == 9 && input == 2 && counter % 3 == 1) {
    state = 7;
    counter += 4;
    return 22;
  }
  if (state == 9 && input == 3) {
    state = 8;
    counter += 3;
    return 23;
  }
  if (state == 9 && input == 4) {
    state = 9;
    counter += 4;
    return 24;
  }
  if (state == 9 && input == 5) {
    state = 6;
    counter += 5;
    return 25;
  }
  if (state == 9 && input == 6) {
    state = 9;
    counter += 1;
    return 26;
  }
  if (state == 10 && input == 1) {
    state = 3;
    counter += 2;
    return 28;
  }
  if (state == 10 && input == 2) {
    state = 5;
    counter += 3;
    return 20;
  }
  if (state == 10 && input == 3) {
    state = 10;
    counter += 4;
    return 21;
  }
  if (state == 10 && input == 4) {
    state = 0;
    counter += 5;
    return 22;
  }
  if (state == 10 && input == 5) {
    state = 4;
    counter += 1;
    return 23;
  }
  if (state == 10 && input == 6) {
    state = 9;
    counter += 2;
    return 24;
  }
  if (state == 11 && input == 1) {
    state = 10;
    counter += 3;
    return 26;
  }
  if (state == 11 && input == 2) {
    state = 2;
    counter += 4;
    return 27;
  }
  if (state == 11 && input == 3) {
    state = 5;
    counter += 5;
    return 28;
  }
  if (state == 11 && input == 4) {
    state = 8;
    counter += 1;
    return 20;
  }
  if (state == 11 && input == 5) {
    state = 9;
    counter += 2;
    return 21;
  }
  if (state == 11 && input == 6) {
    state = 9;
    counter += 3;
    return 22;
  }
  return -2;
}

int main(void) {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input < 1 || input > 6) {
      return -2;
    }
    calculate_output(input);
  }
}
