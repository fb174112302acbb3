// Exercises: a sorted list whose insertion forgets the end.
// family: Heap
// data model: ILP32
// executions: 500
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "heap-list-order.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern int __VERIFIER_nondet_int(void);
extern void *malloc(__SIZE_TYPE__ size);

struct node {
  int key;
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  for (int i = 0; i < 4; i++) {
    struct node *n = malloc(sizeof *n);
    if (!n) {
      return 1;
    }
    n->key = __VERIFIER_nondet_int();
    struct node **place = &head;
    while (*place && (*place)->next && (*place)->key < n->key) {
      place = &(*place)->next;
    }
    n->next = *place;
    *place = n;
  }
  for (struct node *n = head; n->next; n = n->next) {
    __VERIFIER_assert(n->key <= n->next->key);
  }
  return 0;
}
