// Package replay runs the tests of a suite as the validator TestCov does, and counts the goals that they reach.
//
// gcc compiles the program with TestCov's options, coverage code included, so that it behaves as with TestCov. A harness of our
// own is linked to it. Each goal sets a byte of an array. The functions of libgcov by which the coverage code writes its data are
// replaced by functions that copy the array into memory shared with us. So a test's goals count exactly if gcov would have
// written them: at a normal end and before abort() and __assert_fail, but not at a crash or a timeout. With its code, each goal
// also leaves an entry in a section of the executable. A goal without an entry has no code and is not counted. For conditions and
// statements gcov itself counts (gcov.go).
package replay

import (
	"bufio"
	"bytes"
	"context"
	"debug/elf"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"fizzer/libfizzer"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/object"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

//go:embed c/harness.c
var harness []byte

// Options say what to build and how to run it. The fields without a default are needed.
type Options struct {
	Programs    []string          // the C files of the program; one is preprocessed when its name ends with .i
	Sources     *source.Program   // copies of Programs; nil: Build makes them in Scratch
	DataModel   task.DataModel    //
	Property    property.Property //
	Scratch     string            // existing directory: the executable, and folders for what compilers and the program write
	Compiler    string            // default "gcc"
	TimeLimit   time.Duration     // CPU time of one run; default 3 s, as in TestCov
	MemoryLimit int64             // bytes that one run may occupy; default 2 GB, as in TestCov
	ToolMemory  uint64            // bytes that the compiler and its children may occupy together, or all of a run; 0: unlimited
	Policy      sandbox.Policy    // what to do if the sandbox lacks a layer; default: continue
	Started     func(pid int)     // called with each launcher of a sandbox, the ancestor of all its processes; may be nil
	Ended       func(pid int)     // called when a launcher and all its processes have ended; may be nil

	lines bool // the build is one for Lines
}

func (o Options) withDefaults() Options {
	if o.Compiler == "" {
		o.Compiler = "gcc"
	}
	if o.TimeLimit == 0 {
		o.TimeLimit = 3 * time.Second
	}
	if o.MemoryLimit == 0 {
		o.MemoryLimit = 2e9
	}
	return o
}

// Program is a program that is ready to run tests. It is safe for concurrent use. Close releases it.
type Program struct {
	options    Options
	compiler   sandbox.Tool
	idle       idle        // sandboxes for runs
	started    atomic.Bool // a run has reached the harness
	units      []*unit
	folder     string // in the scratch directory, for what compilers make
	executable string
	goals      []goal.Goal
	numbers    []int // by goal: its number among all placed goals; not used with gcov
	placed     int   // number of placed goals, including those without code
	gcov       *gcov // set if gcov counts the goals, otherwise nil
}

// unit is one C file of the program.
type unit struct {
	*source.File
	name  string // name of its files in the scratch directory, without extension
	first int    // index of its first goal in Program.goals
}

// CompileError means that gcc does not compile the program. TestCov cannot run its tests either.
type CompileError struct {
	Program  string
	Messages string // all messages of gcc
}

var errorLine = regexp.MustCompile(`(?m)^.*(?:error:|undefined reference).*$`)

// Error returns gcc's first error.
func (e *CompileError) Error() string {
	first := errorLine.FindString(e.Messages)
	if first == "" {
		first, _, _ = strings.Cut(strings.TrimSpace(e.Messages), "\n")
	}
	text := fmt.Sprintf("gcc does not compile %s: %s", e.Program, first)
	if strings.Contains(e.Messages, "sys/cdefs.h") || strings.Contains(e.Messages, "skipping incompatible") {
		text += "; install the libraries of the other data model (package gcc-multilib)"
	}
	return text
}

// ToolError means that the compiler is missing or does not do its work.
type ToolError struct {
	Compiler string
	Err      error
}

// Error says what to install.
func (e *ToolError) Error() string {
	return fmt.Sprintf("a working %s is missing: install the packages gcc and gcc-multilib (%v)", filepath.Base(e.Compiler), e.Err)
}

// Unwrap returns the cause.
func (e *ToolError) Unwrap() error { return e.Err }

// broken is the error for a compiler that does not do its work.
func (b *builder) broken(err error) error { return &ToolError{b.options.Compiler, err} }

// Names shared with the harness.
const (
	goalArray   = "__testcomp_goals"
	goalSection = ".testcomp_goals"
)

// mark returns the statement that records a goal. It sets the goal's byte. Unless gcc drops the statement, it also leaves the
// goal's number in a section of the object file.
func mark(number int) string {
	return fmt.Sprintf(`%s[%d]=1;__asm__ volatile(".pushsection %s,\"\",@progbits\n.long %d\n.popsection");`, goalArray, number, goalSection,
		number)
}

// countsByGcov tells whether the property's goals are what gcc's coverage code counts.
func countsByGcov(p property.Property) bool {
	return p.Kind == property.Conditions || p.Kind == property.Statements
}

// Build compiles the program. The error is a *CompileError if the program is at fault, a *ToolError if gcc is. It wraps
// goal.ErrTooDeep if statements are nested too deeply. The cost is that of gcc.
func Build(ctx context.Context, options Options) (*Program, error) {
	b := &builder{Program: &Program{options: options.withDefaults()}}
	if err := b.openTools(); err != nil {
		return nil, err
	}
	err := b.build(ctx)
	_ = b.tools.Close() // an error would not matter
	if err != nil {
		return nil, err // nothing has run, so there is nothing to close
	}
	return b.Program, b.makeWork()
}

// makeWork makes the working directory of the program.
func (b *builder) makeWork() error {
	folder := work(b.options.Scratch)
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700)); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

