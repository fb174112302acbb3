package strategy

// Success is what one way of finding inputs, an arm of the bandit, has won lately, and what that cost. It fades with what the
// arm spends, not with time: an arm without anything to do is judged by what it did last. The zero value has won nothing and
// cost nothing.
type Success struct {
	won  float64 // directions of locations covered first
	cost float64 // conditions evaluated; a condition stands for CPU time because the same seed is to give the same run
}

// Picked by hand: what was won before the last thirty million conditions of an arm, some seconds of its work, counts little,
// and one direction weighs as much as a million conditions.
const (
	successMemory = 1 << 25
	successUnit   = 1 << 20
)

// Spend takes note of what runs cost, in conditions.
func (s *Success) Spend(cost uint64) {
	kept := 1 - min(float64(cost)/successMemory, 1)
	s.won *= kept
	s.cost = s.cost*kept + float64(cost)
}

// Win takes note of directions covered first.
func (s *Success) Win(directions int) { s.won += float64(directions) }

// Rate returns what the arm wins for its cost; 1 before anything is known.
func (s *Success) Rate() float64 { return (s.won + 1) / (s.cost/successUnit + 1) }

// maxShift bounds how far success changes what an arm gets, either way: who wins nothing now may win behind the next
// location.
const maxShift = 4

// Share returns the share of the cost that the arm gets beside others, prior when both win as much: between a fourth of it
// and four times its odds.
func (s *Success) Share(others *Success, prior float64) float64 {
	odds := prior / (1 - prior) * min(max(s.Rate()/others.Rate(), 1.0/maxShift), maxShift)
	return odds / (1 + odds)
}
