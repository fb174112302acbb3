// Package floats searches for a floating-point number in the order of the representable numbers instead of by value.
// It tries special numbers and numbers of all magnitudes. Then it bisects, in that order, between two neighbours that
// are on different sides of the border or of which one leaves the path. A bisection ends at adjacent floats after at
// most 64 runs, so it finds an exact equality, a denormal number or an interval of three floats. The report does not
// have this analysis.
package floats

import (
	"cmp"
	"encoding/binary"
	"math"
	"slices"

	"fizzer/fizzer/analysis"
	"fizzer/fizzer/distance"
	"fizzer/libfizzer/layout"
)

// Picked by hand.
const (
	maxNumbers    = 4
	maxBisections = 8  // maximum of bisections side by side
	exponentStep  = 64 // step between the exponents of a double that are tried first
	around        = 4  // neighbours tried on either side of the end of a bisection
)

// Run searches each number by itself, with the others as in the node's input: in at most about 800 runs a number.
func Run(ctx *analysis.Context) error {
	for _, r := range numbersOf(ctx) {
		s := search{Context: ctx, number: r}
		if err := s.run(); err != nil {
			return err
		}
	}
	return nil
}

func numbersOf(ctx *analysis.Context) []layout.Read {
	all := analysis.ReadsNear(ctx)
	all = slices.DeleteFunc(slices.Clone(all), func(r layout.Read) bool { return !analysis.IsFloat(r) })
	return all[:min(len(all), maxNumbers)]
}

// place is the position of a number in the order of all numbers of its type (analysis.FloatPlace).
type place int64

// point is a number that was run.
type point struct {
	place
	distance distance.Distance // not finite off the path, or where an operand is not finite
}

type search struct {
	*analysis.Context
	number layout.Read
	points []point // sorted
}

// infinity returns the place of positive infinity; the places after it are NaNs.
func (s *search) infinity() place {
	size := int(s.number.Size)
	return place(analysis.FloatPlace(analysis.FloatBits(math.Inf(1), size), size))
}

// store writes the number at a place.
func (s *search) store(p place, input []byte) {
	var raw [8]byte
	binary.LittleEndian.PutUint64(raw[:], analysis.FloatAt(int64(p), int(s.number.Size)))
	copy(input[s.number.Offset:s.number.Offset+uint32(s.number.Size)], raw[:])
}

// placeOf is the inverse of store.
func (s *search) placeOf(raw []byte) place {
	var wide [8]byte
	copy(wide[:], raw)
	return place(analysis.FloatPlace(binary.LittleEndian.Uint64(wide[:]), int(s.number.Size)))
}

func (s *search) run() error {
	if err := s.try(s.first()); err != nil {
		return err
	}
	for _, interesting := range []func(p, q point) bool{opposite, s.leaves} {
		if err := s.bisect(interesting); err != nil {
			return err
		}
	}
	return nil
}

// first returns the first places to try: numbers of all magnitudes, special ones, and the neighbours of the input's
// own number.
func (s *search) first() []place {
	raw := s.Base.Bytes[s.number.Offset : s.number.Offset+uint32(s.number.Size)]
	own := s.placeOf(raw)
	places := []place{own, own - 1, own + 1, s.infinity() + 1, -s.infinity() - 2}
	add := func(v float64) {
		p := s.placeOf(analysis.EncodeFloat(v, int(s.number.Size)))
		places = append(places, p, -p-1)
	}
	for _, v := range [...]float64{0, 1, 2, 3, 10, 100, 1000, 1e6, 0.5, 0.1, 1 << 24, 1 << 31, 1 << 53, 1 << 63, math.Inf(1), math.MaxFloat32,
		math.MaxFloat64, math.SmallestNonzeroFloat32, math.SmallestNonzeroFloat64, 0x1p-126, 0x1p-1022} {
		add(v)
	}
	for e := -1074; e < 1024; e += exponentStep {
		add(math.Ldexp(1, e))
	}
	for e := -8; e < 64; e += 2 {
		add(math.Ldexp(1, e))
	}
	return places
}

// try runs the input with the number at each place that has not been run yet.
func (s *search) try(places []place) error {
	slices.Sort(places)
	places = slices.Compact(places)
	places = slices.DeleteFunc(places, func(p place) bool {
		_, known := slices.BinarySearchFunc(s.points, p, func(q point, p place) int { return cmp.Compare(q.place, p) })
		return known || p > s.infinity()+1 || p < -s.infinity()-2
	})
	for _, p := range places {
		s.store(p, s.Add())
	}
	values, err := s.Evaluate()
	if err != nil {
		return err
	}
	for i, p := range places {
		s.points = append(s.points, point{p, values[i]})
	}
	slices.SortFunc(s.points, func(p, q point) int { return cmp.Compare(p.place, q.place) })
	return nil
}

// opposite reports whether two points are on the path and the border is between them.
func opposite(p, q point) bool {
	return p.distance.Finite() && q.distance.Finite() && (p.distance.Float() < 0) != (q.distance.Float() < 0)
}

// leaves reports whether exactly one of two points is on the path.
func (s *search) leaves(p, q point) bool { return p.distance.Finite() != q.distance.Finite() }

// nearness orders pairs of points by the smaller of their two distances.
func nearness(p, q point) float64 { return min(p.distance.Magnitude(), q.distance.Magnitude()) }

// bisect repeatedly halves the interesting intervals, those nearest to the border first, until their ends are
// adjacent numbers; then it tries the numbers around them.
func (s *search) bisect(interesting func(p, q point) bool) error {
	var pairs [][2]point
	for i := 1; i < len(s.points); i++ {
		if p, q := s.points[i-1], s.points[i]; interesting(p, q) {
			pairs = append(pairs, [2]point{p, q})
		}
	}
	slices.SortStableFunc(pairs, func(a, b [2]point) int { return cmp.Compare(nearness(a[0], a[1]), nearness(b[0], b[1])) })
	pairs = pairs[:min(len(pairs), maxBisections)]
	for {
		open := false
		for i := range pairs {
			if low, high := pairs[i][0].place, pairs[i][1].place; high-low > 1 {
				s.store(low+(high-low)/2, s.Add())
				open = true
			}
		}
		if !open {
			break
		}
		values, err := s.Evaluate()
		if err != nil {
			return err
		}
		for i, k := 0, 0; i < len(pairs); i++ {
			low, high := pairs[i][0], pairs[i][1]
			if high.place-low.place <= 1 {
				continue
			}
			middle := point{low.place + (high.place-low.place)/2, values[k]}
			k++
			if interesting(low, middle) {
				pairs[i][1] = middle
			} else {
				pairs[i][0] = middle
			}
		}
	}
	var places []place
	for _, pair := range pairs {
		for d := place(-around); d <= around; d++ {
			places = append(places, pair[0].place+d)
		}
	}
	return s.try(places)
}
