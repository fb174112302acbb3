package campaign

import (
	"context"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/layout"
	"fizzer/testcomp/property"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// trials tries inputs on gcc's build for the engine (decision 036).
type trials struct {
	search *search
	spent  time.Duration // wall time
}

const (
	// trialsShare bounds the wall time of trials, as 1/trialsShare of the time, in runs that are limited by time.
	trialsShare = 32
	// minTrial, and 1/trialsShare of the time so far, bound one trial there.
	minTrial = 500 * time.Millisecond
	// trialRepeats is how often a trial that reaches a new goal runs again.
	trialRepeats = 4
)

// Open implements engine.Trials.
func (t *trials) Open() bool {
	v := t.search.verdict
	if v == nil || v.judged < len(v.output.found) || !v.wanting() {
		return false
	}
	return !v.limited() || t.spent <= v.timing.elapsed()/trialsShare && v.spent <= v.timing.elapsed()/replayShare
}

// complete tells whether no goal is open.
func (v *verdict) complete() bool { return v.Count()+v.unreachable() == len(v.Covered) }

// wanting tells whether a trial may win something.
func (v *verdict) wanting() bool {
	for goal := range v.Covered {
		if v.Wants(goal) && v.dead[goal] == "" {
			return true
		}
	}
	return false
}

// Try implements engine.Trials.
func (t *trials) Try(trial engine.Trial) (tried engine.Tried, err error) {
	s, v := t.search, t.search.verdict
	inputs, err := vector.Inputs(trial.Reads, trial.Bytes)
	if err != nil || !t.Open() {
		return tried, err
	}
	before := v.Count()
	outcome, kept, err := t.run(suite.Test{Inputs: inputs, CoversError: s.Property.Kind == property.Error})
	if err != nil || outcome == nil {
		return tried, err
	}
	tried = engine.Tried{Differs: differs(&trial, outcome), Goals: v.Count() - before}
	if kept == nil {
		return tried, nil
	}
	if err := s.output.add(*kept, "of a trial on gcc's build", ""); err != nil {
		return tried, err
	}
	v.judged = len(v.output.found)
	if v.wanting() {
		return tried, nil
	}
	s.stopped = formats.StoppedByGoals
	if s.Property.Kind == property.Error {
		s.stopped = formats.StoppedByError
	}
	return tried, engine.ErrStop
}

// bounded returns the context of one trial. Where the target crashes, gcc's build may run for ever; until a validator would end it, a
// tenth of a short run's budget may be over.
func (t *trials) bounded() (context.Context, func()) {
	v, ctx := t.search.verdict, t.search.ctx
	if !v.limited() {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, minTrial+v.timing.elapsed()/trialsShare)
}

// run tries a test; no outcome: there is no time left, or it takes too long.
func (t *trials) run(test suite.Test) (*replay.Outcome, *suite.Test, error) {
	v := t.search.verdict
	ctx, stop := t.bounded()
	defer stop()
	began := v.timing.clock()
	outcome, kept, err := v.Judge.Try(ctx, test, trialRepeats)
	spent := v.timing.clock().Sub(began)
	v.spent, t.spent = v.spent+spent, t.spent+spent
	if err != nil && ctx.Err() != nil {
		return nil, nil, nil
	}
	return outcome, kept, err
}

// differs tells whether a run on gcc's build ended in another way than that of the target, or read more or fewer values.
func differs(trial *engine.Trial, outcome *replay.Outcome) bool {
	bad := outcome.Ending == replay.Signalled || outcome.Ending == replay.TimedOut || outcome.Ending == replay.OutOfMemory
	switch trial.Ending {
	case layout.EndingNormal:
		return bad || outcome.Inputs != trial.Read
	case layout.EndingCrashed:
		return !bad || outcome.Inputs != trial.Read
	}
	return false // a limit, or a failed assumption, which gcc's build takes for a crash
}
