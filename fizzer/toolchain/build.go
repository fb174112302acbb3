// Package toolchain makes the target from the program: front end (clang), instrumenter, runtime, linker.
package toolchain

import (
	"bytes"
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/locations"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// Options say what to build and with which programs.
type Options struct {
	Programs     []string        // C files, .c or .i, linked together
	Sources      *source.Program // copies of Programs; nil: they are made in Scratch
	Bits         int             // data model: 32 (ILP32) or 64 (LP64)
	Scratch      string          // existing folder for all files made
	Clang        string          // front end and linker driver
	ClangMajor   int             // its version, 14 to 19
	Instrumenter string          // fizzer-instrument
	Long         bool            // the run will take minutes: a faster target is worth some seconds
	CPU          time.Duration   // CPU time of the run, of which the instrumenter gets shares; 0: as much as is worth it in any run
	All          bool            // record also conditions whose outcome follows from others
	Goals        bool            // find the validators' branch goals and the directions that lead to them
	Memory       uint64          // bytes that the tools may have together; 0: unlimited
	Policy       sandbox.Policy  // what to do where the sandbox lacks a layer; default: go on
	Started      func(pid int)   // called with each launcher of a sandbox, from which all tools descend; may be nil
	Ended        func(pid int)   // called when it and they have ended; may be nil
	Runtime      *Runtime        // compiled for the same Bits by the same Clang; nil: compiled for this build alone
}

// Target is what was built.
type Target struct {
	Executable string           // linked with the runtime
	Table      string           // file of the location table
	Locations  *locations.Table // its content
	Compiler   string           // the front end
	Goals      []Goal           // by their numbers in Locations.Goals; none when the front end does not take the marked text

	options     Options  // what it was built with
	bitcode     []string // of the program
	substitutes []string // what it was instrumented with
	effort      []string // options of the instrumenter that say with how much effort
	second      second
}

// Goal is a goal of one of the program's files.
type Goal struct {
	goal.Goal
	File int // index in Options.Programs
}

// CompileError is a program that the front end, the instrumenter or the linker rejects.
type CompileError struct {
	Program string // file or files
	Stage   string // "compile", "instrument", "link" or "record"
	Message string // the tool's own message, first error first
}

// Error names the program and shows the tool's first message.
func (e *CompileError) Error() string {
	return fmt.Sprintf("%s does not %s: %s", e.Program, e.Stage, e.Message)
}

// MissingError is a program or library that the machine lacks.
type MissingError struct {
	What   string
	Remedy string // how to get it
}

// Error names what is missing and the remedy.
func (e *MissingError) Error() string { return e.What + " is missing: " + e.Remedy }

// Front end versions that are looked for, newest first: the instrumenter reads bitcode of LLVM 19 and older.
const (
	newestClang = 19
	oldestClang = 14
)

// FindClang returns the newest usable clang on the path and its major version.
func FindClang() (path string, major int, err error) {
	for major := newestClang; major >= oldestClang; major-- {
		if path, err := exec.LookPath(fmt.Sprintf("clang-%d", major)); err == nil {
			return path, major, nil
		}
	}
	if path, err := exec.LookPath("clang"); err == nil {
		if major, err := clangMajor(path); err == nil && major >= oldestClang && major <= newestClang {
			return path, major, nil
		}
	}
	return "", 0, &MissingError{What: "clang 14 to 19", Remedy: "apt-get install clang-19, or any of clang-14 to clang-18"}
}

// askTime is how long a tool may take to tell its version.
const askTime = 10 * time.Second

func clangMajor(path string) (int, error) {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	command := exec.CommandContext(ctx, path, "-dumpversion")
	command.WaitDelay = time.Second // a process that it left behind may hold its output
	output, err := command.Output()
	if err != nil {
		return 0, err
	}
	major, _, _ := strings.Cut(strings.TrimSpace(string(output)), ".")
	return strconv.Atoi(major)
}

// InstrumenterName is the name of the instrumenter's executable.
const InstrumenterName = "fizzer-instrument"

// FindInstrumenter returns the instrumenter beside this executable, or else on the path.
func FindInstrumenter() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), InstrumenterName)
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	if path, err := exec.LookPath(InstrumenterName); err == nil {
		return path, nil
	}
	return "", &MissingError{What: InstrumenterName, Remedy: "put it beside the fizzer executable (make build makes both)"}
}

