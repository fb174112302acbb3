package typed

import (
	"errors"
	"iter"
	"slices"

	"fizzer/fizzer/distance"
)

// maxTogether is the number of descents whose runs share a batch. A descent needs the result of a few runs before it can propose the
// next ones, and on a small program the hand-over of a batch costs as much as ten runs (docs/decisions/057-cheaper-runs.md).
const maxTogether = 8

// maxGuesses is the maximum of random seeds in one batch, where most of them miss the path.
const maxGuesses = 64

// errStopped ends a descent whose analysis has ended.
var errStopped = errors.New("the analysis has ended")

// climber is a descent that takes turns with others: it stops whenever it needs the results of runs.
type climber struct {
	*descent
	next   func() (waits, ok bool) // goes on until the descent needs results or has ended
	stop   func()
	busy   bool                // the descent has not ended
	used   int                 // inputs that it has proposed
	first  int                 // place of its first input in the batch
	values []distance.Distance // of its inputs in the batch
}

func (s *search) newClimber() *climber {
	c := &climber{}
	c.next, c.stop = iter.Pull(func(yield func(bool) bool) {
		c.descent = s.newDescent(func() ([]distance.Distance, error) {
			if !yield(true) {
				return nil, errStopped
			}
			return c.values, nil
		})
		for yield(false) {
			if c.descend() != nil {
				return
			}
		}
	})
	c.next()
	return c
}

// team is the descents that are made together.
type team struct {
	*search
	climbers []*climber
	busy     int // descents under way
	ended    int
	longest  int // inputs that the longest of those that ended took
}

// fromSeeds descends from random seeds until an error ends the analysis. It begins with one descent, and each that has ended allows one
// more at a time, up to maxTogether: where the first few succeed, no more is spent on others.
func (s *search) fromSeeds() error {
	t := &team{search: s}
	defer func() {
		for _, c := range t.climbers {
			c.stop()
		}
	}()
	for {
		if len(t.climbers) < min(1+t.ended, maxTogether) {
			t.climbers = append(t.climbers, s.newClimber())
		}
		if err := t.begin(); err != nil {
			return err
		}
		t.climb()
		if err := t.evaluate(); err != nil {
			return err
		}
	}
}

// begin gives seeds to those that have none. No more descents begin than the share of the analysis is likely to finish: what is under way
// at its end is lost.
func (t *team) begin() error {
	for _, c := range t.climbers {
		if c.busy || t.busy > 0 && (t.busy+1)*t.longest > t.Limit-t.Used() {
			continue
		}
		if err := t.nextSeed(len(t.climbers), c.descent); err != nil {
			return err
		}
		c.busy, c.used = true, 0
		t.busy++
	}
	return nil
}

// climb lets each descent go on until it needs the results of runs or ends.
func (t *team) climb() {
	for _, c := range t.climbers {
		c.first = t.Pending()
		if !c.busy {
			continue
		}
		if c.busy, _ = c.next(); !c.busy {
			t.busy--
			t.ended++
			t.longest = max(t.longest, c.used)
		}
	}
}

// evaluate makes the runs for which the descents wait, in one batch.
func (t *team) evaluate() error {
	if t.Pending() == 0 {
		return nil
	}
	values, err := t.Evaluate()
	if err != nil {
		return err
	}
	for i, c := range t.climbers {
		end := len(values)
		if i+1 < len(t.climbers) {
			end = t.climbers[i+1].first
		}
		c.used += end - c.first
		c.values = append(c.values[:0], values[c.first:end]...)
	}
	return nil
}

// nextSeed moves a descent to the next random seed with a finite value (lines 2 to 4). Where many seeds miss the path, it sends more of
// them at once, until a batch has one for each of the descents that are made together.
func (s *search) nextSeed(together int, d *descent) error {
	for len(s.seeds) == 0 {
		if err := s.trySeeds(max(s.guesses, together)); err != nil {
			return err
		}
		switch found := len(s.seeds); {
		case found < together:
			s.guesses = min(2*max(s.guesses, together), maxGuesses)
		case found >= 2*together:
			s.guesses = max(s.guesses/2, 1)
		}
	}
	copy(d.at, s.seeds[0])
	d.value = s.found[0]
	s.seeds, s.found = s.seeds[1:], s.found[1:]
	return nil
}

func (s *search) trySeeds(count int) error {
	m := len(s.variables)
	s.room = slices.Grow(s.room[:0], count*m)[:count*m]
	for i := range count {
		seed := s.room[i*m : (i+1)*m]
		for j := range s.variables {
			seed[j] = s.variables[j].seed(s.Random, float64(min(s.Used()+i, s.Whole))/float64(s.Whole))
		}
		s.add(seed)
	}
	values, err := s.Evaluate()
	if err != nil {
		return err
	}
	s.seeds, s.found = s.seeds[:0], s.found[:0]
	for i, value := range values {
		if value.Finite() {
			s.seeds, s.found = append(s.seeds, s.room[i*m:(i+1)*m]), append(s.found, value)
		}
	}
	return nil
}
