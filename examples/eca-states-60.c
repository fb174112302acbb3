// Exercises: a state machine with 60 states in a chain of if statements, as in event-condition-action programs.
// family: ECA
// expected: 314/315 goals
// reachable: 314/315 goals
// budget: 200000 executions
// Written by examples/generate.
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__nothrow__, __noreturn__));
void reach_error() { __assert_fail("0", "eca-states-60.c", 3, "reach_error"); }
extern int __VERIFIER_nondet_int(void);

int a = 0;
int b = 0;
int c = 0;
unsigned int mixed = 1;

int calculate_output_0(int input) {
  if (a == 0 && (b == 0 && (c == 0 && input == 1))) {
    a = 1;
    b = 0;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 0 && (c == 0 && input == 3))) {
    a = 2;
    b = 0;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 0 && (c == 0 && input == 5))) {
    a = 3;
    b = 0;
    c = 0;
    return 23;
  }
  if (a == 1 && (b == 0 && (c == 0 && input == 2))) {
    a = 4;
    b = 0;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 0 && (c == 0 && input == 4))) {
    a = 0;
    b = 1;
    c = 0;
    return 25;
  }
  if (a == 1 && (b == 0 && (c == 0 && input == 6))) {
    a = 1;
    b = 1;
    c = 0;
    return 26;
  }
  if (a == 2 && (b == 0 && (c == 0 && input == 3))) {
    a = 2;
    b = 1;
    c = 0;
    return 20;
  }
  if (a == 2 && (b == 0 && (c == 0 && input == 5))) {
    a = 3;
    b = 1;
    c = 0;
    return 21;
  }
  if (a == 2 && (b == 0 && (c == 0 && input == 1))) {
    a = 4;
    b = 1;
    c = 0;
    return 22;
  }
  if (a == 3 && (b == 0 && (c == 0 && input == 4))) {
    a = 0;
    b = 2;
    c = 0;
    return 23;
  }
  if (a == 3 && (b == 0 && (c == 0 && input == 6))) {
    a = 1;
    b = 2;
    c = 0;
    return 24;
  }
  if (a == 3 && (b == 0 && (c == 0 && input == 2))) {
    a = 2;
    b = 2;
    c = 0;
    return 25;
  }
  if (a == 4 && (b == 0 && (c == 0 && input == 5))) {
    a = 3;
    b = 2;
    c = 0;
    return 26;
  }
  if (a == 4 && (b == 0 && (c == 0 && input == 1))) {
    a = 4;
    b = 2;
    c = 0;
    return 20;
  }
  if (a == 4 && (b == 0 && (c == 0 && input == 3))) {
    a = 0;
    b = 3;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 1 && (c == 0 && input == 6))) {
    a = 1;
    b = 3;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 1 && (c == 0 && input == 2))) {
    a = 2;
    b = 3;
    c = 0;
    return 23;
  }
  if (a == 0 && (b == 1 && (c == 0 && input == 4))) {
    a = 3;
    b = 3;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 1 && (c == 0 && input == 1))) {
    a = 4;
    b = 3;
    c = 0;
    return 25;
  }
  if (a == 1 && (b == 1 && (c == 0 && input == 3))) {
    a = 0;
    b = 0;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 1 && (c == 0 && input == 5))) {
    a = 1;
    b = 0;
    c = 1;
    return 20;
  }
  if (a == 2 && (b == 1 && (c == 0 && input == 2))) {
    a = 2;
    b = 0;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 1 && (c == 0 && input == 4))) {
    a = 3;
    b = 0;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 1 && (c == 0 && input == 6))) {
    a = 4;
    b = 0;
    c = 1;
    return 23;
  }
  if (a == 3 && (b == 1 && (c == 0 && input == 3))) {
    a = 0;
    b = 1;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 1 && (c == 0 && input == 5))) {
    a = 1;
    b = 1;
    c = 1;
    return 25;
  }
  if (a == 3 && (b == 1 && (c == 0 && input == 1))) {
    a = 2;
    b = 1;
    c = 1;
    return 26;
  }
  if (a == 4 && (b == 1 && (c == 0 && input == 4))) {
    a = 3;
    b = 1;
    c = 1;
    return 20;
  }
  if (a == 4 && (b == 1 && (c == 0 && input == 6))) {
    a = 4;
    b = 1;
    c = 1;
    return 21;
  }
  if (a == 4 && (b == 1 && (c == 0 && input == 2))) {
    a = 0;
    b = 2;
    c = 1;
    return 22;
  }
  if (a == 0 && (b == 2 && (c == 0 && input == 5))) {
    a = 1;
    b = 2;
    c = 1;
    return 23;
  }
  if (a == 0 && (b == 2 && (c == 0 && input == 1))) {
    a = 2;
    b = 2;
    c = 1;
    return 24;
  }
  if (a == 0 && (b == 2 && (c == 0 && input == 3))) {
    a = 3;
    b = 2;
    c = 1;
    return 25;
  }
  if (a == 1 && (b == 2 && (c == 0 && input == 6))) {
    a = 4;
    b = 2;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 2 && (c == 0 && input == 2))) {
    a = 0;
    b = 3;
    c = 1;
    return 20;
  }
  if (a == 1 && (b == 2 && (c == 0 && input == 4))) {
    a = 1;
    b = 3;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 2 && (c == 0 && input == 1))) {
    a = 2;
    b = 3;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 2 && (c == 0 && input == 3))) {
    a = 3;
    b = 3;
    c = 1;
    return 23;
  }
  if (a == 2 && (b == 2 && (c == 0 && input == 5))) {
    a = 4;
    b = 3;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 2 && (c == 0 && input == 2))) {
    a = 0;
    b = 0;
    c = 2;
    return 25;
  }
  if (a == 3 && (b == 2 && (c == 0 && input == 4))) {
    a = 1;
    b = 0;
    c = 2;
    return 26;
  }
  if (a == 3 && (b == 2 && (c == 0 && input == 6))) {
    a = 2;
    b = 0;
    c = 2;
    return 20;
  }
  if (a == 4 && (b == 2 && (c == 0 && input == 3))) {
    a = 3;
    b = 0;
    c = 2;
    return 21;
  }
  if (a == 4 && (b == 2 && (c == 0 && input == 5))) {
    a = 4;
    b = 0;
    c = 2;
    return 22;
  }
  if (a == 4 && (b == 2 && (c == 0 && input == 1))) {
    a = 0;
    b = 0;
    c = 0;
    return 20;
  }
  if (a == 0 && (b == 3 && (c == 0 && input == 4))) {
    a = 1;
    b = 0;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 3 && (c == 0 && input == 6))) {
    a = 2;
    b = 0;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 3 && (c == 0 && input == 2))) {
    a = 3;
    b = 0;
    c = 0;
    return 23;
  }
  if (a == 1 && (b == 3 && (c == 0 && input == 5))) {
    a = 4;
    b = 0;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 3 && (c == 0 && input == 1))) {
    a = 0;
    b = 1;
    c = 0;
    return 25;
  }
  return -2;
}

