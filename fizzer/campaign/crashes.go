package campaign

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
	"fizzer/testcomp/files"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/source"
	"fizzer/testcomp/suite"
	"fizzer/testcomp/task"
)

// maxCrashes is the number of crash folders of one kind; picked by hand.
const maxCrashes = 20

//go:embed c/inputs.c c/reproduce.sh
var crashFiles embed.FS

// badEnd identifies a crash, abort or timeout: those of the same kind after the same condition count as the same fault.
type badEnd struct {
	kind      string
	call      uint32
	condition uint32 // location and direction of the last condition
}

// noCondition is the last condition of a run that evaluated none.
const noCondition = math.MaxUint32

// crash is a bad end, copied from the target.
type crash struct {
	badEnd
	number int // among those of its kind, from 1
	input  trace.Input
}

// crashes collects the bad ends of a run and writes a folder for each.
type crashes struct {
	folder   string         // output folder of the run
	metadata suite.Metadata // of the suite
	resumed  bool           // there may be folders of an earlier run
	task     *task.Task     //
	program  *program       // the program that was run
	seen     map[badEnd]bool
	count    map[string]int // by kind; nil: none so far
	failure  error          // why a bad end could not be written
}

// kindOf returns the folder name of a bad end: the signal, or timeout.
func kindOf(run *execution.Run) string {
	switch run.Ending {
	case layout.EndingTimeout:
		return "timeout"
	case layout.EndingCrashed:
		if name := unix.SignalName(syscall.Signal(run.Detail)); name != "" {
			return name
		}
		return fmt.Sprintf("signal-%d", run.Detail)
	}
	return "SIGABRT"
}

// observe returns a crash if run is the first with this bad end; nil if it was seen or there are enough of its kind.
func (c *crashes) observe(run *execution.Run) *crash {
	key := badEnd{kind: kindOf(run), call: run.Call, condition: noCondition}
	switch n := run.Conditions.Len(); {
	case !run.Whole():
		key.condition = run.Last
	case n > 0:
		key.condition = run.Conditions.At(n - 1).Location
	}
	if c.seen == nil {
		c.seen, c.count = map[badEnd]bool{}, map[string]int{}
	}
	if c.seen[key] || c.count[key.kind] >= maxCrashes {
		return nil
	}
	c.seen[key] = true
	c.count[key.kind]++
	return &crash{key, c.count[key.kind], trace.Input{Bytes: run.Bytes, Reads: run.Reads}.Clone()}
}

// keep writes the folder of a new bad end. It remembers failures; they end the run.
func (c *crashes) keep(run *execution.Run) {
	if found := c.observe(run); found != nil {
		c.failure = errors.Join(c.failure, c.write(found))
	}
}

// write completes the folder of a bad end and then gives it its name. It keeps folders of an earlier run and adds none for a bad end
// at the same place.
func (c *crashes) write(found *crash) error {
	kind, err := files.Folder(c.folder, formats.CrashFolder, found.kind)
	if err != nil {
		return &OutputError{err}
	}
	name := fmt.Sprint(found.number)
	if c.resumed {
		if name = freeName(kind, "# "+c.title(found)); name == "" {
			return nil
		}
	}
	folder, err := files.Folder(kind, name+files.Unfinished)
	if err != nil {
		return &OutputError{err}
	}
	if err := c.fill(found, folder); err != nil {
		return err
	}
	return unwritten(os.Rename(folder, filepath.Join(kind, name)))
}

// freeName returns the first number that no folder of a kind has. It returns nothing if the program file of a folder has the line.
func freeName(kind, line string) string {
	for n := 1; ; n++ {
		name := fmt.Sprint(n)
		if _, err := os.Lstat(filepath.Join(kind, name)); err != nil {
			return name
		}
		text, _ := files.Read(filepath.Join(kind, name, formats.CrashProgram), files.MaxDefinition) // an unreadable one is different
		if slices.Contains(strings.Split(string(text), "\n"), line) {
			return ""
		}
	}
}

// fill writes the files of a bad end.
func (c *crashes) fill(found *crash, folder string) error {
	inputs, err := vector.Inputs(found.input.Reads, found.input.Bytes)
	if err != nil {
		return err
	}
	if err := c.writeSuite(filepath.Join(folder, formats.SuiteFolder), inputs); err != nil {
		return err
	}
	program, err := c.describe(found)
	if err != nil {
		return err
	}
	contents := c.harnessFiles()
	contents["values.c"], contents[formats.CrashProgram] = valuesFile(found.input), program
	for _, name := range []string{"inputs.c", "reproduce.sh"} {
		if contents[name], err = crashFiles.ReadFile("c/" + name); err != nil {
			return err
		}
	}
	for name, content := range contents {
		mode := os.FileMode(0o644)
		if name == "reproduce.sh" {
			mode = 0o755
		}
		if err := files.Write(filepath.Join(folder, name), content, mode); err != nil {
			return &OutputError{err}
		}
	}
	return nil
}

