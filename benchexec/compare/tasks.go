package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// program is one line of the list.
type program struct {
	Path      string `json:"path"`
	DataModel string `json:"data_model"`
	Family    string `json:"family"`
}

func readList(path string) ([]program, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var all []program
	for line := range strings.Lines(string(content)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) < 2 {
			return nil, fmt.Errorf("%s: the line %q has no tab", path, line)
		}
		folder := filepath.Dir(path)
		name, err := filepath.Rel(folder, columns[0])
		if err != nil {
			name = columns[0]
		}
		all = append(all, program{columns[0], columns[1], family(name)})
	}
	return all, nil
}

// familyParts is how many parts of a program's name say what it is akin to.
const familyParts = 3

// family returns the first parts of a program's name, its last part never: a folder in a path, or what two underscores
// divide.
func family(name string) string {
	parts := strings.Split(strings.ReplaceAll(filepath.ToSlash(name), "__", "/"), "/")
	return strings.Join(parts[:min(familyParts, len(parts)-1)], "/")
}

// draw returns n of all, or all when they are fewer: one of each family, then a second of each, and so on.
func draw(all []program, n int, seed uint64) []program {
	random := rand.New(rand.NewPCG(seed, 0))
	families := map[string][]program{}
	var names []string
	for _, t := range all {
		if families[t.Family] == nil {
			names = append(names, t.Family)
		}
		families[t.Family] = append(families[t.Family], t)
	}
	for _, name := range names {
		members := families[name]
		random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var drawn []program
	for len(drawn) < min(n, len(all)) {
		for _, name := range names {
			if members := families[name]; len(members) > 0 && len(drawn) < n {
				drawn = append(drawn, members[0])
				families[name] = members[1:]
			}
		}
	}
	return drawn
}
