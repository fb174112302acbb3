package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// InterruptedError says that a command was ended because its context was done.
type InterruptedError struct {
	Command string // its name, and that of the last process that it waited for
	Cause   error  // of the context's end
}

// Error names the command.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("%s had not ended: %v", e.Command, e.Cause)
}

// Unwrap returns the cause, and that of every context's end.
func (e *InterruptedError) Unwrap() []error { return []error{e.Cause, context.Canceled} }

// name is what a user calls the command.
func (c *Command) name() string {
	if len(c.Arguments) > 0 {
		return filepath.Base(c.Arguments[0])
	}
	return filepath.Base(c.Path)
}

// busy names, in brackets, the process at the end of the chain that the process waits for: gcc waits for as, say. It is empty
// where there is none.
func (p *Process) busy() string {
	if p.host == 0 {
		return ""
	}
	family := Family(p.host)
	if len(family) == 1 {
		return ""
	}
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", family[len(family)-1])) // it may have ended
	return " (" + strings.TrimSpace(string(name)) + ")"
}
