package tree

import "math"

// sizeClasses are the report's input sizes 2^0 to 2^10 by which nodes are grouped.
const sizeClasses = 11

// SizeClass returns the i in 0 to 10 for which 2^i is nearest to a number of input bytes, the smaller one of two (report
// Alg. 6, 7 and 8). Bytes may be a half, as the report's max_bytes/2 is.
func SizeClass(bytes float64) int {
	best := 0
	for i := 1; i < sizeClasses; i++ {
		if math.Abs(bytes-float64(int(1)<<i)) < math.Abs(bytes-float64(int(1)<<best)) {
			best = i
		}
	}
	return best
}

// SizeRank returns |W[m] - W[p]| of Alg. 7 and 8 for a node: how far the class of its input size is from that of half
// of the largest input.
func (t *Tree) SizeRank(n Node) int {
	p, m := SizeClass(float64(t.InputBytes(n))), SizeClass(float64(t.maxBytes)/2)
	return int(math.Abs(float64(int(1)<<p - int(1)<<m)))
}
