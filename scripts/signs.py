"""The sign test of the scripts that compare pairs."""

import math


def sign_test(better, worse):
    """The probability of a split as uneven as this if both were as likely."""
    n = better + worse
    tail = sum(math.comb(n, k) for k in range(min(better, worse) + 1))
    return min(1, 2 * tail / 2**n)
