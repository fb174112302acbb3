package sandbox

import (
	"os"
	"path/filepath"
	"testing"
)

func TestReadable(t *testing.T) {
	folder, other := t.TempDir(), os.Getuid()+1
	file := filepath.Join(folder, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		path string
		mode os.FileMode
		user int
		want bool
	}{
		{file, 0o600, other, false},
		{file, 0o604, other, true},
		{file, 0o004, os.Getuid(), false},
		{file, 0o400, os.Getuid(), true},
		{folder, 0o704, other, false},
		{folder, 0o705, other, true},
		{folder, 0o700, os.Getuid(), true},
		{filepath.Join(folder, "none"), 0, other, false},
	} {
		if test.mode != 0 {
			if err := os.Chmod(test.path, test.mode); err != nil {
				t.Fatal(err)
			}
		}
		if got := readable(test.path, test.user); got != test.want {
			t.Errorf("%s with mode %o for %d: %v", filepath.Base(test.path), test.mode, test.user, got)
		}
	}
}

// TestToolsOfRootAlone: tools that only root may read still run, as root without capabilities, and the sandbox reports that.
func TestToolsOfRootAlone(t *testing.T) {
	if os.Getuid() != 0 {
		return // commands keep their user then
	}
	folder := t.TempDir()
	if err := os.Chmod(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	s, err := Open(Options{Show: []string{folder}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if missing, _ := s.Missing(); len(missing) == 0 {
		t.Error("commands become a user who cannot read their tools")
	}
}

// A user namespace has the users of its map only.
func TestHasID(t *testing.T) {
	for _, test := range []struct {
		ids  string
		id   int
		want bool
	}{
		{"         0          0 4294967295\n", nobody, true},
		{"0 1000 1\n", 0, true},
		{"0 1000 1\n", nobody, false},
		{"0 1000 1\n65534 100000 1\n", nobody, true},
		{"65535 100000 10\n", nobody, false},
		{"0 100000 65534\n", nobody, false},
		{"", 0, false},
		{"nothing\n", 0, false},
	} {
		if got := hasID(test.ids, test.id); got != test.want {
			t.Errorf("%q, %d: %v", test.ids, test.id, got)
		}
	}
}
