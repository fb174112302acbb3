package cli

import (
	"bytes"
	"context"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	cli "github.com/urfave/cli/v2"
)

// Completions as the shells request them. The last word is the one at the cursor, "_" if it is empty.
func TestComplete(t *testing.T) {
	for line, want := range map[string]string{
		"re":                         "resume report replay :files .c .i .yml",
		"run --cpu":                  "--cpu-time",
		"replay --ann":               "--annotate",
		"--strategy _":               "portfolio report symbolic",
		"x.c --strategy _":           "portfolio report symbolic",
		"run --strategy=r":           "--strategy=report",
		"--data-model _":             "ILP32 LP64",
		"run --without ban":          "bandit",
		"--property _":               ":files .prp",
		"run --property=x":           ":files .prp",
		"run --seeds _":              ":files .zip",
		"run --output _":             ":folders",
		"report --output _":          ":files",
		"run --cpu-time _":           "",
		"run --json --js":            "", // once only
		"run --without bits --witho": "--without",
		"run -- --js":                ":files .c .i .yml",
		"replay _":                   ":files .zip",
		"replay suite _":             ":files .c .i .yml",
		"resume _":                   ":folders",
		"resume out _":               "",
		"completion _":               "bash zsh fish",
		"help exit":                  "exit-codes",
		"help repl":                  "replay",
		"--vers":                     "--version",
		"run --vers":                 "",
		"version _":                  "",
		"harness _":                  ":files .c .i .yml",
		"harness --input e":          "env:NAME",
		"-p _":                       ":folders",
		"--compile-commands _":       ":files .json",
		"--cflags _":                 "",
		"--solver n":                 "none",
		"--sanitize ad":              "address",
		"export _":                   ":folders",
		"export out run _":           "",
		"export --format l":          "libfuzzer lcov",
		"merge all _":                ":files .zip",
		"minimize few all _":         ":files .c .i .yml",
		"diff one two a.c _":         "",
		"submit _":                   ":files",
		"submit --results _":         ":folders",
		"hub --store _":              ":folders",
		"hub --tls-key _":            ":files",
		"worker --nkey _":            ":files",
		"status _":                   "",
	} {
		words := strings.Fields(line)
		if words[len(words)-1] == "_" {
			words[len(words)-1] = ""
		}
		var out bytes.Buffer
		mainNow(append([]string{"fizzer", completeWord}, words...), &out, io.Discard)
		var got []string
		for line := range strings.Lines(out.String()) {
			word, _, _ := strings.Cut(strings.TrimSpace(line), "\t")
			got = append(got, word)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("for %q there is %q, want %q", line, got, want)
		}
	}
	var out bytes.Buffer
	if mainNow([]string{"fizzer", completeWord}, &out, io.Discard); !strings.Contains(out.String(), "resume\t") {
		t.Errorf("for nothing there is %q", out.String())
	}
}

// Wherever the help says that a value is a file or folder, the shell offers these.
func TestCompletionOfPaths(t *testing.T) {
	app := newApp(io.Discard, io.Discard)
	for _, command := range app.Commands {
		for _, flag := range command.Flags {
			usage := flag.(cli.DocGenerationFlag).GetUsage()
			isPath := strings.Contains(usage, "`FILE`") || strings.Contains(usage, "`DIR`") || strings.Contains(usage, "`DIR|ZIP`")
			if got := valueOf(command.Name, "--"+flag.Names()[0]); (got.Files != "") != isPath {
				t.Errorf("%s --%s: %+v is offered for %q", command.Name, flag.Names()[0], got, usage)
			}
		}
	}
}

// installed builds fizzer into a folder with some files and returns the folder.
func installed(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	build := exec.Command("go", "build", "-o", filepath.Join(folder, "bin", "fizzer"), "fizzer/fizzer")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, name := range []string{"one program.c", "other.txt", "goals.prp"} {
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "results"), 0o755); err != nil {
		t.Fatal(err)
	}
	return folder
}

// shell is an interactive shell on a terminal of its own.
type shell struct {
	terminal *os.File
	heard    chan string // its output, in pieces
}

