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

// arithmetic makes the operations on words of gates.
type arithmetic struct{ netlist }

func (m *arithmetic) pick(s literal, a, b word) word {
	return each(func(a, b literal) literal { return m.choose(s, a, b) }, a, b)
}

// add returns a + b + carry.
func (m *arithmetic) add(a, b word, carry literal) word {
	x := make(word, len(a))
	for i := range x {
		x[i] = m.xor(m.xor(a[i], b[i]), carry)
		carry = m.majority(a[i], b[i], carry)
	}
	return x
}

func (m *arithmetic) subtract(a, b word) word { return m.add(a, inverted(b), yes) }

func (m *arithmetic) negate(a word) word { return m.subtract(padded(nil, len(a), -yes), a) }

// absolute returns -a where s is true, else a.
func (m *arithmetic) absolute(s literal, a word) word { return m.pick(s, m.negate(a), a) }

// multiply returns a * b, as wide as a.
func (m *arithmetic) multiply(a, b word) word {
	if a.constant() || !b.constant() && zeros(a) > zeros(b) {
		a, b = b, a
	}
	sum := padded(nil, len(a), -yes)
	for i, l := range b {
		if l == -yes || m.full() {
			continue
		}
		row := padded(nil, len(a)-i, -yes)
		for j := range row {
			row[j] = m.and(a[j], l)
		}
		copy(sum[i:], m.add(sum[i:], row, -yes))
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
func (m *arithmetic) divide(a, b word) (q, r word) {
	w := len(a)
	q, r = m.freshWord(w), m.freshWord(w)
	zero := -m.any(b)
	product := m.multiply(padded(q, 2*w, -yes), padded(b, 2*w, -yes))
	sum := m.add(product, padded(r, 2*w, -yes), -yes)
	whole := padded(a, 2*w, -yes)
	for i := range sum {
		same := -m.xor(sum[i], whole[i])
		m.clause(zero, same)
	}
	m.clause(zero, m.less(r, b))
	for i := range q {
		m.clause(-zero, q[i])
		m.clause(-zero, -m.xor(r[i], a[i]))
	}
	return q, r
}

func (m *arithmetic) equal(a, b word) literal {
	return -m.any(each(m.xor, a, b))
}

// less returns a < b, unsigned.
func (m *arithmetic) less(a, b word) literal {
	l := -yes
	for i := range a {
		l = m.choose(m.xor(a[i], b[i]), b[i], l)
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
func (m *arithmetic) shift(a, n word, left bool, fill literal) word {
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
		a = m.pick(n[k], moved, a)
	}
	return a
}

// funnel returns the high half of (a above b) << n, n below the width.
func (m *arithmetic) funnel(a, b, n word) word {
	whole := append(append(word{}, b...), a...)
	for k := 0; k < len(n) && 1<<k < len(a); k++ {
		moved := make(word, len(whole))
		for i := range moved {
			moved[i] = -yes
			if from := i - 1<<k; from >= 0 {
				moved[i] = whole[from]
			}
		}
		whole = m.pick(n[k], moved, whole)
	}
	return whole[len(b):]
}

// ones counts the bits of a.
func (m *arithmetic) ones(a word) word {
	sums := make([]word, len(a))
	for i, l := range a {
		sums[i] = word{l}
	}
	for len(sums) > 1 {
		var next []word
		for i := 0; i+1 < len(sums); i += 2 {
			width := max(len(sums[i]), len(sums[i+1])) + 1
			next = append(next, m.add(padded(sums[i], width, -yes), padded(sums[i+1], width, -yes), -yes))
		}
		if len(sums)%2 != 0 {
			next = append(next, sums[len(sums)-1])
		}
		sums = next
	}
	return padded(sums[0], len(a), -yes)
}

// leading counts the zeros above the highest bit that is set.
func (m *arithmetic) leading(a word) word {
	n := constant(expression.Of(uint64(len(a))), len(a))
	for i, l := range a {
		n = m.pick(l, constant(expression.Of(uint64(len(a)-1-i)), len(a)), n)
	}
	return n
}

// trailing counts the zeros below the lowest bit that is set.
func (m *arithmetic) trailing(a word) word {
	n := constant(expression.Of(uint64(len(a))), len(a))
	for i := len(a) - 1; i >= 0; i-- {
		n = m.pick(a[i], constant(expression.Of(uint64(i)), len(a)), n)
	}
	return n
}

// element selects one of the elements by its number; behind the last one are zeros.
func (m *arithmetic) element(elements []word, index word, width int) word {
	level := elements
	for _, bit := range index {
		if len(level) == 1 {
			level[0] = m.pick(bit, padded(nil, width, -yes), level[0])
			continue
		}
		next := make([]word, 0, (len(level)+1)/2)
		for i := 0; i < len(level); i += 2 {
			other := padded(nil, width, -yes)
			if i+1 < len(level) {
				other = level[i+1]
			}
			next = append(next, m.pick(bit, other, level[i]))
		}
		level = next
	}
	return level[0]
}
