package sandbox

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// InterruptedError means that a command was ended because its context was done.
type InterruptedError struct {
	Command string // its name, and the name of the last process that it waited for
	Cause   error  // why the context was done
}

// Error names the command.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("%s had not ended: %v", e.Command, e.Cause)
}

// Unwrap returns the cause, and context.Canceled, which every end of a context counts as.
func (e *InterruptedError) Unwrap() []error { return []error{e.Cause, context.Canceled} }

// name is the command's name for users.
func (c *Command) name() string {
	if len(c.Arguments) > 0 {
		return filepath.Base(c.Arguments[0])
	}
	return filepath.Base(c.Path)
}

// busy returns, in brackets, the name of the process at the end of the chain that the process waits for: gcc waits for as, say.
// It is empty if there is none.
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
