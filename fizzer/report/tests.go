package report

import (
	"fmt"
	"strconv"
	"strings"

	"fizzer/fizzer/formats"
)

// test is a line of the table of tests.
type test struct {
	Test
	Known   bool // the fields below are known
	New     int  // goals that no earlier test reaches
	Goals   int  // number of goals that it reaches
	Details formats.Test
}

// testsOf returns the tests and what is known about them.
func testsOf(r *Run) []test {
	reached := make([]bool, len(r.Details.Goals))
	var all []test
	for i, t := range r.Tests {
		row := test{Test: t}
		if i < len(r.Details.Tests) {
			row.Known, row.Details = true, r.Details.Tests[i]
			row.Goals = len(row.Details.Goals)
		}
		for _, goal := range row.Details.Goals {
			if !reached[goal] {
				reached[goal] = true
				row.New++
			}
		}
		all = append(all, row)
	}
	return all
}

// kind returns the type of an input as the page shows it.
func kind(name string) string {
	if name == formats.PointerInput {
		return formats.PointerType
	}
	return name
}

// value returns an input as the page shows it: a character as one, a pointer as an address.
func value(name, text string) string {
	switch kind := kind(name); {
	case kind == formats.PointerType:
		return address(text)
	case strings.HasSuffix(kind, "char"):
		return character(text)
	}
	return text
}

func address(text string) string {
	n, err := strconv.ParseUint(text, 10, 64)
	switch {
	case err != nil:
		return text
	case n == 0:
		return "null"
	}
	return fmt.Sprintf("address %#x", n)
}

// character adds the character to the code of a printable one.
func character(text string) string {
	n, err := strconv.ParseInt(text, 10, 16)
	if err != nil || n < 0 || n > 0xff {
		return text
	}
	switch {
	case n > ' ' && n < 0x7f:
		return fmt.Sprintf("'%c' %d", rune(n), n)
	case n <= ' ' && strings.ContainsRune("\x00\t\n\r ", rune(n)):
		return strconv.QuoteRune(rune(n)) + " " + text
	}
	return text
}

// total is the sum of a run and those that it resumed.
type total struct {
	Executions              uint64
	CPUSeconds, WallSeconds float64
	Resumed                 bool
}

func totalOf(r *Run) total {
	s := &r.Statistics
	t := total{Executions: s.Executions, CPUSeconds: s.CPUSeconds, WallSeconds: s.WallSeconds}
	if b := s.Before; b != nil {
		t.Resumed = true
		t.Executions += b.Executions
		t.CPUSeconds += b.CPUSeconds
		t.WallSeconds += b.WallSeconds
	}
	return t
}
