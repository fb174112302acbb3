// Package goal finds the coverage goals of a C program at the places where the validator TestCov puts them, and marks them in
// the program's text.
//
// TestCov uses clang-tidy to put braces around the bodies of if, else and loops, and then puts a label at each goal; gcov tells
// which labels were reached. The places were learnt by running TestCov on many small programs. This package finds them by a
// parser of statements that needs neither clang nor types. For the branch property:
//
//   - if: the beginning of each branch; a missing else is added. An else that is directly followed by another if is not a
//     goal of its own.
//   - while, for: the beginning of the body, and behind the loop; do: only behind the loop.
//   - case, default: behind the colon, for each one if several are in a row.
//   - a ? b : c: before b and before c, but not for a ?: c.
//   - &&, || and ! make none.
//   - Nothing outside functions, and nothing in a nested function.
//   - If a goal would be inside the size of an array or the operand of typeof, the function has no more goals from there on.
//
// A goal counts only if gcc makes code for it; package replay finds out for which goals it does.
//
// For the condition and statement properties TestCov puts no labels: it counts what gcc's own coverage code counts. Package
// replay reads these goals from gcov; this package only changes the text as TestCov does.
package goal

import (
	"errors"

	"fizzer/testcomp/property"
)

// Kind says where in a program a goal is.
type Kind string

// The kinds of goals.
const (
	Then         Kind = "then"          // first branch of an if
	Else         Kind = "else"          // second branch of an if, even if it is not written
	LoopBody     Kind = "loop body"     // of while and for
	LoopExit     Kind = "loop exit"     // behind while, for and do
	Case         Kind = "case"          //
	Default      Kind = "default"       //
	ChoiceFirst  Kind = "choice first"  // before b in a ? b : c
	ChoiceSecond Kind = "choice second" // before c in a ? b : c
	Entry        Kind = "entry"         // beginning of the error function
	Condition    Kind = "condition"     // outcome of a jump that gcc makes from the program's conditions
	Statement    Kind = "statement"     // line with code
)

// Goal is a place in the program that a test suite is to reach.
type Goal struct {
	Kind     Kind   `json:"kind"`
	Function string `json:"function"` // function that contains it
	File     string `json:"file"`     // by the line directives; empty if there are none
	Line     int    `json:"line"`     // from 1, by the line directives
	TextLine int    `json:"-"`        // from 1, in the text that was given to Place
	// Owner is the line, by the line directives, of the word that makes the goal: if, while, case, ?. Line is where a validator puts
	// the goal's label, which for a missing else is behind the other branch; Owner is where the decision about it is made.
	Owner     int `json:"condition_line"`
	OwnerText int `json:"condition_text_line"` // the same, in the text that was given to Place
	Nth       int `json:"-"`                   // from 0, among the goals of this kind on this line in this function
}

// Name identifies a goal in a file. It does not depend on the preprocessor that made the text.
type Name struct {
	Kind      Kind
	Function  string
	Line, Nth int
}

// Name returns the goal's name, which is unique in a file.
func (g *Goal) Name() Name { return Name{g.Kind, g.Function, g.Line, g.Nth} }

// Placement is a program with marked goals.
type Placement struct {
	Goals []Goal // in the order of the text; the index is the goal's number
	Text  []byte // the program with a mark at each goal, with as many lines as before
}

// ErrTooDeep means that statements or expressions of a program are nested too deeply.
var ErrTooDeep = errors.New("the program is nested too deeply")

// Options say what to place.
type Options struct {
	Property property.Property       //
	Mark     func(number int) string // a C statement, without a line end, that records that the goal of this number is reached
	Calls    bool                    // marks are calls, which are put into an expression without a block: its type stays as it is
	// a C expression that makes the records final, inserted before abort and __assert_fail; empty: nothing is inserted
	Dump string
	Part bool // the text is one of several files of a program
}

// Place marks the goals of a preprocessed C program. It does not fail on text that is not C, since the compiler reports better
// what is wrong. For the error property it replaces the body of the error function by exit(1), as TestCov does. For conditions
// it marks nothing but inserts braces and dumps; for statements it leaves the text as it is. The cost is linear: about 0.1 s for
// 4 MB.
func Place(source []byte, options Options) (*Placement, error) {
	switch options.Property.Kind {
	case property.Statements:
		return &Placement{Text: source}, nil
	case property.Conditions:
		source = withoutMarkers(source)
	case property.Error:
		source = replaceErrorFunction(source, options.Property.Function, options.Part)
	}
	p := newPlacer(source, options)
	if err := p.program(); err != nil {
		return nil, err
	}
	return &Placement{Goals: p.list.goals, Text: addDumps(p.out.bytes(), options.Dump)}, nil
}
