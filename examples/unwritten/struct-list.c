// Exercises: a list of malloc whose last element has a link that nobody wrote.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *list = malloc(sizeof(struct node));
  list->value = __VERIFIER_nondet_int();
  if (list->value < 0) {
    list->next = 0;
  }
  int length = 0;
  for (struct node *at = list; at; at = at->next) {
    length++;
  }
  if (length > 1) {
    return 1;
  }
  return 0;
}