// OptionsFor finds the tools to build the task with, in the folder scratch, which it makes.
func OptionsFor(t *task.Task, scratch string) (Options, error) {
	clang, major, err := FindClang()
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
	}, os.MkdirAll(scratch, 0o755)
}

// Build makes the target. Errors are *CompileError, *MissingError, or failures of the machine.
func Build(ctx context.Context, o Options) (*Target, error) {
	b, err := newBuilder(ctx, o)
	if err != nil {
		return nil, err
	}
	defer b.close()
	if b.Sources == nil {
		if b.Sources, err = source.Copy(o.Programs, b.path("source")); err != nil {
			return nil, err
		}
	}
	if b.Runtime == nil {
		if b.Runtime, err = CompileRuntime(ctx, o); err != nil {
			return nil, err
		}
	}
	var bitcode []string
	for i := range b.Sources.Files {
		file, err := b.compileProgram(i)
		if err != nil {
			return nil, err
		}
		bitcode = append(bitcode, file)
	}
	target := &Target{Executable: b.path("target"), Table: b.path("locations.json"), Compiler: o.Clang, Goals: b.goals, options: b.Options,
		bitcode: bitcode}
	if err := b.instrumentAndLink(bitcode, target); err != nil {
		return nil, err
	}
	if err := isExecutable(target.Executable); err != nil {
		return nil, b.nothingLeft(o.Clang, err)
	}
	target.Locations, err = b.readTable(target.Table)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, b.nothingLeft(o.Instrumenter, err)
	}
	return target, err
}

// isExecutable returns an error when the file is no executable of this system.
func isExecutable(path string) error {
	file, err := elf.Open(path)
	if err != nil {
		return err
	}
	return file.Close()
}

// readTable reads the location table, in which our names for the program's files are replaced by the user's.
func (b *builder) readTable(path string) (*locations.Table, error) {
	table, err := locations.Read(path)
	if err != nil {
		return nil, err
	}
	changed := false
	for i, name := range table.Files {
		table.Files[i] = b.given(name)
		changed = changed || table.Files[i] != name
	}
	if changed {
		err = table.Write(path)
	}
	return table, err
}

// given replaces our names for the program's files by the user's in a text.
func (b *builder) given(text string) string {
	for i := range b.Sources.Files {
		text = strings.ReplaceAll(text, b.marked(i), b.Sources.Files[i].Given)
	}
	return b.Sources.Given(text)
}

// instrumentAndLink makes the executable. If the program uses names that nobody defines, it is instrumented again with
// substitutes for them. Only the linker knows which names the C libraries define, so this needs a first attempt to link.
func (b *builder) instrumentAndLink(bitcode []string, target *Target) error {
	object := b.path("program.o")
	var err error
	if target.effort, err = b.instrument(bitcode, nil, object, target.Table); err != nil {
		return err
	}
	undefined, err := b.link(target.Executable, object)
	if err != nil || len(undefined) == 0 {
		return err
	}
	if target.effort, err = b.instrument(bitcode, undefined, object, target.Table); err != nil {
		return err
	}
	target.substitutes = undefined
	undefined, err = b.link(target.Executable, object)
	if err == nil && len(undefined) > 0 {
		message := strings.Join(undefined, ", ") + " is used by assembly or in a way that no substitute fits; give the file that defines it"
		err = &CompileError{Program: b.names(), Stage: "link", Message: message}
	}
	return err
}

type builder struct {
	Options
	ctx   context.Context
	goals []Goal           // marked so far
	box   *sandbox.Sandbox // of the tools; opened when the first is run
}

