package tree

import (
	"math/bits"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
)

// paths remembers whole paths.
type paths struct {
	places []seenPath
	shift  int // 64 - log2(len(places))
}

// newPaths returns paths with the given number of places, rounded up to a power of two.
func newPaths(places int) paths {
	logarithm := bits.Len(uint(places - 1))
	return paths{make([]seenPath, 1<<logarithm), 64 - logarithm}
}

// seenPath remembers one whole path. If two paths have the same place, the older is forgotten; inserting a forgotten
// path again changes nothing, it only costs a search for its deepest node.
type seenPath struct {
	key     uint64 // 0: empty
	deepest Node   // no watched node on this path is deeper; None: there is no watched node
}

// find returns the place for the run's path, and whether the path is remembered there. If the whole path is known, a run recorded in
// part counts as known too.
func (p *paths) find(run *execution.Run) (place *seenPath, known bool) {
	key := pathKey(run)
	place = p.placeOf(key)
	if place.key == key || run.Whole() {
		return place, place.key == key
	}
	if whole := p.placeOf(wholeKey(run)); whole.key == wholeKey(run) {
		return whole, true
	}
	return place, false
}

func (p *paths) placeOf(key uint64) *seenPath { return &p.places[key*0x9e3779b97f4a7c15>>p.shift] }

// pathKey identifies a path, how the run ended, and how much of it was recorded; it is never 0.
func pathKey(run *execution.Run) uint64 {
	if run.Whole() {
		return wholeKey(run)
	}
	return max(execution.ExtendPath(wholeKey(run), uint32(run.Conditions.Len()), run.Unrecorded), 1)
}

// wholeKey identifies a path and how the run ended.
func wholeKey(run *execution.Run) uint64 {
	key := run.Path
	if trace.Exceptional(run.Ending) {
		key = ^key
	}
	return max(key, 1)
}