// Preprocess returns the text of each file of a program without macros and headers, so that another machine needs none. It begins with a
// directive that names the file. Errors are those of Build.
func Preprocess(ctx context.Context, options Options) (texts [][]byte, err error) {
	b := &builder{Program: &Program{options: options.withDefaults()}}
	if err := b.openTools(); err != nil {
		return nil, err
	}
	defer func() { _ = b.tools.Close() }() // an error would not matter
	for i := range b.options.Sources.Files {
		file := &b.options.Sources.Files[i]
		u := &unit{File: file}
		text, err := b.preprocessed(ctx, u)
		if err != nil {
			return nil, err
		}
		if file.Preprocessed {
			text = append([]byte(source.LineDirective(file.Given)), text...)
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// Debug compiles each file of the program with debug information and returns the object files in Options.Scratch. The error is like that
// of Build.
func Debug(ctx context.Context, options Options) (objects []string, err error) {
	b := &builder{Program: &Program{options: options.withDefaults()}}
	if err := b.openTools(); err != nil {
		return nil, err
	}
	defer func() { _ = b.tools.Close() }() // an error would not matter
	for i := range b.options.Sources.Files {
		file := &b.options.Sources.Files[i]
		object := b.file(fmt.Sprintf("debug%d.o", i))
		model := b.options.DataModel.CompilerFlag()
		arguments := append([]string{"-std=gnu11", model, "-w", noExcerpts, "-g"}, file.Options()...)
		if _, err := b.gcc(ctx, file.Given, append(arguments, "-c", file.Path, "-o", object)...); err != nil {
			return nil, err
		}
		made, err := b.adopt(object, "object file")
		if err != nil {
			return nil, err
		}
		objects = append(objects, made)
	}
	return objects, nil
}

// adopt moves what the compiler has made to where it cannot change it any more.
func (b *builder) adopt(made, what string) (path string, err error) {
	path, err = files.Adopt(made, b.options.Scratch)
	if errors.Is(err, fs.ErrNotExist) {
		return "", b.broken(errors.New("it ended without an error and left nothing"))
	}
	if err != nil {
		return "", b.broken(fmt.Errorf("it left what is no %s: %w", what, err))
	}
	file, err := object.Open(path)
	if err != nil {
		return "", b.broken(fmt.Errorf("it left what is no %s: %w", what, err))
	}
	return path, file.Close()
}

// builder compiles and links a program.
type builder struct {
	*Program                  // as far as it is built
	tools    *sandbox.Sandbox // of the compiler
}

// openTools opens the sandbox of the compiler.
func (b *builder) openTools() (err error) {
	o := &b.options
	if o.Scratch, err = filepath.Abs(o.Scratch); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	if b.compiler, err = sandbox.FindTool(o.Compiler); err != nil {
		return b.broken(err)
	}
	if o.Sources == nil {
		if o.Sources, err = source.Copy(o.Programs, filepath.Join(o.Scratch, "source")); err != nil {
			return fmt.Errorf("replay: %w", err)
		}
	}
	if b.folder, err = files.MakeBuild(o.Scratch); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	b.tools, err = sandbox.Open(sandbox.Options{
		Policy: o.Policy, Show: b.compiler.Show, Give: []string{o.Sources.Folder}, Keep: []string{b.folder}, Proc: true, Memory: o.ToolMemory,
		Started: o.Started, Ended: o.Ended,
	})
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	return nil
}

func (b *builder) build(ctx context.Context) error {
	if kind := b.options.Property; countsByGcov(kind) {
		b.gcov = &gcov{property: kind.Kind}
	}
	var placed []goal.Goal
	for i := range b.options.Sources.Files {
		if b.options.Sources.Files[i].Harness {
			continue
		}
		u := &unit{File: &b.options.Sources.Files[i], name: fmt.Sprintf("unit%d", i), first: len(placed)}
		b.units = append(b.units, u)
		goals, err := b.compileUnit(ctx, u, len(placed))
		if err != nil {
			return err
		}
		placed = append(placed, goals...)
	}
	b.placed = len(placed)
	if err := b.link(ctx); err != nil {
		return err
	}
	if b.gcov != nil {
		return b.findGcovGoals(ctx)
	}
	return b.keepLive(placed)
}

// compileUnit makes the object file of one C file, and returns the goals placed in it, whose numbers start at first.
func (b *builder) compileUnit(ctx context.Context, u *unit, first int) ([]goal.Goal, error) {
	if b.options.Property.Kind == property.Statements {
		return nil, b.compileFile(ctx, u, u.Path, u.Options())
	}
	text, err := b.preprocessed(ctx, u)
	if err != nil {
		return nil, err
	}
	placement, err := goal.Place(text, goal.Options{
		Property: b.options.Property, Mark: func(number int) string { return mark(first + number) }, Dump: b.options.dump(),
		Part: len(b.options.Sources.Files) > 1,
	})
	if err != nil {
		return nil, fmt.Errorf("replay of %s: %w", u.Given, err)
	}
	name := u.Given
	if b.gcov != nil {
		name = b.file(u.name + ".c")
		b.gcov.origins = append(b.gcov.origins, goal.Origins(text))
	}
	var marked bytes.Buffer
	fmt.Fprintf(&marked, "extern unsigned char %s[]; extern void __gcov_dump(void);\n%s%s", goalArray, u.Head,
		source.LineDirective(assemblable(name)))
	writeAssemblable(&marked, placement.Text)
	if err := files.Write(b.file(u.name+".c"), marked.Bytes(), 0o600); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	return placement.Goals, b.compileFile(ctx, u, b.file(u.name+".c"), u.Language)
}

// assemblable returns a file name that is harmless in comments for the assembler. gcc writes the name there, verbatim and in
// quotation marks, at each inline assembly, which includes our marks.
func assemblable(name string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == '\\' || r == 0x7f {
			return '_'
		}
		return r
	}, strings.ToValidUTF8(name, "_"))
}

var (
	lineMarker   = regexp.MustCompile(`^[ \t]*#[ \t]*(?:line[ \t]*)?[0-9]`)
	markerEscape = regexp.MustCompile(`\\(?:[0-7]{1,3}|.)`)
)

// writeAssemblable writes a preprocessed text with the names in its line markers made assemblable.
func writeAssemblable(out *bytes.Buffer, text []byte) {
	for line := range bytes.Lines(text) {
		if bytes.IndexByte(line, '\\') >= 0 && lineMarker.Match(line) {
			line = markerEscape.ReplaceAll(line, []byte("_"))
		}
		out.Write(line)
	}
}

// noExcerpts stops gcc from quoting source lines in its messages: for that, it would read any file that a line directive names.
const noExcerpts = "-fno-diagnostics-show-caret"

// compileFile compiles a unit to an object file as TestCov does, with the options of its own.
func (b *builder) compileFile(ctx context.Context, u *unit, path string, own []string) error {
	model := b.options.DataModel.CompilerFlag()
	arguments := append([]string{"-std=gnu11", model, "-w", noExcerpts, "-D__alias__(x)=", "-DGCOV", "--coverage"}, own...)
	_, err := b.gcc(ctx, u.Given, append(arguments, "-c", path, "-o", b.file(u.name+".o"))...)
	return err
}

// compileHarnesses makes the object files of the files of ours that give the program its inputs, without coverage code.
func (b *builder) compileHarnesses(ctx context.Context) (objects []string, err error) {
	for i := range b.options.Sources.Files {
		file := &b.options.Sources.Files[i]
		if !file.Harness || err != nil {
			continue
		}
		object := b.file(fmt.Sprintf("inputs%d.o", i))
		_, err = b.gcc(ctx, file.Given, "-std=gnu11", b.options.DataModel.CompilerFlag(), "-w", noExcerpts, "-c", file.Path, "-o", object)
		objects = append(objects, object)
	}
	return objects, err
}

// preprocessed returns the preprocessed text of a unit, with line markers as its only directives.
func (b *builder) preprocessed(ctx context.Context, u *unit) ([]byte, error) {
	if filepath.Ext(u.Given) == ".i" {
		return u.Text, nil
	}
	arguments := append([]string{b.options.DataModel.CompilerFlag(), noExcerpts}, u.Options()...)
	return b.gcc(ctx, u.Given, append(arguments, "-E", u.Path)...)
}

// link links the units and the harness.
func (b *builder) link(ctx context.Context) error {
	driver := b.file("harness.c")
	if err := errors.Join(files.Write(driver, harness, 0o600), b.writeFork()); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	model := b.options.DataModel.CompilerFlag()
	common := []string{"-std=gnu11", model, "-O1", fmt.Sprintf("-DGOAL_COUNT=%d", b.placed)}
	linked := b.file("program")
	inputs, err := b.compileHarnesses(ctx)
	if err != nil {
		return err
	}
	if len(inputs) > 0 {
		common = append(common, "-DOWN_INPUTS")
	}
	link := append([]string{model}, inputs...)
	for _, u := range b.units {
		link = append(link, b.file(u.name+".o"))
	}
	link = append(link, b.file("harness.o"), b.file("fork.o"), "-o", linked)
	link = append(append(link, b.options.Sources.Libraries...), "-lm")
	if b.gcov != nil {
		common, link = append(common, "-DGOALS_BY_GCOV"), append(link, "--coverage")
	}
	if b.options.lines {
		common = append(common, "-DABORT_WRITES")
	}
	for _, arguments := range [][]string{
		slices.Concat(common, []string{"-c", driver, "-o", b.file("harness.o")}),
		slices.Concat(common, []string{"-c", b.file("fork.c"), "-o", b.file("fork.o")}),
		link,
	} {
		if _, err := b.gcc(ctx, strings.Join(b.options.Programs, ", "), arguments...); err != nil {
			return err
		}
	}
	b.executable, err = b.adopt(linked, "executable")
	return err
}

// workFolder is the working directory of a replayed program, the only folder in which it may change files.
const workFolder = "work"

// writeFork writes, beside the harness, the sources of the kind of fork that the sandbox allows.
func (b *builder) writeFork() error {
	for _, name := range []string{"fork.c", "fork.h", "layout.h"} {
		text, err := libfizzer.Sources.ReadFile("c/" + name)
		if err != nil {
			return err
		}
		if err := files.Write(b.file(name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// gcc runs the compiler and returns its standard output. The error names the program.
func (b *builder) gcc(ctx context.Context, program string, arguments ...string) ([]byte, error) {
	var out bytes.Buffer
	var messages sandbox.Messages
	err := b.tools.Run(ctx, sandbox.Command{
		Path: b.compiler.Path, Arguments: append([]string{b.options.Compiler}, arguments...),
		Environment: b.compiler.Environment(b.folder),
		Folder:      b.folder, Profile: sandbox.Compiler, FileBytes: toolFileBytes,
	}, &out, &messages)
	var failed *sandbox.ExitError
	switch {
	case err == nil && out.Len() < b.maxText():
		return out.Bytes(), nil
	case err == nil:
		return nil, &CompileError{Program: program,
			Messages: fmt.Sprintf("its text without macros and headers has more than %d MB", b.maxText()>>20)}
	case ctx.Err() != nil:
		return nil, fmt.Errorf("replay: %w", err)
	case errors.As(err, &failed) && failed.Status.Signaled() && b.tools.Exceeded() == "":
		return nil, b.broken(err)
	case errors.As(err, &failed) && failed.Status.Exited() && b.tools.Exceeded() == "":
		if trouble := sandbox.Trouble(messages.String()); trouble != nil {
			return nil, fmt.Errorf("replay: gcc: %w", trouble)
		}
		if strings.TrimSpace(messages.String()) == "" {
			return nil, b.broken(errors.New("it failed without a message"))
		}
		return nil, &CompileError{Program: program, Messages: b.given(messages.String())}
	}
	return nil, fmt.Errorf("replay: %w", err)
}

// memoryPerText is the memory that goal.Place needs for a byte of text. Measured: 34 for text of nothing but branches.
const memoryPerText = 40

// maxText returns the number of bytes that the text of a file must not reach.
func (b *builder) maxText() int {
	if b.options.ToolMemory == 0 {
		return sandbox.OutputBytes
	}
	return int(min(sandbox.OutputBytes, b.options.ToolMemory/memoryPerText))
}

// toolFileBytes bounds what a compiler writes into one file.
const toolFileBytes = 1 << 30

// linkedName matches the linker's name of a unit: the last part of the path of the compiled file.
var linkedName = regexp.MustCompile(`(?m)^((?:\S*ld: )?)(?:unit|program)(\d+)_*\.[ci]:\(`)

// given replaces, in a message, our file names by the user's.
func (b *builder) given(message string) string {
	message = linkedName.ReplaceAllStringFunc(message, func(text string) string {
		parts := linkedName.FindStringSubmatch(text)
		number, err := strconv.Atoi(parts[2])
		if err != nil || number >= len(b.units) {
			return text
		}
		return parts[1] + b.units[number].Given + ":("
	})
	for _, u := range b.units {
		message = strings.ReplaceAll(message, assemblable(u.Given), u.Given)
	}
	return b.options.Sources.Given(message)
}

// keepLive drops the goals for which gcc made no code.
func (b *builder) keepLive(placed []goal.Goal) error {
	file, err := object.Open(b.executable)
	if err != nil {
		return b.broken(fmt.Errorf("it left what is no executable: %w", err))
	}
	defer file.Close()
	live := make([]bool, len(placed))
	if section := file.Section(goalSection); section != nil {
		if section.Flags&elf.SHF_COMPRESSED != 0 || section.Size > maxGoalBytes {
			return b.broken(fmt.Errorf("its list of goals is compressed or has more than %d MB", maxGoalBytes>>20))
		}
		if err := readLive(section.Open(), live); err != nil {
			return fmt.Errorf("replay: %w", err)
		}
	}
	for i := range b.units {
		u := b.units[i]
		end := len(placed)
		if i+1 < len(b.units) {
			end = b.units[i+1].first
		}
		number := u.first
		u.first = len(b.goals)
		for ; number < end; number++ {
			if live[number] {
				b.goals = append(b.goals, placed[number])
				b.numbers = append(b.numbers, number)
			}
		}
	}
	return nil
}

// maxGoalBytes bounds the section of the goals with code, each with 4 bytes; picked by hand.
const maxGoalBytes = 256 << 20

// readLive notes the numbers of goals in the section of those with code. The program's own assembly may have added others to it.
func readLive(section io.Reader, live []bool) error {
	numbers := bufio.NewReader(section)
	var number [4]byte
	for {
		switch _, err := io.ReadFull(numbers, number[:]); {
		case err == io.EOF || err == io.ErrUnexpectedEOF:
			return nil
		case err != nil:
			return err
		}
		if n := binary.LittleEndian.Uint32(number[:]); n < uint32(len(live)) {
			live[n] = true
		}
	}
}

// file returns the path of a file that compilers make.
func (p *Program) file(name string) string { return filepath.Join(p.folder, name) }

// work returns the path of the program's working directory.
func work(scratch string) string { return filepath.Join(scratch, workFolder) }

// Goals returns the goals that count, in the order of the text. Outcome.Covered has the same indices.
func (p *Program) Goals() []goal.Goal { return p.goals }

// File returns the index in Options.Programs of the file that contains the goal with the given index.
func (p *Program) File(index int) int {
	file := 0
	for file+1 < len(p.units) && p.units[file+1].first <= index {
		file++
	}
	return file
}
