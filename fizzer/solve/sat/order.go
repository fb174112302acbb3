package sat

import "math/rand/v2"

// order chooses the next variable, the one with the highest activity, and its value.
type order struct {
	heap     []uint32  // variables that may be open; the activity of a parent is at least that of its children
	place    []int32   // by variable: its index in the heap, -1: it is not in the heap
	activity []float64 // by variable: how much it took part in conflicts lately
	step     float64   // what one conflict adds
	saved    []literal // by variable: its last value
	best     []literal // by variable: its value in the longest assignment without a conflict since the last change of mode
	longest  int       // variables in that assignment
	near     []literal // by variable: its value near the assignment at which the search began; nil: there was none
	random   *rand.Rand
}

const (
	activityDecay = 0.95
	maxActivity   = 1e100
)

func newOrder(variables int) order {
	o := order{heap: make([]uint32, variables), place: make([]int32, variables), activity: make([]float64, variables), step: 1,
		saved: make([]literal, variables), best: make([]literal, variables), random: rand.New(rand.NewPCG(1, 1))}
	for v := range o.heap {
		o.heap[v], o.place[v] = uint32(v), int32(v)
		o.saved[v], o.best[v] = literal(2*v+1), literal(2*v+1)
	}
	return o
}

// next removes and returns the open variable with the highest activity.
func (o *order) next(values []int8) (v uint32, found bool) {
	for len(o.heap) > 0 {
		v = o.heap[0]
		last := len(o.heap) - 1
		o.swap(0, last)
		o.heap, o.place[v] = o.heap[:last], -1
		o.down(0)
		if values[2*v] == 0 {
			return v, true
		}
	}
	return 0, false
}

// phase returns the literal to try first.
func (o *order) phase(v uint32, stable bool) literal {
	if stable {
		return o.best[v]
	}
	return o.saved[v]
}

// remember keeps a trail that ended without a conflict, if it is the longest one.
func (o *order) remember(trail []literal) {
	if len(trail) <= o.longest {
		return
	}
	o.longest = len(trail)
	for _, l := range trail {
		o.best[l/2] = l
	}
}

// rephase changes the values to try, so that the search sees another part of the space: to those of the longest assignment, to those with
// which it began or else the opposites of the former, or to random ones.
func (o *order) rephase(turn int) {
	for v := range o.saved {
		switch turn % 4 {
		case 1:
			if o.near != nil {
				o.saved[v] = o.near[v]
			} else {
				o.saved[v] = o.best[v] ^ 1
			}
		case 3:
			o.saved[v] = literal(2*v) + literal(o.random.IntN(2))
		default:
			o.saved[v] = o.best[v]
		}
	}
	copy(o.best, o.saved)
	o.longest = 0
}

// bump raises the activity of a variable.
func (o *order) bump(v uint32) {
	o.activity[v] += o.step
	if o.activity[v] > maxActivity {
		for i := range o.activity {
			o.activity[i] /= maxActivity
		}
		o.step /= maxActivity
	}
	if o.place[v] >= 0 {
		o.up(int(o.place[v]))
	}
}

// decay lowers all activities.
func (o *order) decay() { o.step /= activityDecay }

// push adds a variable, unless it is in the heap.
func (o *order) push(v uint32) {
	if o.place[v] < 0 {
		o.place[v] = int32(len(o.heap))
		o.heap = append(o.heap, v)
		o.up(len(o.heap) - 1)
	}
}

func (o *order) up(i int) {
	for i > 0 && o.activity[o.heap[i]] > o.activity[o.heap[(i-1)/2]] {
		o.swap(i, (i-1)/2)
		i = (i - 1) / 2
	}
}

func (o *order) down(i int) {
	for {
		child := 2*i + 1
		if child >= len(o.heap) {
			return
		}
		if child+1 < len(o.heap) && o.activity[o.heap[child+1]] > o.activity[o.heap[child]] {
			child++
		}
		if o.activity[o.heap[child]] <= o.activity[o.heap[i]] {
			return
		}
		o.swap(i, child)
		i = child
	}
}

func (o *order) swap(i, k int) {
	o.heap[i], o.heap[k] = o.heap[k], o.heap[i]
	o.place[o.heap[i]], o.place[o.heap[k]] = int32(i), int32(k)
}
