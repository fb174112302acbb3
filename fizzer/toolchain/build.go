// Package toolchain builds the target from the program: front end (clang), instrumenter, runtime, linker.
package toolchain

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/object"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// Options say what to build and with which tools.
type Options struct {
	Programs     []string        // C files, .c or .i, linked together
	Sources      *source.Program // copies of Programs; nil: Build makes them in Scratch
	Bits         int             // data model: 32 (ILP32) or 64 (LP64)
	Scratch      string          // existing folder for the executables, and for all intermediate files in a folder of their own
	Clang        string          // front end and linker driver
	ClangMajor   int             // its version, 14 to 19
	Instrumenter string          // fizzer-instrument
	Long         bool            // the run will take minutes: spend some seconds more to get a faster target
	Quick        bool            // the target is wanted soon, and may be slow until Target.Faster replaces it
	CPU          time.Duration   // CPU time of the run, of which the tools get shares; 0: no limit
	All          bool            // also record conditions whose outcome follows from others
	Goals        bool            // find the validators' branch goals and the directions that lead to them
	Memory       uint64          // bytes for all tools together; 0: unlimited
	Policy       sandbox.Policy  // what to do if the sandbox lacks a layer; default: continue
	Started      func(pid int)   // called with each sandbox launcher, the ancestor of all tools; may be nil
	Ended        func(pid int)   // called when the launcher and its descendants have ended; may be nil
	Runtime      *Runtime        // compiled for the same Bits by the same Clang; nil: Build compiles its own
}

// Target is a built target.
type Target struct {
	Executable string           // linked with the runtime
	Table      string           // file of the location table, with our names of the program's files
	Locations  *locations.Table // content of Table, with the user's names
	Compiler   string           // the front end
	Quick      bool             // it was optimised less because of Options.Quick: Faster may make a faster one
	Placeless  bool             // Locations has no lines: the text is too long for Options.CPU
	Goals      []Goal           // indexed by the goal numbers in Locations.Goals; none if the front end rejects the marked text

	options     Options  // it was built with them
	bitcode     []string // of the program
	substitutes []string // names that the linker did not find and the instrumenter defined
	effort      []string // options of the instrumenter that say how much it optimised
	second      second
}

// Goal is a goal of one of the program's files.
type Goal struct {
	goal.Goal
	File int // index in Options.Programs
}

// CompileError means that the front end, the instrumenter or the linker rejects the program.
type CompileError struct {
	Program string // file or files
	Stage   string // "compile", "instrument", "link" or "record"
	Message string // the tool's own message; its first error comes first
}

// Error names the program and shows the tool's message.
func (e *CompileError) Error() string {
	return fmt.Sprintf("%s does not %s: %s", e.Program, e.Stage, e.Message)
}

// OptionsFor finds the tools to build the task with. It creates the folder scratch, not those above it. ctx ends the search.
func OptionsFor(ctx context.Context, t *task.Task, scratch string) (Options, error) {
	clang, major, err := FindClang(ctx)
	if err != nil {
		return Options{}, err
	}
	instrumenter, err := FindInstrumenter()
	if err != nil {
		return Options{}, err
	}
	return Options{
		Programs: t.Programs, Bits: t.DataModel.Bits(), Scratch: scratch,
		Clang: clang, ClangMajor: major, Instrumenter: instrumenter,
	}, files.MakeFolder(scratch, 0o755)
}

// Build builds the target. Errors are *CompileError, *MissingError, or failures of the machine.
func Build(ctx context.Context, o Options) (*Target, error) {
	t, err := newTools(ctx, o)
	if err != nil {
		return nil, err
	}
	defer t.close()
	if t.Sources == nil {
		if t.Sources, err = source.Copy(o.Programs, filepath.Join(t.Scratch, "source")); err != nil {
			return nil, err
		}
	}
	if t.Runtime == nil {
		if t.Runtime, err = CompileRuntime(ctx, o); err != nil {
			return nil, err
		}
	}
	front := frontEnd{tools: t}
	bitcode, err := front.compileAll()
	if err != nil {
		return nil, err
	}
	target := &Target{Table: t.path("locations.gob"), Compiler: o.Clang, Goals: front.goals,
		Placeless: t.placeless, options: t.Options, bitcode: bitcode}
	if err := target.instrumentAndLink(t); err != nil {
		return nil, err
	}
	if target.Executable, err = t.adopt(linkedName); err != nil {
		return nil, err
	}
	target.Locations, err = readTable(t, target.Table)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, noOutput(o.Instrumenter, err)
	}
	return target, err
}

// instrumentAndLink makes the executable. A program that is refused because of code that never runs, such as assembly that names what
// nobody defines, is optimised as much as its time allows, at once: the optimiser takes that code out.
func (target *Target) instrumentAndLink(t *tools) error {
	err := target.tryToLink(t)
	var rejected *CompileError
	if errors.As(err, &rejected) && target.optimisable(t) {
		t.Quick, t.thorough, t.attempt, target.substitutes = false, true, 0, nil
		err = target.tryToLink(t)
	}
	return err
}

// optimisable tells whether the program was optimised less than it may be, and did not take too long with the first attempt's options.
func (target *Target) optimisable(t *tools) bool { return (target.Quick || t.attempt > 0) && !t.slow }

// hopeless tells whether the optimiser should come before substitutes for the names that the linker did not find: only assembly uses them
// where others are foreseen, and the program was optimised little.
func (target *Target) hopeless(t *tools) bool {
	return t.foresees() && !t.thorough && target.optimisable(t)
}

// tryToLink instruments and links. If the program still uses undefined names, it is instrumented again with substitutes for
// them. The instrumenter knows which names the C library defines (learnLinker), but not those in assembly and in the user's libraries.
func (target *Target) tryToLink(t *tools) (err error) {
	object := t.path("program.o")
	instrument := func() ([]string, error) {
		target.effort, target.Quick, err = (instrumenter{t}).run(target.bitcode, target.substitutes, object, target.Table)
		if err != nil {
			return nil, err
		}
		return t.link(t.path(linkedName), object)
	}
	if target.substitutes, err = instrument(); err != nil || len(target.substitutes) == 0 {
		return err
	}
	undefined := target.substitutes
	if !target.hopeless(t) {
		undefined, err = instrument()
	}
	if err == nil && len(undefined) > 0 {
		message := strings.Join(undefined, ", ") + " is used by assembly or in a way that no substitute fits; give the file that defines it"
		err = &CompileError{Program: t.names(), Stage: "link", Message: message}
	}
	return err
}

// linkedName is the name of the executable of the ordinary form.
const linkedName = "target"

// adopt moves an executable that the linker has made out of the folder of the compilers.
func (t *tools) adopt(name string) (path string, err error) {
	if path, err = files.Adopt(t.path(name), t.Scratch); err == nil {
		err = isExecutable(path)
	}
	if err != nil {
		return "", noOutput(t.Clang, err)
	}
	return path, nil
}

// isExecutable returns an error if the file is not an executable of this system.
func isExecutable(path string) error {
	file, err := object.Open(path)
	if err != nil {
		return err
	}
	return file.Close()
}

// readTable reads the location table and replaces our names of the program's files by the user's. The file still has ours.
func readTable(t *tools, path string) (*locations.Table, error) {
	table, err := locations.Read(path)
	if err != nil {
		return nil, err
	}
	for i, name := range table.Files {
		table.Files[i] = t.given(name)
	}
	return table, nil
}
