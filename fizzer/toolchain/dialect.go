package toolchain

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fizzer/libfizzer"
	"fizzer/testcomp/goal"
)

// gcc accepts programs that clang rejects. What a program needs to be accepted is read from clang's complaints.
var (
	oddMain     = regexp.MustCompile(`error: .*'main'`)
	conflicting = regexp.MustCompile(`(?m)^(.+):(\d+):\d+: error: conflicting types for '(\w+)'$`)
)

// acceptable returns options with which the front end may accept a program that it rejected with a message:
//
//   - a main with other parameters than clang allows is called by another name;
//   - a function that is called before it is declared, and returns no int then, is declared first, as clang's complaint
//     names it and the line that it points to has it.
//
// It returns none when the message is about something else. Files are read as not preprocessed, so that the options count.
func (b *builder) acceptable(index int, message string) ([]string, error) {
	var options []string
	if oddMain.MatchString(message) {
		options = append(options, "-Dmain="+libfizzer.OddMain)
	}
	if declarations := b.missingDeclarations(message); declarations != "" {
		header := b.path(fmt.Sprintf("declarations%d.h", index))
		if err := os.WriteFile(header, []byte(declarations), 0o600); err != nil {
			return nil, err
		}
		options = append(options, "-include", header)
	}
	if len(options) > 0 {
		options = append(options, "-x", "c")
	}
	return options, nil
}

// missingDeclarations returns declarations, without parameters, of the functions that a message says have conflicting types.
func (b *builder) missingDeclarations(message string) string {
	var declarations []string
	for _, match := range conflicting.FindAllStringSubmatch(message, -1) {
		line, found := b.lineOf(match[1], match[2])
		if !found {
			continue // the complaint stays
		}
		before, _, found := strings.Cut(line, match[3])
		if result := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(before), "extern")); found && result != "" {
			declarations = append(declarations, fmt.Sprintf("%s %s();\n", result, match[3]))
		}
	}
	return strings.Join(slices.Compact(declarations), "")
}

// lineOf returns the line of the program's text that its line directives give this name and number. No file is opened:
// what a message names is other people's text.
func (b *builder) lineOf(name, number string) (line string, found bool) {
	wanted, err := strconv.Atoi(number)
	if err != nil {
		return "", false
	}
	for _, file := range b.Sources.Files {
		if line, found := textLine(file.Text, file.Given, name, wanted); found {
			return line, true
		}
		for _, header := range file.Headers {
			if line, found := textLine(header.Text, header.Name, name, wanted); found {
				return line, true
			}
		}
	}
	return "", false
}

// textLine returns the line of a text, which is called own before its first line directive, that has a name and number.
func textLine(text []byte, own, name string, number int) (line string, found bool) {
	for _, origin := range goal.Origins(text) {
		var current []byte
		current, text, _ = bytes.Cut(text, []byte("\n"))
		if origin.Line == number && cmp.Or(origin.File, own) == name {
			return string(current), true
		}
	}
	return "", false
}
