/* A small machine with a stack that runs a program from the input: arithmetic, jumps, calls, memory; it stops at what it does not allow. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);

#define MAX_CODE 64
#define MAX_STACK 12
#define MAX_STEPS 300

static unsigned char code[MAX_CODE];
static int stack[MAX_STACK], calls[4], memory[16];

int main(void) {
  int size = __VERIFIER_nondet_uchar() % (MAX_CODE + 1), top = 0, depth = 0, printed = 0, loops = 0;
  for (int i = 0; i < size; i++) {
    code[i] = __VERIFIER_nondet_uchar();
  }
  int pc = 0;
  for (int step = 0; step < MAX_STEPS; step++) {
    if (pc < 0 || pc >= size) {
      return 1;
    }
    int op = code[pc++];
    int operand = 0;
    if (op & 0x80) {
      if (pc >= size) {
        return 2;
      }
      operand = code[pc++];
      op &= 0x7f;
    }
    switch (op) {
    case 0:
      if (depth > 0) {
        return 3;
      }
      if (printed == 3 && loops > 4) {
        reach_error();
      }
      return 0;
    case 1:
      if (top == MAX_STACK) {
        return 4;
      }
      stack[top++] = operand;
      break;
    case 2:
    case 3:
    case 4:
    case 5: {
      if (top < 2) {
        return 5;
      }
      int right = stack[--top], left = stack[top - 1];
      if (op == 2) {
        stack[top - 1] = left + right;
      } else if (op == 3) {
        stack[top - 1] = left - right;
      } else if (op == 4) {
        if (left > 10000 || right > 10000) {
          return 6;
        }
        stack[top - 1] = left * right;
      } else {
        if (right == 0) {
          return 7;
        }
        stack[top - 1] = left / right;
      }
      break;
    }
    case 6:
      if (top == 0 || top == MAX_STACK) {
        return 8;
      }
      stack[top] = stack[top - 1];
      top++;
      break;
    case 7:
      if (top < 2) {
        return 9;
      } else {
        int t = stack[top - 1];
        stack[top - 1] = stack[top - 2];
        stack[top - 2] = t;
      }
      break;
    case 8:
      if (top == 0) {
        return 10;
      }
      top--;
      break;
    case 9:
      if (operand < pc) {
        loops++;
      }
      pc = operand;
      break;
    case 10:
      if (top == 0) {
        return 11;
      }
      if (stack[--top] != 0) {
        if (operand < pc) {
          loops++;
        }
        pc = operand;
      }
      break;
    case 11:
      if (depth == 4) {
        return 12;
      }
      calls[depth++] = pc;
      pc = operand;
      break;
    case 12:
      if (depth == 0) {
        return 13;
      }
      pc = calls[--depth];
      break;
    case 13:
      if (top == MAX_STACK || operand >= 16) {
        return 14;
      }
      stack[top++] = memory[operand];
      break;
    case 14:
      if (top == 0 || operand >= 16) {
        return 15;
      }
      memory[operand] = stack[--top];
      break;
    case 15:
      if (top == 0) {
        return 16;
      }
      if (stack[--top] == 1000) {
        printed++;
      }
      break;
    case 16:
      if (top > 1 && stack[top - 1] == stack[top - 2]) {
        top--;
      }
      break;
    case 17:
      if (memory[3] == 77 && memory[7] == memory[3] + 1) {
        return 17;
      }
      break;
    default:
      return 18;
    }
  }
  return 19;
}
