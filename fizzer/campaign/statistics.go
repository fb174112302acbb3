package campaign

import (
	"context"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/formats"
)

// record copies what the engine counted and why it ended.
func record(s *formats.Statistics, summary formats.Summary, ctx context.Context) {
	s.Engine = summary
	s.Executions = summary.Executions
	if s.Excerpt != nil {
		s.Executions += s.Excerpt.Executions
	}
	s.ErrorReached = summary.ErrorReached
	s.StoppedBy = summary.Reason
	if summary.Complete {
		s.StoppedBy = formats.StoppedByComplete
	}
	switch spent := budget.Spent(ctx); {
	case spent != "":
		s.StoppedBy = spent
	case ctx.Err() != nil:
		s.StoppedBy = formats.StoppedBySignal
	}
}
