// Package tasklist reads the lists of tasks that the surveys work on, and draws from them.
//
// A list has one task per line, in up to three columns separated by tabs:
//
//	PATH [DATA-MODEL [FAMILY]]
//
// PATH is a task definition or a program, relative to the working directory. DATA-MODEL is ILP32 or LP64, by default the task's.
// FAMILY is the group in tables, by default the first parts of the name. Empty lines and further columns are ignored.
package tasklist

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"

	"fizzer/testcomp/files"
	"fizzer/testcomp/task"
)

// Entry is one line of a list.
type Entry struct {
	Path      string         `json:"path"`
	DataModel task.DataModel `json:"data_model"` // empty: the task's own
	Family    string         `json:"family"`
}

// Read returns the entries of a list in order. Errors name the line and say what is expected there.
func Read(path string) ([]Entry, error) {
	content, err := files.Read(path, files.MaxSource)
	if err != nil {
		return nil, err
	}
	var all []Entry
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		e, err := parse(strings.TrimRight(line, "\r\n"), filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s, line %d: %w", path, number, err)
		}
		if e.Path != "" {
			all = append(all, e)
		}
	}
	return all, nil
}

// parse parses a line of a list in the given folder.
func parse(line, folder string) (e Entry, err error) {
	columns := append(strings.Split(line, "\t"), "", "")
	if e.Path = columns[0]; e.Path == "" {
		return e, nil
	}
	if columns[1] != "" {
		if e.DataModel, err = task.ParseDataModel(columns[1]); err != nil {
			return e, fmt.Errorf("the second column is the data model, the third the family: %w", err)
		}
	}
	if e.Family = columns[2]; e.Family == "" {
		e.Family = family(e.Path, folder)
	}
	return e, nil
}

// maxParts is the maximum number of parts of a program's name that make its family; picked by hand.
const maxParts = 3

// family returns the first parts of a task's path below the folder of its list, but never the last part. Folders and double
// underscores separate the parts. For a task elsewhere, the family is its folder.
func family(path, folder string) string {
	name, err := filepath.Rel(folder, path)
	if err != nil || strings.HasPrefix(name, "..") {
		return filepath.Base(filepath.Dir(path))
	}
	parts := strings.Split(strings.ReplaceAll(filepath.ToSlash(name), "__", "/"), "/")
	return strings.Join(parts[:min(maxParts, len(parts)-1)], "/")
}

// Task reads the task of an entry. If the list names a data model, the task gets that one.
func (e Entry) Task() (*task.Task, error) {
	t, err := task.Read(e.Path)
	if err == nil && e.DataModel != "" {
		t.DataModel = e.DataModel
	}
	return t, err
}

// Every returns every n-th entry, starting with the first; n is at least 1.
func Every(all []Entry, n int) (some []Entry) {
	for i := 0; i < len(all); i += n {
		some = append(some, all[i])
	}
	return some
}

// Draw returns all entries in random order: one of each family, then a second of each, and so on, so that small families are not
// drowned out. The same seed gives the same order.
func Draw(all []Entry, seed uint64) []Entry {
	random := rand.New(rand.NewPCG(seed, 0))
	families := map[string][]Entry{}
	var names []string
	for _, e := range all {
		if families[e.Family] == nil {
			names = append(names, e.Family)
		}
		families[e.Family] = append(families[e.Family], e)
	}
	for _, name := range names {
		members := families[name]
		random.Shuffle(len(members), func(i, j int) { members[i], members[j] = members[j], members[i] })
	}
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	var drawn []Entry
	for len(drawn) < len(all) {
		for _, name := range names {
			if members := families[name]; len(members) > 0 {
				drawn = append(drawn, members[0])
				families[name] = members[1:]
			}
		}
	}
	return drawn
}
