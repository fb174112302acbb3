// Exercises: an endless server, all of it covered at once, beside a parser of
// text.
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static int total;
static void serve(void) {
  for (;;) {
    int c = __VERIFIER_nondet_int();
    if (c > 100)
      total++;
    else if (c < -100)
      total--;
    else
      total ^= c;
  }
}
static int parse(void) {
  int state = 0, depth = 0, n = 0;
  for (int i = 0; i < 40; i++) {
    unsigned char c = __VERIFIER_nondet_uchar();
    switch (state) {
    case 0:
      if (c == '<') {
        state = 1;
      } else if (c == '&')
        state = 7;
      break;
    case 1:
      if (c == '/')
        state = 4;
      else if (c == '!')
        state = 5;
      else if (c >= 'a' && c <= 'f') {
        state = 2;
        n = c - 'a';
      } else
        state = 0;
      break;
    case 2:
      if (c == '>') {
        depth++;
        state = 0;
      } else if (c == ' ')
        state = 3;
      else if (c >= 'a' && c <= 'f')
        n = n * 6 + c - 'a';
      else
        state = 0;
      break;
    case 3:
      if (c == '=')
        state = 6;
      else if (c == '>') {
        depth++;
        state = 0;
      }
      break;
    case 4:
      if (c == '>') {
        if (depth > 0)
          depth--;
        state = 0;
      }
      break;
    case 5:
      if (c == '-')
        state = 8;
      else
        state = 0;
      break;
    case 6:
      if (c == '"')
        state = 9;
      else
        state = 3;
      break;
    case 7:
      if (c == ';')
        state = 0;
      break;
    case 8:
      if (c == '-')
        state = 10;
      else
        state = 5;
      break;
    case 9:
      if (c == '"')
        state = 3;
      break;
    case 10:
      if (c == '>')
        state = 0;
      break;
    }
    if (depth > 5)
      return 1;
    if (n == 12345)
      return 2;
    if (depth == 3 && n == 777)
      return 3;
  }
  return 0;
}
int main(void) {
  int mode = __VERIFIER_nondet_int();
  if (mode & 1)
    serve();
  return parse();
}
