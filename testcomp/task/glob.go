package task

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// wildcards are the characters that make a name a pattern.
const wildcards = "*?["

// expand returns the paths that a pattern in a folder stands for, sorted, as BenchExec expands those in a task definition:
// * and ? stand for characters of one name, [abc] and [!abc] for one character, and a name that begins with a dot has to be
// asked for with the dot. What BenchExec does beyond, replacing ~ and variables of the environment, is left out: what a
// definition stands for must not depend on who reads it. A file that is called just like a pattern that nothing matches is
// taken.
func expand(folder, pattern string) []string {
	if !strings.ContainsAny(pattern, wildcards) {
		return []string{inside(folder, pattern)}
	}
	paths := []string{folder}
	if filepath.IsAbs(pattern) {
		paths = []string{"/"}
	}
	for part := range strings.SplitSeq(strings.Trim(filepath.Clean(pattern), "/"), "/") {
		paths = below(paths, part)
	}
	if whole := inside(folder, pattern); len(paths) == 0 && exists(whole) {
		return []string{whole}
	}
	slices.Sort(paths)
	return paths
}

// below returns what matches a part of a pattern in each of the folders.
func below(folders []string, part string) []string {
	var paths []string
	for _, folder := range folders {
		for _, name := range matching(folder, part) {
			if path := filepath.Join(folder, name); exists(path) {
				paths = append(paths, path)
			}
		}
	}
	return paths
}

// matching returns the names in a folder that match a part of a pattern; a part without wildcards is the only one.
func matching(folder, part string) []string {
	if !strings.ContainsAny(part, wildcards) {
		return []string{part}
	}
	entries, _ := os.ReadDir(folder) // what cannot be read matches nothing
	expression, err := regexp.Compile(`(?s)\A` + translated(part) + `\z`)
	if err != nil {
		return nil // a range that is empty
	}
	var names []string
	for _, entry := range entries {
		name := entry.Name()
		if strings.HasPrefix(name, ".") == strings.HasPrefix(part, ".") && expression.MatchString(name) {
			names = append(names, name)
		}
	}
	return names
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// translated returns a part of a pattern as a regular expression. A bracket that is not closed stands for itself.
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

// bracketed splits a set of characters off, as an expression; false when the text does not begin with one. An exclamation
// mark first takes all others; a closing bracket first is one of the set.
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

// escaped returns the inside of a set, in which only a hyphen between two characters has a meaning.
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
