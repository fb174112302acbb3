/* 1 000 conditions in every run. */
#define ROUNDS 199
#include "rounds.h"
