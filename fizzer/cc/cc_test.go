package cc

import (
	"bytes"
	"debug/elf"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// The executable of the tests is the compiler when it has that name.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == Name {
		os.Exit(Main(os.Args[1:], os.Stderr))
	}
	os.Exit(m.Run())
}

// compiler makes a file that is the compiler and returns its path.
func compiler(t *testing.T) string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(t.TempDir(), Name)
	if err := os.Symlink(own, link); err != nil {
		t.Fatal(err)
	}
	return link
}

// sources are the files of a small project.
var sources = map[string]string{
	"a.c":        "#include \"inc/a.h\"\nint main(void) { return twice(VALUE) - 2; }\n",
	"b.c":        "#include \"inc/a.h\"\nint twice(int x) { return 2 * x; }\n",
	"inc/a.h":    "#ifndef VALUE\n#define VALUE 1\n#endif\nint twice(int);\n",
	"text":       "int in_text;\n",
	"bad.c":      "int f( { }\n",
	"warn.c":     "int f(void) { int unused; return 0; }\n",
	"list":       "-c 'a.c' -DVALUE=3\n",
	"undef.c":    "int nowhere(void);\nint main(void) { return nowhere(); }\n",
	"assembly.s": ".globl twice\ntwice: leal (%rdi,%rdi), %eax\nret\n.section .note.GNU-stack,\"\",@progbits\n",
	"plus.cc":    "extern \"C\" int twice(int x) { return 2 * x; }\n",
}

