// Exercises: a program that never ends: a controller that reads an event at each turn of while (1). No input reaches two goals; constants
// show it of the last one only.
// family: Loops
// expected: 15/17 goals
// budget: 20000 executions
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);

enum { IDLE, HEATING, COOLING, ALARM };

int main(void) {
  int state = IDLE;
  int temperature = 20;
  unsigned int turns = 0;
  while (1) {
    unsigned char event = __VERIFIER_nondet_uchar();
    turns++;
    if (turns * (turns + 1) % 2 != 0) {
      return 2;
    }
    switch (state) {
    case IDLE:
      if (event == 1) {
        state = HEATING;
      } else if (event == 2) {
        state = COOLING;
      }
      break;
    case HEATING:
      temperature += event & 7;
      if (temperature > 40) {
        state = ALARM;
      }
      break;
    case COOLING:
      temperature -= event & 7;
      if (temperature < 15) {
        state = IDLE;
      }
      break;
    case ALARM:
      if (__VERIFIER_nondet_int() == 4321) {
        state = IDLE;
        temperature = 20;
      }
      break;
    default:
      return 1;
    }
  }
}
