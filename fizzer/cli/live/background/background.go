// Package background keeps the drawing library from asking the terminal for its background when the program starts: that
// question waits seconds for an answer which some terminals never give, and we use only colours that go with any
// background. It has to be initialised before that library; packages are, in the order of their import paths (Go
// specification, "Package initialization"), once what they import is.
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
