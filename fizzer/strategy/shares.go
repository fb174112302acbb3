package strategy

import (
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
)

// Shares divides the targets between strategies that search the same program: each prefers its own.
type Shares interface {
	// Own tells whether a target, given by the hash of its execution ID, belongs to this strategy.
	Own(target uint32) bool
	// Changes counts how often the answers of Own have changed.
	Changes() uint64
}

// Part is one of Of equal shares, numbered from 0. It never changes.
type Part struct{ Number, Of int }

// Own implements Shares.
func (p Part) Own(target uint32) bool { return int(target)%p.Of == p.Number }

// Changes implements Shares.
func (Part) Changes() uint64 { return 0 }

// Both are the targets that belong to a share of a share; Outer may be nil.
type Both struct{ Outer, Inner Shares }

// Own implements Shares.
func (b Both) Own(target uint32) bool {
	const other = 2654435761 // Knuth's multiplier: the two divisions must not agree
	return b.Inner.Own(target) && (b.Outer == nil || b.Outer.Own(target*other))
}

// Changes implements Shares.
func (b Both) Changes() uint64 {
	if b.Outer == nil {
		return b.Inner.Changes()
	}
	return b.Outer.Changes() + b.Inner.Changes()
}

// targetOf returns the hash of an execution ID by which targets are divided.
func targetOf(id trace.ID) uint32 {
	return uint32(execution.ExtendPath(0, id.Location, id.Context) >> 32)
}
