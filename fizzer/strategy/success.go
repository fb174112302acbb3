package strategy

// Success is what an arm of the bandit (one way of finding inputs) has won lately, and what that cost. It fades with
// what the arm spends, not with time: an arm with nothing to do is judged by its last work. The zero value has won
// nothing and cost nothing.
type Success struct {
	won  float64 // directions of locations covered first
	cost float64 // conditions evaluated; they stand for CPU time because the same seed has to give the same run
}

// Picked by hand: wins before the last thirty million conditions of an arm, some seconds of its work, count little,
// and one direction weighs as much as a million conditions.
const (
	successMemory = 1 << 25
	successUnit   = 1 << 20
)

// Spend records the cost of runs, in conditions.
func (s *Success) Spend(cost uint64) {
	kept := 1 - min(float64(cost)/successMemory, 1)
	s.won *= kept
	s.cost = s.cost*kept + float64(cost)
}

// Win records directions that were covered first.
func (s *Success) Win(directions int) { s.won += float64(directions) }

// Rate returns how much the arm wins for its cost; it is 1 before anything is known.
func (s *Success) Rate() float64 { return (s.won + 1) / (s.cost/successUnit + 1) }

// maxShift bounds how far success changes the share of an arm, up or down: an arm that wins nothing now may win
// behind the next location.
const maxShift = 4

// Share returns the arm's share of the cost beside the others. Prior is its share when both win equally; success
// changes its odds by a factor between a fourth and four.
func (s *Success) Share(others *Success, prior float64) float64 {
	odds := prior / (1 - prior) * min(max(s.Rate()/others.Rate(), 1.0/maxShift), maxShift)
	return odds / (1 + odds)
}
