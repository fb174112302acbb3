// Package harness writes C files that give a program its inputs: standard input, arguments, environment variables, files, the bytes of
// a fuzz target, or the parameters of a function (decision 039). A harness draws all of them by input functions, so that a test remains
// a list of values.
package harness

import (
	"bytes"
	"debug/elf"
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"fizzer/testcomp/object"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// Name is the file name of a harness in messages.
const Name = "fizzer-harness.c"

// Bounds of what a harness draws; picked by hand: enough for a header and some lines, and few enough that a run takes microseconds.
const (
	MaxBytes     = 4096
	maxText      = 63
	maxArguments = 6
)

// Inputs are the inputs of a program that is called by its main function.
type Inputs struct {
	Stdin     bool
	Arguments bool
	Variables []string // names of environment variables
	Files     []string // names of files in the working directory
}

// Nondet is the kind of input of programs that call input functions themselves.
const Nondet = "nondet"

// Kinds are the words for Parse; one with a colon is followed by a name.
var Kinds = []string{Nondet, "stdin", "argv", "env:NAME", "file:NAME"}

var variableName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Parse reads kinds of inputs: stdin, argv, env:NAME, file:NAME, nondet.
func Parse(words []string) (in Inputs, err error) {
	for _, word := range words {
		kind, name, _ := strings.Cut(word, ":")
		switch {
		case word == Nondet:
		case word == "stdin":
			in.Stdin = true
		case word == "argv":
			in.Arguments = true
		case kind == "env" && variableName.MatchString(name):
			in.Variables = append(in.Variables, name)
		case kind == "file" && filepath.IsLocal(name) && !strings.ContainsAny(name, "\x00/"):
			in.Files = append(in.Files, name)
		case kind == "file":
			return in, fmt.Errorf("%q is no name of a file in the working directory of the program", name)
		default:
			return in, fmt.Errorf("there is no input %q; known are %s", word, strings.Join(Kinds, ", "))
		}
	}
	return in, nil
}

// Empty tells whether the program gets none of these inputs.
func (in *Inputs) Empty() bool {
	return !in.Stdin && !in.Arguments && len(in.Variables)+len(in.Files) == 0
}

//go:embed c/*.c
var texts embed.FS

// variable is an environment variable in the template.
type variable struct {
	Prefix string // C literal of the name and the sign =
	Length int    // of it in bytes
}

// ForMain returns the harness that calls the program's main function.
func (in *Inputs) ForMain(sources [][]byte) (*task.Harness, error) {
	data := struct {
		Inputs
		Main                            string
		MaxBytes, MaxText, MaxArguments int
		Texts, Bytes, Getopt            bool
		Whole                           bool // standard input is drawn as a whole
		Zone                            bool // a variable is that of the time zone
		Variables                       []variable
		Named                           []string // file names as C literals
		Words                           []string // as C literals
	}{
		Inputs: *in, Main: task.ProgramMain, MaxBytes: MaxBytes, MaxText: maxText, MaxArguments: maxArguments,
		Texts: in.Arguments || len(in.Variables) > 0, Bytes: in.Stdin || len(in.Files) > 0,
		Getopt: mentions(sources, "getopt"), Whole: in.Stdin && slices.ContainsFunc(sources, unmodelled.Match),
		Zone: slices.Contains(in.Variables, "TZ"),
	}
	for _, name := range in.Variables {
		data.Variables = append(data.Variables, variable{source.Literal(name + "="), len(name) + 1})
	}
	for _, name := range in.Files {
		data.Named = append(data.Named, source.Literal(name))
	}
	data.Words = literalWords(sources)
	text, err := fill("inputs.c", data)
	return &task.Harness{Name: Name, Text: text, Calls: true, Resets: in.resets()}, err
}

// stdinFunctions are functions of the C library whose only state is that of standard input, which the harness renews. A program that
// reads other streams by them opens these by functions that are not among them.
var stdinFunctions = []string{
	"getchar", "fgetc", "getc", "_IO_getc", "fgets", "fread", "ungetc", "feof", "ferror", "clearerr", "read", "scanf", "__isoc99_scanf",
	"__isoc23_scanf", "fscanf", "__isoc99_fscanf", "__isoc23_fscanf", "getchar_unlocked", "getc_unlocked", "fgetc_unlocked", "fgets_unlocked",
	"fread_unlocked", "feof_unlocked", "ferror_unlocked", "gets", "__uflow", "isatty", "fileno",
}

// unmodelled finds what the harness does not provide on bytes in memory. Programs that use it get the bytes as a file.
var unmodelled = regexp.MustCompile(`\b(?:scanf|fscanf|vscanf|vfscanf|getline|getdelim|getw|gets|f?getw[cs]|fileno|fseeko?|ftello?|rewind|` +
	`f?setpos|fgetpos|freopen|fdopen|setvbuf|setbuf|setlinebuf|fclose|close|dup2?|lseek|poll|select|mmap|readv|pread|isatty|fstat|stat|ioctl|fcntl|` +
	`\w+_unlocked|getpass|syscall|pthread_create|fork|exec\w*|system|popen)\s*\(|/dev/stdin|\bread\s*\([^;]*\bstdin\b`)

// resets returns the functions whose effect does not outlive a run, because the harness renews what they change.
func (in *Inputs) resets() (names []string) {
	if in.Stdin {
		names = append(names, stdinFunctions...)
		names = append(names, "clearerr_unlocked", "fgetc_unlocked")
	}
	if in.Stdin || len(in.Files) > 0 {
		names = append(names, "syscall", "__fpurge")
	}
	if in.Arguments {
		names = append(names, "getopt", "getopt_long", "getopt_long_only")
	}
	return names
}

func fill(name string, data any) (string, error) {
	pattern, err := template.ParseFS(texts, "c/*.c")
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	err = pattern.ExecuteTemplate(&text, name, data)
	return text.String(), err
}

// FuzzTarget is the function of a fuzz target.
const FuzzTarget = "LLVMFuzzerTestOneInput"

var (
	// a definition: parameters, perhaps their declarations as before C89, and a body
	mainFunction = regexp.MustCompile(`\bmain\s*\([^;{}()]*\)\s*(?:\w[\w\s*\[\],]*;\s*)*\{`)
	fuzzTarget   = regexp.MustCompile(`\b` + FuzzTarget + `\s*\(`)
)

// IsFuzzTarget tells whether the program is a fuzz target without a main function.
func IsFuzzTarget(sources [][]byte) bool {
	return mentions(sources, FuzzTarget) && contains(sources, fuzzTarget) && !contains(sources, mainFunction)
}

// MayBeFuzzTarget tells whether the text of the program has both a fuzz target and a main function, of which the preprocessor may leave
// out one. Its object files tell which; see DefinesFuzzTarget.
func MayBeFuzzTarget(sources [][]byte) bool {
	return mentions(sources, FuzzTarget) && contains(sources, fuzzTarget) && contains(sources, mainFunction)
}

// DefinesFuzzTarget tells whether object files define a fuzz target, and no main function.
func DefinesFuzzTarget(objects []string) (bool, error) {
	if main, err := defines(objects, "main"); err != nil || main {
		return false, err
	}
	return defines(objects, FuzzTarget)
}

// defines tells whether one of the object files defines a function.
func defines(objects []string, function string) (bool, error) {
	for _, path := range objects {
		names, err := functionsOf(path)
		if err != nil {
			return false, fmt.Errorf("symbols of the program: %w", err)
		}
		if slices.Contains(names, function) {
			return true, nil
		}
	}
	return false, nil
}

// functionsOf returns the names of the functions that an object file defines.
func functionsOf(path string) (names []string, err error) {
	file, err := object.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	symbols, err := file.Symbols()
	if err != nil {
		return nil, err
	}
	for _, symbol := range symbols {
		if elf.ST_TYPE(symbol.Info) == elf.STT_FUNC && symbol.Section != elf.SHN_UNDEF {
			names = append(names, symbol.Name)
		}
	}
	return names, nil
}

// contains tells whether a pattern matches outside of comments and literals.
func contains(sources [][]byte, pattern *regexp.Regexp) bool {
	return slices.ContainsFunc(sources, func(text []byte) bool {
		return pattern.Match(text) && pattern.Match(tokens.ReplaceAll(text, []byte(" "))) // the first is cheap
	})
}

// ForFuzzTarget returns the harness that calls a fuzz target.
func ForFuzzTarget(sources [][]byte) (*task.Harness, error) {
	text, err := fill("fuzzer.c", struct {
		MaxBytes   int
		Initialize bool
	}{MaxBytes, mentions(sources, "LLVMFuzzerInitialize")})
	return &task.Harness{Name: Name, Text: text, Calls: contains(sources, mainFunction)}, err
}

func mentions(sources [][]byte, word string) bool {
	return slices.ContainsFunc(sources, func(text []byte) bool { return bytes.Contains(text, []byte(word)) })
}
