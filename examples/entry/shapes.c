/* Functions to be called by --entry: a list of shapes, behind a pointer and a length, and a name. */
#include <stddef.h>
#include <string.h>

enum kind { POINT = 2, LINE = 5, BOX = 9 };

struct corner {
  short x, y;
};

struct shape {
  enum kind kind;
  struct corner from, to;
  double weight;
  unsigned visible : 1;
  struct shape *next;
};

static int area(const struct shape *s) {
  if (s->kind != BOX)
    return 0;
  return (s->to.x - s->from.x) * (s->to.y - s->from.y);
}

int heaviest(const struct shape *shapes, size_t count, const char *name) {
  int best = -1;
  for (size_t i = 0; i < count; i++) {
    if (!shapes[i].visible)
      continue;
    if (shapes[i].weight > 10.0 && area(&shapes[i]) > 100)
      best = (int)i;
    if (shapes[i].next != NULL && shapes[i].next->kind == LINE)
      return -2;
  }
  if (best >= 0 && strcmp(name, "first") == 0)
    return 0;
  return best;
}
