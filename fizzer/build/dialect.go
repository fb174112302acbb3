package build

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fizzer/libfizzer"
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
	if declarations := missingDeclarations(message); declarations != "" {
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
func missingDeclarations(message string) string {
	var declarations []string
	for _, match := range conflicting.FindAllStringSubmatch(message, -1) {
		line, err := lineOf(match[1], match[2])
		if err != nil {
			continue // the complaint stays
		}
		before, _, found := strings.Cut(line, match[3])
		if result := strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(before), "extern")); found && result != "" {
			declarations = append(declarations, fmt.Sprintf("%s %s();\n", result, match[3]))
		}
	}
	return strings.Join(slices.Compact(declarations), "")
}

// lineOf returns a line, counted from 1, of a file.
func lineOf(path, number string) (string, error) {
	text, err := os.ReadFile(filepath.Clean(path))
	if err != nil {
		return "", err
	}
	var n int
	if _, err := fmt.Sscan(number, &n); err != nil {
		return "", err
	}
	lines := strings.Split(string(text), "\n")
	if n < 1 || n > len(lines) {
		return "", fmt.Errorf("%s has no line %d", path, n)
	}
	return lines[n-1], nil
}
