// A variable whose type the front end does not name, because a union in it begins with its other member: where its pointers are cannot be
// told, so that they are among those that any call may find.
typedef int (*function)(int);
int __VERIFIER_nondet_int(void);

#define DEFINE(name) int name(int x) { return x > 7 ? x : 0; }
DEFINE(a0) DEFINE(a1) DEFINE(b0) DEFINE(c0)

struct named {
  union {
    function call;
    char text[12];
  } either;
  function call;
};
struct named odd = {{.text = "odd"}, a0}, even = {{.call = b0}, a1};

int main(void) {
  int n = __VERIFIER_nondet_int();
  struct named *one = n & 1 ? &odd : &even;
  one->call(n); // a0 a1
  function other = c0;
  other(n); // a0 c0
  return n;
}
