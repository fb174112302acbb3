//go:build long

package endtoend

import (
	"path/filepath"
	"strconv"
	"testing"
)

// TestLongInputs solves examples whose tests have 100,000 values and more, and has them judged by TestCov and by replay.
func TestLongInputs(t *testing.T) {
	p := ready(t)
	for _, e := range longExamples(t, p) {
		t.Run(e.name, func(t *testing.T) {
			output := t.TempDir()
			run(t, p, "--max-executions", strconv.Itoa(e.budget), "--seed", "1", "--output", output, e.taskFile)
			directory, zip := filepath.Join(output, "test-suite"), filepath.Join(output, "test-suite.zip")
			checkSuite(t, zip)
			if got := judged(t, p, e, directory, zip); got.total != e.expected.total || got.covered < e.expected.covered {
				t.Errorf("the suite covers %v goals, want at least %v", got, e.expected)
			}
		})
	}
}
