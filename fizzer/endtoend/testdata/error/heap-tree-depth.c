// Exercises: a search tree that gets four levels deep on one side.
// family: Heap
// data model: LP64
// executions: 10000
extern void abort(void);
extern void __assert_fail(const char *, const char *, unsigned int, const char *) __attribute__((__noreturn__));
void reach_error(void) { __assert_fail("0", "heap-tree-depth.c", 7, "reach_error"); }
void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
    abort();
  }
}
extern short __VERIFIER_nondet_short(void);
extern void *calloc(__SIZE_TYPE__ count, __SIZE_TYPE__ size);

struct tree {
  short key;
  struct tree *left, *right;
};

static int insert(struct tree **place, short key) {
  if (!*place) {
    *place = calloc(1, sizeof **place);
    if (!*place) {
      abort();
    }
    (*place)->key = key;
    return 1;
  }
  return 1 + insert(key < (*place)->key ? &(*place)->left : &(*place)->right, key);
}

int main(void) {
  struct tree *root = 0;
  for (int i = 0; i < 5; i++) {
    int depth = insert(&root, __VERIFIER_nondet_short());
    __VERIFIER_assert(depth < 5 || root->key != 1000);
  }
  return 0;
}
