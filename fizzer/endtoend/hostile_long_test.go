//go:build long

package endtoend

import (
	"slices"
	"testing"
)

// TestLongHostile runs each program as each user and in both data models, with all layers of the sandbox and with each of them
// taken away: the others hold.
func TestLongHostile(t *testing.T) {
	share, homeBase := hostileShare(t)
	for _, h := range allHostile(t) {
		for _, user := range []string{userRoot, userNobody} {
			for _, bits := range []int{64, 32} {
				for _, without := range append([]string{""}, h.spare()...) {
					checkHostile(t, h, hostileRun{user, bits, without}, share, homeBase)
				}
			}
		}
	}
}

// Layers of the sandbox that can be taken away.
var sandboxLayers = []string{"namespaces", "landlock", "seccomp", "cgroup"}

// spare returns the layers of the sandbox of which one may be missing.
func (h hostile) spare() []string {
	return slices.DeleteFunc(slices.Clone(sandboxLayers), func(layer string) bool { return slices.Contains(h.needs, layer) })
}
