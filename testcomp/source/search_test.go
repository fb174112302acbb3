package source

import (
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/testcomp/flags"
	"fizzer/testcomp/task"
)

// compiled copies src/a.c of a project with options, and returns what gcc -E makes of the copy with the copy's options.
func preprocessed(t *testing.T, project map[string]string, options string) (string, *File, error) {
	t.Helper()
	folder := tree(t, project)
	words, err := flags.Split(options)
	if err != nil {
		t.Fatal(err)
	}
	c, _, err := flags.Parse(folder, words)
	if err != nil {
		t.Fatal(err)
	}
	program := &task.Task{Programs: []string{filepath.Join(folder, "src/a.c")}, Compile: []flags.Compile{c}}
	p, err := CopyTask(t.Context(), program, filepath.Join(t.TempDir(), "scratch"))
	if err != nil {
		return "", nil, err
	}
	f := &p.Files[0]
	out, err := exec.Command("gcc", append(f.Options(), "-E", f.Path)...).CombinedOutput()
	if err != nil {
		t.Fatalf("gcc: %v\n%s", err, out)
	}
	return string(out), f, nil
}

func TestSearchedHeaders(t *testing.T) {
	project := map[string]string{
		"src/a.c": "#include \"b.h\"\n#include <api/c.h>\n#include CONFIG\n#include \"../other/d.h\"\nint end = __INCLUDE_LEVEL__ + X;\n",
		"src/b.h": "#pragma once\nint b = 1;\n", "inc/api/c.h": "#include \"../e.h\"\n#include <b.h>\nint c = 1;\n",
		"inc/e.h": "int e = 1;\n", "inc/config.h": "int config = 1;\n", "other/d.h": "int d = 1;\n", "pre.h": "int pre = 1;\n",
	}
	text, f, err := preprocessed(t, project, `-Iinc -I src -DX=7 -DCONFIG='<config.h>' -include pre.h -std=c11`)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"int b = 1;", "int c = 1;", "int e = 1;", "int config = 1;", "int d = 1;", "int pre = 1;", "int end = 0 + 7;", `"inc/api/c.h"`,
	} {
		if strings.Count(text, want) == 0 || strings.Contains(want, ";") && strings.Count(text, want) != 1 {
			t.Errorf("the text does not contain %s once:\n%s", want, text)
		}
	}
	if len(f.Language) != 1 || len(f.Headers) != 6 {
		t.Errorf("options %q, %d headers", f.Language, len(f.Headers))
	}
}

// What is in none of the folders named is not copied, whatever a text includes.
func TestSearchStaysInside(t *testing.T) {
	outside := filepath.Join(tree(t, map[string]string{"secret.h": "int secret;\n"}), "secret.h")
	project := map[string]string{
		"src/a.c":           "#if __has_include(\"hidden_link.h\")\nint secret;\n#endif\n",
		"src/hidden_link.h": "-> " + outside, "inc/x.h": "",
	}
	text, f, err := preprocessed(t, project, "-Iinc")
	if err != nil || strings.Contains(text, "secret;") || len(f.Headers) > 0 {
		t.Errorf("a header outside was read: %v, %v\n%s", f.Headers, err, text)
	}
	var refused *task.Error
	if _, _, err := preprocessed(t, project, "-I/"); !errors.As(err, &refused) || !strings.Contains(err.Error(), "home folder") {
		t.Errorf("-I/ gave %v", err)
	}
}

// What -I names but is no folder is ignored, as by compilers.
func TestSearchInFile(t *testing.T) {
	project := map[string]string{"src/a.c": "#include \"x.h\"\n", "inc/x.h": "int right;\n", "y.h": ""}
	text, _, err := preprocessed(t, project, "-Iinc/x.h -Iy.h -Inone -Iinc")
	if err != nil || !strings.Contains(text, "right;") {
		t.Errorf("%v\n%s", err, text)
	}
}

// A harness calls the program's main by another name; the libraries are copied.
func TestHarnessAndLibraries(t *testing.T) {
	for _, test := range []struct{ text, options string }{
		{"int main(int argc, char **argv) { return argc + 4; }\n", ""},
		{"int main(void) { return 5; }\n", "-std=c11"},
		{"int main(argc, argv) int argc; char **argv; { return argc + 4; }\n", ""},
		{"main() { return 5; }\n", ""},
		{"int main(int argc, char *argv[]) { return argc + 4; }\n", "-std=gnu2x"},
		{"#include <stdlib.h>\nvoid main(void) { exit(5); }\n", ""},
	} {
		folder := tree(t, map[string]string{"a.c": test.text, "lib/one.c": "int one(void) { return 1; }\n"})
		words, _ := flags.Split(test.options)
		c, _, err := flags.Parse(folder, words)
		if err != nil {
			t.Fatal(err)
		}
		object, archive := filepath.Join(folder, "one.o"), filepath.Join(folder, "lib", "libone.a")
		for _, command := range [][]string{{"gcc", "-c", filepath.Join(folder, "lib/one.c"), "-o", object}, {"ar", "rc", archive, object}} {
			if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		program := &task.Task{
			Programs: []string{filepath.Join(folder, "a.c")}, Compile: []flags.Compile{c},
			Link: flags.Link{Folders: []string{filepath.Join(folder, "lib")}, Libraries: []string{"-lone", "-lm"}},
			Harness: &task.Harness{Name: "harness.c", Calls: true, Text: "int one(void);\nint program_main(int, char **) __asm__(\"" +
				task.ProgramMain + "\");\nint main(void) { return program_main(one(), 0) + one(); }\n"},
		}
		p, err := CopyTask(t.Context(), program, filepath.Join(t.TempDir(), "scratch"))
		if err != nil {
			t.Fatal(err)
		}
		if !p.Files[1].Harness || p.Libraries[1] != "-lm" || !strings.HasPrefix(p.Libraries[0], p.Folder) {
			t.Fatalf("files %+v, libraries %q", p.Files, p.Libraries)
		}
		executable := filepath.Join(folder, "program")
		arguments := append(p.Files[0].Options(), "-w", p.Files[0].Path, p.Files[1].Path, "-o", executable)
		if out, err := exec.Command("gcc", append(arguments, p.Libraries...)...).CombinedOutput(); err != nil {
			t.Fatalf("%q: %v: %s", test.text, err, out)
		}
		var exit *exec.ExitError
		if err := exec.Command(executable).Run(); !errors.As(err, &exit) || exit.ExitCode() != 6 && exit.ExitCode() != 5 {
			t.Errorf("%q ended with %v", test.text, err)
		}
	}
}
