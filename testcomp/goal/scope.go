package goal

import "fizzer/testcomp/property"

// scope says whether the constructs at a place get goals.
type scope struct {
	property property.Property
	function string // name of the current function, empty between functions
	stopped  bool   // the current function has no more goals
	barred   int    // > 0: inside an array size or the operand of typeof, where a goal sets stopped
	silent   int    // > 0: inside a constant, or outside functions, where there are no goals
}

// allowed tells whether a construct gets its goals here. TestCov decides this for all goals of an if, loop or ?: at once, before
// it looks inside.
func (s *scope) allowed() bool {
	if s.property.Kind != property.Branches || s.function == "" {
		return false
	}
	if s.barred > 0 {
		s.stopped = true
	}
	return !s.stopped && s.silent == 0
}
