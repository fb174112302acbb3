//go:build llvm19

package pass

import (
	"fmt"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// table is the location table of a program while it is made.
type table struct {
	*locations.Table
	sourceFile string                  // stands for the file of a place that the front end did not tell
	files      map[string]int          // index in Files
	numbers    map[llvm.Value]int      // index in Conditions, of Boolean instructions
	notes      map[string]*occurrences // for Notes
	noteOrder  []string                // keys of notes in the order of their first occurrence
}

// occurrences is how often something noted occurs, and where first.
type occurrences struct {
	count int
	first llvm.Place
}

func newTable(program llvm.Module) *table {
	return &table{
		Table: &locations.Table{LayoutHash: layout.Hash, PointerBits: llvm.PointerBits(program), ThreadLocal: hasThreadLocals(program),
			Files: []string{}, Functions: []locations.Function{}, Conditions: []locations.Condition{}, Calls: []locations.Call{},
			Externals: []string{}, Notes: []string{}},
		sourceFile: llvm.SourceFile(program),
		files:      map[string]int{},
		numbers:    map[llvm.Value]int{},
		notes:      map[string]*occurrences{},
	}
}

// addFunctions adds the functions that the program defines.
func (t *table) addFunctions(functions *functions) {
	t.Functions = make([]locations.Function, len(functions.defined))
	for function := range llvm.Functions(functions.module) {
		if index, defined := functions.defined[function]; defined {
			place := llvm.PlaceOf(function)
			t.Functions[index] = locations.Function{Name: sourceName(function), File: t.file(place), Line: place.Line}
		}
	}
}

// addCondition adds a location and returns its number.
func (t *table) addCondition(instruction llvm.Value, condition locations.Condition) int {
	number := len(t.Conditions)
	t.numbers[instruction] = number
	t.Conditions = append(t.Conditions, condition)
	return number
}

// addCall adds a call site and returns its number.
func (t *table) addCall(site locations.Call) int {
	t.Calls = append(t.Calls, site)
	return len(t.Calls) - 1
}

// file returns the index of a place's file. If the front end gave no place, this is the source file.
func (t *table) file(place llvm.Place) int {
	name := place.File
	if name == "" {
		name = t.sourceFile
	}
	index, ok := t.files[name]
	if !ok {
		index = len(t.Files)
		t.files[name] = index
		t.Files = append(t.Files, name)
	}
	return index
}

// note counts one occurrence of something that the user should know.
func (t *table) note(what string, place llvm.Place) {
	if noted, ok := t.notes[what]; ok {
		noted.count++
		return
	}
	t.notes[what] = &occurrences{1, place}
	t.noteOrder = append(t.noteOrder, what)
}

// finishNotes writes one sentence for each kind of thing noted.
func (t *table) finishNotes() {
	for _, what := range t.noteOrder {
		noted := t.notes[what]
		sentence := fmt.Sprintf("The program has %s (occurrences: %d", what, noted.count)
		if noted.first.Line > 0 {
			sentence += fmt.Sprintf(", the first at %s:%d", noted.first.File, noted.first.Line)
		}
		t.Notes = append(t.Notes, sentence+").")
	}
}
