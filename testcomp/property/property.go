// Package property reads the property files of Test-Comp: what a test suite is to cover.
package property

import (
	"errors"
	"fmt"
	"regexp"

	"fizzer/testcomp/files"
)

// Kind is one of the four coverage properties of Test-Comp.
type Kind string

// The kinds, named by their goals.
const (
	Branches   Kind = "branches"   // each direction of each decision (@DECISIONEDGE)
	Error      Kind = "error"      // one call of a function (@CALL)
	Conditions Kind = "conditions" // each direction of each condition (@CONDITIONEDGE)
	Statements Kind = "statements" // each statement (@BASICBLOCKENTRY)
)

// Property is what a test suite is to cover.
type Property struct {
	Kind     Kind   // what the goals are
	Function string // Error: name of the function to be called, such as reach_error; otherwise empty
}

// ErrNotCoverage means that a text is not a coverage property, though it may be another property.
var ErrNotCoverage = errors.New("not a coverage property")

var edges = map[string]Kind{
	"DECISIONEDGE": Branches, "CALL": Error, "CONDITIONEDGE": Conditions, "BASICBLOCKENTRY": Statements,
}

var form = regexp.MustCompile(`^\s*COVER\s*\(\s*init\s*\(\s*main\s*\(\s*\)\s*\)\s*,\s*FQL\s*\(\s*COVER\s+EDGES\s*` +
	`\(\s*@\s*(\w+)\s*(?:\(\s*([A-Za-z_]\w*)\s*\)\s*)?\)\s*\)\s*\)\s*$`)

// Parse returns the property that text states. White space does not matter. The error wraps ErrNotCoverage if text is not one of
// the four coverage properties.
func Parse(text string) (Property, error) {
	match := form.FindStringSubmatch(text)
	if match == nil {
		return Property{}, fmt.Errorf("%w: %q; use one such as %q", ErrNotCoverage, excerpt(text), Property{Kind: Branches})
	}
	kind, known := edges[match[1]]
	if !known || (kind == Error) != (match[2] != "") {
		return Property{}, fmt.Errorf("%w: @%s is none of @DECISIONEDGE, @CALL(FUNCTION), @CONDITIONEDGE, @BASICBLOCKENTRY", ErrNotCoverage,
			match[1])
	}
	return Property{Kind: kind, Function: match[2]}, nil
}

// Read returns the property in the file at path, whatever the file's name. The error wraps files.ErrRefused if it is not a
// regular file of at most files.MaxDefinition bytes.
func Read(path string) (Property, error) {
	text, err := files.Read(path, files.MaxDefinition)
	if err != nil {
		return Property{}, fmt.Errorf("property file: %w; give the path of a .prp file", err)
	}
	result, err := Parse(string(text))
	if err != nil {
		return Property{}, fmt.Errorf("property file %s: %w", path, err)
	}
	return result, nil
}

// String returns the property in the competition's own spelling, without a line end. The zero Property gives "".
func (p Property) String() string {
	for edge, kind := range edges {
		if kind != p.Kind {
			continue
		}
		if kind == Error {
			edge += "(" + p.Function + ")"
		}
		return "COVER( init(main()), FQL(COVER EDGES(@" + edge + ")) )"
	}
	return ""
}

// excerpt returns the beginning of text, short enough for an error message.
func excerpt(text string) string {
	const most = 100
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "..."
	}
	return text
}
