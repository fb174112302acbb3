package execution

// Alarm tells whoever works through a long run that the time of the search is over. The zero Alarm never rings.
type Alarm struct {
	Interrupted func() bool // nil: never
	asked       uint32
}

// between is the number of steps between two questions. A step takes some microseconds at most.
const between = 1 << 8

// Rings reports whether the time is over. It is called at each step, and asks seldom: a step costs about a nanosecond.
func (a *Alarm) Rings() bool {
	if a.Interrupted == nil {
		return false
	}
	a.asked++
	return a.asked%between == 0 && a.Interrupted()
}
