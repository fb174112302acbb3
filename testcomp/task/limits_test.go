package task

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"fizzer/testcomp/files"
)

// TestIrregularFiles: a file that is not regular or too large is refused without being read, whether it is given alone or named by
// a definition.
func TestIrregularFiles(t *testing.T) {
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	sparse, err := os.Create(path("sparse.c"))
	if err != nil {
		t.Fatal(err)
	}
	long := write(t, folder, "long.yml", strings.Repeat("#\n", files.MaxDefinition))
	if err := errors.Join(sparse.Truncate(10<<30), sparse.Close(), unix.Mkfifo(path("pipe.c"), 0o600), unix.Mkfifo(path("pipe.yml"), 0o600),
		os.Mkdir(path("folder.c"), 0o700), os.Symlink("/dev/zero", path("zero.c"))); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"sparse.c", "pipe.c", "folder.c", "zero.c"} {
		definition := write(t, folder, name+".yml", "{format_version: 2.0, input_files: "+name+"}")
		for _, given := range []string{path(name), definition} {
			var failure *Error
			if _, err := Read(given); !errors.As(err, &failure) || failure.Reason != Missing || !errors.Is(err, files.ErrRefused) ||
				!strings.Contains(err.Error(), name) {
				t.Errorf("%s: %v", given, err)
			}
		}
	}
	for _, given := range []string{path("pipe.yml"), long} {
		if _, err := Read(given); !errors.Is(err, files.ErrRefused) {
			t.Errorf("%s: %v", given, err)
		}
	}
}

func TestLinkedProgram(t *testing.T) {
	folder := t.TempDir()
	link := filepath.Join(folder, "link.c")
	if err := os.Symlink(write(t, folder, "program.c", "int main(void) {}"), link); err != nil {
		t.Fatal(err)
	}
	if read, err := Read(link); err != nil || read.Programs[0] != link {
		t.Errorf("%v, %v", read, err)
	}
}

// A program has at most some thousands of files.
func TestManyFiles(t *testing.T) {
	folder := t.TempDir()
	definition := filepath.Join(folder, "many.yml")
	for path, text := range map[string]string{
		filepath.Join(folder, "p.c"): "int main(void) { return 0; }\n",
		definition:                   "format_version: '2.0'\ninput_files:\n" + strings.Repeat("- p.c\n", MaxPrograms+1),
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := Read(definition); !errors.Is(err, ErrManyPrograms) {
		t.Error(err)
	}
}

// TestLargeDefinitions: the memory for a definition of maximum size is at most a few hundred times that size.
func TestLargeDefinitions(t *testing.T) {
	const size = files.MaxDefinition
	repeat := func(text string) string { return strings.Repeat(text, size/len(text)) }
	aliases := "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
	for i := range 9 {
		n := string(rune('0' + i))
		m := string(rune('1' + i))
		aliases += "a" + m + ": &a" + m + " [" + strings.Repeat("*a"+n+", ", 9) + "x]\n"
	}
	for name, text := range map[string]string{
		"nested": repeat("["), "keys": repeat("{a: "), "files": "format_version: 2.0\ninput_files: [" + repeat("a, ") + "]",
		"value": "format_version: '" + repeat("2") + "'", "lines": repeat("\n"), "aliases": aliases + "format_version: 2.0\ninput_files: *a9\n",
		"anchors": repeat("&a "), "dashes": repeat("- "), "tags": repeat("!!str "), "block": "a: |\n" + repeat("  b\n"),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Parse([]byte(text), "")
		runtime.ReadMemStats(&after)
		if took := after.TotalAlloc - before.TotalAlloc; took > 500*size {
			t.Errorf("%s took %d MB (%v)", name, took>>20, err)
		}
	}
}
