package campaign

import (
	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/strategy"
)

// Exchange connects a run with searches of the same program on other machines, like *exchange.Exchange. No call waits for a network.
type Exchange interface {
	strategy.Shares
	// Take returns some inputs that others found; they are proposals, which the engine runs.
	Take() []engine.Shared
	// Found sees each find of this run, also those that were inputs of others. It may keep it and must not change it.
	Found(f *engine.Found)
	// Searches returns what came from whom.
	Searches() []formats.Search
}
