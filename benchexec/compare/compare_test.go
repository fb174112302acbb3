package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// list writes a list of tasks of three families.
func list(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	var lines strings.Builder
	for _, name := range []string{"one/a__b__c__1.c", "one/a__b__c__2.c", "one/a__b__c__3.c", "two/x.c", "three/d__e.i", "three/d__f.i"} {
		lines.WriteString(filepath.Join(folder, name) + "\tILP32\t3\n")
	}
	path := filepath.Join(folder, "list.tsv")
	if err := os.WriteFile(path, []byte(lines.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestDraw(t *testing.T) {
	all, err := readList(list(t))
	if err != nil || len(all) != 6 {
		t.Fatalf("%v, %v", all, err)
	}
	for n, want := range map[int]map[string]int{
		3: {"one/a/b": 1, "two": 1, "three/d": 1}, 5: {"one/a/b": 2, "two": 1, "three/d": 2}, 9: {"one/a/b": 3, "two": 1, "three/d": 2},
	} {
		got := map[string]int{}
		for _, p := range draw(all, n, 1) {
			got[p.Family]++
		}
		for family, count := range want {
			if got[family] != count || len(got) != len(want) {
				t.Errorf("%d drawn: families %v, want %v", n, got, want)
			}
		}
	}
	first, second := draw(all, 4, 7), draw(all, 4, 7)
	for i := range first {
		if first[i] != second[i] {
			t.Errorf("one seed draws %v and %v", first, second)
		}
	}
}

func TestTable(t *testing.T) {
	rows := []row{
		{program: program{Path: "a.c", Family: "f"}, Goals: 10, TheirAll: 10, Engine: 8, BadEnd: 1, Replay: 7, TestCov: 7, Tests: 2},
		{program: program{Path: "b.c", Family: "f"}, Goals: 4, TheirAll: 4, Engine: 4, Replay: 4, TestCov: 4, Tests: 1},
		{program: program{Path: "c.c", Family: "g"}, Failure: "gcc does not compile it"},
		{program: program{Path: "d.c", Family: "g"}, Failure: "TestCov gives no coverage", Hopeless: true},
	}
	text := table(rows)
	for _, want := range []string{
		"| f | 2 | 2 | 14 | 12 | 11 | 11 | 8.33 % | 1 | 3 | 0 | 0 |", "| g | 2 | 0 | 0 | 0 | 0 | 0 | - | 0 | 0 | 0 | 0 |",
		"differ in the goals reached on 0 tasks, in the goals that there are on 0", "cannot judge 1 tasks", "- c.c: gcc does not compile it", "- a.c: engine 8 (1 by bad ends only), replay 7",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "- b.c") || strings.Contains(text, "- d.c") {
		t.Errorf("b.c and d.c need no remark:\n%s", text)
	}
}
