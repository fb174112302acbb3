package campaign

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"fizzer/fizzer/judge"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// buildReplay compiles the program as the validators do. Without it the suite is handed over as it was found.
func (c *campaign) buildReplay(ctx context.Context) error {
	folder := filepath.Join(c.scratch, "replay")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return &OutputError{err}
	}
	program, err := replay.Build(ctx, replay.Options{
		Programs: c.Task.Programs, DataModel: c.Task.DataModel, Property: c.Property, Scratch: folder,
	})
	var rejected *replay.CompileError
	switch {
	case err == nil:
		c.judge = program
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, goal.ErrTooDeep):
		c.Log("note: the goals are not measured: %v", err)
	case errors.As(err, &rejected):
		c.Log("note: gcc does not compile the program, so no validator can run its tests: %v", err)
	default:
		return err
	}
	return nil
}

// replay judges the suite on the gcc build, keeps the tests that count, best first, and counts their goals.
func (c *campaign) replay(ctx context.Context) error {
	if c.judge == nil {
		return ctx.Err()
	}
	c.enter(PhaseJudging)
	tests := make([]suite.Test, len(c.found))
	for i, f := range c.found {
		tests[i] = f.test
	}
	verdict, err := judge.Judge(ctx, c.judge, len(c.judge.Goals()), tests, c.mayReplay)
	if err != nil {
		return err
	}
	if err := c.suite.Replace(verdict.Tests); err != nil {
		return &OutputError{err}
	}
	s := &c.statistics
	s.Goals = &Goals{Covered: verdict.Count(), Total: len(verdict.Covered), Partial: verdict.Unjudged > 0}
	s.Repaired, s.Lost = verdict.Repaired, verdict.Lost
	return nil
}

// mayReplay says whether the budget allows another test to be replayed: half of the reserve is for what comes after.
func (c *campaign) mayReplay() bool {
	if c.CPU > 0 && c.meter.CPU() > c.CPU-reserve(c.CPU)/2 {
		return false
	}
	return c.Wall == 0 || c.Clock().Sub(c.start) < c.Wall-reserve(c.Wall)/2
}
