// Package sanitize builds the original program with clang's sanitizers, runs recorded inputs on that build in a sandbox, and reads what
// the sanitizers report. The addresses in their reports are turned into functions and lines here, because a program in the sandbox
// cannot start a symbolizer.
package sanitize

import (
	"bytes"
	"context"
	"embed"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fizzer/fizzer/confined"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/files"
	"fizzer/testcomp/source"
)

//go:embed c
var texts embed.FS

// Inputs returns the C source of input functions that return the values of a recorded run. Another file has to define the values.
func Inputs() []byte { return embedded("inputs.c") }

func embedded(name string) []byte {
	content, err := texts.ReadFile("c/" + name)
	if err != nil {
		panic(err) // it is embedded
	}
	return content
}

// The sanitizers.
const (
	Address   = "address"   // accesses beyond objects and after their end
	Undefined = "undefined" // overflow of signed integers, shifts, null pointers, and the like
	Memory    = "memory"    // conditions and addresses that depend on uninitialised memory
)

// Sanitizers lists all sanitizers.
var Sanitizers = []string{Address, Undefined, Memory}

// Options say what to build.
type Options struct {
	Sources    *source.Program
	Bits       int      // data model
	Sanitizers []string // some of Sanitizers
	Clang      string
	Scratch    string // existing folder of its own for the executables, and in folders of their own for what compilers and runs write
	Memory     uint64 // bytes for the compiler and its children, and for a run; 0: unlimited
	Policy     sandbox.Policy
	Started    func(pid int)
	Ended      func(pid int) // both called with each launcher of a sandbox; may be nil
}

// Build is a program with sanitizers, as one executable or two. It is not safe for concurrent use.
type Build struct {
	options     Options
	folder      string // in the scratch folder, for what compilers make
	executables []executable
	box         *sandbox.Sandbox // of the runs
	version     string           // of the compiler, as it says itself
}

// Version returns what the compiler says of itself.
func (b *Build) Version() string { return b.version }

// executable is a build with sanitizers that can be combined.
type executable struct {
	path       string
	sanitizers []string
	places     places
}

// Flags are the options of the compiler beside those of the sanitizers and the data model; the same as in reproduce.sh of a crash.
var Flags = []string{"-g", "-O0", "-std=gnu11", "-w", "-D__alias__(x)=", "-Wno-error=implicit-function-declaration",
	"-Wno-error=implicit-int", "-fno-omit-frame-pointer"}

// New builds the program. The cost is that of clang. The error says which sanitizer is missing, or what clang reports.
func New(ctx context.Context, o Options) (*Build, error) {
	b := &Build{options: o}
	tool, err := sandbox.FindTool(o.Clang)
	if err == nil {
		b.folder, err = files.MakeBuild(o.Scratch)
	}
	if err != nil {
		return nil, fmt.Errorf("sanitizers: %w", err)
	}
	tools, err := sandbox.Open(sandbox.Options{Policy: o.Policy, Show: tool.Show, Give: []string{o.Sources.Folder}, Keep: []string{b.folder},
		Proc: true, Memory: o.Memory, Started: o.Started, Ended: o.Ended})
	if err != nil {
		return nil, fmt.Errorf("sanitizers: %w", err)
	}
	defer tools.Close()
	var said bytes.Buffer
	ask := sandbox.Command{Path: tool.Path, Arguments: []string{o.Clang, "--version"}, Environment: tool.Environment(b.folder),
		Folder: b.folder, Profile: sandbox.Compiler}
	if err := tools.Run(ctx, ask, &said, nil); err != nil {
		return nil, fmt.Errorf("sanitizers: %w", err)
	}
	b.version, _, _ = strings.Cut(said.String(), "\n")
	for _, name := range []string{"inputs.c", "values.c"} {
		if err := files.Write(filepath.Join(b.folder, name), embedded(name), 0o600); err != nil {
			return nil, fmt.Errorf("sanitizers: %w", err)
		}
	}
	compiler := compiler{tools, tool, &b.options, b.folder}
	for _, group := range [][]string{{Address, Undefined}, {Memory}} { // MemorySanitizer goes with no other
		wanted := slices.DeleteFunc(slices.Clone(group), func(s string) bool { return !slices.Contains(o.Sanitizers, s) })
		if len(wanted) == 0 {
			continue
		}
		path, err := compiler.link(ctx, wanted)
		if err == nil {
			path, err = files.Adopt(path, o.Scratch)
		}
		if err != nil {
			return nil, fmt.Errorf("sanitizers: %w", err)
		}
		b.executables = append(b.executables, executable{path: path, sanitizers: wanted})
	}
	_ = tools.Close() // what a compiler left must not be beside the next step
	return b, b.openBox()
}

// compiler compiles with sanitizers.
type compiler struct {
	tools   *sandbox.Sandbox
	tool    sandbox.Tool
	options *Options
	folder  string // for what it makes
}

// link returns the executable with these sanitizers, in the compilers' folder.
func (c compiler) link(ctx context.Context, sanitizers []string) (string, error) {
	path := filepath.Join(c.folder, strings.Join(sanitizers, "-"))
	flags := append([]string{fmt.Sprintf("-m%d", c.options.Bits), "-fPIE", "-fsanitize=" + strings.Join(sanitizers, ",")}, Flags...)
	link := append(slices.Clone(flags), "-pie", "-o", path)
	for i, file := range c.options.Sources.Files {
		object := fmt.Sprintf("%s.%d.o", path, i)
		if err := c.run(ctx, append(slices.Concat(flags, file.Options()), "-c", file.Path, "-o", object)...); err != nil {
			return "", err
		}
		link = append(link, object)
	}
	for _, name := range []string{"inputs.c", "values.c"} {
		link = append(link, filepath.Join(c.folder, name))
	}
	link = append(link, c.options.Sources.Libraries...)
	return path, c.run(ctx, append(link, "-lm")...)
}

