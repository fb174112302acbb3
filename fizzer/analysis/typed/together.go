package typed

import (
	"errors"
	"iter"
	"slices"

	"fizzer/fizzer/distance"
)

// maxTogether is the number of descents whose runs share a batch. A descent needs the result of a few runs before it can propose the
// next ones, and on a small program the hand-over of a batch costs as much as ten runs (docs/decisions/057-descents-together.md).
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
	first  int                 // of its inputs in the batch
	values []distance.Distance // of these
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

// fromSeeds descends from random seeds until an error ends the analysis. At first it makes a number of descents at once, and one more
// whenever one has ended, up to maxTogether: where the first few succeed, no more is spent on others.
func (s *search) fromSeeds(together int) error {
	var climbers []*climber
	defer func() {
		for _, c := range climbers {
			c.stop()
		}
	}()
	for {
		for len(climbers) < min(together, maxTogether) {
			climbers = append(climbers, s.newClimber())
		}
		for _, c := range climbers {
			if c.busy {
				continue
			}
			if err := s.nextSeed(len(climbers), c.descent); err != nil {
				return err
			}
			c.busy = true
		}
		for _, c := range climbers {
			c.first = s.Pending()
			if c.busy, _ = c.next(); !c.busy {
				together++
			}
		}
		if err := s.evaluate(climbers); err != nil {
			return err
		}
	}
}

// evaluate makes the runs for which the descents wait, in one batch.
func (s *search) evaluate(climbers []*climber) error {
	if s.Pending() == 0 {
		return nil
	}
	values, err := s.Evaluate()
	if err != nil {
		return err
	}
	for i, c := range climbers {
		end := len(values)
		if i+1 < len(climbers) {
			end = climbers[i+1].first
		}
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
