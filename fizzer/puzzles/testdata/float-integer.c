// Exercises: conversion of a float to an integer.
// executions: 300 (1 + 32 bit flips + 7 extremes; a staircase of width 1: larger steps, about 10 line searches of 8)
extern float __VERIFIER_nondet_float(void);

int main(void) {
  float x = __VERIFIER_nondet_float();
  if (x > -100000.0f && x < 100000.0f) {
    if ((int)x == 4242) {
      return 1;
    }
  }
  return 0;
}