// close ends the sandbox of the tools.
func (b *builder) close() {
	if b.box != nil {
		_ = b.box.Close() // it has nothing to say
	}
}

// open opens the sandbox, which shows the sources and tools and lets the scratch folder be changed.
func (b *builder) open() (err error) {
	if b.box != nil {
		return nil
	}
	var show, give []string
	if b.Sources != nil {
		give = append(give, b.Sources.Folder)
	}
	for _, name := range []string{b.Clang, b.Instrumenter} {
		if tool, err := sandbox.FindTool(name); err == nil {
			show = append(show, tool.Show...)
		}
	}
	b.box, err = sandbox.Open(sandbox.Options{
		Policy: b.Policy, Show: show, Give: give, Keep: []string{b.Scratch}, Proc: true, Memory: b.Memory, Started: b.Started, Ended: b.Ended,
	})
	return err
}

// newBuilder makes the scratch folder's path absolute: no path of ours is taken for an option then.
func newBuilder(ctx context.Context, o Options) (*builder, error) {
	scratch, err := filepath.Abs(o.Scratch)
	o.Scratch = scratch
	return &builder{Options: o, ctx: ctx}, err
}

func (b *builder) path(name string) string { return filepath.Join(b.Scratch, name) }

func (b *builder) names() string { return strings.Join(b.Programs, ", ") }

// common are the flags of every compilation and of the link.
func (b *builder) common() []string { return []string{fmt.Sprintf("-m%d", b.Bits), "-fno-pie"} }

// run starts a tool and returns what it wrote to its standard error.
func (b *builder) run(program string, arguments ...string) (message string, err error) {
	return b.runLimited(0, program, arguments...)
}

// runLimited is run with a limit of CPU time, in whole seconds, at which the tool is killed; 0: none.
func (b *builder) runLimited(limit time.Duration, program string, arguments ...string) (message string, err error) {
	if err := b.open(); err != nil {
		return "", err
	}
	tool, err := sandbox.FindTool(program)
	if err != nil {
		return "", err
	}
	var stderr bytes.Buffer
	err = b.box.Run(b.ctx, sandbox.Command{
		Path: tool.Path, Arguments: append([]string{program}, arguments...), Environment: tool.Environment(b.Scratch), Folder: b.Scratch,
		Profile: sandbox.Compiler, CPU: limit, FileBytes: fileBytes, Stack: true, // thousands of nested statements
	}, nil, &stderr)
	if b.box.Exceeded() != "" {
		b.close()
		b.box = nil
	}
	message = strings.TrimSpace(stderr.String())
	if trouble := troubleIn(message); trouble != nil && err != nil {
		return message, fmt.Errorf("%s: %w", filepath.Base(program), trouble)
	}
	return message, err
}

// troubles are what the C library says of a machine that has run out of something, and what it is.
var troubles = map[string]error{
	"No space left on device":       unix.ENOSPC,
	"Disk quota exceeded":           unix.EDQUOT,
	"Too many open files in system": unix.ENFILE,
	"Too many open files":           unix.EMFILE,
}

// troubleIn returns what a tool complained of that is no fault of the program.
func troubleIn(message string) error {
	for text, err := range troubles {
		if strings.Contains(message, ": "+text) && (err != unix.EMFILE || !strings.Contains(message, text+" in system")) {
			return err
		}
	}
	return nil
}

// fileBytes bounds what a tool writes into one file.
const fileBytes = 1 << 30

// killed says whether a signal ended the tool.
func killed(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Signaled()
}

// rejected says whether err is a tool's own verdict and not a failure to run it.
func rejected(err error) bool {
	var exit *sandbox.ExitError
	return errors.As(err, &exit) && exit.Status.Exited()
}

// nothingLeft is the error for a tool that did not do its work and did not say why.
func (b *builder) nothingLeft(program string, err error) error {
	name := filepath.Base(program)
	return &MissingError{What: "a working " + name, Remedy: fmt.Sprintf("install %s again; it did not do its work (%v)", name, err)}
}