// startShell starts a shell that has run the set-up.
func startShell(t *testing.T, folder, setup string, command ...string) *shell {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
	run := exec.CommandContext(ctx, command[0], command[1:]...)
	run.Dir = folder
	run.Env = append(os.Environ(), "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"), "TERM=dumb", "HOME="+folder, "LC_ALL=C",
		"INPUTRC=/dev/null")
	terminal, err := pty.StartWithSize(run, &pty.Winsize{Rows: 60, Cols: 200})
	if err != nil {
		t.Fatalf("%v; call make setup", err)
	}
	t.Cleanup(func() { cancel(); terminal.Close(); _ = run.Wait() })
	s := &shell{terminal, make(chan string, 1000)}
	go func() {
		defer close(s.heard)
		buffer := make([]byte, 4096)
		for {
			n, err := terminal.Read(buffer)
			s.heard <- string(buffer[:n])
			if err != nil {
				return
			}
		}
	}()
	s.send(t, setup+"; echo rea''dy\n")
	s.until(t, "ready")
	return s
}

func (s *shell) send(t *testing.T, text string) {
	t.Helper()
	if _, err := io.WriteString(s.terminal, text); err != nil {
		t.Fatal(err)
	}
}

// until returns the output up to these words.
func (s *shell) until(t *testing.T, words string) string {
	t.Helper()
	var text strings.Builder
	timeout := time.After(20 * time.Second) // a shell answers within a second
	for {
		select {
		case part, open := <-s.heard:
			text.WriteString(part)
			if strings.Contains(text.String(), words) {
				return text.String()
			}
			if open {
				continue
			}
		case <-timeout:
		}
		t.Fatalf("the shell never wrote %q, but\n%q", words, text.String())
	}
}

// The tabulator completes words in real shells on a terminal. Then a command is put before the completed line that shows its words.
func TestCompletionInShells(t *testing.T) {
	folder := installed(t)
	shells := map[string]struct {
		setup   string
		command []string
		own     map[string]string // lines that shells split into different words
	}{
		"bash": {"source <(fizzer completion bash)", []string{"bash", "--norc", "--noprofile", "-i"},
			map[string]string{"resume r": "<resume><results/>", "run ot": "<run><ot>"}},
		"zsh": {"unsetopt zle_bracketed_paste; autoload -U compinit; compinit -u -D; source <(fizzer completion zsh)",
			[]string{"zsh", "-f", "-i"},
			map[string]string{"resume r": "<resume><results>"}},
	}
	for name, how := range shells {
		t.Run(name, func(t *testing.T) {
			s := startShell(t, folder, how.setup+`; show() { shift; printf '<%s>' "$@"; echo '|e''nd'; }`, how.command...)
			lines := map[string]string{
				"vers": "<version>", "run --cpu": "<run><--cpu-time>", "--strategy por": "<--strategy><portfolio>",
				"run --strategy=rep": "<run><--strategy=report>", "--data-model I": "<--data-model><ILP32>",
				"run --without bitsh": "<run><--without><bitshare>", "--property g": "<--property><goals.prp>",
				"run one":           "<run><one program.c>",
				"run --property=go": "<run><--property=goals.prp>",
			}
			maps.Copy(lines, how.own)
			for line, want := range lines {
				// Home, and the command at the beginning: the shell has completed for fizzer, and show gets its words.
				s.send(t, "fizzer "+line+"\t\x01show \x05\n")
				text := s.until(t, "|end")
				if !strings.Contains(text, want+"|end") {
					t.Errorf("%q becomes %q, want %q", line, text, want)
				}
			}
		})
	}
	t.Run("fish", func(t *testing.T) {
		for line, want := range map[string]string{
			"vers": "version", "run --cpu": "--cpu-time", "--strategy ": "portfolio report symbolic", "run --strategy=rep": "--strategy=report",
			"--data-model ": "ILP32 LP64", "run --without bitsh": "bitshare", "--property ": "bin/ goals.prp results/",
			"run one": "one program.c", "run ot": "", "resume ": "bin/ results/",
		} {
			run := exec.Command("fish", "--no-config", "-c", "fizzer completion fish | source; complete -C $argv[1]", "fizzer "+line)
			run.Dir, run.Env = folder, append(os.Environ(), "PATH="+filepath.Join(folder, "bin")+":"+os.Getenv("PATH"), "HOME="+folder)
			out, err := run.CombinedOutput()
			if err != nil {
				t.Fatalf("%v; call make setup\n%s", err, out)
			}
			var got []string
			for word := range strings.Lines(string(out)) {
				word, _, _ = strings.Cut(strings.TrimSpace(word), "\t")
				got = append(got, word)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("for %q fish offers %q, want %q", line, got, want)
			}
		}
	})
}
