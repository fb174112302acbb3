package export

import (
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"

	"fizzer/testcomp/plain"
	"fizzer/testcomp/suite"
)

//go:embed c
var templates embed.FS

// Times of a test in seconds: after the first its program is killed, after the second ctest ends it. Replay gives it three.
const (
	testSeconds  = 10
	ctestSeconds = 30
)

// C returns a C file for each test. It defines the input functions, which return the test's values in order. Linked with the program
// it is an executable that runs the program's main and ends with status 0 if that ends as expected.
func C(program Program, tests []Test) ([]File, error) {
	fixed, err := templates.ReadFile("c/test.c")
	if err != nil {
		return nil, err
	}
	var all []File
	for i, test := range tests {
		name := nameOf(test, i)
		var text strings.Builder
		fmt.Fprintf(&text, "/* A test of %s, by fizzer. Expected: %s.\n *\n", comment(strings.Join(program.Files, ", ")), expected(test))
		fmt.Fprintf(&text, " *     cc %s %s.c %s -lm -o %s && ./%s\n *\n", program.DataModel.CompilerFlag(), name,
			comment(words(program.Files)), name, name)
		text.WriteString(" * It runs the program's main in a child process and ends with status 0 if that ends as expected. With -DDIRECT it only\n" +
			" * runs main, for a debugger. */\n")
		fmt.Fprintf(&text, "#define TEST_NAME %s\n", quoted(name))
		fmt.Fprintf(&text, "enum { EXPECTED_STATUS = %d, EXPECTED_SIGNAL = %d, EXPECTED_SECONDS = %d };\n\n", test.Status, test.Signal,
			testSeconds)
		text.WriteString("/* What the input functions return, in this order. */\nstatic const char *const fizzer_values[] = {\n")
		for _, input := range test.Inputs {
			writeValue(&text, input)
		}
		text.WriteString("    0,\n};\n\n")
		text.Write(fixed)
		all = append(all, File{name + ".c", []byte(text.String())})
	}
	return all, nil
}

// plainWord matches words that a shell takes as they are.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./-]+$`)

// words returns texts as words of a shell.
func words(texts []string) string {
	var all []string
	for _, text := range texts {
		if !plainWord.MatchString(text) {
			text = "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
		}
		all = append(all, text)
	}
	return strings.Join(all, " ")
}

func writeValue(text *strings.Builder, input suite.Input) {
	fmt.Fprintf(text, "    %s,", quoted(input.Value))
	if input.Type != "" {
		fmt.Fprintf(text, " /* %s */", comment(input.Type))
	}
	text.WriteByte('\n')
}

// expected says how the program ends.
func expected(test Test) string {
	if test.Signal != 0 {
		return fmt.Sprintf("signal %d (%s)", test.Signal, test.Signal)
	}
	return fmt.Sprintf("exit status %d", test.Status)
}

// comment returns a text that does not end a comment.
func comment(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(plain.Line(text), "*/", "*_/"), "/*", "/_*")
}

// quoted returns a string literal of C. Bytes that are not printable ASCII are octal; so is the question mark, of which trigraphs are made.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, b := range []byte(text) {
		switch {
		case b == '"' || b == '\\':
			out.Write([]byte{'\\', b})
		case b < ' ' || b > '~' || b == '?':
			fmt.Fprintf(&out, `\%03o`, b)
		default:
			out.WriteByte(b)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// CTest returns the files of C and a CMakeLists.txt that builds the program once, links it with each test, and lets ctest run them.
func CTest(program Program, tests []Test) ([]File, error) {
	all, err := C(program, tests)
	if err != nil {
		return nil, err
	}
	list, err := templates.ReadFile("c/CMakeLists.txt")
	if err != nil {
		return nil, err
	}
	var programs, names []string
	for _, path := range program.Files {
		if strings.ContainsRune(path, ';') {
			return nil, fmt.Errorf("CMake knows no path with a semicolon, such as %s; move the program, or export with --format c", path)
		}
		programs = append(programs, bracketed(path))
	}
	for _, file := range all {
		names = append(names, "\n  "+strings.TrimSuffix(file.Name, filepath.Ext(file.Name)))
	}
	text := strings.NewReplacer(
		"{{programs}}", strings.Join(programs, " "), "{{tests}}", strings.Join(names, ""),
		"{{width}}", program.DataModel.CompilerFlag(), "{{timeout}}", fmt.Sprint(ctestSeconds),
	).Replace(string(list))
	return append(all, File{"CMakeLists.txt", []byte(text)}), nil
}

// bracketed returns an argument of CMake in which nothing is replaced.
func bracketed(text string) string {
	equals := "="
	for strings.Contains(text, "]"+equals+"]") {
		equals += "="
	}
	return "[" + equals + "[" + text + "]" + equals + "]"
}