// missingLibraries is the error for a data model whose headers or libraries are not installed.
func (b *builder) missingLibraries(message string) error {
	if message == "" {
		return b.nothingLeft(b.Clang, errors.New("it failed and said nothing"))
	}
	if b.Bits == 32 {
		return &MissingError{What: "the C library for data model ILP32",
			Remedy: "apt-get install gcc-multilib libc6-dev-i386 (" + firstLine(message) + ")"}
	}
	return &MissingError{What: "the C library for data model LP64", Remedy: "apt-get install gcc libc6-dev (" + firstLine(message) + ")"}
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// frontEndFlags keep the program's behaviour close to that of gcc -O0, which the validators use: no undefined
// behaviour may be exploited when the instrumented program is optimised, and uninitialised variables are zero. Kinds of
// characters are asked by calls of functions and not by look-ups in a table, so that they can be monitored.
func (b *builder) frontEndFlags() []string {
	flags := append(b.common(), "-std=gnu11", "-O0", "-Xclang", "-disable-O0-optnone", "-gline-tables-only", "-gcolumn-info",
		"-fdebug-compilation-dir=/", // otherwise clang cuts off what a file's path and the current folder's have in common
		"-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-U_FORTIFY_SOURCE",
		"-ftrivial-auto-var-init=zero", "-D__alias__(x)=", "-D__NO_CTYPE", "-w", "-Wno-unknown-warning-option",
		"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
		"-Wno-error=incompatible-function-pointer-types", "-Wno-error=incompatible-pointer-types", "-Wno-error=return-type",
		"-fbracket-depth=1000000", // gcc has no limit
		"-fno-caret-diagnostics", "-fno-color-diagnostics")
	if b.ClangMajor < 16 {
		flags = append(flags, "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang")
	}
	return flags
}

func (b *builder) compileProgram(index int) (bitcode string, err error) {
	bitcode = b.path(fmt.Sprintf("program%d.bc", index))
	file := &b.Sources.Files[index]
	if b.Goals {
		if done, err := b.compileMarked(index, file, bitcode); done || err != nil {
			return bitcode, err
		}
	}
	message, err := b.run(b.Clang, append(b.frontEndFlags(), "-emit-llvm", "-c", file.Path, "-o", bitcode)...)
	if rejected(err) {
		err = b.compileDialect(index, file.Path, bitcode, message)
	}
	if rejected(err) && message == "" {
		return "", b.nothingLeft(b.Clang, errors.New("it failed and said nothing"))
	}
	if rejected(err) {
		return "", &CompileError{Program: file.Given, Stage: "compile", Message: b.given(message)}
	}
	return bitcode, err
}

// compileDialect makes bitcode of a program that the front end rejected with a message, if there is a way.
func (b *builder) compileDialect(index int, program, bitcode, message string) error {
	options, err := b.acceptable(index, message)
	if err != nil {
		return err
	}
	flags := append(b.frontEndFlags(), options...)
	_, err = b.run(b.Clang, append(flags, "-emit-llvm", "-c", program, "-o", bitcode)...)
	return err
}

// Optimising may take LLVM minutes for deeply nested programs of some thousand conditions. So each effort gets some CPU time, and
// no more than its share of the run's; when that is over, or the bitcode is too large for it, the next one is taken. The last one
// optimises nothing and takes time linear in the program's size. Before a long run the times are four times as high.
var attempts = []attempt{
	{nil, 5 * time.Second, 12, 600 << 10},
	{[]string{"--light"}, 20 * time.Second, 8, 1 << 20},
	{options: []string{"--plain"}},
}

// attempt is one way to instrument a program. The numbers are picked by hand: of the full effort, that a run of a minute tries it
// for 5 s; bytes, from the times of state machines of 0.2 to 20 MB.
type attempt struct {
	options []string
	time    time.Duration // CPU time at most; 0: any
	share   time.Duration // of the run's CPU time, as one over this
	bytes   int64         // of bitcode that it is worth trying for each second of its time
}

const longFactor = 4

// limit returns the CPU time that an attempt gets, in whole seconds, and the largest bitcode that it is made for.
func (a *attempt) limit(o *Options) (limit time.Duration, large int64) {
	if a.time == 0 {
		return 0, math.MaxInt64
	}
	limit = a.time
	if o.Long {
		limit *= longFactor
	}
	if share := o.shareOf(a.share); share > 0 {
		limit = min(limit, share)
	}
	return limit, int64(limit/time.Second) * a.bytes
}

// shareOf returns a part of the run's CPU time in whole seconds, at least one; 0: the run has no limit.
func (o *Options) shareOf(share time.Duration) time.Duration {
	if o.CPU == 0 {
		return 0
	}
	return max((o.CPU / share).Truncate(time.Second), time.Second)
}

// instrumenterRejects is the instrumenter's exit status for a program that it cannot instrument; others are those of a
// Go program that breaks down, for want of memory, say.
const instrumenterRejects = 1

// instrument makes the object file, and returns the options that say with how much effort.
func (b *builder) instrument(bitcode, substitutes []string, object, table string) (effort []string, err error) {
	arguments, size, err := b.instrumenterArguments(bitcode, substitutes, object, table)
	if err != nil {
		return nil, err
	}
	var message string
	for i := range attempts {
		limit, large := attempts[i].limit(&b.Options)
		if size > large {
			continue
		}
		effort = attempts[i].options
		if message, err = b.runLimited(limit, b.Instrumenter, slices.Concat(arguments, effort)...); limit == 0 || !killed(err) {
			break
		}
	}
	return effort, b.instrumented(message, err)
}

// instrumented turns what became of the instrumenter into an error of the program or of the machine.
func (b *builder) instrumented(message string, err error) error {
	var exit *sandbox.ExitError
	if errors.As(err, &exit) && exit.Status.ExitStatus() == instrumenterRejects {
		return &CompileError{Program: b.names(), Stage: "instrument", Message: b.given(message)}
	}
	if err != nil {
		return fmt.Errorf("instrumenter %s: %w; %s", b.Instrumenter, err, firstLine(message))
	}
	return nil
}

// instrumenterArguments returns the command line of the instrumenter, and the size of the bitcode.
func (b *builder) instrumenterArguments(bitcode, substitutes []string, object, table string) (arguments []string, size int64, err error) {
	arguments = []string{"--monitor", b.Runtime.monitor, "--object", object, "--locations", table}
	for _, library := range b.Runtime.libraries {
		arguments = append(arguments, "--library", library)
	}
	for _, name := range substitutes {
		arguments = append(arguments, "--substitute", name)
	}
	for _, file := range bitcode {
		arguments = append(arguments, "--input", file)
		status, err := os.Stat(file)
		if err != nil {
			return nil, 0, b.nothingLeft(b.Clang, err)
		}
		size += status.Size()
	}
	if b.Long {
		arguments = append(arguments, "--long")
	}
	if b.All {
		arguments = append(arguments, "--all")
	}
	return arguments, size, nil
}

// link makes the executable of the program's object files, or returns the names that are used and defined nowhere, sorted.
func (b *builder) link(executable string, objects ...string) (undefined []string, err error) {
	// The runtime first: its guards come before the program's variables (libfizzer/c/globals.c).
	arguments := append(append(b.common(), "-no-pie", b.Runtime.object), objects...)
	arguments = append(arguments, "-lm", "-o", executable)
	message, err := b.run(b.Clang, arguments...)
	if !rejected(err) {
		return nil, err
	}
	if undefined := undefinedNames(message); len(undefined) > 0 {
		return undefined, nil
	}
	return nil, b.missingLibraries(message)
}

var undefinedReference = regexp.MustCompile("undefined reference to `([^']+)'")

// undefinedNames returns the names in the linker's complaints, sorted, each once.
func undefinedNames(message string) []string {
	var names []string
	for _, match := range undefinedReference.FindAllStringSubmatch(message, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}
