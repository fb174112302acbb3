package source

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"fizzer/testcomp/task"
)

// tree writes files below a new folder. A text that begins with "-> " makes a symbolic link.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		path := filepath.Join(folder, name)
		err := os.MkdirAll(filepath.Dir(path), 0o700)
		if target, link := strings.CutPrefix(text, "-> "); link {
			err = errors.Join(err, os.Symlink(target, path))
		} else {
			err = errors.Join(err, os.WriteFile(path, []byte(text), 0o600))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func copied(t *testing.T, given string) *File {
	t.Helper()
	p, err := Copy([]string{given}, filepath.Join(t.TempDir(), "scratch"))
	if err != nil {
		t.Fatal(err)
	}
	return &p.Files[0]
}

// TestFind: which names an include may stand for.
func TestFind(t *testing.T) {
	for _, test := range []struct {
		text     string
		includes []string
		strings  []string
		computed bool
	}{
		{"#include \"a.h\"\nint x;", []string{"a.h"}, nil, false},
		{"  #  include\t\"a.h\" // b\n#include_next \"b.h\"\n#import \"c.h\"\n%:include \"d.h\"", []string{"a.h", "b.h", "c.h", "d.h"}, nil,
			false},
		{"#inc\\\nlude \\ \n\"a\\\r\n.h\"", []string{"a.h"}, nil, false},
		{"/* c\n */ # /* #include \"no.h\" */ include /**/ \"a.h\"", []string{"a.h"}, nil, false},
		{"// #include \"no.h\" \\\n#include \"no.h\"\n#include \"a.h\"", []string{"a.h"}, nil, false},
		{"/* #include \"no.h\"\n#include \"no.h\"\n*/\n#include \"a.h\"", []string{"a.h"}, nil, false},
		{"char *s = \"\\\"/*\"; char c = '\"';\n#include \"a.h\"\n/* \"*/\n#include \"b.h\"", []string{"a.h", "b.h"}, nil, false},
		{"#if 0\ndon't\n#include \"a.h\"\n#else\n#include \"b.h\"\n#endif", []string{"a.h", "b.h"}, nil, false},
		{"#include \"a//b\\.h\"\n#include \"no.h\n#include \"c.h\"", []string{"a//b\\.h", "c.h"}, nil, false},
		{"#include <sys/*.h>\n#include \"a.h\"\n#include <b.h>", []string{"a.h"}, nil, false},
		{"int x; #include \"no.h\"\n#includes \"no.h\"\n#error #include \"no.h\"\n#", nil, nil, false},
		{"#define H \"a.h\"\n#define F(x) x \"b.h\" \\\n \"c.h\"\n#include H\n\"no.h\";", nil, []string{"a.h", "b.h", "c.h"}, true},
		{"#if __has_include(\"a.h\")\n#elif __has_include ( \"b.h\" ) // \"no.h\"\n#endif", []string{"a.h", "b.h"}, nil, false},
		{"#include", nil, nil, false},
		{"#include \"", nil, nil, false},
		{"/*", nil, nil, false},
		{"\"\\", nil, nil, false},
		{"\x00#include \"no.h\"\n\x00", nil, nil, false},
	} {
		found := find([]byte(test.text))
		if !slices.Equal(found.includes, test.includes) || !slices.Equal(found.strings, test.strings) || found.computed != test.computed {
			t.Errorf("%q: %+v, want %+v", test.text, found, test)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, text := range []string{"#include \"a.h\"", "/* \" */ # \\\n", "%:include \"", "'\\", "//\\\n", "#include <"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, name := range find(text).includes {
			if strings.ContainsAny(name, "\n") {
				t.Errorf("%q is found in %q", name, text)
			}
		}
	})
}

// TestHeaders: headers below the program's folder are found under the names that the program uses; nothing else is copied.
func TestHeaders(t *testing.T) {
	outside := tree(t, map[string]string{"secret.h": "secret"})
	folder := tree(t, map[string]string{
		"home/p.c": `#include "a.h"
#include "sub/b.h"
#include "none.h"
#include "../up.h"
#include "` + outside + `/secret.h"
#include "leaves/secret.h"
#include "secret-link.h"
#include "sub"
#include "fifo"
#include "x.gch"
#include "made/../via.h"
#include "sub/../../home/again.h"
#if 0
#include "never.h"
#endif
#include "cycle1.h"
#include "absolute.h"
#include "program0.c"
#include "macros.h"
#include "stairs/1.h"
`,
		"home/a.h":                        "int a;",
		"home/sub/b.h":                    "#include \"c.h\"\n#include \"../a.h\"\n#include \"../../up.h\"",
		"home/sub/c.h":                    "int c;",
		"up.h":                            "no",
		"home/again.h":                    "no",
		"home/leaves":                     "-> " + outside,
		"home/secret-link.h":              "-> ../../" + filepath.Base(filepath.Dir(outside)) + "/" + filepath.Base(outside) + "/secret.h",
		"home/x.gch":                      "no",
		"home/via.h":                      "int via;",
		"home/made/unused.h":              "no",
		"home/never.h":                    "int never;",
		"home/cycle1.h":                   "#include \"cycle2.h\"",
		"home/cycle2.h":                   "#include \"cycle1.h\"\n#include \"p.c\"",
		"home/program0.c":                 "int taken;",
		"home/macros.h":                   "#define NAME(x) \"sub/by-macro.h\"\n#define OTHER \"by-macro.h\"\n#include NAME(1)\n",
		"home/sub/by-macro.h":             "#include OTHER\n#define LATE \"late.h\"\n",
		"home/by-macro.h":                 "int other;",
		"home/sub/late.h":                 "int late;",
		"home/not-included-by-macro.data": "no",
		"home/stairs":                     "-> deep/er",
		"home/deep/er/1.h":                "#include \"2.h\"",
		"home/deep/er/2.h":                "int two;",
	})
	home := filepath.Join(folder, "home")
	for _, err := range []error{
		syscall.Mkfifo(filepath.Join(home, "fifo"), 0o600),
		os.Symlink(filepath.Join(home, "sub", "c.h"), filepath.Join(home, "absolute.h")),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	f := copied(t, filepath.Join(home, "p.c"))
	if base := filepath.Base(f.Path); base != "program0_.c" {
		t.Errorf("the copy is called %s, as a header is", base)
	}
	want := []string{
		"a.h", "absolute.h", "by-macro.h", "cycle1.h", "cycle2.h", "macros.h", "never.h", "p.c", "program0.c", "program0_.c", "stairs/1.h",
		"stairs/2.h",
		"sub/b.h", "sub/by-macro.h", "sub/c.h", "sub/late.h", "via.h",
	}
	if got := below(t, filepath.Dir(f.Path)); !slices.Equal(got, want) {
		t.Errorf("copied are\n%q, want\n%q", got, want)
	}
	for _, header := range f.Headers {
		text, err := os.ReadFile(header.Path)
		if err != nil || strings.Contains(string(text), "secret\n") || string(header.Text) == "no" || string(header.Text) == "secret" {
			t.Errorf("%s: %q, %v", header.Name, text, err)
		}
		if _, err := os.Stat(header.Name); err != nil {
			t.Errorf("no name of the user's: %v", err)
		}
	}
	if status, err := os.Stat(filepath.Join(filepath.Dir(f.Path), "made")); err != nil || !status.IsDir() {
		t.Errorf("made/../via.h does not go through made: %v", err)
	}
	if a, b := stat(t, filepath.Join(filepath.Dir(f.Path), "absolute.h")),
		stat(t, filepath.Join(filepath.Dir(f.Path), "sub", "c.h")); !os.SameFile(a, b) {
		t.Error("one file under two names became two files")
	}
}

func stat(t *testing.T, path string) os.FileInfo {
	t.Helper()
	status, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return status
}

// below returns the files below a folder, sorted.
func below(t *testing.T, folder string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(folder, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			path, err = filepath.Rel(folder, path)
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	return files
}

// TestCompilersFindHeaders: the compilers find the copies, in both data models, and the names that a program can see are the same
// as in its own folder.
func TestCompilersFindHeaders(t *testing.T) {
	folder := tree(t, map[string]string{
		"p.c": "\xef\xbb\xbf#include <stdio.h>\n#include <assert.h>\n" + `#include \
  /* one */ "once.h" // two
#include "twice.h"
#include "sub/../sub/b.h"
#define NAME "macro.h"
#include NAME
const char *data[] = {
#include "list.inc"
};
int main(void) { printf("%s %d %s %s %d %d %s %s\n", __FILE__, __LINE__, where(), b_where(), once(), macro(), data[1], __TIMESTAMP__); return 0; }
`,
		"once.h":     "#pragma once\nint once(void) { return 1; }\nstatic inline const char *where(void) { return __FILE__; }\n",
		"twice.h":    "-> once.h",
		"sub/b.h":    "#include \"../once.h\"\n#include \"c.h\"\n",
		"sub/c.h":    "\nstatic const char *b_where(void) { static char at[999]; snprintf(at, sizeof at, \"%s:%d\", __FILE__, __LINE__); return at; }\n",
		"macro.h":    "int macro(void) { return 2; }\n",
		"list.inc":   "\"first\",\n\"second\"\n",
		"once.h.gch": "this would be taken instead",
	})
	changed := time.Date(2020, 2, 3, 4, 5, 6, 0, time.Local)
	program := filepath.Join(folder, "p.c")
	if err := os.Chtimes(program, changed, changed); err != nil {
		t.Fatal(err)
	}
	f := copied(t, program)
	want := fmt.Sprintf("%s 12 %s/once.h %s/sub/c.h:2 1 2 second %s\n", program, folder, folder, changed.Format(time.ANSIC))
	for _, compiler := range compilers(t) {
		for _, model := range []string{"-m32", "-m64"} {
			executable := filepath.Join(t.TempDir(), "program")
			if message, err := exec.Command(compiler, model, "-std=gnu11", f.Path, "-o", executable).CombinedOutput(); err != nil {
				t.Errorf("%s %s: %v: %s", compiler, model, err, message)
				continue
			}
			if said, err := exec.Command(executable).Output(); err != nil || string(said) != want {
				t.Errorf("%s %s: %q, %v, want %q", compiler, model, said, err, want)
			}
		}
	}
}

// compilers are those that are installed; gcc and one clang at least.
func compilers(t *testing.T) []string {
	t.Helper()
	all := []string{"gcc"}
	for _, name := range []string{"clang-14", "clang-15", "clang-16", "clang-17", "clang-18", "clang-19"} {
		if _, err := exec.LookPath(name); err == nil {
			all = append(all, name)
		}
	}
	if len(all) == 1 {
		t.Fatal("no clang; call make setup")
	}
	return all
}

// TestNames: the compilers show any name unchanged, in __FILE__ and in messages.
func TestNames(t *testing.T) {
	for _, name := range []string{
		"p.c", "@p.c", "-x.c", `p".c`, "a b.c", "p\n.c", "$(touch x).c", "p;touch x.c", "%s%n.c", "p\xff\xfe.c", strings.Repeat("n", 248) + ".c",
		"größe日本.c", `p\.c`, "p\x1b[1m.c", "p??/.c", "'.c", "`id`.c", "p=q.c", ".c",
	} {
		folder := tree(t, map[string]string{name: "extern int puts(const char *);\nint main(void) { return puts(__FILE__) < 0; }\n#ifdef FAIL\n #error\n#endif\n"})
		t.Chdir(folder)
		relative, absolute := copied(t, name), copied(t, filepath.Join(folder, name))
		for _, compiler := range compilers(t) {
			executable := filepath.Join(t.TempDir(), "program")
			if message, err := exec.Command(compiler, "-w", relative.Path, "-o", executable).CombinedOutput(); err != nil {
				t.Fatalf("%s, %q: %v: %s", compiler, name, err, message)
			}
			if said, err := exec.Command(executable).Output(); err != nil || string(said) != name+"\n" {
				t.Errorf("%s: __FILE__ is %q, %v, want %q", compiler, said, err, name)
			}
			message, err := exec.Command(compiler, "-w", "-DFAIL", "-fsyntax-only", absolute.Path).CombinedOutput()
			if place := absolute.Given + ":4:3: "; err == nil || !bytes.HasPrefix(message, []byte(place)) {
				t.Errorf("%s: a message at %q is %q", compiler, place, message)
			}
		}
		if left := below(t, folder); !slices.Equal(left, []string{name}) {
			t.Errorf("%q left %q", name, left)
		}
	}
}

// TestGiven: Given puts the user's names into messages that are not about a line.
func TestGiven(t *testing.T) {
	folder := tree(t, map[string]string{"p.c": "#include \"a.h\"\n", "a.h": ""})
	p, err := Copy([]string{filepath.Join(folder, "p.c")}, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := &p.Files[0]
	message := fmt.Sprintf("cannot read %s, in %s", f.Path, f.Headers[0].Path)
	if got, want := p.Given(message), fmt.Sprintf("cannot read %s/p.c, in %s/a.h", folder, folder); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestRefused: a file that is not a program is refused with an error and without blocking.
func TestRefused(t *testing.T) {
	files := map[string]string{
		"pch.i":      "#pragma GCC pch_pre\\\nprocess \"a.gch\"\nint main(void) { return 0; }\n",
		"large.c":    "#include \"large.h\"\n",
		"folder.c/x": "", "loop.c": "-> loop.c",
	}
	var names, many strings.Builder
	for i := range maxAsked + 10 {
		fmt.Fprintf(&names, "#include \"none%d.h\"\n", i)
	}
	for i := range maxHeaders + 1 {
		fmt.Fprintf(&many, "#include \"many/%d.h\"\n", i)
		files[fmt.Sprintf("many/%d.h", i)] = ""
	}
	files["names.c"], files["many.c"] = names.String(), many.String()
	folder := tree(t, files)
	for name, size := range map[string]int64{"large.h": maxHeaderBytes + 1, "huge.c": maxFileBytes + 1} {
		if err := errors.Join(os.WriteFile(filepath.Join(folder, name), nil, 0o600), os.Truncate(filepath.Join(folder, name), size)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(folder, "fifo.c"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]string{
		"pch.i": "precompiled", "large.c": "too large", "names.c": "more than", "many.c": "more than", "folder.c": "no regular file",
		"fifo.c": "no regular file",
		"huge.c": "too large", "loop.c": "symbolic links", "none.c": "no such file",
	} {
		_, err := Copy([]string{filepath.Join(folder, name)}, t.TempDir())
		var failure *task.Error
		if !errors.As(err, &failure) || !strings.Contains(err.Error(), words) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", name, err, words)
		}
	}
	if _, err := Copy([]string{"/dev/zero"}, t.TempDir()); !errors.Is(err, errIrregular) {
		t.Errorf("/dev/zero: %v", err)
	}
}

// TestEndless: a header that includes itself by longer and longer ways is copied up to the depth at which compilers stop.
func TestEndless(t *testing.T) {
	folder := tree(t, map[string]string{
		"p.c": "#include \"self.h\"\n", "self.h": "#ifndef SELF\n#define SELF\n#include \"loop/self.h\"\n#endif\n", "loop": "-> .",
	})
	if f := copied(t, filepath.Join(folder, "p.c")); len(f.Headers) == 0 || len(f.Headers) > maxDepth+1 {
		t.Errorf("%d copies", len(f.Headers))
	}
}

// A second program in the same folder finds no headers of the first.
func TestCopiedAgain(t *testing.T) {
	folder, scratch := tree(t, map[string]string{"p.c": "#include \"a.h\"\n", "a.h": "", "q.c": ""}), t.TempDir()
	for _, name := range []string{"p.c", "q.c"} {
		if _, err := Copy([]string{filepath.Join(folder, name)}, scratch); err != nil {
			t.Fatal(err)
		}
	}
	if left := below(t, scratch); !slices.Equal(left, []string{"0/program0.c"}) {
		t.Errorf("there is %q", left)
	}
}

func BenchmarkCopy(b *testing.B) {
	path := filepath.Join(b.TempDir(), "p.c")
	text := strings.Repeat("  if (x > 5 /* comment */) { y = \"text\"; }\n#define A \"b\"\n", 200_000)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, err := Copy([]string{path}, b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}
