//go:build long

package endtoend

import (
	"fmt"
	"slices"
	"testing"

	"fizzer/libfizzer/sandbox"
)

// TestLongHostile runs each program as each user and in both data models, with all layers of the sandbox and with one layer removed
// at a time: the others still protect.
func TestLongHostile(t *testing.T) {
	share, homeBase := hostileShare(t)
	for _, h := range allHostile(t) {
		for _, user := range []string{userRoot, userNobody} {
			for _, bits := range []int{64, 32} {
				for _, without := range append([]sandbox.Layer{""}, h.spare()...) {
					checkHostile(t, h, hostileRun{user, bits, string(without)}, share, homeBase, h.ways...)
				}
			}
		}
	}
}

// TestLongHostileSecond runs the second form of each program as one user and in one data model, with all layers of the sandbox, and in the
// other data model without one of them.
func TestLongHostileSecond(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		r := h.sample(i)
		checkHostile(t, h, r, share, homeBase, waySecond)
		if spare := h.spare(); len(spare) > 0 {
			checkHostile(t, h, hostileRun{r.user, 96 - r.bits, string(spare[i%len(spare)])}, share, homeBase, waySecond)
		}
	}
}

// TestLongOlderKernels runs each program that needs no namespaces to be stopped as in an ordinary container on a kernel with Landlock 1, 2
// or 5: what later versions added is left out. Programs that change files have all three, the others one in turn.
func TestLongOlderKernels(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		if slices.Contains(h.needs, string(sandbox.Namespaces)) || slices.Contains(h.needs, string(sandbox.View)) {
			continue
		}
		versions := []int{1, 2, 5}
		if !slices.Contains(h.sees, "file") {
			versions = versions[i%3 : i%3+1]
		}
		for _, version := range versions {
			r := h.sample(i)
			r.without = fmt.Sprintf("%s,%s=%d", sandbox.Namespaces, sandbox.Landlock, version)
			checkHostile(t, h, r, share, homeBase, h.ways...)
		}
	}
}

// sandboxLayers are the layers that can be removed.
var sandboxLayers = []sandbox.Layer{sandbox.Namespaces, sandbox.View, sandbox.Landlock, sandbox.Filter, sandbox.User, sandbox.Groups}

// spare returns the layers of which one may be missing.
func (h hostile) spare() []sandbox.Layer {
	return slices.DeleteFunc(slices.Clone(sandboxLayers), func(layer sandbox.Layer) bool { return slices.Contains(h.needs, string(layer)) })
}
