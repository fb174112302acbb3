package cli

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/solve"
	"fizzer/fizzer/strategy"
)

// mainNow is Main with a process that was started just now: the process of the tests is older.
func mainNow(arguments []string, stdout, stderr io.Writer) int {
	return mainUntil(context.Background(), arguments, stdout, stderr)
}

// call runs a command line and returns its exit code and what it wrote.
func call(line string) (code int, stdout, stderr string) {
	var out, messages bytes.Buffer
	code = mainNow(strings.Fields(line), &out, &messages)
	return code, out.String(), messages.String()
}

func TestHelp(t *testing.T) {
	for line, want := range map[string]string{
		"fizzer help":            "resume",
		"fizzer help run":        "--seeds",
		"fizzer run --help":      "--seeds",
		"fizzer help goals":      "validator",
		"fizzer --help":          "resume",
		"fizzer -h":              "resume",
		"fizzer p.c --help":      "--seeds",
		"fizzer --help replay":   "--annotate",
		"fizzer help replay":     "--annotate",
		"fizzer man":             ".TH FIZZER 1",
		"fizzer completion bash": "complete -F",
		"fizzer completion fish": "complete -c fizzer",
		"fizzer completion zsh":  "#compdef fizzer",
	} {
		if code, out, messages := call(line); code != exitDone || !strings.Contains(out, want) {
			t.Errorf("%q ended with %d and lacks %q:\n%s%s", line, code, want, out, messages)
		}
	}
	for _, line := range []string{"fizzer help nothing", "fizzer completion csh", "fizzer completion"} {
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

// The topic about analyses names each part that --without may name, but for sources of nodes. So does README, but for analyses and
// solving steps.
func TestAnalysesTopic(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	analyses := map[string]bool{}
	for _, a := range strategy.Analyses() {
		analyses[a.Name] = true
	}
	words := strings.FieldsFunc(topic("analyses"), func(r rune) bool { return r != '-' && !unicode.IsLetter(r) })
	for _, name := range engine.Parts() {
		if !analyses[name] && slices.Contains(strategy.Names(), name) {
			continue
		}
		if !slices.Contains(words, name) {
			t.Errorf("the topic lacks %s", name)
		}
		if !analyses[name] && !slices.Contains(solve.Names(), name) && !strings.Contains(string(readme), "`"+name+"`") {
			t.Errorf("README lacks %s", name)
		}
	}
}

// The manual page is correct roff: groff has no warnings. It has options as users write them, exit codes, files, examples, topics.
func TestManualPage(t *testing.T) {
	_, page, _ := call("fizzer man")
	groff := exec.Command("groff", "-man", "-Tutf8", "-P-c", "-ww", "-rLL=100n")
	groff.Stdin = strings.NewReader(page)
	var warnings bytes.Buffer
	groff.Stderr = &warnings
	out, err := groff.Output()
	if err != nil || warnings.Len() > 0 {
		t.Fatalf("groff: %v; call make setup\n%s", err, warnings.String())
	}
	text := regexp.MustCompile(".\b").ReplaceAllString(string(out), "") // bold by overprinting
	flowing := strings.Join(strings.Fields(text), " ")
	for _, command := range newApp(&bytes.Buffer{}, &bytes.Buffer{}).Commands {
		if !regexp.MustCompile(`(?m)^   ` + command.Name + `$`).MatchString(text) {
			t.Errorf("the manual page lacks %s", command.Name)
		}
		for _, flag := range command.Flags {
			if !regexp.MustCompile(`(?m)^       --` + flag.Names()[0] + `\b`).MatchString(text) {
				t.Errorf("the manual page lacks --%s", flag.Names()[0])
			}
		}
	}
	for _, words := range []string{
		"--cpu-time D", "--data-model ILP32|LP64", "EXIT STATUS", "7 the output cannot be written", "FILES", "statistics.json",
		"EXAMPLES", "fizzer resume --cpu-time 60s out", "GOALS, DIRECTIONS, COVERAGE", "default: 900s", "~/.cache/fizzer",
	} {
		if !strings.Contains(flowing, words) {
			t.Errorf("the manual page lacks %q", words)
		}
	}
	if strings.Contains(text, `=""`) || strings.Contains(text, "\n.") {
		t.Errorf("roff shows through:\n%s", text)
	}
}

// The tables of exit codes in the README and in the help are equal.
func TestExitCodeTables(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, match := range regexp.MustCompile(`(?m)^(\d+)  (.*)$`).FindAllStringSubmatch(topic("exit-codes"), -1) {
		if row := "| " + match[1] + " | " + match[2] + " |"; !strings.Contains(string(readme), row) {
			t.Errorf("the README lacks %q", row)
		}
	}
}
