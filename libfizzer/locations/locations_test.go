package locations

import (
	"cmp"
	"encoding/gob"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func table() *Table {
	return &Table{
		PointerBits: 32, Files: []string{"a.c"}, Functions: []Function{{Name: "main", Line: 1}},
		Conditions: []Condition{{Line: 2, Kind: KindInteger, Predicate: "slt", Bits: 32}},
		Goals:      [][]Edge{{{0, false}, {0, true}}, {}}, Reached: []bool{true, false},
		Behind: &Behind{Waiting: []int{1}, Called: []int{-1}, Next: [][]int{{}, {0}}, Errors: []int{0}},
		Calls:  []Call{{Line: 3, Callee: "f"}}, Externals: []string{"abort"}, Notes: []string{},
	}
}

func TestWriteAndRead(t *testing.T) {
	for _, name := range []string{"table.json", "table.gob"} {
		path := filepath.Join(t.TempDir(), name)
		want := table()
		if err := want.Write(path); err != nil {
			t.Fatal(err)
		}
		got, err := Read(path)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: read %+v, %v, want %+v", name, got, err, want)
		}
		text, err := os.ReadFile(path)
		if err != nil || json.Valid(text) != (filepath.Ext(name) == TextSuffix) {
			t.Errorf("%s holds %.40q, %v", name, text, err)
		}
	}
}

func TestBrokenTables(t *testing.T) {
	for name, spoil := range map[string]func(*Table){
		"pointer":         func(t *Table) { t.PointerBits = 16 },
		"function":        func(t *Table) { t.Conditions[0].Function = 1 },
		"file":            func(t *Table) { t.Conditions[0].File = -1 },
		"error distance":  func(t *Table) { t.Conditions[0].ErrorTrue = -1 },
		"bits":            func(t *Table) { t.Conditions[0].Bits = 0 },
		"goal":            func(t *Table) { t.Goals[0][1].Location = 1 },
		"reached goals":   func(t *Table) { t.Reached = make([]bool, 3) },
		"component":       func(t *Table) { t.Behind.Called[0] = 2 },
		"next component":  func(t *Table) { t.Behind.Next[1][0] = -1 },
		"order":           func(t *Table) { t.Behind.Next[1][0] = 1 },
		"error component": func(t *Table) { t.Behind.Errors[0] = 2 },
		"end":             func(t *Table) { t.Behind.End = 2 },
		"components":      func(t *Table) { t.Behind.Waiting = []int{0, 0} },
		"call":            func(t *Table) { t.Calls[0].Function = 7 },
		"function's file": func(t *Table) { t.Functions[0].File = 1 },
	} {
		broken := table()
		spoil(broken)
		if err := broken.Write(filepath.Join(t.TempDir(), "table.json")); err == nil {
			t.Errorf("%s: a broken table was written", name)
		}
	}
}

func TestEdgesInOrder(t *testing.T) {
	edges := []Edge{{1, false}, {1, true}, {2, false}}
	for i, a := range edges {
		for j, b := range edges {
			if got := a.Compare(b); got != cmp.Compare(i, j) {
				t.Errorf("%v compared with %v is %d", a, b, got)
			}
		}
	}
}

func FuzzRead(f *testing.F) {
	for binary, name := range map[bool]string{false: "table.json", true: "table.gob"} {
		path := filepath.Join(f.TempDir(), name)
		if err := table().Write(path); err != nil {
			f.Fatal(err)
		}
		good, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(good), binary)
	}
	for _, seed := range []string{"", "{", `{"format":"fizzer-locations 1"}`, `{"format":"fizzer-locations 0"}`} {
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, text string, binary bool) {
		var from decoder = json.NewDecoder(strings.NewReader(text))
		if binary {
			from = gob.NewDecoder(strings.NewReader(text))
		}
		read, err := decode(from)
		if err != nil {
			return
		}
		if err := read.Check(); err != nil {
			t.Errorf("a broken table was read: %v", err)
		}
	})
}

func TestAwaited(t *testing.T) {
	table := table()
	table.Conditions = append(table.Conditions, Condition{Implied: true}, Condition{Unreachable: true},
		Condition{Implied: true, Unreachable: true}, Condition{NeverTrue: true})
	if recorded := table.Recorded(); recorded != 3 {
		t.Errorf("%d recorded instead of 3", recorded)
	}
	if locations, directions := table.Awaited(); locations != 2 || directions != 3 {
		t.Errorf("%d locations and %d directions are awaited instead of 2 and 3", locations, directions)
	}
	for goal, want := range []bool{true, false, false} {
		if table.MayReach(goal) != want {
			t.Errorf("goal %d may be reached: %v", goal, !want)
		}
	}
}
