package tasklist

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fizzer/testcomp/task"
)

// write writes a list. "@" in its paths stands for the list's folder.
func write(t *testing.T, text string) (path, folder string) {
	t.Helper()
	folder = t.TempDir()
	path = filepath.Join(folder, "list.tsv")
	if err := os.WriteFile(path, []byte(strings.ReplaceAll(text, "@", folder)), 0o600); err != nil {
		t.Fatal(err)
	}
	return path, folder
}

func TestRead(t *testing.T) {
	path, folder := write(t, "@/loops/a__b__c__d.c\r\n\n/elsewhere/b/two.yml\tLP64\n@/x.i\tILP32\tmine\tmore\n@/y.i\t\tours\n@/z.i")
	got, err := Read(path)
	if err != nil {
		t.Fatal(err)
	}
	want := []Entry{
		{folder + "/loops/a__b__c__d.c", "", "loops/a/b"}, {"/elsewhere/b/two.yml", task.LP64, "b"},
		{folder + "/x.i", task.ILP32, "mine"}, {folder + "/y.i", "", "ours"}, {folder + "/z.i", "", ""},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v instead of %+v", got, want)
	}
	path, _ = write(t, "one.c\ntwo.c\tloops\n")
	if _, err := Read(path); err == nil ||
		!strings.Contains(err.Error(), "line 2: the second column is the data model, the third the family") {
		t.Errorf("the error is %v", err)
	}
	if _, err := Read(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("no error for a list that is not there")
	}
}

// TestTask: the list's data model takes precedence over the task's.
func TestTask(t *testing.T) {
	path := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(path, []byte("int main(void) { return 0; }\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, model := range []task.DataModel{"", task.ILP32} {
		read, err := Entry{Path: path, DataModel: model}.Task()
		if want := max(model, task.DataModel("")); err != nil || model != "" && read.DataModel != want || model == "" &&
			read.DataModel != task.LP64 {
			t.Errorf("%q: %+v, %v", model, read, err)
		}
	}
	if _, err := (Entry{Path: "none.c", DataModel: task.LP64}).Task(); err == nil {
		t.Error("no error for a task that is not there")
	}
}

func TestDraw(t *testing.T) {
	path, _ := write(t, "@/one/a__b__c__1.c\n@/one/a__b__c__2.c\n@/one/a__b__c__3.c\n@/two/x.c\n@/three/d__e.i\n@/three/d__f.i\n")
	all, err := Read(path)
	if err != nil || len(all) != 6 {
		t.Fatalf("%v, %v", all, err)
	}
	for n, want := range map[int]map[string]int{
		3: {"one/a/b": 1, "two": 1, "three/d": 1}, 5: {"one/a/b": 2, "two": 1, "three/d": 2}, 6: {"one/a/b": 3, "two": 1, "three/d": 2},
	} {
		got := map[string]int{}
		for _, e := range Draw(all, 1)[:n] {
			got[e.Family]++
		}
		for family, count := range want {
			if got[family] != count || len(got) != len(want) {
				t.Errorf("%d drawn: families %v, want %v", n, got, want)
			}
		}
	}
	if first, second := Draw(all, 7), Draw(all, 7); !slices.Equal(first, second) {
		t.Errorf("one seed draws %v and %v", first, second)
	}
	if slices.Equal(Draw(all, 1), Draw(all, 2)) && slices.Equal(Draw(all, 2), Draw(all, 3)) {
		t.Error("all seeds draw the same")
	}
	if some := Every(all, 4); len(some) != 2 || some[0] != all[0] || some[1] != all[4] {
		t.Errorf("every fourth: %v", some)
	}
}

// FuzzParse: a line is refused or gives its path and its data model; its family is no longer than both names.
func FuzzParse(f *testing.F) {
	for _, line := range []string{"a/b__c/d.yml", "a.yml\tILP32\tx", "../x.c\tLP64", "\t\t", "/a//b.c\t\t ", "a.yml\t64", "."} {
		f.Add(line, "/lists")
	}
	f.Fuzz(func(t *testing.T, line, folder string) {
		e, err := parse(line, folder)
		path, rest, _ := strings.Cut(line, "\t")
		model, _, _ := strings.Cut(rest, "\t")
		switch {
		case path == "" && (err != nil || e != Entry{}):
			t.Errorf("%q is %v, %v", line, e, err)
		case err == nil && (e.Path != path || string(e.DataModel) == "" && path != "" && model != ""):
			t.Errorf("%q is %v", line, e)
		case err != nil && model == "":
			t.Errorf("%q: %v", line, err)
		}
		if got := family(e.Path, folder); len(got) > len(e.Path)+len(folder)+1 {
			t.Errorf("%q is of the family %q", line, got)
		}
	})
}
