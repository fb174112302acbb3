package tree

import "unsafe"

// chunkBits: a pool grows by 2^chunkBits elements at once; no element ever moves.
const chunkBits = 10

// pool holds elements of one size without pointers in chunks, and names them by index. Released elements are reused. The garbage
// collector does not scan it.
type pool[T any] struct {
	chunks [][]T
	free   []int32
	length int32 // elements ever used
	limit  int32 // maximum of elements in use
}

// at returns element i. The pointer remains valid.
func (p *pool[T]) at(i int32) *T { return &p.chunks[uint32(i)>>chunkBits][uint32(i)&(1<<chunkBits-1)] }

// take returns a zeroed element.
func (p *pool[T]) take() int32 {
	if n := len(p.free); n > 0 {
		i := p.free[n-1]
		p.free = p.free[:n-1]
		*p.at(i) = *new(T)
		return i
	}
	if int(p.length)>>chunkBits == len(p.chunks) {
		p.chunks = append(p.chunks, make([]T, 1<<chunkBits))
	}
	p.length++
	return p.length - 1
}

func (p *pool[T]) release(i int32) { p.free = append(p.free, i) }

// used returns the number of elements in use.
func (p *pool[T]) used() int { return int(p.length) - len(p.free) }

// room reports whether count elements can be taken within the bound.
func (p *pool[T]) room(count int) bool { return p.used()+count <= int(p.limit) }

// nearlyFull reports whether less than an eighth of the bound is left.
func (p *pool[T]) nearlyFull() bool { return p.used() >= int(p.limit-p.limit/8) }

// halfFull reports whether more than half of the bound is used.
func (p *pool[T]) halfFull() bool { return p.used() > int(p.limit/2) }

// bytes returns the memory of the pool.
func (p *pool[T]) bytes() int {
	return len(p.chunks)<<chunkBits*int(unsafe.Sizeof(*new(T))) + 4*cap(p.free)
}
