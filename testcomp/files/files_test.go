package files

import (
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// unfit makes one of each kind of file that is refused. It returns, by path, a word of the error.
func unfit(t *testing.T) map[string]string {
	t.Helper()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	listener, err := net.Listen("unix", path("socket"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	sparse, err := os.Create(path("sparse"))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(unix.Mkfifo(path("pipe"), 0o600), os.Mkdir(path("folder"), 0o700), os.Symlink("/dev/zero", path("link")),
		sparse.Truncate(10<<30), sparse.Close()); err != nil {
		t.Fatal(err)
	}
	return map[string]string{
		path("socket"): "socket", path("pipe"): "pipe", path("folder"): "folder", path("link"): "device", "/dev/zero": "device",
		path("sparse"): "more than",
	}
}

func TestRefused(t *testing.T) {
	for path, word := range unfit(t) {
		_, err := Read(path, MaxSource)
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: %v, want a refusal with %q", path, err, word)
		}
		if again := Check(path, MaxSource); again == nil || again.Error() != err.Error() {
			t.Errorf("%s: Check says %v", path, again)
		}
	}
	if _, err := Read(filepath.Join(t.TempDir(), "gone"), 1); !errors.Is(err, fs.ErrNotExist) || errors.Is(err, ErrRefused) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestRead(t *testing.T) {
	folder := t.TempDir()
	path, link := filepath.Join(folder, "file"), filepath.Join(folder, "link")
	if err := errors.Join(os.WriteFile(path, []byte("1234"), 0o600), os.Symlink("file", link)); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, link} {
		if content, err := Read(p, 4); string(content) != "1234" || err != nil {
			t.Errorf("%s: %q, %v", p, content, err)
		}
		if _, err := Read(p, 3); !errors.Is(err, ErrRefused) {
			t.Errorf("%s was read beyond the limit: %v", p, err)
		}
	}
	if _, err := Read("/proc/self/status", 10); !errors.Is(err, ErrRefused) { // the system reports its size as 0
		t.Errorf("a file of more bytes than it says: %v", err)
	}
}

// TestWriteFollowsNoLink: a file of the name is replaced, and the target of a planted link stays as it was.
func TestWriteFollowsNoLink(t *testing.T) {
	for _, suffix := range []string{"", Unfinished} {
		folder := t.TempDir()
		victim, path := filepath.Join(folder, "victim"), filepath.Join(folder, "result")
		if err := errors.Join(os.WriteFile(victim, []byte("precious"), 0o600), os.Symlink(victim, path+suffix)); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if err := Write(path, []byte("new"), 0o644); err != nil {
				t.Fatal(err)
			}
			entries, _ := os.ReadDir(folder)
			content, _ := os.ReadFile(path)
			kept, _ := os.ReadFile(victim)
			if string(content) != "new" || string(kept) != "precious" || len(entries) != 2 {
				t.Errorf("link at %q: %q was written, the victim is %q, %v", suffix, content, kept, entries)
			}
		}
	}
}

func TestWriteFails(t *testing.T) {
	path := filepath.Join(t.TempDir(), "result")
	if err := Write(path, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	full := errors.New("full")
	if err := WriteBy(path, 0o600, func(io.Writer) error { return full }); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if content, _ := os.ReadFile(path); string(content) != "old" || len(entries) != 1 {
		t.Errorf("%q, %v", content, entries)
	}
	if err := Write(filepath.Dir(path), nil, 0o600); err == nil {
		t.Error("a folder was replaced")
	}
}

func TestAppend(t *testing.T) {
	folder := t.TempDir()
	path, link, pipe := filepath.Join(folder, "file"), filepath.Join(folder, "link"), filepath.Join(folder, "pipe")
	if err := errors.Join(os.Symlink(path, link), unix.Mkfifo(pipe, 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"a", "b"} {
		file, err := Append(path, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := file.WriteString(text); err != nil {
			t.Fatal(err)
		}
		file.Close()
	}
	if content, _ := os.ReadFile(path); string(content) != "ab" {
		t.Errorf("%q", content)
	}
	for _, p := range []string{link, pipe} {
		if _, err := Append(p, 0o600); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", p, err)
		}
	}
}

func TestFolder(t *testing.T) {
	base := t.TempDir()
	for range 2 {
		path, err := Folder(filepath.Join(base, "new"), "a", "b")
		if info, failure := os.Stat(path); err != nil || failure != nil || !info.IsDir() {
			t.Fatal(path, err, failure)
		}
	}
	if err := errors.Join(os.Symlink(base, filepath.Join(base, "link")), os.WriteFile(filepath.Join(base, "file"), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Folder(filepath.Join(base, "link"), "c"); err != nil {
		t.Errorf("below a link: %v", err)
	}
	for _, name := range []string{"link", "file"} {
		if _, err := Folder(base, name, "c"); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// While a folder is replaced, its name always stands for a whole one.
func TestReplaceFolder(t *testing.T) {
	name := filepath.Join(t.TempDir(), "folder")
	unfinished := func() string {
		if err := errors.Join(os.Mkdir(name+Unfinished, 0o700), os.WriteFile(filepath.Join(name+Unfinished, "file"), nil, 0o600)); err != nil {
			t.Fatal(err)
		}
		return name + Unfinished
	}
	if err := os.Rename(unfinished(), name); err != nil {
		t.Fatal(err)
	}
	ended, gone := make(chan struct{}), make(chan int)
	go func() {
		count := 0
		for {
			select {
			case <-ended:
				gone <- count
				return
			default:
			}
			if _, err := os.Lstat(name); err != nil {
				count++
			}
		}
	}()
	for range 300 {
		if err := ReplaceFolder(name, unfinished()); err != nil {
			t.Fatal(err)
		}
	}
	close(ended)
	if count := <-gone; count > 0 {
		t.Errorf("it was missing %d times", count)
	}
	if left, err := os.ReadDir(filepath.Dir(name)); err != nil || len(left) != 1 {
		t.Errorf("left %v, %v", left, err)
	}
}

// A folder moves to another file system, too, where it cannot be renamed; a file does not.
func TestMove(t *testing.T) {
	memory, err := os.MkdirTemp("/dev/shm", "fizzer-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(memory) })
	for _, to := range []string{filepath.Join(memory, "to"), filepath.Join(t.TempDir(), "to")} {
		folder := filepath.Join(t.TempDir(), "from")
		if err := errors.Join(os.MkdirAll(filepath.Join(folder, "inner"), 0o755),
			os.WriteFile(filepath.Join(folder, "inner", "file"), []byte("text"), 0o644),
			os.Symlink("nowhere", filepath.Join(folder, "link"))); err != nil {
			t.Fatal(err)
		}
		if err := Move(folder, to); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(filepath.Join(to, "inner", "file"))
		link, linkError := os.Readlink(filepath.Join(to, "link"))
		if _, gone := os.Lstat(folder); string(text) != "text" || link != "nowhere" || !errors.Is(gone, fs.ErrNotExist) {
			t.Errorf("%q, %v, %q, %v, %v", text, err, link, linkError, gone)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := errors.Join(os.WriteFile(file, nil, 0o644), Move(file, filepath.Join(memory, "file"))); !errors.Is(err, unix.EXDEV) {
		t.Errorf("a file: %v", err)
	}
}

// Folders are made below one that exists, which is not made itself.
func TestMakeFolders(t *testing.T) {
	base := filepath.Join(t.TempDir(), "base")
	for name, make := range map[string]func() error{
		"one": func() error { return MakeFolder(filepath.Join(base, "a"), 0o750) },
		"all": func() error { return MakeBelow(base, filepath.Join(base, "a", "b", "c")) },
	} {
		if err := make(); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v without the folder above", name, err)
		}
		if err := os.Mkdir(base, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(make(), make()); err != nil { // the second time they exist
			t.Errorf("%s: %v", name, err)
		}
		if err := os.RemoveAll(base); err != nil {
			t.Fatal(err)
		}
	}
	outside := t.TempDir()
	if err := errors.Join(os.Mkdir(base, 0o700), os.Symlink(outside, filepath.Join(base, "link"))); err != nil {
		t.Fatal(err)
	}
	if err := MakeBelow(base, filepath.Join(base, "link", "a")); err == nil {
		t.Error("it follows a link to the outside")
	}
	if err := MakeFolder(filepath.Join(base, "link"), 0o700); err != nil {
		t.Error(err)
	}
}
