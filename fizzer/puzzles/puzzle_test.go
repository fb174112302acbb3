package puzzles

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// puzzle is one program with the requirements from its header:
//
//	// Exercises: the behaviour.
//	// executions: maximum number of executions until everything reachable is covered (why so many)
//	// uncovered: directions of recorded conditions that no input reaches (why), 0 when left out
//	// models: the data models, "32 64" when left out
//	// with: further files of the same program
//	// goal: "error" if the goal is reach_error instead
//	// forked: "yes" if the program cannot run persistently
//	// note: the message to the user about the program
type puzzle struct {
	name       string
	exercises  string
	files      []string
	executions uint64
	uncovered  int
	models     []int
	errorGoal  bool
	forked     bool
	note       string
}

var headerLine = regexp.MustCompile(`^// (executions|uncovered|models|with|goal|forked|note): (.+)$`)

// readPuzzle parses the header of a program.
func readPuzzle(path string) (*puzzle, error) {
	p := &puzzle{name: strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), files: []string{path}, models: []int{32, 64}}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	first := true // of the lines on what the puzzle exercises, which end where another kind of line begins
	for lines.Scan() && strings.HasPrefix(lines.Text(), "//") {
		if first = first && !headerLine.MatchString(lines.Text()); first {
			p.exercises += strings.TrimPrefix(lines.Text(), "//")
		}
		if err := p.parse(lines.Text()); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if p.executions == 0 {
		return nil, fmt.Errorf("%s: the header has no line \"// executions: N\"", path)
	}
	p.exercises = strings.TrimPrefix(strings.TrimSpace(p.exercises), "Exercises: ")
	return p, lines.Err()
}

func (p *puzzle) parse(line string) error {
	match := headerLine.FindStringSubmatch(line)
	if match == nil {
		return nil // text for the reader
	}
	words := strings.Fields(match[2])
	var err error
	switch match[1] {
	case "executions":
		p.executions, err = strconv.ParseUint(words[0], 10, 64)
	case "uncovered":
		p.uncovered, err = strconv.Atoi(words[0])
	case "models":
		p.models, err = models(words)
	case "with":
		for _, name := range words {
			p.files = append(p.files, filepath.Join(filepath.Dir(p.files[0]), name))
		}
	case "goal":
		p.errorGoal = words[0] == "error"
	case "forked":
		p.forked = words[0] == "yes"
	case "note":
		p.note = match[2]
	}
	return err
}

func models(words []string) ([]int, error) {
	var bits []int
	for _, word := range words {
		n, err := strconv.Atoi(word)
		if err != nil || n != 32 && n != 64 {
			return nil, fmt.Errorf("data model %q is neither 32 nor 64", word)
		}
		bits = append(bits, n)
	}
	return bits, nil
}

// readPuzzles returns all puzzles of a folder. A file that another puzzle names with "with" is a part, not a puzzle.
func readPuzzles(folder string) ([]*puzzle, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var puzzles []*puzzle
	for _, entry := range entries {
		if entry.IsDir() || !slices.Contains([]string{".c", ".i"}, filepath.Ext(entry.Name())) {
			continue
		}
		p, err := readPuzzle(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		puzzles = append(puzzles, p)
	}
	return puzzles, nil
}
