// Package message has the types that cross the network between hub, workers and those who submit. Whatever arrives is hostile until it
// is checked: Decode bounds the size, knows every field, and refuses a value out of its range. The package imports nothing of this
// module, so that a fuzz test of it sees all that a message can do.
package message

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Protocol is the number of this set of types. Sides with another number do not talk to each other.
const Protocol = 4

// Bounds of messages; picked by hand.
const (
	MaxBytes     = 1<<20 - 4096 // of any message: a hub's servers take 1 MiB with its headers
	MaxTasks     = 1_000_000    // of a submission
	MaxFiles     = 256          // C files of a task
	MaxAttempts  = 3            // workers that may fail at a task before it is given up
	maxName      = 256          // bytes of a name for people
	maxText      = 16_000       // bytes of a text for people
	maxWithout   = 64
	maxResets    = 256
	maxNotes     = 64      // attempts that are remembered, those that were handed back included
	maxInput     = 1 << 19 // bytes of a find's input
	maxReads     = 1 << 12 // values of a find
	maxCovered   = 1 << 12 // directions that a find says to cover
	maxDuration  = 366 * 24 * 3_600_000
	maxLocations = 1 << 28
)

// Message is a type that crosses the network. Check returns an error for a value that no honest sender sends.
type Message interface{ Check() error }

// Encode returns the text of a message. It fails if the receiver would refuse it.
func Encode(m Message) ([]byte, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	text, err := json.Marshal(m)
	if err == nil && len(text) > MaxBytes {
		err = fmt.Errorf("a message of %d bytes; at most %d are sent", len(text), MaxBytes)
	}
	return text, err
}

// Decode reads a message into m, which it may change also when it fails.
func Decode(text []byte, m Message) error {
	if len(text) > MaxBytes {
		return fmt.Errorf("a message of %d bytes; at most %d are read", len(text), MaxBytes)
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(m); err != nil {
		return fmt.Errorf("not a message of this version: %w", err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return errors.New("not a message of this version: something follows it")
	}
	return m.Check()
}

// Sender says who sent a message.
type Sender struct {
	Protocol int    `json:"protocol"`
	Tool     string `json:"tool"` // version of fizzer
}

// VersionError means that the other side is of another version.
type VersionError struct{ Theirs, Ours Sender }

// Error names both versions and the remedy.
func (e *VersionError) Error() string {
	return fmt.Sprintf("the other side is fizzer %s (protocol %d) and this is fizzer %s (protocol %d); install the same version on all machines",
		e.Theirs.Tool, e.Theirs.Protocol, e.Ours.Tool, e.Ours.Protocol)
}

// Check checks the form.
func (s Sender) Check() error {
	if s.Protocol < 1 || s.Protocol > 1<<20 {
		return fmt.Errorf("protocol %d is out of range", s.Protocol)
	}
	return checkName("version", s.Tool)
}

// Same returns a *VersionError if the sender theirs is of another version.
func (s Sender) Same(theirs Sender) error {
	if s != theirs {
		return &VersionError{Theirs: theirs, Ours: s}
	}
	return nil
}

var (
	idForm   = regexp.MustCompile(`^[0-9A-Za-z]{8,40}$`)
	wordForm = regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`)
)

// CheckID checks the name of a submission, a shared run or a worker: 8 to 40 letters and digits, which are safe in subjects and paths.
func CheckID(id string) error {
	if !idForm.MatchString(id) {
		return fmt.Errorf("%.50q is no id", id)
	}
	return nil
}

func checkWord(what, word string) error {
	if !wordForm.MatchString(word) {
		return fmt.Errorf("%s: %.80q is no plain word", what, word)
	}
	return nil
}

// checkName checks a text of one line for people.
func checkName(what, name string) error {
	switch {
	case name == "" || len(name) > maxName:
		return fmt.Errorf("%s: has %d bytes; 1 to %d are allowed", what, len(name), maxName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf("%s: has characters that cannot be printed", what)
	}
	return nil
}

func checkText(what, text string) error {
	if len(text) > maxText || !utf8.ValidString(text) {
		return fmt.Errorf("%s: has %d bytes; at most %d of UTF-8 are allowed", what, len(text), maxText)
	}
	return nil
}

func checkRange[T int | int64 | uint64 | float64](what string, value, least, greatest T) error {
	if !(value >= least && value <= greatest) { // also for NaN
		return fmt.Errorf("%s: %v is not from %v to %v", what, value, least, greatest)
	}
	return nil
}

// Line makes a text fit into a name: one line, printable, at most the bytes that a name may have; never empty.
func Line(text string) string {
	line := strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return '?'
		}
		return r
	}, strings.ToValidUTF8(text, "?"))
	if len(line) > maxName {
		line = strings.ToValidUTF8(line[len(line)-maxName:], "?")
	}
	if len(line) > maxName || line == "" {
		return "?"
	}
	return line
}

// Text makes a text fit: valid UTF-8, its end where it is too long.
func Text(text string) string {
	text = strings.ToValidUTF8(text, "?")
	if len(text) > maxText {
		text = strings.ToValidUTF8(text[len(text)-maxText:], "")
	}
	return text
}
