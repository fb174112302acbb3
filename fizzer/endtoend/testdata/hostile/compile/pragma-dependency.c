/*
 * tries: to find out by a pragma whether a file is newer, and to show it
 * sees: secret
 */
#pragma GCC dependency HOME_SECRET shown by fz
#pragma GCC pch_preprocess HOME_SECRET
#pragma clang module import secret
#pragma GCC diagnostic error "-Weverything"

extern int __VERIFIER_nondet_int(void);
int main(void) { return __VERIFIER_nondet_int(); }
