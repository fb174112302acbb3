package cli

import (
	"bytes"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/strategy"
)

// call runs a command line and returns its exit code and what it wrote.
func call(line string) (code int, stdout, stderr string) {
	var out, messages bytes.Buffer
	code = Main(strings.Fields(line), &out, &messages)
	return code, out.String(), messages.String()
}

func TestHelp(t *testing.T) {
	for line, want := range map[string]string{
		"fizzer help":            "resume",
		"fizzer help run":        "--seeds",
		"fizzer run --help":      "--seeds",
		"fizzer help goals":      "validator",
		"fizzer man":             ".TH fizzer 1",
		"fizzer completion bash": "complete -o",
		"fizzer completion zsh":  "#compdef fizzer",
	} {
		if code, out, messages := call(line); code != exitDone || !strings.Contains(out, want) {
			t.Errorf("%q ended with %d and lacks %q:\n%s%s", line, code, want, out, messages)
		}
	}
	for _, line := range []string{"fizzer help nothing", "fizzer completion fish", "fizzer completion"} {
		if code, _, messages := call(line); code != exitUsage || messages == "" {
			t.Errorf("%q ended with %d: %q", line, code, messages)
		}
	}
	for _, name := range topics() {
		if text := topic(name); strings.Count(text, "\n") < 4 || strings.Contains(text, "\t") {
			t.Errorf("topic %s is %q", name, text)
		}
	}
}

// The topic of the analyses names those that there are, and no others that there were.
func TestAnalysesTopic(t *testing.T) {
	text := topic("analyses")
	for _, a := range strategy.Analyses() {
		if !strings.Contains(text, a.Name) {
			t.Errorf("the topic lacks %s", a.Name)
		}
	}
	if !strings.Contains(text, engine.StepBreed) || strings.Contains(text, "guess") {
		t.Error(text)
	}
}

// The manual page is correct roff, and names every command.
func TestManualPage(t *testing.T) {
	_, page, _ := call("fizzer man")
	for _, command := range newApp(&bytes.Buffer{}, &bytes.Buffer{}).Commands {
		if !strings.Contains(page, command.Name) {
			t.Errorf("the manual page lacks %s", command.Name)
		}
	}
	if strings.Contains(page, "<no value>") {
		t.Error("the manual page has holes")
	}
}

// What bash offers for the beginning of a command and of an option.
func TestBashCompletion(t *testing.T) {
	folder := t.TempDir()
	build := exec.Command("go", "build", "-o", folder+"/fizzer", "fizzer/fizzer")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	_, script, _ := call("fizzer completion bash")
	for words, want := range map[string]string{"fizzer re": "replay report resume", "fizzer run --cpu": "--cpu-time", "fizzer replay --ann": "--annotate"} {
		parts := strings.Fields(words)
		body := script + "\nCOMP_WORDS=(" + words + ")\nCOMP_CWORD=" + string(rune('0'+len(parts)-1)) + "\n_fizzer\nprintf '%s\\n' \"${COMPREPLY[@]}\" | sort | tr '\\n' ' '\n"
		command := exec.Command("bash", "-c", body)
		command.Env = append(os.Environ(), "PATH="+folder+":"+os.Getenv("PATH"))
		out, err := command.CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("for %q bash offers %q (%v), want %q", words, got, err, want)
		}
	}
}

// The tables of exit codes in the README and in the help say the same.
func TestExitCodeTables(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`(?m)^(\d)  (.*)$`).FindAllStringSubmatch(topic("exit-codes"), -1) {
		if row := "| " + match[1] + " | " + match[2] + " |"; !strings.Contains(string(readme), row) {
			t.Errorf("the README lacks %q", row)
		}
	}
}
