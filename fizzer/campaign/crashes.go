package campaign

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/sanitize"
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

// Bounds of the number of crash folders, picked by hand. With sanitizers, a program can invent kinds.
const (
	maxCrashes    = 20  // of one kind
	maxAllCrashes = 400 // of all kinds
)

//go:embed c/reproduce.sh
var crashFiles embed.FS

// badEnd identifies a crash, abort or timeout: those of the same kind after the same condition count as the same fault.
type badEnd struct {
	kind      string
	call      uint32
	condition uint32 // location and direction of the last condition
}

// kindTimeout is the kind of runs that do not end.
const kindTimeout = "timeout"

// noCondition is the last condition of a run that evaluated none.
const noCondition = math.MaxUint32

// crash is a bad end, or what a sanitizer found.
type crash struct {
	badEnd
	number     int // among those of its kind, from 1
	input      trace.Input
	folder     string            // that has its files
	finding    *sanitize.Finding // of a sanitizer; of a bad end, how a sanitizer sees it; nil: unknown
	sanitized  bool              // only a sanitizer sees the fault
	found      int               // values of the run in which it was found
	executions int               // made to minimise its input
	compiler   string            // version of the one with sanitizers; empty: unknown
}

// crashes collects the bad ends of a run and writes a folder for each.
type crashes struct {
	folder   string                // output folder of the run
	metadata suite.Metadata        // of the suite
	resumed  bool                  // there may be folders of an earlier run
	task     *task.Task            //
	program  *program              // the program that was run
	version  string                // of this tool
	allows   func(values int) bool // there is time for a folder of a run that read so many values
	lock     sync.Mutex            // guards the fields below while engines work
	seen     map[any]bool          // badEnd, or key of a finding
	count    map[string]int        // by kind; nil: none so far
	kept     []*crash
	leftOut  int   // folders that there was no time for
	failure  error // why a bad end could not be written
}

// kindOf returns the folder name of a bad end: the signal, or timeout.
func kindOf(run *execution.Run) string {
	switch run.Ending {
	case layout.EndingTimeout:
		return kindTimeout
	case layout.EndingCrashed:
		if name := unix.SignalName(syscall.Signal(run.Detail)); name != "" {
			return name
		}
		return fmt.Sprintf("signal-%d", run.Detail)
	}
	return "SIGABRT"
}

// badEndOf identifies the bad end of a run.
func badEndOf(run *execution.Run) badEnd {
	key := badEnd{kind: kindOf(run), call: run.Call, condition: noCondition}
	switch n := run.Conditions.Len(); {
	case !run.Whole():
		key.condition = run.Last
	case n > 0:
		key.condition = run.Conditions.At(n - 1).Location
	}
	return key
}

// observe returns a crash if this key is new; nil if it was seen or there are enough of its kind or of all.
func (c *crashes) observe(key any, end badEnd, input trace.Input) *crash {
	if c.seen == nil {
		c.seen, c.count = map[any]bool{}, map[string]int{}
	}
	if c.seen[key] || c.count[end.kind] >= maxCrashes || len(c.seen) >= maxAllCrashes {
		return nil
	}
	c.seen[key] = true
	c.count[end.kind]++
	return &crash{badEnd: end, number: c.count[end.kind], input: input.Clone(), found: len(input.Reads)}
}

// number returns how many different bad ends there are.
func (c *crashes) number() int {
	c.lock.Lock()
	defer c.lock.Unlock()
	return len(c.seen)
}

// keep writes the folder of a new bad end. It remembers failures; they end the run.
func (c *crashes) keep(run *execution.Run) {
	c.lock.Lock()
	defer c.lock.Unlock()
	end := badEndOf(run)
	if found := c.observe(end, end, trace.Input{Bytes: run.Bytes, Reads: run.Reads}); found != nil {
		c.failure = errors.Join(c.failure, c.write(found))
	}
}

// keepFinding writes the folder of a new finding of a sanitizer.
func (c *crashes) keepFinding(finding *sanitize.Finding, input trace.Input, compiler string) {
	c.lock.Lock()
	defer c.lock.Unlock()
	end := badEnd{finding.Kind, layout.NoCall, noCondition}
	if found := c.observe(finding.Key(), end, input); found != nil {
		found.finding, found.sanitized, found.compiler = finding, true, compiler
		c.failure = errors.Join(c.failure, c.write(found))
	}
}

// write completes the folder of a bad end and then gives it its name. It keeps folders of an earlier run and adds none for a bad end
// at the same place, and leaves one out that there is no time for.
func (c *crashes) write(found *crash) error {
	if !c.allows(len(found.input.Reads)) {
		c.leftOut++
		return nil
	}
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
	found.folder = filepath.Join(kind, name)
	c.kept = append(c.kept, found)
	return unwritten(os.Rename(folder, found.folder))
}

