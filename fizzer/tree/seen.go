package tree

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// Seen is what all runs covered: locations, and execution IDs, which are numbered in order of first appearance. It never forgets
// coverage.
type Seen struct {
	ids      []idState
	idOf     map[trace.ID]int32
	recent   []recentID // by location
	maxIDs   int        // number of IDs told apart by context; beyond it, a location has one ID for all contexts
	covered  [][2]bool  // by location
	awaited  [2]int     // number of locations that some input may bring into a trace, and of directions that it may take there
	never    [][2]bool  // by location: directions that no input takes
	dead     []bool     // by location: no input brings it into a trace
	known    int        // number of locations seen
	counts   [2]int     // number of covered directions: of locations, of IDs
	coverage *execution.Coverage
	fresh    []Coverage // first covered by the current run
}

func newSeen(table *locations.Table, n int) Seen {
	s := Seen{
		idOf: map[trace.ID]int32{}, coverage: execution.NewCoverage(n), covered: make([][2]bool, n), recent: make([]recentID, n),
		dead: make([]bool, n), never: make([][2]bool, n),
	}
	s.awaited[0], s.awaited[1] = table.Awaited()
	for i := range table.Conditions {
		c := &table.Conditions[i]
		s.dead[i], s.never[i] = c.Unreachable, [2]bool{c.NeverFalse, c.NeverTrue}
	}
	for i := range s.recent {
		s.recent[i].id = none
	}
	return s
}

// recentID is the most recent execution ID of a location.
type recentID struct {
	id      int32 // its number, none: the location was not seen
	context uint32
	covered [2]bool // as in idState
}

type idState struct {
	id      trace.ID
	covered [2]bool
}

// novel reports whether a condition covers something new.
func (s *Seen) novel(c *layout.Condition) bool {
	if s.recent[execution.Location(c)].covers(c) {
		return false
	}
	i, ok := s.lookUp(c)
	return !ok || !s.ids[i].covered[side(execution.Direction(c))]
}

// anyContext stands for all contexts of a location beyond Seen.maxIDs.
const anyContext = 1<<32 - 1

// blurred reports whether contexts are no longer told apart. Path is not valid for nodes behind such execution IDs.
func (s *Seen) blurred() bool { return len(s.ids) >= s.maxIDs }

// covers reports whether the condition has this execution ID and took a covered direction.
func (r *recentID) covers(c *layout.Condition) bool {
	return r.context == c.Context && r.covered[side(execution.Direction(c))]
}

// note records the coverage of the condition and returns the number of its execution ID.
func (s *Seen) note(c *layout.Condition) int32 {
	if r := &s.recent[execution.Location(c)]; r.covers(c) {
		return r.id
	}
	i := s.intern(c)
	s.cover(i, execution.Direction(c))
	return i
}

// lookUp returns the number of the condition's execution ID.
func (s *Seen) lookUp(c *layout.Condition) (int32, bool) {
	location := execution.Location(c)
	if r := &s.recent[location]; r.id != none && r.context == c.Context {
		return r.id, true
	}
	i, ok := s.idOf[trace.ID{Location: location, Context: c.Context}]
	if !ok && s.blurred() {
		i, ok = s.idOf[trace.ID{Location: location, Context: anyContext}]
	}
	return i, ok
}

// intern returns the number of the condition's execution ID, a new one if it has none.
func (s *Seen) intern(c *layout.Condition) int32 {
	location := execution.Location(c)
	i, ok := s.lookUp(c)
	if !ok {
		id := trace.ID{Location: location, Context: c.Context}
		if s.blurred() {
			id.Context = anyContext
			s.coverage.AddContexts()
		}
		i = int32(len(s.ids))
		s.ids = append(s.ids, idState{id: id})
		s.idOf[id] = i
	}
	if s.recent[location].id == none {
		if s.dead[location] {
			s.awaited[0]++ // undefined behaviour led to it
			s.awaited[1] += 2
		}
		s.known++
	}
	s.recent[location] = recentID{i, s.ids[i].id.Context, s.ids[i].covered}
	return i
}

func (s *Seen) cover(i int32, direction bool) {
	state := &s.ids[i]
	b := side(direction)
	if state.covered[b] {
		return
	}
	state.covered[b] = true
	if r := &s.recent[state.id.Location]; r.id == i {
		r.covered[b] = true
	}
	s.counts[1]++
	s.coverage.Add(state.id.Location, state.id.Context, direction)
	location := !s.covered[state.id.Location][b]
	if location {
		s.covered[state.id.Location][b] = true
		s.counts[0]++
		if s.never[state.id.Location][b] && !s.dead[state.id.Location] {
			s.awaited[1]++ // undefined behaviour took it
		}
	}
	s.fresh = append(s.fresh, Coverage{state.id, direction, location})
}

// isCovered reports whether execution ID number id was evaluated to both values.
func (s *Seen) isCovered(id int32) bool { return s.ids[id].covered == [2]bool{true, true} }

// LocationCovered reports whether a location was evaluated to a direction.
func (s *Seen) LocationCovered(location uint32, direction bool) bool {
	return s.covered[location][side(direction)]
}

// Coverage returns everything covered, for targets that look for new directions. It changes with the tree.
func (s *Seen) Coverage() *execution.Coverage { return s.coverage }

// Awaited returns the number of locations of the program that some input may bring into a trace.
func (s *Seen) Awaited() int { return s.awaited[0] }

// AllCovered reports whether every location that some input may bring into a trace was evaluated to both values.
func (s *Seen) AllCovered() bool { return s.counts[0] == s.awaited[1] }

// KnownCovered reports whether every execution ID seen so far was evaluated to both values.
func (s *Seen) KnownCovered() bool { return s.counts[1] == 2*len(s.ids) }
