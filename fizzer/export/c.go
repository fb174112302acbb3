package export

import (
	"bytes"
	"embed"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"fizzer/fizzer/harness"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

//go:embed c
var templates embed.FS

// Times of a test in seconds: after the first its program is killed, after the second ctest ends it. Replay gives it three.
const (
	testSeconds  = 10
	ctestSeconds = 30
)

// testFile is what the template of a C file gets.
type testFile struct {
	*harness.Given // nil unless the test runs the untouched program
	Test
	Program *Program
	Of      string // the program's files
	Name    string
	Seconds int
}

// C returns a C file for each test. If the inputs of the program are those of its process, the file is a program of its own that runs
// the untouched program with these. Otherwise it defines the input functions, which return the test's values in order, has the harness
// of the program if there is one, and is linked with the program. Either way the test ends with status 0 if the program ends as expected.
func C(program Program, tests Tests) Files {
	name := "test.c"
	if program.Format.Direct() {
		name = "direct.c"
	}
	return each(tests, func(i int, test *Test) (File, error) {
		file := testFile{Test: *test, Program: &program, Of: comment(strings.Join(program.Files, ", ")), Name: nameOf(test, i),
			Seconds: testSeconds}
		if program.Format.Direct() {
			var err error
			if file.Given, err = program.Format.Decode(test.Inputs); err != nil {
				return File{}, fmt.Errorf("%s: %w", test.Name, err)
			}
		}
		text, err := fill(name, &file)
		return File{file.Name + ".c", text}, err
	})
}

// fill returns the text of a template.
func fill(name string, data any) ([]byte, error) {
	pattern, err := template.New(name).Funcs(template.FuncMap{
		"comment": comment, "bracketed": bracketed, "quoted": source.Literal, "literal": literal,
	}).ParseFS(templates, "c/"+name)
	if err != nil {
		return nil, err
	}
	var text bytes.Buffer
	err = pattern.Execute(&text, data)
	return text.Bytes(), err
}

// Expected says how the program ends.
func (f *testFile) Expected() string {
	if f.Signal != 0 {
		return fmt.Sprintf("signal %d (%s)", f.Signal, f.Signal)
	}
	return fmt.Sprintf("exit status %d", f.Status)
}

// Commands returns lines for a shell that build the test and run it.
func (f *testFile) Commands() (lines []string) {
	p := f.Program
	model, libraries := p.DataModel.CompilerFlag(), words(append(slices.Clone(p.Libraries), "-lm"))
	parts := p.Files
	if p.hasOptions() {
		parts = nil
		for i, file := range p.Files {
			parts = append(parts, fmt.Sprintf("program%d.o", i))
			lines = append(lines, fmt.Sprintf("cc %s %s", model, words(append(p.optionsOf(i), "-c", file, "-o", parts[i]))))
		}
	}
	if p.Format.Direct() {
		return append(lines, fmt.Sprintf("cc %s %s %s -o program", model, words(parts), libraries),
			fmt.Sprintf("cc %s.c -o %s && ./%s ./program", f.Name, f.Name, f.Name))
	}
	return append(lines, fmt.Sprintf("cc %s %s.c %s %s -o %s && ./%s", model, f.Name, words(parts), libraries, f.Name, f.Name))
}

// optionsOf returns the compiler's options for a file of the program.
func (p *Program) optionsOf(file int) (all []string) {
	if p.Harness != nil && p.Harness.Calls && !p.Format.Direct() { // the harness has the main function
		if filepath.Ext(p.Files[file]) == ".i" {
			all = append(all, "-xc") // so that its macros are replaced
		}
		all = append(all, "-Dmain="+task.ProgramMain)
	}
	if file < len(p.Options) {
		all = append(all, p.Options[file]...)
	}
	return all
}

func (p *Program) hasOptions() bool {
	for i := range p.Files {
		if len(p.optionsOf(i)) > 0 {
			return true
		}
	}
	return false
}

// plainWord matches words that a shell takes as they are.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./=-]+$`)

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

// comment returns a text that does not end a comment.
func comment(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(plain.Line(text), "*/", "*_/"), "/*", "/_*")
}

// literalBytes is the number of bytes in a line of a long literal.
const literalBytes = 64

// literal returns string literals of C, one a line; behind a line end the next line begins.
func literal(all []byte) string {
	var out strings.Builder
	for first := true; first || len(all) > 0; first = false {
		n := min(len(all), literalBytes)
		if end := bytes.IndexByte(all[:n], '\n'); end >= 0 {
			n = end + 1
		}
		if !first {
			out.WriteString("\n    ")
		}
		out.WriteString(source.Literal(string(all[:n])))
		all = all[n:]
	}
	return out.String()
}

// PathError says that CMake has no words for the path of a program.
type PathError struct{ Path string }

// Error says why, and what to do.
func (e *PathError) Error() string {
	return fmt.Sprintf("CMake knows no path with a semicolon, such as %s; move the program, or export with --format c", e.Path)
}

// CTest returns the files of C and a CMakeLists.txt that builds the program once and lets ctest run the tests with it.
func CTest(program Program, tests Tests) Files {
	return func(yield func(File, error) bool) {
		for _, path := range program.Files {
			if strings.ContainsRune(path, ';') {
				yield(File{}, &PathError{path})
				return
			}
		}
		var names []string
		for file, err := range C(program, tests) {
			if !yield(file, err) || err != nil {
				return
			}
			names = append(names, strings.TrimSuffix(file.Name, filepath.Ext(file.Name)))
		}
		yield(program.cmakeList(names))
	}
}

// cmakeList returns the CMakeLists.txt of tests.
func (p *Program) cmakeList(tests []string) (File, error) {
	list := struct {
		*Program
		Direct    bool
		Tests     []string
		Width     string
		Common    []string // options of all files
		Different []string // other options: a line for each file
		Seconds   int
	}{Program: p, Direct: p.Format.Direct(), Tests: tests, Width: p.DataModel.CompilerFlag(), Seconds: ctestSeconds}
	list.Common, list.Different = p.cmakeOptions()
	text, err := fill("CMakeLists.txt", list)
	return File{"CMakeLists.txt", text}, err
}

// cmakeOptions returns the options of the compiler: those of all files if they are the same, which other files in their place get, too;
// else the values of a property of each file.
func (p *Program) cmakeOptions() (common, each []string) {
	for i := range p.Files {
		if !slices.Equal(p.optionsOf(i), p.optionsOf(0)) {
			for j := range p.Files {
				each = append(each, strings.Join(escaped(p.optionsOf(j)), ";"))
			}
			return nil, each
		}
	}
	return escaped(p.optionsOf(0)), nil
}

// escaped returns words in which CMake finds no separators and no expressions of its own.
func escaped(words []string) (all []string) {
	for _, word := range words {
		all = append(all, strings.NewReplacer("$<", "$<1:$><", ";", `\;`).Replace(word))
	}
	return all
}

// bracketed returns an argument of CMake in which nothing is replaced.
func bracketed(text string) string {
	equals := "="
	for strings.Contains(text, "]"+equals+"]") {
		equals += "="
	}
	return "[" + equals + "[" + text + "]" + equals + "]"
}