// writeSuite writes a suite with the whole test, with all values that the program read before its bad end.
func (c *crashes) writeSuite(folder string, inputs []suite.Input) error {
	writer, err := suite.Create(folder, c.metadata)
	if err != nil {
		return &OutputError{err}
	}
	_, err = writer.Add(suite.Test{Inputs: inputs})
	return unwritten(err)
}

// crashSeconds bounds the run of the program in reproduce.sh.
const crashSeconds = 10

// describe returns the shell variables of reproduce.sh: the program and where it ended. The files become arguments of a compiler. So
// each has an absolute path, which no compiler takes for an option, and an explicit language, independent of its name.
func (c *crashes) describe(found *crash) ([]byte, error) {
	var text strings.Builder
	fmt.Fprintf(&text, "# shellcheck disable=SC2034 # reproduce.sh uses them\n# %s\n", c.title(found))
	var files, languages []string
	for i, file := range c.program.sources.Files {
		absolute, err := filepath.Abs(file.Given)
		if err != nil {
			return nil, err
		}
		language := "c"
		if file.Preprocessed && c.task.Harness == nil { // a harness needs the preprocessor for the name of main
			language = "cpp-output"
		}
		name := quoted(absolute)
		if file.Harness {
			name = `"$here"/` + harnessFile
		}
		files, languages = append(files, name), append(languages, language)
		fmt.Fprintf(&text, "options%d=(%s)\n", i, strings.Join(c.optionsOf(i), " "))
	}
	var libraries []string
	for _, library := range c.task.Link.Libraries {
		libraries = append(libraries, quoted(cmp.Or(c.task.Link.Find(library), library)))
	}
	fmt.Fprintf(&text, "programs=(%s)\nlanguages=(%s)\nlibraries=(%s)\nwidth=%d\ncompiler=%s\nseconds=%d\n", strings.Join(files, " "),
		strings.Join(languages, " "), strings.Join(libraries, " "), c.task.DataModel.Bits(), quoted(c.program.target.Compiler), crashSeconds)
	return []byte(text.String()), nil
}

// Files of a bad end whose program has a harness: the harness, and a header that gives the program's main another name.
const (
	harnessFile = "harness.c"
	mainFile    = "main%d.h"
)

// optionsOf returns the options, as words of the shell, with which the original file of the program is compiled.
func (c *crashes) optionsOf(file int) (words []string) {
	if file < len(c.task.Compile) {
		for _, word := range c.task.Compile[file].Arguments() {
			words = append(words, quoted(word))
		}
	}
	if h := c.task.Harness; h != nil && h.Calls && !c.program.sources.Files[file].Harness {
		words = append(words, "-include", fmt.Sprintf(`"$here"/`+mainFile, file))
	}
	return words
}

// harnessFiles returns the contents of the files that the program's harness needs, by name.
func (c *crashes) harnessFiles() map[string][]byte {
	contents := map[string][]byte{}
	if c.task.Harness == nil {
		return contents
	}
	contents[harnessFile] = []byte(c.task.Harness.Text)
	for i, file := range c.program.sources.Files {
		if c.task.Harness.Calls && !file.Harness {
			contents[fmt.Sprintf(mainFile, i)] = []byte(source.MainDeclaration(file.Text, file.Language))
		}
	}
	return contents
}

// title is one line about a bad end: its kind and place.
func (c *crashes) title(found *crash) string {
	return plain.Line(found.kind + placeOf(found, c.program.target.Locations))
}

// quoted returns a text as one word of the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// placeOf describes the condition and the call after which the program ended.
func placeOf(found *crash, table *locations.Table) (text string) {
	if id := found.condition &^ layout.DirectionBit; int(id) < len(table.Conditions) {
		text += ", after the condition at " + place(table, table.Conditions[id].Function, table.Conditions[id].File, table.Conditions[id].Line)
	}
	if int(found.call) < len(table.Calls) {
		call := table.Calls[found.call]
		text += ", after the call of " + call.Callee + " at " + place(table, call.Function, call.File, call.Line)
	}
	return text
}

func place(table *locations.Table, function, file, line int) string {
	return fmt.Sprintf("%s:%d in %s", table.Files[file], line, table.Functions[function].Name)
}

// valuesFile returns C source with the recorded values.
func valuesFile(input trace.Input) []byte {
	var text strings.Builder
	text.WriteString("#include <stddef.h>\nconst unsigned char recorded_bytes[] = {")
	for _, b := range input.Bytes {
		fmt.Fprintf(&text, "%d,", b)
	}
	text.WriteString("0};\nconst unsigned short recorded_sizes[] = {")
	for _, read := range input.Reads {
		fmt.Fprintf(&text, "%d,", read.Size)
	}
	fmt.Fprintf(&text, "0};\nconst size_t recorded_values = %d;\n", len(input.Reads))
	return []byte(text.String())
}
