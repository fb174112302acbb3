package output

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

const text = "int main(void) { return 0; }\n"

// program writes a program.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "p.c")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// before makes the folder of an earlier run, whose suite has one test and this metadata.
func before(t *testing.T, producer, source string) string {
	t.Helper()
	folder, hash := t.TempDir(), sha256.Sum256([]byte(source))
	writer, err := suite.Create(filepath.Join(folder, formats.SuiteFolder), suite.Metadata{Producer: producer, ProgramFile: "p.c",
		ProgramHash: hex.EncodeToString(hash[:])})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := writer.Add(suite.Test{}); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{formats.StatisticsFile, formats.DetailsFile, formats.CrashFolder + "/SIGSEGV/1/values.c",
		formats.ReportFile, "notes.txt"} {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// names returns the content of a folder.
func names(t *testing.T, folder string) string {
	t.Helper()
	all, err := fs.Glob(os.DirFS(folder), "*")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, " ")
}

func TestOneRunAtATime(t *testing.T) {
	folder, request := filepath.Join(t.TempDir(), "new", "folder"), Request{Program: program(t)}
	first, err := Take(folder, request)
	if err != nil {
		t.Fatal(err)
	}
	for _, request := range []Request{request, {Program: request.Program, Resume: true}, {Program: request.Program, Force: true}} {
		var foreign *ForeignError
		if _, err := Take(folder, request); !errors.As(err, &foreign) || !strings.Contains(err.Error(), "another run works") {
			t.Errorf("%+v beside a run: %v", request, err)
		}
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	second, err := Take(folder, request)
	if err != nil || second.Moved != "" {
		t.Fatalf("after the run: %v, %v", second, err)
	}
	if err := second.Release(); err != nil {
		t.Error(err)
	}
}

// The results of our own run are moved as a whole, each time into another folder; resume leaves them.
func TestOwnResultsAreMoved(t *testing.T) {
	folder, request := before(t, "fizzer 0.0.1", text), Request{Program: program(t)}
	whole := names(t, folder)
	resumed, err := Take(folder, Request{Program: request.Program, Resume: true})
	if err != nil || resumed.Moved != "" || names(t, folder) != whole {
		t.Fatalf("resumed: %v, %v, now %s", resumed, err, names(t, folder))
	}
	if err := resumed.Release(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"previous-1", "previous-2"} {
		taken, err := Take(folder, request)
		if err != nil || taken.Moved != filepath.Join(folder, want) {
			t.Fatalf("%v, %v", taken, err)
		}
		if moved := names(t, taken.Moved); moved != strings.Replace(whole, " notes.txt", "", 1) && want == "previous-1" {
			t.Errorf("moved %s of %s", moved, whole)
		}
		if err := errors.Join(taken.Release(), files.Write(filepath.Join(folder, formats.StatisticsFile), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	if left := names(t, folder); left != "notes.txt previous-1 previous-2 statistics.json" {
		t.Errorf("left: %s", left)
	}
}

// A suite of others stays, and is moved only if the user asks for it.
func TestForeignSuites(t *testing.T) {
	request := Request{Program: program(t)}
	broken := before(t, "fizzer 0.0.1", text)
	if err := os.WriteFile(filepath.Join(broken, formats.SuiteFolder, "metadata.xml"), []byte("?"), 0o600); err != nil {
		t.Fatal(err)
	}
	zipped := t.TempDir()
	if err := os.WriteFile(filepath.Join(zipped, formats.SuiteZip), []byte("no zip"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct{ folder, words string }{
		"another tool":        {before(t, "Symbiotic 10", text), `a test suite by "Symbiotic 10"`},
		"a name like ours":    {before(t, "fizzerish", text), `a test suite by "fizzerish"`},
		"another program":     {before(t, "fizzer 0.0.1", text+text), "of another program"},
		"unreadable metadata": {broken, "not a test suite of fizzer"},
		"unreadable zip":      {zipped, "not a test suite of fizzer"},
	} {
		whole := names(t, test.folder)
		for _, refused := range []Request{request, {Program: request.Program, Resume: true}} {
			var foreign *ForeignError
			if _, err := Take(test.folder, refused); !errors.As(err, &foreign) || !strings.Contains(err.Error(), test.words) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if names(t, test.folder) != whole {
			t.Errorf("%s: %s was touched, now %s", name, whole, names(t, test.folder))
		}
		request := request
		request.Force = true
		taken, err := Take(test.folder, request)
		if err != nil || taken.Moved == "" {
			t.Fatalf("%s, forced: %v, %v", name, taken, err)
		}
		if err := taken.Release(); err != nil {
			t.Error(err)
		}
	}
}

// A folder in which a run was killed before anything was finished belongs to nobody.
func TestBegunSuite(t *testing.T) {
	folder := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(folder, formats.SuiteFolder), 0o755),
		os.WriteFile(filepath.Join(folder, formats.SuiteFolder, "metadata.xml"+files.Unfinished), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	taken, err := Take(folder, Request{Program: program(t)})
	if err != nil {
		t.Fatal(err)
	}
	if err := taken.Release(); err != nil {
		t.Error(err)
	}
}