// compilerFileBytes bounds each file that the compiler writes.
const compilerFileBytes = 1 << 30

func (c compiler) run(ctx context.Context, arguments ...string) error {
	var messages bytes.Buffer
	err := c.tools.Run(ctx, sandbox.Command{
		Path: c.tool.Path, Arguments: append([]string{c.options.Clang}, arguments...), Environment: c.tool.Environment(c.folder),
		Folder: c.folder, Profile: sandbox.Compiler, FileBytes: compilerFileBytes,
	}, nil, &messages)
	var failed *sandbox.ExitError
	if errors.As(err, &failed) && ctx.Err() == nil {
		first, _, _ := strings.Cut(strings.TrimSpace(messages.String()), "\n")
		return fmt.Errorf("%s: %s; is its package of sanitizers there, such as libclang-rt-19-dev?", c.options.Clang,
			c.options.Sources.Given(first))
	}
	return err
}

const (
	runBytes       = 4 << 30          // memory of a run, with the shadow of its memory
	runTime        = 10 * time.Second // wall time of a run
	reportBytes    = 1 << 20          // of a report that are read
	programFile    = 16 << 20         // bytes of a file that the program writes
	maxDescriptors = 1024
)

// openBox opens the sandbox of the runs. They see a /proc of their own, because sanitizers look up their memory there.
func (b *Build) openBox() (err error) {
	work := filepath.Join(b.options.Scratch, "work")
	if err := errors.Join(os.RemoveAll(work), os.Mkdir(work, 0o700)); err != nil {
		return fmt.Errorf("sanitizers: %w", err)
	}
	var show []string
	for _, e := range b.executables {
		show = append(show, e.path)
	}
	memory := uint64(runBytes)
	if b.options.Memory > 0 {
		memory = min(memory, b.options.Memory)
	}
	b.box, err = sandbox.Open(sandbox.Options{Policy: b.options.Policy, Show: show, Private: work, Proc: true, Memory: memory,
		Started: b.options.Started, Ended: b.options.Ended})
	if err != nil {
		return fmt.Errorf("sanitizers: %w", err)
	}
	missing, why := b.box.Missing()
	for i, layer := range missing {
		if layer == sandbox.Namespaces || layer == sandbox.View {
			_ = b.box.Close()
			return fmt.Errorf("sanitizers need a /proc of the sandbox's own, and it lacks %s (%s)", layer, why[i])
		}
	}
	return nil
}

// Close ends the sandbox of the runs.
func (b *Build) Close() error { return b.box.Close() }

// Run runs the program with the values of a recorded run and returns what the sanitizers report, in the order of their reports.
// aborts tells whether a call of abort is reported, too. The cost is that of starting a process with sanitizers, some tens of
// milliseconds, for each of the executables.
func (b *Build) Run(ctx context.Context, input trace.Input, aborts bool) (all []Finding, err error) {
	for i := range b.executables {
		found, err := b.runOne(ctx, &b.executables[i], input, aborts)
		if err != nil {
			return nil, fmt.Errorf("sanitizers: %w", err)
		}
		all = append(all, found...)
	}
	return all, nil
}

func (b *Build) runOne(ctx context.Context, e *executable, input trace.Input, aborts bool) ([]Finding, error) {
	values, err := files.InMemory("values", encode(input))
	if err != nil {
		return nil, err
	}
	defer values.Close()
	report, err := files.InMemory("report", nil)
	if err != nil {
		return nil, err
	}
	defer report.Close()
	if b.box.Gone() { // a run has exceeded the limit of memory
		_ = b.box.Close()
		if err := b.openBox(); err != nil {
			return nil, err
		}
	}
	process, err := b.box.Start(sandbox.Command{
		Path: e.path, Arguments: []string{"program"}, Environment: environment(aborts), Files: []*os.File{nil, nil, nil, values, report},
		Profile: sandbox.Sanitized, Bits: b.options.Bits, CPU: runTime, FileBytes: programFile, Descriptors: maxDescriptors,
		Fixed: true, Left: sandbox.Removed,
	})
	if err != nil {
		return nil, err
	}
	select {
	case <-process.Ended():
	case <-ctx.Done():
	case <-time.After(runTime):
	}
	process.Kill()
	<-process.Ended()
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	text, err := io.ReadAll(io.NewSectionReader(report, 0, reportBytes))
	if err != nil {
		return nil, err
	}
	o := &b.options
	reading := confined.Options{Policy: o.Policy, Memory: o.Memory, Started: o.Started, Ended: o.Ended}
	return e.findings(ctx, reading, string(text), process.Wait())
}

// environment configures the sanitizers.
func environment(aborts bool) []string {
	common := fmt.Sprintf("symbolize=0:detect_leaks=0:disable_coredump=0:handle_abort=%d:allocator_may_return_null=1", map[bool]int{true: 1}[aborts])
	return []string{"LC_ALL=C", "ASAN_OPTIONS=" + common + ":detect_stack_use_after_return=1", "MSAN_OPTIONS=" + common,
		"UBSAN_OPTIONS=" + common + ":print_stacktrace=1"}
}

// encode returns the values of a run as values.c reads them.
func encode(input trace.Input) []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(input.Reads)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(input.Bytes)))
	for _, read := range input.Reads {
		out = binary.LittleEndian.AppendUint16(out, read.Size)
	}
	return append(out, input.Bytes...)
}