func write(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// outcome is what a caller sees of a command.
type outcome struct {
	code        int
	out, errors string
	files       map[string]string // content by path; of ELF files what is loaded
}

func run(t *testing.T, folder, input string, words ...string) outcome {
	t.Helper()
	command := exec.Command(words[0], words[1:]...)
	var out, errors bytes.Buffer
	command.Dir, command.Stdin, command.Stdout, command.Stderr = folder, strings.NewReader(input), &out, &errors
	_ = command.Run() // the exit code tells
	o := outcome{command.ProcessState.ExitCode(), out.String(), errors.String(), map[string]string{}}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		way, err := filepath.Rel(folder, path)
		if err == nil {
			o.files[way] = meaning(t, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// meaning returns the content of a file; of an ELF file what is loaded of its sections.
func meaning(t *testing.T, path string) string {
	t.Helper()
	if !isELF(path) {
		content, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	object, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer object.Close()
	text := object.Type.String()
	for _, section := range object.Sections {
		if section.Flags&elf.SHF_ALLOC != 0 && section.Type != elf.SHT_NOBITS {
			content, err := section.Data()
			if err != nil {
				t.Fatal(err)
			}
			text += "\n" + section.Name + " " + string(content)
		}
	}
	return text
}

// Whatever a build asks for, it gets the exit code, the output and the files of the real compiler.
func TestSame(t *testing.T) {
	wrapper := compiler(t)
	for _, line := range []string{
		"--version", "-v", "-dumpversion", "-dumpmachine", "-print-search-dirs", "-print-file-name=libc.so", "-print-prog-name=ld", "--help",
		"-Wl,--version", "", "-qversion", "-c", "-E a.c", "-E -dM a.c", "-M a.c", "-MM a.c", "-MM -MF d a.c", "-S a.c", "-S -o - a.c",
		"-fsyntax-only a.c", "-c a.c", "-c a.c -o x.o", "-ca.c", "-c a.c b.c", "-c a.c b.c -o x.o", "-c -MD a.c",
		"-c -MMD -MF d -MT a.o a.c", "-MD a.c b.c -o p",
		"-c -g -O2 -fPIC a.c", "-x c text -c -o t.o", "-x c -c text -o t.o -x none", "-xc - -c -o s.o", "-E -", "@list", "@missing", "@list -v=",
		"a.c b.c", "a.c b.c -o p -lm", "-oq a.c b.c", "-shared -fPIC b.c -o libb.so", "-r a.c b.c -o both.o", "-nostdlib -r b.c -o b2.o",
		"-c bad.c", "-c missing.c", "-Wall -c warn.c", "-Wall -Werror -c warn.c", "undef.c", "-c a.c -o /dev/null", "-c a.c -o no/folder.o",
		"a.c b.c -static -o p", "assembly.s a.c", "-c assembly.s", "-m32 -c b.c", "-save-temps -c a.c", "--unknown a.c", "-c inc/a.h", "inc/a.h",
		"-DVALUE=\"2 + 1\" a.c b.c", "-flto -c a.c", "-flto a.c b.c", "-gz -g -c a.c", "-Wp,-MD,deps -c a.c", "-pthread a.c b.c",
		"missing.o", "-L. -lnone a.c b.c",
		"-fprofile-arcs -ftest-coverage -frandom-seed=1 -c b.c", "-gsplit-dwarf -g a.c b.c -o p",
	} {
		t.Run(line, func(t *testing.T) {
			words := strings.Fields(line)
			if strings.Contains(line, `"`) {
				words = []string{"-DVALUE=2 + 1", "a.c", "b.c"}
			}
			folder := t.TempDir() // the same for both, because messages and debug information may have its name
			var outcomes []outcome
			for _, first := range []string{"cc", wrapper} {
				inner := filepath.Join(folder, "work")
				if err := os.RemoveAll(inner); err != nil {
					t.Fatal(err)
				}
				write(t, inner, sources)
				outcomes = append(outcomes, run(t, inner, "int from_stdin;\n", slices.Concat([]string{first}, words)...))
			}
			compare(t, outcomes[0], outcomes[1])
		})
	}
}

// withoutTemporary replaces the names that compilers make up.
func withoutTemporary(text string) string {
	words := strings.Fields(text)
	for i, word := range words {
		if strings.Contains(word, "/tmp/cc") {
			words[i] = "TEMPORARY"
		}
	}
	return strings.Join(words, " ")
}

func compare(t *testing.T, want, got outcome) {
	t.Helper()
	if got.code != want.code || withoutTemporary(got.out) != withoutTemporary(want.out) ||
		withoutTemporary(got.errors) != withoutTemporary(want.errors) {
		t.Errorf("got %d %q %q, want %d %q %q", got.code, got.out, got.errors, want.code, want.out, want.errors)
	}
	for name, content := range want.files {
		varies := strings.HasSuffix(name, ".gch") || strings.Contains(content, ".gnu.lto")
		if other, made := got.files[name]; !made || other != content && !varies {
			t.Errorf("%s is missing or differs", name)
		}
	}
	for name := range got.files {
		if _, made := want.files[name]; !made {
			t.Errorf("%s is one too many", name)
		}
	}
}

// A compiler that a signal ends, ends the wrapper so, too; one that is missing is told.
func TestOtherCompilers(t *testing.T) {
	wrapper := compiler(t)
	folder := t.TempDir()
	write(t, folder, sources)
	for _, test := range []struct {
		variable, text string
		code           int
		says           string
	}{
		{"gcc -DVALUE=1", "", 0, ""},
		{"env gcc", "", 0, ""},
		{"clang-19", "", 0, ""},
		{"no-such-compiler", "", exitMissing, "no compiler"},
		{wrapper, "", exitMissing, "no compiler"},
		{"'", "", exitMissing, "names no compiler"},
		{filepath.Join(folder, "killed"), "kill -TERM $$", -1, ""},
		{filepath.Join(folder, "told"), "trap 'exit 7' TERM; kill -TERM $PPID; while sleep 0.1; do :; done", 7, ""},
		{filepath.Join(folder, "fails"), "exit 42", 42, ""},
		{filepath.Join(folder, "crashes"), "kill -SEGV $$", 128 + 11, ""},
		{filepath.Join(folder, "quits"), "trap 'exit 7' TERM; kill -QUIT $PPID; while sleep 0.1; do :; done", 7, ""},
	} {
		t.Run(test.variable, func(t *testing.T) {
			if test.text != "" {
				if err := os.WriteFile(test.variable, []byte("#!/bin/sh\n"+test.text+"\n"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv(Variable, test.variable)
			if got := run(t, folder, "", wrapper, "-c", "a.c"); got.code != test.code || !strings.Contains(got.errors, test.says) {
				t.Errorf("code %d, %q", got.code, got.errors)
			}
		})
	}
}

// A signal while the record is added ends the wrapper, which leaves nothing behind and the object as the compiler made it.
func TestSignalWhileRecording(t *testing.T) {
	wrapper, tools, temporary, folder := compiler(t), t.TempDir(), t.TempDir(), t.TempDir()
	write(t, folder, sources)
	write(t, tools, map[string]string{"objcopy": "#!/bin/sh\nfor last; do :; done\n: >\"$last\"\nkill -$SIGNAL $PPID\nexec sleep 20\n"})
	if err := os.Chmod(filepath.Join(tools, "objcopy"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", tools+":"+os.Getenv("PATH"))
	t.Setenv("TMPDIR", temporary)
	for name, number := range map[string]syscall.Signal{
		"TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT, "INT": syscall.SIGINT,
	} {
		if signal.Ignored(number) { // as nohup has it; then it does not end a build
			continue
		}
		t.Setenv("SIGNAL", name)
		if got := run(t, folder, "", wrapper, "-c", "a.c"); got.code != -1 || got.errors != "" {
			t.Errorf("%s: code %d, %q", name, got.code, got.errors)
		}
		if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
			t.Errorf("%s: left behind: %v, %v", name, left, err)
		}
		left, err := filepath.Glob(filepath.Join(folder, "fizzer-cc-*"))
		if object := filepath.Join(folder, "a.o"); err != nil || len(left) > 0 || !isELF(object) {
			t.Errorf("%s: the object is damaged, or a copy is left behind: %v, %v", name, left, err)
		}
	}
}

// Archives may be of any size, and members of thin ones of any kind.
func TestStrangeArchives(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, sources)
	build(t, folder, `gcc -c warn.c; ar rcsT thin.a warn.o; rm warn.o; mkfifo warn.o
printf '!<arch>\n' >large.a; truncate -s 100G large.a
$CC a.c b.c thin.a large.a -o p`)
	if p, err := Read(filepath.Join(folder, "p"), folder); err != nil || len(p.Sources) != 2 {
		t.Errorf("%+v, %v", p, err)
	}
}
