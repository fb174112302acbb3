/* Computes a formula of two variables and a function with the library tinyexpr. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <tinyexpr.h>

static double sum(double a, double b) { return a + b; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size > 200) /* the library has no bound for nesting */
    return 0;
  double x = 3, y = 0;
  te_variable variables[] = {{"x", &x, TE_VARIABLE, NULL}, {"y", &y, TE_VARIABLE, NULL}, {"sum", sum, TE_FUNCTION2, NULL}};
  char *text = calloc(size + 1, 1);
  if (size > 0)
    memcpy(text, data, size);
  int position;
  te_expr *formula = te_compile(text, variables, 3, &position);
  if (formula != NULL)
    te_eval(formula);
  te_free(formula);
  free(text);
  return 0;
}
