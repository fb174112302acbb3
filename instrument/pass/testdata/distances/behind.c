// What is behind each condition: graph_test.go compares with behind.golden.
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

static void check(int ok)
{
	if (!ok)
		exit(0);
}

static int loop(int n)
{
	int sum = 0;
	for (int i = 0; i < n; i++)
		sum += i;
	return sum;
}

int main(void)
{
	int x = __VERIFIER_nondet_int();
	if (x == 1)
		for (;;)
			check(x < 2);
	check(x > 3);
	while (x != 4)
		x = __VERIFIER_nondet_int();
	if (loop(x) == 5)
		return 0;
	return x > 6;
}
