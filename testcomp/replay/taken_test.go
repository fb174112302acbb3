package replay

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// taken is a compiler that a text has taken over. It can do what compilers may, and does it after each call.
const taken = `#!/bin/sh
/usr/bin/gcc "$@" || exit
cd %q || exit
%s
`

// buildTaken builds a program of two files with such a compiler.
func buildTaken(t *testing.T, does string) (*Program, error) {
	t.Helper()
	scratch, folder := t.TempDir(), t.TempDir()
	compiler := filepath.Join(folder, "gcc")
	if err := os.WriteFile(compiler, fmt.Appendf(nil, taken, filepath.Join(scratch, "build"), does), 0o755); err != nil {
		t.Fatal(err)
	}
	o := branches("", scratch)
	o.Compiler = compiler
	o.Programs = parts(t, map[string]string{
		"a.c": "extern int other(int), __VERIFIER_nondet_int(void);\nint main(void) { return other(__VERIFIER_nondet_int()); }\n",
		"b.c": "int other(int x) {\n  if (x > 3)\n    return 1;\n  return 0;\n}\n",
	}, "a.c", "b.c")
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	return Build(ctx, o)
}

// TestPlantedLinks: what this process writes into the folder of the compilers follows no link that a compiler has planted there. It once
// wrote the program's text into any file of the user.
func TestPlantedLinks(t *testing.T) {
	home := t.TempDir()
	victim := filepath.Join(home, "victim")
	if err := os.WriteFile(victim, []byte("the user's"), 0o600); err != nil {
		t.Fatal(err)
	}
	p, err := buildTaken(t, fmt.Sprintf(`for name in unit1.c harness.c fork.c fork.h layout.h; do test -f $name || ln -sf %[1]q $name; done
ln -sfn %[2]q work`, victim, home))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if text, err := os.ReadFile(victim); string(text) != "the user's" {
		t.Errorf("the file of the user is %q (%v)", text, err)
	}
	if status, err := os.Lstat(work(p.options.Scratch)); err != nil || !status.IsDir() {
		t.Errorf("the program would work in %v (%v)", status, err)
	}
	if outcome := run(t, p, "7"); outcome.Ending != Exited || outcome.ExitCode != 1 {
		t.Errorf("%+v", outcome)
	}
}

// TestSourcesStay: a compiler cannot put a link in the place of the folder of the sources. The next sandbox once showed what it led to, and
// gave it to the user that compilers become.
func TestSourcesStay(t *testing.T) {
	home := t.TempDir()
	victim := filepath.Join(home, "victim")
	if err := errors.Join(os.Chmod(home, 0o700), os.WriteFile(victim, []byte("the user's"), 0o600)); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(victim)
	if err != nil {
		t.Fatal(err)
	}
	p, err := buildTaken(t, fmt.Sprintf("for i in .. .; do mv $i/source $i/moved && ln -s %q $i/source; done; ln -s %[1]q ../extra; true", home))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	after, err := os.Stat(victim)
	if err != nil || after.Sys().(*syscall.Stat_t).Uid != before.Sys().(*syscall.Stat_t).Uid {
		t.Errorf("the file of the user has another owner (%v)", err)
	}
	for _, name := range []string{"source", "moved", "extra"} {
		status, err := os.Lstat(filepath.Join(p.options.Scratch, name))
		if name == "source" && (err != nil || !status.IsDir()) || name != "source" && !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is %v (%v)", name, status, err)
		}
	}
}

// TestPlantedPipe: a pipe or a link in the place of the executable is an error, and is not opened.
func TestPlantedPipe(t *testing.T) {
	for _, does := range []string{"test -f program && rm program && mkfifo program", "test -f program && ln -sf /bin/true program"} {
		done := make(chan error, 1)
		go func() {
			_, err := buildTaken(t, does+"\ntrue")
			done <- err
		}()
		select {
		case err := <-done:
			if err == nil {
				t.Errorf("%s: no error", does)
			}
		case <-time.After(time.Minute):
			t.Fatalf("%s: no end", does)
		}
	}
}