int calculate_output_1(int input) {
  if (a == 1 && (b == 3 && (c == 0 && input == 3))) {
    a = 1;
    b = 1;
    c = 0;
    return 26;
  }
  if (a == 2 && (b == 3 && (c == 0 && input == 6))) {
    a = 2;
    b = 1;
    c = 0;
    return 20;
  }
  if (a == 2 && (b == 3 && (c == 0 && input == 2))) {
    a = 3;
    b = 1;
    c = 0;
    return 21;
  }
  if (a == 2 && (b == 3 && (c == 0 && input == 4))) {
    a = 4;
    b = 1;
    c = 0;
    return 22;
  }
  if (a == 3 && (b == 3 && (c == 0 && input == 1))) {
    a = 0;
    b = 2;
    c = 0;
    return 23;
  }
  if (a == 3 && (b == 3 && (c == 0 && input == 3))) {
    a = 1;
    b = 2;
    c = 0;
    return 24;
  }
  if (a == 3 && (b == 3 && (c == 0 && input == 5))) {
    a = 2;
    b = 2;
    c = 0;
    return 25;
  }
  if (a == 4 && (b == 3 && (c == 0 && input == 2))) {
    a = 3;
    b = 2;
    c = 0;
    return 26;
  }
  if (a == 4 && (b == 3 && (c == 0 && input == 4))) {
    a = 4;
    b = 2;
    c = 0;
    return 20;
  }
  if (a == 4 && (b == 3 && (c == 0 && input == 6))) {
    a = 0;
    b = 3;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 0 && (c == 1 && input == 3))) {
    a = 1;
    b = 3;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 0 && (c == 1 && input == 5))) {
    a = 2;
    b = 3;
    c = 0;
    return 23;
  }
  if (a == 0 && (b == 0 && (c == 1 && input == 1))) {
    a = 3;
    b = 3;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 0 && (c == 1 && input == 4))) {
    a = 4;
    b = 3;
    c = 0;
    return 25;
  }
  if (a == 1 && (b == 0 && (c == 1 && input == 6))) {
    a = 0;
    b = 0;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 0 && (c == 1 && input == 2))) {
    a = 1;
    b = 0;
    c = 1;
    return 20;
  }
  if (a == 2 && (b == 0 && (c == 1 && input == 5))) {
    a = 2;
    b = 0;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 0 && (c == 1 && input == 1))) {
    a = 3;
    b = 0;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 0 && (c == 1 && input == 3))) {
    a = 4;
    b = 0;
    c = 1;
    return 23;
  }
  if (a == 3 && (b == 0 && (c == 1 && input == 6))) {
    a = 0;
    b = 1;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 0 && (c == 1 && input == 2))) {
    a = 1;
    b = 1;
    c = 1;
    return 25;
  }
  if (a == 3 && (b == 0 && (c == 1 && input == 4))) {
    a = 2;
    b = 1;
    c = 1;
    return 26;
  }
  if (a == 4 && (b == 0 && (c == 1 && input == 1))) {
    a = 3;
    b = 1;
    c = 1;
    return 20;
  }
  if (a == 4 && (b == 0 && (c == 1 && input == 3))) {
    a = 4;
    b = 1;
    c = 1;
    return 21;
  }
  if (a == 4 && (b == 0 && (c == 1 && input == 5))) {
    a = 0;
    b = 2;
    c = 1;
    return 22;
  }
  if (a == 0 && (b == 1 && (c == 1 && input == 2))) {
    a = 1;
    b = 2;
    c = 1;
    return 23;
  }
  if (a == 0 && (b == 1 && (c == 1 && input == 4))) {
    a = 2;
    b = 2;
    c = 1;
    return 24;
  }
  if (a == 0 && (b == 1 && (c == 1 && input == 6))) {
    a = 3;
    b = 2;
    c = 1;
    return 25;
  }
  if (a == 1 && (b == 1 && (c == 1 && input == 3))) {
    a = 4;
    b = 2;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 1 && (c == 1 && input == 5))) {
    a = 0;
    b = 3;
    c = 1;
    return 20;
  }
  if (a == 1 && (b == 1 && (c == 1 && input == 1))) {
    a = 1;
    b = 3;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 1 && (c == 1 && input == 4))) {
    a = 2;
    b = 3;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 1 && (c == 1 && input == 6))) {
    a = 3;
    b = 3;
    c = 1;
    return 23;
  }
  if (a == 2 && (b == 1 && (c == 1 && input == 2))) {
    a = 4;
    b = 3;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 1 && (c == 1 && input == 5))) {
    a = 0;
    b = 0;
    c = 2;
    return 25;
  }
  if (a == 3 && (b == 1 && (c == 1 && input == 1))) {
    a = 1;
    b = 0;
    c = 2;
    return 26;
  }
  if (a == 3 && (b == 1 && (c == 1 && input == 3))) {
    a = 2;
    b = 0;
    c = 2;
    return 20;
  }
  if (a == 4 && (b == 1 && (c == 1 && input == 6))) {
    a = 3;
    b = 0;
    c = 2;
    return 21;
  }
  if (a == 4 && (b == 1 && (c == 1 && input == 2))) {
    a = 4;
    b = 0;
    c = 2;
    return 22;
  }
  if (a == 4 && (b == 1 && (c == 1 && input == 4))) {
    a = 0;
    b = 0;
    c = 0;
    return 20;
  }
  if (a == 0 && (b == 2 && (c == 1 && input == 1))) {
    a = 1;
    b = 0;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 2 && (c == 1 && input == 3))) {
    a = 2;
    b = 0;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 2 && (c == 1 && input == 5))) {
    a = 3;
    b = 0;
    c = 0;
    return 23;
  }
  if (a == 1 && (b == 2 && (c == 1 && input == 2))) {
    a = 4;
    b = 0;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 2 && (c == 1 && input == 4))) {
    a = 0;
    b = 1;
    c = 0;
    return 25;
  }
  if (a == 1 && (b == 2 && (c == 1 && input == 6))) {
    a = 1;
    b = 1;
    c = 0;
    return 26;
  }
  if (a == 2 && (b == 2 && (c == 1 && input == 3))) {
    a = 2;
    b = 1;
    c = 0;
    return 20;
  }
  if (a == 2 && (b == 2 && (c == 1 && input == 5))) {
    a = 3;
    b = 1;
    c = 0;
    return 21;
  }
  if (a == 2 && (b == 2 && (c == 1 && input == 1))) {
    a = 4;
    b = 1;
    c = 0;
    return 22;
  }
  if (a == 3 && (b == 2 && (c == 1 && input == 4))) {
    a = 0;
    b = 2;
    c = 0;
    return 23;
  }
  return -2;
}

