/* 100 000 conditions in every run. */
#define ROUNDS 19999
#include "rounds.h"
