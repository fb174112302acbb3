// Package background keeps the drawing library from asking the terminal for its background colour when the program starts. That
// question waits seconds for an answer, which some terminals never give, and we only use colours that fit any background. This
// package must be initialised before that library. Packages are initialised in the order of their import paths once their own imports
// are (Go specification, "Package initialization").
package background

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
