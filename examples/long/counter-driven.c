// Exercises: a counter to 100,000 in a loop that ends when a command says so; the same command each time, or two in turn.
// family: Loops
// expected: 12/12 goals
// reachable: 12/12 goals
// budget: 25000 executions
extern int __VERIFIER_nondet_int(void);

#define N 100000

int main(void) {
  int counter = 0;
  int turns = 0;
  int before = 0;
  while (counter < N && turns < 2 * N) {
    int command = __VERIFIER_nondet_int();
    if (command == 1 && before != 2) {
      counter++;
    } else if (command == 2 && before == 1) {
      turns += 2;
    } else if (command == 3) {
      break;
    } else {
      counter = 0;
    }
    before = command;
  }
  if (counter == N) {
    return 1;
  }
  if (turns == 2 * N) {
    return 2;
  }
  if (counter > 1000) {
    return 3;
  }
  return 0;
}
