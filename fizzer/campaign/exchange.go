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
	// Found sees each find of this run, also those that were inputs of others. It may keep it and must not change it. It returns the name
	// of the search that the input came from; empty: this run found it.
	Found(f *engine.Found) (search string)
	// Show tells the others how far this run is: its executions, the directions that it covered, and its goals; nil: not measured.
	Show(executions uint64, directions int, goals *formats.Goals)
	// Searches returns what is known of the others, by name.
	Searches() []formats.Search
}
