package task

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// wildcards are the characters that make a name a pattern.
const wildcards = "*?["

// maxNames bounds how many names of files the patterns of a definition are compared with. A hostile one may lead through the whole machine.
const maxNames = 100_000

// errNames says that patterns stand for too many files.
var errNames = fmt.Errorf("its patterns were compared with %d file names, which is too many; name the files", maxNames)

// expander finds the files that the patterns of a task definition stand for.
type expander struct {
	folder string // of the definition
	names  int    // compared so far
}

// expand returns the paths that match a pattern, sorted, as BenchExec expands patterns in a task definition. * and ?
// stand for characters of one name, [abc] and [!abc] for one character. Only a pattern with a leading dot matches a name with a
// leading dot. Unlike BenchExec, expand does not replace ~ and environment variables: the meaning of a definition must not depend
// on who reads it. If nothing matches, a file whose name is the pattern itself is returned. The error is errNames.
func (e *expander) expand(pattern string) ([]string, error) {
	if !strings.ContainsAny(pattern, wildcards) {
		return []string{inside(e.folder, pattern)}, nil
	}
	paths := []string{e.folder}
	if filepath.IsAbs(pattern) {
		paths = []string{"/"}
	}
	for part := range strings.SplitSeq(strings.Trim(filepath.Clean(pattern), "/"), "/") {
		var err error
		if paths, err = e.below(paths, part); err != nil {
			return nil, err
		}
	}
	if whole := inside(e.folder, pattern); len(paths) == 0 && exists(whole) {
		return []string{whole}, nil
	}
	slices.Sort(paths)
	return paths, nil
}

// below returns the matches of a part of a pattern in each of the folders.
func (e *expander) below(folders []string, part string) ([]string, error) {
	var paths []string
	for _, folder := range folders {
		names, err := e.matching(folder, part)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if path := filepath.Join(folder, name); exists(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths, nil
}

// matching returns the names in a folder that match a part of a pattern. A part without wildcards matches only itself.
func (e *expander) matching(folder, part string) ([]string, error) {
	if !strings.ContainsAny(part, wildcards) {
		return []string{part}, e.count(1)
	}
	entries, _ := os.ReadDir(folder) // in an unreadable folder, nothing matches
	if err := e.count(1 + len(entries)); err != nil {
		return nil, err
	}
	expression, err := regexp.Compile(`(?s)\A` + translated(part) + `\z`)
	if err != nil {
		return nil, nil // an empty range
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") == strings.HasPrefix(part, ".") && expression.MatchString(name) {
			names = append(names, name)
		}
	}
	return names, nil
}

func (e *expander) count(names int) error {
	if e.names += names; e.names > maxNames {
		return errNames
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// translated translates a part of a pattern to a regular expression. A bracket that is not closed stands for itself.
func translated(part string) string {
	var expression strings.Builder
	for part != "" {
		if set, rest, ok := bracketed(part); ok {
			expression.WriteString(set)
			part = rest
			continue
		}
		switch part[0] {
		case '*':
			expression.WriteString(".*")
		case '?':
			expression.WriteString(".")
		default:
			expression.WriteString(regexp.QuoteMeta(part[:1]))
		}
		part = part[1:]
	}
	return expression.String()
}

// bracketed splits off a set of characters and returns it as an expression; ok is false if the text does not begin with a set. A
// leading exclamation mark negates the set; a leading closing bracket is a member of it.
func bracketed(text string) (set, rest string, ok bool) {
	if text[0] != '[' {
		return "", text, false
	}
	inside, negated := strings.CutPrefix(text[1:], "!")
	if len(inside) < 2 {
		return "", text, false
	}
	end := 1 + strings.IndexByte(inside[1:], ']')
	if end == 0 {
		return "", text, false
	}
	set = "["
	if negated {
		set += "^"
	}
	return set + escaped(inside[:end]) + "]", inside[end+1:], true
}

// escaped escapes the inside of a set, in which only a hyphen between two characters has a special meaning.
func escaped(inside string) string {
	var set strings.Builder
	for i, c := range inside {
		if hyphen := c == '-' && i > 0 && i < len(inside)-1; !hyphen && strings.ContainsRune(`\[]^-&~|`, c) {
			set.WriteByte('\\')
		}
		set.WriteRune(c)
	}
	return set.String()
}
