// Exercises: the heap: a sorted singly linked list built from inputs, then searched, shortened and freed.
// family: Heap
// expected: 15/16 goals
// budget: 200000 executions
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);

struct node {
  int value;
  struct node *next;
};

static void insert(struct node **head, int value) {
  struct node **place = head;
  while (*place && (*place)->value < value) {
    place = &(*place)->next;
  }
  struct node *fresh = malloc(sizeof *fresh);
  if (!fresh) {
    exit(0);
  }
  fresh->value = value;
  fresh->next = *place;
  *place = fresh;
}

static int delete(struct node **head, int value) {
  for (struct node **place = head; *place; place = &(*place)->next) {
    if ((*place)->value == value) {
      struct node *gone = *place;
      *place = gone->next;
      free(gone);
      return 1;
    }
  }
  return 0;
}

int main(void) {
  struct node *head = NULL;
  unsigned int count = __VERIFIER_nondet_uint() % 6;
  for (unsigned int i = 0; i < count; i++) {
    insert(&head, __VERIFIER_nondet_int());
  }
  int found = delete(&head, 77);
  if (found && head && head->next) {
    if (head->value + head->next->value == 12) {
      found = 2;
    }
  }
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return found;
}
