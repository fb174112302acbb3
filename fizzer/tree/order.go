package tree

import (
	"math"
	"math/bits"
)

// sizeClasses is the number of the report's input sizes 2^0 to 2^10, by which nodes are grouped.
const sizeClasses = 11

// SizeClass returns the i in 0 to 10 for which 2^i is nearest to a number of input bytes, and the smaller i if two are equally near
// (report Alg. 6, 7 and 8). Bytes may be a half, as the report's max_bytes/2 is.
func SizeClass(bytes float64) int {
	if bytes >= 1<<(sizeClasses-1) {
		return sizeClasses - 1
	}
	lower := max(bits.Len(uint(bytes))-1, 0)
	if power := float64(int(1) << lower); bytes-power > 2*power-bytes {
		return lower + 1
	}
	return lower
}

// SizeRank returns |W[m] - W[p]| of Alg. 7 and 8 for a node: the distance of the class of its input size from the
// class of half of the largest input.
func (t *Tree) SizeRank(n Node) int {
	p, m := SizeClass(float64(t.InputBytes(n))), SizeClass(float64(t.maxBytes)/2)
	return int(math.Abs(float64(int(1)<<p - int(1)<<m)))
}
