package endtoend

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Exit codes of the README's table.
const (
	exitDone     = 0
	exitInternal = 1
	exitUsage    = 2
	exitNoFile   = 3
	exitTask     = 4
	exitProgram  = 5
	exitMissing  = 6
	exitOutput   = 7
	exitLimit    = 8
)

const (
	goodProgram  = "extern int __VERIFIER_nondet_int(void);\nint main(void) { return __VERIFIER_nondet_int() == 3 ? 1 : 0; }\n"
	goodProperty = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n"
	goodTask     = "format_version: '2.0'\ninput_files: 'good.c'\nproperties:\n  - property_file: good.prp\noptions: {language: C, data_model: ILP32}\n"
)

// Each invalid command line or file has one exit code, and a sentence on standard error that names the problem and the remedy.
func TestBadInput(t *testing.T) {
	p := ready(t)
	files := map[string]string{
		"good.c":            goodProgram,
		"good.prp":          goodProperty,
		"good.yml":          goodTask,
		"safety.prp":        "CHECK( init(main()), LTL(G ! call(reach_error())) )\n",
		"broken.c":          "int main(void) {\n  int first = unknown_one;\n  int second = unknown_two;\n  return first + second;\n}\n",
		"broken.yml":        "format_version: '2.0'\ninput_files: [\n",
		"nofile.yml":        strings.ReplaceAll(goodTask, "good.c", "gone.c"),
		"noprp.yml":         strings.ReplaceAll(goodTask, "good.prp", "gone.prp"),
		"oldtask.yml":       strings.ReplaceAll(goodTask, "2.0", "7.5"),
		"badmodel.yml":      strings.ReplaceAll(goodTask, "ILP32", "LLP64"),
		"empty.c":           "",
		"nomain.c":          "int f(void) { return 0; }\n",
		"noversion.yml":     "input_files: good.c\n",
		"oddproperties.yml": "format_version: '2.0'\ninput_files: good.c\nproperties: x\n",
		"occupied":          "a file where a folder should be\n",
	}
	tests := []struct {
		name      string
		arguments []string
		code      int
		message   string // in standard error
	}{
		{"no file", []string{}, exitUsage, "name a task or a program"},
		{"unknown option before", []string{"--sped", "good.c"}, exitUsage, "sped"},
		{"unknown option after", []string{"good.c", "--sped"}, exitUsage, "sped"},
		{"unknown option with value", []string{"good.c", "--sped=3"}, exitUsage, "sped"},
		{"two files", []string{"good.c", "good.yml"}, exitUsage, "name one task definition, or the files of one program"},
		{"option without value", []string{"good.c", "--seed"}, exitUsage, "seed"},
		{"cpu time is no time", []string{"--cpu-time", "soon", "good.c"}, exitUsage, "soon"},
		{"negative cpu time", []string{"--cpu-time", "-5s", "good.c"}, exitUsage, "-5s"},
		{"wall time is no time", []string{"good.c", "--wall-time", "1parsec"}, exitUsage, "1parsec"},
		{"executions are no number", []string{"good.c", "--max-executions", "many"}, exitUsage, "many"},
		{"seed is no number", []string{"good.c", "--seed", "x"}, exitUsage, "seed"},
		{"no jobs", []string{"good.c", "--jobs", "0"}, exitUsage, "jobs"},
		{"memory is no size", []string{"good.c", "--memory", "plenty"}, exitUsage, "plenty"},
		{"unknown data model", []string{"good.c", "--data-model", "LLP64"}, exitUsage, "LLP64"},
		{"missing program", []string{"gone.c"}, exitNoFile, "gone.c"},
		{"missing task", []string{"gone.yml"}, exitNoFile, "gone.yml"},
		{"task names missing program", []string{"nofile.yml"}, exitNoFile, "gone.c"},
		{"missing property", []string{"--property", "gone.prp", "good.c"}, exitNoFile, "gone.prp"},
		{"task names missing property", []string{"noprp.yml"}, exitNoFile, "gone.prp"},
		{"property is not of coverage", []string{"good.c", "--property", "safety.prp"}, exitTask, "not a coverage property"},
		{"property is a program", []string{"good.c", "--property", "good.c"}, exitTask, "not a coverage property"},
		{"task is not YAML", []string{"broken.yml"}, exitTask, "broken.yml"},
		{"task of unknown format", []string{"oldtask.yml"}, exitTask, "7.5"},
		{"unknown strategy", []string{"--strategy", "luck", "good.c"}, exitUsage, "luck"},
		{"unknown analysis", []string{"--without", "luck", "good.c"}, exitUsage, "luck"},
		{"task with unknown data model", []string{"badmodel.yml"}, exitTask, "LLP64"},
		{"program does not compile", []string{"broken.c"}, exitProgram, "unknown_one"},
		{"program without main", []string{"nomain.c"}, exitProgram, "a task definition (.yml) names several in input_files"},
		{"empty program", []string{"empty.c"}, exitProgram, "no function main"},
		{"program given twice", []string{"good.c", "./good.c"}, exitProgram, "fizzer-instrument: ./good.c does not fit the inputs before it"},
		{"missing library", []string{"good.c", "-lnothere"}, exitMissing, "library -lnothere with 64 bits is missing"},
		{"output is a file", []string{"good.c", "--output", "occupied"}, exitOutput, "--output"},
		{"output below a file", []string{"good.c", "--output", "occupied/below"}, exitOutput, "--output"},
		{"dictionary is missing", []string{"--dictionary", "gone.dict", "good.c"}, exitNoFile, "gone.dict"},
		{"dictionary is none", []string{"--dictionary", "broken.c", "good.c"}, exitNoFile, "line 1"},
		{"seeds are no zip", []string{"--seeds", "occupied", "good.c"}, exitNoFile, "not a valid zip"},
		{"replay of a wrong folder", []string{"replay", ".", "good.c"}, exitNoFile, "no metadata.xml"},
		{"report of a wrong folder", []string{"report", "."}, exitNoFile, "give the output folder of a run"},
		{"resume of a wrong folder", []string{"resume", "."}, exitNoFile, "is not the output folder of a run"},
		{"task without a version", []string{"noversion.yml"}, exitTask, "format_version is missing"},
		{"properties of the wrong kind", []string{"oddproperties.yml"}, exitTask, "properties is not a list"},
		{"replay without suite", []string{"replay", "gone", "good.c"}, exitNoFile, "gone"},
		{"replay of one file", []string{"replay", "good.c"}, exitUsage, "name a task or a program behind the test suite"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			failing(t, p, nil, files, test.arguments, test.code, test.message)
		})
	}
}

