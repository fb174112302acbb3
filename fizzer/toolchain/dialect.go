package toolchain

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fizzer/libfizzer"
	"fizzer/testcomp/files"
	"fizzer/testcomp/goal"
)

// gcc accepts programs that clang rejects. Clang's messages tell which options help.
var (
	oddMain     = regexp.MustCompile(`error: .*'main'`)
	ofHeaders   = regexp.MustCompile(`error: (?:'__malloc__' attribute takes no arguments|unknown type name '_Float\d+x?')`)
	conflicting = regexp.MustCompile(`(?m)^(.+):(\d+):\d+: error: conflicting types for '(\w+)'$`)
)

// headerOptions translate what the C library's headers say to gcc only. It is in each program that gcc has preprocessed. Only the form of
// __malloc__ with arguments, which names the function that frees, is the call of a macro.
var headerOptions = []string{
	"-D__malloc__(...)=", "-D_Float32=float", "-D_Float64=double", "-D_Float32x=double", "-D_Float64x=long double", "-D_Float128=__float128",
}

// acceptable returns options with which the front end may accept a program that it rejected with a message:
//
//   - a main whose parameters clang does not allow gets another name;
//   - a function that is called before its declaration, and does not return int, is declared before the program. Its name comes
//     from clang's message, its result type from the line that the message points to;
//   - attributes and types in the C library's headers, as gcc preprocesses them, are translated.
//
// It returns none if the message is about something else. "-x c" makes clang preprocess .i files, too, so that the options apply.
func (f *frontEnd) acceptable(index int, message string) ([]string, error) {
	var options []string
	if oddMain.MatchString(message) {
		options = append(options, "-Dmain="+libfizzer.OddMain)
	}
	if ofHeaders.MatchString(message) {
		options = append(options, headerOptions...)
	}
	if declarations := f.missingDeclarations(message); declarations != "" {
		header := f.path(fmt.Sprintf("declarations%d.h", index))
		if err := files.Write(header, []byte(declarations), 0o600); err != nil {
			return nil, err
		}
		options = append(options, "-include", header)
	}
	if len(options) > 0 {
		options = append(options, "-x", "c")
	}
	return options, nil
}

// missingDeclarations returns declarations, without parameters, of the functions that have conflicting types according to a message.
func (f *frontEnd) missingDeclarations(message string) string {
	var declarations []string
	for _, match := range conflicting.FindAllStringSubmatch(message, -1) {
		line, found := f.lineOf(match[1], match[2])
		if !found {
			continue // the message stays
		}
		before, _, found := strings.Cut(line, match[3])
		if result := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(before), "extern")); found && result != "" {
			declarations = append(declarations, fmt.Sprintf("%s %s();\n", result, match[3]))
		}
	}
	return strings.Join(slices.Compact(declarations), "")
}

// lineOf returns the line of the program's text to which its line directives give this file name and number. It opens no file,
// because the name comes from the program.
func (f *frontEnd) lineOf(name, number string) (line string, found bool) {
	wanted, err := strconv.Atoi(number)
	if err != nil {
		return "", false
	}
	for _, file := range f.Sources.Files {
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

// textLine returns the line of a text that has this file name and number. Before the first line directive the file name is own.
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
