package engine

import (
	"context"

	"fizzer/fizzer/execution"
)

// Shared is an input that another engine found, with the limits of its run.
type Shared struct {
	Bytes  []byte
	Limits execution.Limits
}

// mail is the stage that runs what other engines found, each input within the limits of its run.
type mail struct {
	e      *Engine
	shared []Shared
}

func (m *mail) due(*stage) bool {
	if m.e.config.Others != nil {
		m.shared = m.e.config.Others()
	}
	return len(m.shared) > 0
}

func (m *mail) run(ctx context.Context, s *stage) (bool, error) {
	m.e.ledger.begin(s.step)
	for _, shared := range m.shared {
		request := m.e.request([][]byte{shared.Bytes})
		request.Limits = shared.Limits
		if err := m.e.executor.Do(ctx, request, ignore); err != nil {
			return true, err
		}
	}
	return true, nil
}
