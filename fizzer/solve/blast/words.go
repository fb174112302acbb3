package blast

import "fizzer/fizzer/expression"

func constant(v expression.Value, width int) word {
	w := make(word, width)
	for i := range w {
		w[i] = -yes
		if v.Bit(i) {
			w[i] = yes
		}
	}
	return w
}

func (w word) constant() bool {
	for _, l := range w {
		if l != yes && l != -yes {
			return false
		}
	}
	return true
}

func inverted(w word) word {
	x := make(word, len(w))
	for i, l := range w {
		x[i] = -l
	}
	return x
}

// padded returns the lowest width bits of w, with fill above where it has fewer.
func padded(w word, width int, fill literal) word {
	x := make(word, width)
	for i := range x {
		x[i] = fill
		if i < len(w) {
			x[i] = w[i]
		}
	}
	return x
}

func (w word) sign() literal { return w[len(w)-1] }

// each combines two words bit by bit.
func each(gate func(a, b literal) literal, a, b word) word {
	x := make(word, len(a))
	for i := range x {
		x[i] = gate(a[i], b[i])
	}
	return x
}

func (c *Circuit) pick(s literal, a, b word) word {
	return each(func(a, b literal) literal { return c.choose(s, a, b) }, a, b)
}

// add returns a + b + carry.
func (c *Circuit) add(a, b word, carry literal) word {
	x := make(word, len(a))
	for i := range x {
		x[i] = c.xor(c.xor(a[i], b[i]), carry)
		carry = c.majority(a[i], b[i], carry)
	}
	return x
}

func (c *Circuit) subtract(a, b word) word { return c.add(a, inverted(b), yes) }

func (c *Circuit) negate(a word) word { return c.subtract(padded(nil, len(a), -yes), a) }

// absolute returns -a where s is true, else a.
func (c *Circuit) absolute(s literal, a word) word { return c.pick(s, c.negate(a), a) }

// multiply returns a * b, as wide as a.
func (c *Circuit) multiply(a, b word) word {
	if a.constant() || !b.constant() && zeros(a) > zeros(b) {
		a, b = b, a
	}
	sum := padded(nil, len(a), -yes)
	for i, l := range b {
		if l == -yes || c.full() {
			continue
		}
		row := padded(nil, len(a)-i, -yes)
		for j := range row {
			row[j] = c.and(a[j], l)
		}
		copy(sum[i:], c.add(sum[i:], row, -yes))
	}
	return sum
}

// zeros returns how many bits are known to be 0.
func zeros(w word) (n int) {
	for _, l := range w {
		if l == -yes {
			n++
		}
	}
	return n
}

// divide returns the unsigned quotient and remainder. Clauses define them: a = q*b + r without overflow, r < b; division by zero as
// package expression has it.
func (c *Circuit) divide(a, b word) (q, r word) {
	w := len(a)
	q, r = c.freshWord(w), c.freshWord(w)
	zero := -c.any(b)
	product := c.multiply(padded(q, 2*w, -yes), padded(b, 2*w, -yes))
	sum := c.add(product, padded(r, 2*w, -yes), -yes)
	whole := padded(a, 2*w, -yes)
	for i := range sum {
		same := -c.xor(sum[i], whole[i])
		c.clause(zero, same)
	}
	c.clause(zero, c.less(r, b))
	for i := range q {
		c.clause(-zero, q[i])
		c.clause(-zero, -c.xor(r[i], a[i]))
	}
	return q, r
}

func (c *Circuit) equal(a, b word) literal {
	return -c.any(each(c.xor, a, b))
}

// less returns a < b, unsigned.
func (c *Circuit) less(a, b word) literal {
	l := -yes
	for i := range a {
		l = c.choose(c.xor(a[i], b[i]), b[i], l)
	}
	return l
}

// biased returns w with its sign bit inverted, so that unsigned order is signed order.
func biased(w word) word {
	x := append(word{}, w...)
	x[len(x)-1] = -x[len(x)-1]
	return x
}

// shift returns a shifted by n to the left or right, with fill coming in. It uses only the bits of n that count.
func (c *Circuit) shift(a, n word, left bool, fill literal) word {
	turns := 5
	switch {
	case len(a) > 64:
		turns = 7
	case len(a) > 32:
		turns = 6
	}
	for k := range min(turns, len(n)) {
		moved := make(word, len(a))
		for i := range moved {
			from := i + 1<<k
			if left {
				from = i - 1<<k
			}
			moved[i] = fill
			if from >= 0 && from < len(a) {
				moved[i] = a[from]
			}
		}
		a = c.pick(n[k], moved, a)
	}
	return a
}

// funnel returns the high half of (a above b) << n, n below the width.
func (c *Circuit) funnel(a, b, n word) word {
	whole := append(append(word{}, b...), a...)
	for k := 0; k < len(n) && 1<<k < len(a); k++ {
		moved := make(word, len(whole))
		for i := range moved {
			moved[i] = -yes
			if from := i - 1<<k; from >= 0 {
				moved[i] = whole[from]
			}
		}
		whole = c.pick(n[k], moved, whole)
	}
	return whole[len(b):]
}

// ones counts the bits of a.
func (c *Circuit) ones(a word) word {
	sums := make([]word, len(a))
	for i, l := range a {
		sums[i] = word{l}
	}
	for len(sums) > 1 {
		var next []word
		for i := 0; i+1 < len(sums); i += 2 {
			width := max(len(sums[i]), len(sums[i+1])) + 1
			next = append(next, c.add(padded(sums[i], width, -yes), padded(sums[i+1], width, -yes), -yes))
		}
		if len(sums)%2 != 0 {
			next = append(next, sums[len(sums)-1])
		}
		sums = next
	}
	return padded(sums[0], len(a), -yes)
}

// leading counts the zeros above the highest bit that is set.
func (c *Circuit) leading(a word) word {
	n := constant(expression.Of(uint64(len(a))), len(a))
	for i, l := range a {
		n = c.pick(l, constant(expression.Of(uint64(len(a)-1-i)), len(a)), n)
	}
	return n
}

// trailing counts the zeros below the lowest bit that is set.
func (c *Circuit) trailing(a word) word {
	n := constant(expression.Of(uint64(len(a))), len(a))
	for i := len(a) - 1; i >= 0; i-- {
		n = c.pick(a[i], constant(expression.Of(uint64(i)), len(a)), n)
	}
	return n
}

// element selects one of the elements by its number; behind the last one are zeros.
func (c *Circuit) element(elements []word, index word, width int) word {
	level := elements
	for _, bit := range index {
		if len(level) == 1 {
			level[0] = c.pick(bit, padded(nil, width, -yes), level[0])
			continue
		}
		next := make([]word, 0, (len(level)+1)/2)
		for i := 0; i < len(level); i += 2 {
			other := padded(nil, width, -yes)
			if i+1 < len(level) {
				other = level[i+1]
			}
			next = append(next, c.pick(bit, other, level[i]))
		}
		level = next
	}
	return level[0]
}