// rewrite writes the files of a bad end again, because more is known about it.
func (c *crashes) rewrite(found *crash) error {
	if found.folder == "" {
		return nil // an earlier run has it
	}
	parent, name := filepath.Split(found.folder)
	folder, err := files.Folder(parent, name+files.Unfinished)
	if err != nil {
		return &OutputError{err}
	}
	if err := c.fill(found, folder); err != nil {
		return err
	}
	return unwritten(files.ReplaceFolder(found.folder, folder))
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
	contents["values.c"], contents["inputs.c"], contents[formats.CrashProgram] = valuesFile(found.input), sanitize.Inputs(), program
	if contents[formats.CrashFile], err = c.fileOf(found, inputs); err != nil {
		return err
	}
	if found.finding != nil {
		contents[formats.CrashReport] = []byte(found.finding.Text)
	}
	if contents["reproduce.sh"], err = crashFiles.ReadFile("c/reproduce.sh"); err != nil {
		return err
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
	fmt.Fprintf(&text, "programs=(%s)\nlanguages=(%s)\nlibraries=(%s)\nwidth=%d\ncompiler=%s\nseconds=%d\nsanitizer=%s\n",
		strings.Join(files, " "), strings.Join(languages, " "), strings.Join(libraries, " "), c.task.DataModel.Bits(),
		quoted(c.program.target.Compiler), crashSeconds, found.sanitizer())
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

// sanitizer returns the one that shows the fault.
func (c *crash) sanitizer() string {
	if c.sanitized {
		return c.finding.Sanitizer
	}
	return sanitize.Address
}

// fileOf returns the file about a bad end.
func (c *crashes) fileOf(found *crash, inputs []suite.Input) ([]byte, error) {
	file := formats.Crash{
		Kind: found.kind, Place: strings.TrimPrefix(placeOf(found, c.program.target.Locations), ", "), Stack: []formats.Frame{},
		Values: []formats.Value{}, Found: found.found, Executions: found.executions, Version: c.version,
		Build: formats.CrashBuild{Compiler: c.program.target.Compiler, Version: found.compiler,
			Flags: append([]string{c.task.DataModel.CompilerFlag()}, sanitize.Flags...), Sanitizers: []string{found.sanitizer()}},
		Reproduce: "./reproduce.sh asan",
	}
	if f := found.finding; f != nil {
		file.Message = f.Message
		for _, frame := range f.Stack {
			file.Stack = append(file.Stack, formats.Frame(frame))
		}
	}
	for i, read := range found.input.Reads[:min(len(found.input.Reads), formats.MaxCrashValues)] {
		file.Values = append(file.Values, formats.Value{Index: i, Type: typeOf(read, inputs[i]), Text: inputs[i].Value})
	}
	for _, program := range c.program.sources.Files {
		file.Programs = append(file.Programs, hashed(program.Given, program.Text))
		for _, header := range program.Headers {
			file.Programs = append(file.Programs, hashed(header.Name, header.Text))
		}
	}
	return indented(file)
}

func hashed(path string, text []byte) formats.HashedFile {
	hash := sha256.Sum256(text)
	return formats.HashedFile{Path: path, SHA256: hex.EncodeToString(hash[:])}
}

// quoted returns a text as one word of the shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }

// placeOf describes the condition and the call after which the program ended.
func placeOf(found *crash, table *locations.Table) (text string) {
	if found.sanitized && len(found.finding.Stack) > 0 {
		frame := found.finding.Stack[0]
		return fmt.Sprintf(", at %s:%d in %s", frame.File, frame.Line, frame.Function)
	}
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
	if line == 0 { // not known
		return table.Files[file] + " in " + table.Functions[function].Name
	}
	return fmt.Sprintf("%s:%d in %s", table.Files[file], line, table.Functions[function].Name)
}

// valuesFile returns C source with the recorded values.
func valuesFile(input trace.Input) []byte {
	text := []byte("#include <stddef.h>\nstatic const unsigned char bytes[] = {")
	for _, b := range input.Bytes {
		text = append(strconv.AppendUint(text, uint64(b), 10), ',')
	}
	text = append(text, "0};\nstatic const unsigned short sizes[] = {"...)
	for _, read := range input.Reads {
		text = append(strconv.AppendUint(text, uint64(read.Size), 10), ',')
	}
	text = append(text, "0};\nconst unsigned char *recorded_bytes(void) { return bytes; }\n"+
		"const unsigned short *recorded_sizes(void) { return sizes; }\n"...)
	return fmt.Appendf(text, "size_t recorded_values(void) { return %d; }\n", len(input.Reads))
}