// The first error shown is the compiler's first one.
func TestFirstErrorFirst(t *testing.T) {
	p := ready(t)
	files := map[string]string{"broken.c": "int main(void) {\n  int first = unknown_one;\n  return unknown_two;\n}\n"}
	message := failing(t, p, nil, files, []string{"broken.c"}, exitProgram, "broken.c:2")
	if first, second := strings.Index(message, "unknown_one"), strings.Index(message, "unknown_two"); second >= 0 && second < first {
		t.Errorf("the second error comes first:\n%s", message)
	}
}

// If little can be found in a program, this is no error, but the user is told.
func TestAdvice(t *testing.T) {
	p := ready(t)
	files := map[string]string{
		"noinput.c": "int main(int c, char **v) { if (c > 3) return 1; return 0; }\n",
		"good.c":    goodProgram,
		"error.prp": "COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )\n",
	}
	failing(t, p, nil, files, []string{"--max-executions", "5", "noinput.c"}, 0, "calls no input function")
	failing(t, p, nil, files, []string{"--max-executions", "5", "--property", "error.prp", "good.c"}, 0, "has no function reach_error")
	if said := failing(t, p, nil, files, []string{"--max-executions", "5", "good.c"}, 0, ""); strings.Contains(said,
		"no input function") || strings.Contains(said, "reach_error") {
		t.Errorf("of a program with input:\n%s", said)
	}
}

// Without a compiler on PATH the message names the packages that contain it.
func TestMissingCompiler(t *testing.T) {
	p := ready(t)
	environment := []string{"PATH=" + t.TempDir(), "HOME=" + t.TempDir()}
	failing(t, p, environment, map[string]string{"good.c": goodProgram}, []string{"good.c"}, exitMissing, "apt-get install")
	failing(t, p, environment, nil, []string{"doctor"}, exitMissing, "missing")
}

// Options work before and after the file.
func TestOptionsOnBothSides(t *testing.T) {
	p := ready(t)
	program := filepath.Join(t.TempDir(), "good.c")
	if err := os.WriteFile(program, []byte(goodProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, arguments := range [][]string{
		{"--max-executions", "50", program, "--output", t.TempDir()},
		{program, "--output=" + t.TempDir(), "--max-executions=50", "--data-model", "ILP32"},
		{"run", "--data-model=LP64", program, "--max-executions", "50", "--output", t.TempDir()},
	} {
		if last := lastLine(run(t, p, arguments...)); last != "RESULT: done" {
			t.Errorf("fizzer %v ends with %q", arguments, last)
		}
	}
}

// The version is one line that starts with a digit, with nothing on standard error.
func TestVersion(t *testing.T) {
	p := ready(t)
	command := exec.Command(p.fizzer, "--version")
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
	text := stdout.String()
	if strings.Count(text, "\n") != 1 || text[0] < '0' || text[0] > '9' || stderr.Len() > 0 {
		t.Errorf("version is %q, on standard error %q", text, &stderr)
	}
}

// failing runs fizzer in a folder with files. It requires the exit code and the words in standard error, and returns standard error.
// A nil environment is that of the test.
func failing(t *testing.T, p places, environment []string, files map[string]string, arguments []string, code int, words string) string {
	t.Helper()
	command := exec.Command(p.fizzer, arguments...)
	command.Dir, command.Env = t.TempDir(), environment
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(command.Dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if got := command.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code is %d, want %d\n%s%s", got, code, &stdout, &stderr)
	}
	if !strings.Contains(stderr.String(), words) {
		t.Errorf("standard error lacks %q:\n%s", words, &stderr)
	}
	if strings.Contains(stderr.String(), "goroutine ") {
		t.Errorf("a panic:\n%s", &stderr)
	}
	return stderr.String()
}
