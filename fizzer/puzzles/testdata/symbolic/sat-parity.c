// Exercises: parities of three to seven of 48 Booleans.
// executions: 400000
// goal: error
extern void abort(void);
void reach_error(void) {}
extern _Bool __VERIFIER_nondet_bool(void);

static void assume(int holds) {
  if (!holds) {
    abort();
  }
}

int main(void) {
  _Bool x[48];
  for (int i = 0; i < 48; i++) {
    x[i] = __VERIFIER_nondet_bool();
  }
  assume((x[29] ^ x[47] ^ x[36] ^ x[20] ^ x[7] ^ x[39]) == 1);
  assume((x[7] ^ x[15] ^ x[47] ^ x[43]) == 1);
  assume((x[13] ^ x[8] ^ x[31] ^ x[42]) == 0);
  assume((x[12] ^ x[21] ^ x[46] ^ x[28] ^ x[30]) == 0);
  assume((x[40] ^ x[11] ^ x[3]) == 1);
  assume((x[28] ^ x[4] ^ x[1] ^ x[30]) == 1);
  assume((x[32] ^ x[5] ^ x[26] ^ x[14] ^ x[8] ^ x[3]) == 0);
  assume((x[26] ^ x[15] ^ x[21] ^ x[19] ^ x[40] ^ x[31] ^ x[47]) == 1);
  assume((x[3] ^ x[41] ^ x[32] ^ x[0] ^ x[20] ^ x[2]) == 1);
  assume((x[27] ^ x[12] ^ x[14] ^ x[21] ^ x[0] ^ x[1] ^ x[6]) == 0);
  assume((x[27] ^ x[31] ^ x[44]) == 0);
  assume((x[23] ^ x[6] ^ x[37] ^ x[24] ^ x[45] ^ x[20]) == 0);
  assume((x[24] ^ x[40] ^ x[16]) == 1);
  assume((x[39] ^ x[4] ^ x[31] ^ x[34] ^ x[33] ^ x[24]) == 1);
  assume((x[31] ^ x[6] ^ x[25]) == 0);
  assume((x[31] ^ x[46] ^ x[27]) == 0);
  assume((x[38] ^ x[1] ^ x[7] ^ x[47] ^ x[30] ^ x[19] ^ x[2]) == 0);
  assume((x[26] ^ x[42] ^ x[38] ^ x[17] ^ x[46] ^ x[0] ^ x[30]) == 0);
  assume((x[22] ^ x[36] ^ x[29] ^ x[24]) == 1);
  assume((x[18] ^ x[40] ^ x[38]) == 1);
  assume((x[3] ^ x[21] ^ x[19] ^ x[34] ^ x[15] ^ x[36] ^ x[25]) == 0);
  assume((x[42] ^ x[1] ^ x[27] ^ x[29] ^ x[35] ^ x[40] ^ x[37]) == 1);
  assume((x[39] ^ x[46] ^ x[30] ^ x[19]) == 1);
  assume((x[2] ^ x[45] ^ x[18] ^ x[42] ^ x[0] ^ x[9] ^ x[20]) == 0);
  assume((x[15] ^ x[1] ^ x[41]) == 0);
  assume((x[16] ^ x[15] ^ x[46] ^ x[24]) == 1);
  assume((x[47] ^ x[45] ^ x[33] ^ x[38]) == 0);
  assume((x[39] ^ x[37] ^ x[9] ^ x[6] ^ x[15]) == 1);
  assume((x[33] ^ x[24] ^ x[22] ^ x[9] ^ x[28] ^ x[11]) == 1);
  assume((x[18] ^ x[23] ^ x[1] ^ x[33] ^ x[17] ^ x[31] ^ x[3]) == 0);
  assume((x[10] ^ x[0] ^ x[25]) == 0);
  assume((x[43] ^ x[4] ^ x[20] ^ x[21] ^ x[46] ^ x[9] ^ x[24]) == 0);
  assume((x[19] ^ x[34] ^ x[44] ^ x[2]) == 0);
  assume((x[7] ^ x[29] ^ x[32] ^ x[9] ^ x[31] ^ x[47] ^ x[13]) == 1);
  assume((x[19] ^ x[14] ^ x[0] ^ x[3]) == 0);
  assume((x[6] ^ x[11] ^ x[28] ^ x[40] ^ x[33]) == 1);
  assume((x[8] ^ x[11] ^ x[20] ^ x[45] ^ x[43]) == 0);
  assume((x[43] ^ x[9] ^ x[47] ^ x[36] ^ x[28] ^ x[17]) == 0);
  assume((x[38] ^ x[34] ^ x[11] ^ x[8] ^ x[39]) == 0);
  assume((x[9] ^ x[15] ^ x[44] ^ x[1] ^ x[43]) == 1);
  assume((x[12] ^ x[19] ^ x[0]) == 1);
  assume((x[20] ^ x[6] ^ x[47] ^ x[18] ^ x[43]) == 1);
  assume((x[34] ^ x[10] ^ x[28] ^ x[6] ^ x[5] ^ x[22]) == 1);
  assume((x[11] ^ x[10] ^ x[13] ^ x[4] ^ x[0] ^ x[5]) == 1);
  assume((x[5] ^ x[8] ^ x[15] ^ x[29] ^ x[42] ^ x[3]) == 1);
  assume((x[40] ^ x[28] ^ x[7] ^ x[1] ^ x[25] ^ x[21]) == 0);
  reach_error();
  return 0;
}