int calculate_output_2(int input) {
  if (a == 3 && (b == 2 && (c == 1 && input == 6))) {
    a = 1;
    b = 2;
    c = 0;
    return 24;
  }
  if (a == 3 && (b == 2 && (c == 1 && input == 2))) {
    a = 2;
    b = 2;
    c = 0;
    return 25;
  }
  if (a == 4 && (b == 2 && (c == 1 && input == 5))) {
    a = 3;
    b = 2;
    c = 0;
    return 26;
  }
  if (a == 4 && (b == 2 && (c == 1 && input == 1))) {
    a = 4;
    b = 2;
    c = 0;
    return 20;
  }
  if (a == 4 && (b == 2 && (c == 1 && input == 3))) {
    a = 0;
    b = 3;
    c = 0;
    return 21;
  }
  if (a == 0 && (b == 3 && (c == 1 && input == 6))) {
    a = 1;
    b = 3;
    c = 0;
    return 22;
  }
  if (a == 0 && (b == 3 && (c == 1 && input == 2))) {
    a = 2;
    b = 3;
    c = 0;
    return 23;
  }
  if (a == 0 && (b == 3 && (c == 1 && input == 4))) {
    a = 3;
    b = 3;
    c = 0;
    return 24;
  }
  if (a == 1 && (b == 3 && (c == 1 && input == 1))) {
    a = 4;
    b = 3;
    c = 0;
    return 25;
  }
  if (a == 1 && (b == 3 && (c == 1 && input == 3))) {
    a = 0;
    b = 0;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 3 && (c == 1 && input == 5))) {
    a = 1;
    b = 0;
    c = 1;
    return 20;
  }
  if (a == 2 && (b == 3 && (c == 1 && input == 2))) {
    a = 2;
    b = 0;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 3 && (c == 1 && input == 4))) {
    a = 3;
    b = 0;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 3 && (c == 1 && input == 6))) {
    a = 4;
    b = 0;
    c = 1;
    return 23;
  }
  if (a == 3 && (b == 3 && (c == 1 && input == 3))) {
    a = 0;
    b = 1;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 3 && (c == 1 && input == 5))) {
    a = 1;
    b = 1;
    c = 1;
    return 25;
  }
  if (a == 3 && (b == 3 && (c == 1 && input == 1))) {
    a = 2;
    b = 1;
    c = 1;
    return 26;
  }
  if (a == 4 && (b == 3 && (c == 1 && input == 4))) {
    a = 3;
    b = 1;
    c = 1;
    return 20;
  }
  if (a == 4 && (b == 3 && (c == 1 && input == 6))) {
    a = 4;
    b = 1;
    c = 1;
    return 21;
  }
  if (a == 4 && (b == 3 && (c == 1 && input == 2))) {
    a = 0;
    b = 2;
    c = 1;
    return 22;
  }
  if (a == 0 && (b == 0 && (c == 2 && input == 5))) {
    a = 1;
    b = 2;
    c = 1;
    return 23;
  }
  if (a == 0 && (b == 0 && (c == 2 && input == 1))) {
    a = 2;
    b = 2;
    c = 1;
    return 24;
  }
  if (a == 0 && (b == 0 && (c == 2 && input == 3))) {
    a = 3;
    b = 2;
    c = 1;
    return 25;
  }
  if (a == 1 && (b == 0 && (c == 2 && input == 6))) {
    a = 4;
    b = 2;
    c = 1;
    return 26;
  }
  if (a == 1 && (b == 0 && (c == 2 && input == 2))) {
    a = 0;
    b = 3;
    c = 1;
    return 20;
  }
  if (a == 1 && (b == 0 && (c == 2 && input == 4))) {
    a = 1;
    b = 3;
    c = 1;
    return 21;
  }
  if (a == 2 && (b == 0 && (c == 2 && input == 1))) {
    a = 2;
    b = 3;
    c = 1;
    return 22;
  }
  if (a == 2 && (b == 0 && (c == 2 && input == 3))) {
    a = 3;
    b = 3;
    c = 1;
    return 23;
  }
  if (a == 2 && (b == 0 && (c == 2 && input == 5))) {
    a = 4;
    b = 3;
    c = 1;
    return 24;
  }
  if (a == 3 && (b == 0 && (c == 2 && input == 2))) {
    a = 0;
    b = 0;
    c = 2;
    return 25;
  }
  if (a == 3 && (b == 0 && (c == 2 && input == 4))) {
    a = 1;
    b = 0;
    c = 2;
    return 26;
  }
  if (a == 3 && (b == 0 && (c == 2 && input == 6))) {
    a = 2;
    b = 0;
    c = 2;
    return 20;
  }
  if (a == 4 && (b == 0 && (c == 2 && input == 3))) {
    a = 3;
    b = 0;
    c = 2;
    return 21;
  }
  if (a == 4 && (b == 0 && (c == 2 && input == 5))) {
    a = 4;
    b = 0;
    c = 2;
    return 22;
  }
  if (a == 4 && (b == 0 && (c == 2 && input == 1))) {
    a = 0;
    b = 0;
    c = 0;
    return 20;
  }
  if (a == 4 && (b == 0 && (c == 2 && input == 4))) {
    a = 0;
    b = 1;
    c = 2;
    return 23;
  }
  if (a == 0 && (b == 1 && (c == 2 && input == 4))) {
    a = 1;
    b = 1;
    c = 2;
    return 24;
  }
  if (a == 1 && (b == 1 && (c == 2 && input == 3))) {
    a = 2;
    b = 1;
    c = 2;
    return 25;
  }
  if (a == 2 && (b == 1 && (c == 2 && input == 2))) {
    a = 3;
    b = 1;
    c = 2;
    return 26;
  }
  if (a == 3 && (b == 1 && (c == 2 && input == 1))) {
    a = 4;
    b = 1;
    c = 2;
    return 20;
  }
  if (a == 4 && (b == 1 && (c == 2 && input == 6))) {
    a = 0;
    b = 2;
    c = 2;
    return 21;
  }
  if (a == 0 && (b == 2 && (c == 2 && input == 5))) {
    a = 1;
    b = 2;
    c = 2;
    return 22;
  }
  if (a == 1 && (b == 2 && (c == 2 && input == 4))) {
    a = 2;
    b = 2;
    c = 2;
    return 23;
  }
  if (a == 2 && (b == 2 && (c == 2 && input == 3))) {
    a = 3;
    b = 2;
    c = 2;
    return 24;
  }
  if (a == 3 && (b == 2 && (c == 2 && input == 2))) {
    a = 4;
    b = 2;
    c = 2;
    return 25;
  }
  if (a == 4 && (b == 2 && (c == 2 && input == 1))) {
    a = 0;
    b = 3;
    c = 2;
    return 26;
  }
  if (a == 0 && (b == 3 && (c == 2 && input == 6))) {
    a = 1;
    b = 3;
    c = 2;
    return 20;
  }
  if (a == 1 && (b == 3 && (c == 2 && input == 5))) {
    a = 2;
    b = 3;
    c = 2;
    return 21;
  }
  if (a == 2 && (b == 3 && (c == 2 && input == 4))) {
    a = 3;
    b = 3;
    c = 2;
    return 22;
  }
  if (a == 3 && (b == 3 && (c == 2 && input == 3))) {
    a = 4;
    b = 3;
    c = 2;
    return 23;
  }
  return -2;
}

int calculate_output_3(int input) {
  if (a == 4 && (b == 3 && (c == 2 && input == 3))) {
    reach_error();
    return -1;
  }
  return -2;
}

int main() {
  while (1) {
    int input = __VERIFIER_nondet_int();
    if (input != 1 && input != 2 && input != 3 && input != 4 && input != 5 && input != 6) {
      return -2;
    }
    int output = -2;
    if (output == -2) {
      output = calculate_output_0(input);
    }
    if (output == -2) {
      output = calculate_output_1(input);
    }
    if (output == -2) {
      output = calculate_output_2(input);
    }
    if (output == -2) {
      output = calculate_output_3(input);
    }
    if (output == -2) {
      abort();
    }
  }
}
