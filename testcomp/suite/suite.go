// Package suite writes and reads test suites in the exchange format of Test-Comp (test-format 1.1): a directory or a
// zip with metadata.xml and one XML file for each test.
//
// From the return of Create on, the suite on disk is valid at every moment, even if the process is killed: a file gets its final
// name only when it is complete.
package suite

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxValueLength is the maximum length of a value in bytes; the validators split a longer one.
const MaxValueLength = 2998

// Input is what one call of an input function returns.
type Input struct {
	Type  string // the C type, such as "unsigned char"; may be empty
	Value string // decimal number, nan, inf or -inf; never empty
}

// Test is one test: the n-th call of an input function returns the n-th input, whatever its type.
type Test struct {
	Name        string  // name of its file without .xml, if it was read or written; ignored by the writer
	Inputs      []Input // may be empty
	CoversError bool    // the test reaches the error function
}

// Metadata describes a suite. Each field becomes one element of metadata.xml.
type Metadata struct {
	Language      string    // sourcecodelang; "C" when empty
	Producer      string    // name of the tool and its version
	Specification string    // text of the property
	ProgramFile   string    // path of the program
	ProgramHash   string    // SHA-256 of the program in hexadecimal digits
	EntryFunction string    // "main" when empty
	Architecture  string    // "32bit" or "64bit"
	Created       time.Time // creationtime
}

// Suite is a whole test suite, with its tests in the order in which a validator runs them.
type Suite struct {
	Metadata Metadata
	Tests    []Test
	Skipped  []string // files that a validator skips, each with the reason
}

// ErrEmptyValue means that an input has no value: a validator would crash.
var ErrEmptyValue = errors.New("an input needs a value")

// TextType is the type of an input that is a text. Its value may have blanks, but not at its ends, where validators remove them.
const TextType = "char *"

// CheckInput returns an error if a validator could not read the input.
func CheckInput(input Input) error {
	value := input.Value
	if input.Type == TextType && strings.TrimSpace(value) == value {
		value = strings.ReplaceAll(value, " ", "")
	}
	switch {
	case value == "":
		return ErrEmptyValue
	case len(value) > MaxValueLength:
		return fmt.Errorf("a value has %d bytes; at most %d are read", len(value), MaxValueLength)
	case strings.ContainsFunc(value, unwritable) || !utf8.ValidString(value):
		return fmt.Errorf("the value %.40q has white space or control characters; write a plain number", value)
	case strings.ContainsFunc(input.Type, func(r rune) bool { return r != ' ' && unwritable(r) }) || !utf8.ValidString(input.Type):
		return fmt.Errorf("the type %.40q has control characters; write it as in C", input.Type)
	}
	return nil
}

// unwritable tells whether XML cannot represent the character, or validators end or split a value at it.
func unwritable(r rune) bool { return r <= ' ' || r == 0x7f || r == 0xfffe || r == 0xffff }
