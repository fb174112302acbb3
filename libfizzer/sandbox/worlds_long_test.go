//go:build long

package sandbox

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// worldsVariable replaces worlds, separated by semicolons.
const worldsVariable = "FIZZER_SANDBOX_WORLDS"

func init() {
	if text := os.Getenv(worldsVariable); text != "" {
		worlds = strings.Split(text, ";")
	}
}

// TestLongOlderKernels runs the other tests with what other kernels have in a container: 5.13, 6.2, 6.7 and 6.10.
func TestLongOlderKernels(t *testing.T) {
	command := exec.Command("/proc/self/exe", "-test.skip", "TestAsNobody|TestLong")
	command.Env = append(os.Environ(), worldsVariable+"=namespaces,landlock=1;namespaces,landlock=3;namespaces,landlock=4;namespaces,landlock=5")
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
