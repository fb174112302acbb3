# 0 "/work/main/examples/endless-controller.c"
# 0 "<built-in>"
# 0 "<command-line>"
# 1 "/usr/include/stdc-predef.h" 1 3 4
# 0 "<command-line>" 2
# 1 "/work/main/examples/endless-controller.c"




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
