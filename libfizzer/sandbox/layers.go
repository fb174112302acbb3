package sandbox

import (
	"fmt"
	"slices"
	"sync"
)

// layers knows which layers of a sandbox are left out, which are missing, and why.
type layers struct {
	without []Layer          // layers to leave out
	refused map[Layer]string // why a way in failed, by its best layer
	mutex   sync.Mutex       // guards the fields below
	missing []Layer
	reasons map[Layer]string // why each is missing
}

// leaves tells whether a layer is left out.
func (l *layers) leaves(layer Layer) bool { return slices.Contains(l.without, layer) }

// lacking tells whether a layer is missing.
func (l *layers) lacking(layer Layer) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return slices.Contains(l.missing, layer)
}

// leftOut is the reason why a layer is missing that WithoutVariable names.
const leftOut = "left out, as " + WithoutVariable + " says"

// lacks notes that a layer is missing, once.
func (l *layers) lacks(layer Layer, missing bool, why string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if missing && !slices.Contains(l.missing, layer) {
		l.missing = append(l.missing, layer)
		l.reasons[layer] = why
	}
}

// Missing returns the layers that are not in force, and for each the reason.
func (l *layers) Missing() ([]Layer, []string) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	var notes []string
	for _, layer := range l.missing {
		notes = append(notes, fmt.Sprintf("%s: %s", layer, l.reasons[layer]))
	}
	return slices.Clone(l.missing), notes
}

// refuse notes why a way failed. If the launcher was not even launched, the namespaces were the reason.
func (l *layers) refuse(w way, launched bool, failure error) {
	layer := View
	if w.flags == 0 {
		return
	}
	if !launched || !w.view {
		layer = Namespaces
	}
	if l.refused[layer] == "" {
		l.refused[layer] = failure.Error()
	}
}

// why returns the reason noted by refuse, or otherwise.
func (l *layers) why(layer Layer, otherwise string) string {
	if why := l.refused[layer]; why != "" {
		return why
	}
	if layer == View && slices.Contains(l.missing, Namespaces) {
		return "it needs namespaces"
	}
	return otherwise
}
