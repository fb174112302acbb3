package harness

import (
	"encoding/binary"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"fizzer/testcomp/suite"
)

// How drawn bytes become those of an input; the same in c/bytes.c and c/fuzzer.c.
const (
	endByte   = 0
	rawByte   = 255
	firstWord = 128
	longInput = 255 // as first byte of a fuzz target's data: two bytes follow with the length; the same in text.Escape
)

// Format says how the values of a test become the inputs of the program: what the harness in C does, for tests that run without it.
type Format struct {
	Inputs     Inputs
	FuzzTarget bool     // the values are the data of a fuzz target
	Words      []string // of the program
}

// Given is what an untouched program gets in a test.
type Given struct {
	Arguments []string // behind the name of the program
	Variables []Variable
	Files     []Content // in the working directory
	Stdin     []byte
}

// Variable is a variable of the environment.
type Variable struct {
	Name, Value string
	Set         bool // otherwise there must be none of this name
}

// Content is a file.
type Content struct {
	Name  string
	Bytes []byte
}

var inputFunction = regexp.MustCompile(`\b__VERIFIER_nondet_\w+\s*\(`)

// FormatOf returns the format of a program that is called by its main function or is a fuzz target. It is nil if the program gets
// values in other ways, too.
func FormatOf(inputs Inputs, fuzzTarget bool, sources [][]byte) *Format {
	if !fuzzTarget && inputs.Empty() || slices.ContainsFunc(sources, inputFunction.Match) {
		return nil
	}
	return &Format{Inputs: inputs, FuzzTarget: fuzzTarget, Words: wordsOf(sources)}
}

// Direct tells whether a test can run the untouched program.
func (f *Format) Direct() bool { return f != nil && !f.FuzzTarget }

// Raw tells whether the only input is one sequence of bytes, so that it can be a file of a raw corpus.
func (f *Format) Raw() bool {
	if f == nil {
		return false
	}
	in := &f.Inputs
	one := in.Stdin && len(in.Files) == 0 || !in.Stdin && len(in.Files) == 1
	return f.FuzzTarget || one && !in.Arguments && len(in.Variables) == 0
}

// Encode returns the input of the search by which the program gets these raw bytes. Only the first 4096 fit.
func (f *Format) Encode(raw []byte) (input []byte) {
	raw = raw[:min(len(raw), MaxBytes)]
	if f.FuzzTarget {
		if len(raw) < longInput {
			return append([]byte{byte(len(raw))}, raw...)
		}
		return append(binary.LittleEndian.AppendUint16([]byte{longInput}, uint16(len(raw))), raw...)
	}
	for _, b := range raw {
		if b == endByte || b == rawByte || f.isWord(b) {
			input = append(input, rawByte)
		}
		input = append(input, b)
	}
	return append(input, endByte)
}

func (f *Format) isWord(b byte) bool { return int(b) >= firstWord && int(b) < firstWord+len(f.Words) }

// Decode returns what the program gets by the values of a test. What a test lacks is as if it ended there: the program did not ask for it.
func (f *Format) Decode(inputs []suite.Input) (*Given, error) {
	v := valueReader{inputs: inputs}
	g := &Given{}
	if f.FuzzTarget {
		length := v.next()
		if length == longInput {
			length = v.next()
		}
		for range min(length, MaxBytes) {
			g.Stdin = append(g.Stdin, byte(v.next()))
		}
		return g, v.err
	}
	if f.Inputs.Arguments {
		for range min(v.next(), maxArguments) {
			g.Arguments = append(g.Arguments, f.text(&v))
		}
	}
	for _, name := range f.Inputs.Variables {
		variable := Variable{Name: name, Set: v.next() != 0}
		if variable.Set {
			variable.Value = f.text(&v)
		}
		g.Variables = append(g.Variables, variable)
	}
	for _, name := range f.Inputs.Files {
		g.Files = append(g.Files, Content{name, f.bytes(&v, MaxBytes, false)})
	}
	if f.Inputs.Stdin {
		g.Stdin = f.bytes(&v, MaxBytes, false)
	}
	return g, v.err
}

// RawBytes returns the raw bytes that the program gets by the values of a test.
func (f *Format) RawBytes(inputs []suite.Input) ([]byte, error) {
	given, err := f.Decode(inputs)
	if err == nil && len(given.Files) > 0 {
		return given.Files[0].Bytes, nil
	}
	return given.Stdin, err
}

func (f *Format) text(v *valueReader) string { return string(f.bytes(v, maxText, true)) }

// bytes returns drawn bytes, at most that many. text: a zero byte ends them, too.
func (f *Format) bytes(v *valueReader, most int, text bool) (all []byte) {
	for len(all) < most {
		b := byte(v.next())
		switch {
		case b == endByte:
			return all
		case f.isWord(b):
			all = append(all, f.Words[b-firstWord]...)
			continue
		case b == rawByte:
			b = byte(v.next())
		}
		if text && b == 0 {
			return all
		}
		all = append(all, b)
	}
	return all[:most]
}

// valueReader reads the values of a test; behind the last one all are zero, as for the search.
type valueReader struct {
	inputs []suite.Input
	err    error
}

var errNoByte = errors.New("it is no value of this harness")

func (v *valueReader) next() int {
	if len(v.inputs) == 0 || v.err != nil {
		return 0
	}
	text := v.inputs[0].Value
	v.inputs = v.inputs[1:]
	n, err := strconv.ParseUint(text, 10, 16)
	if err != nil {
		v.err = fmt.Errorf("%q: %w", text, errNoByte)
	}
	return int(n)
}
