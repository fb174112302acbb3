// Package replay runs the tests of a suite as the validator TestCov does, and counts the goals that they reach.
//
// The program is compiled by gcc with the options of TestCov, coverage code included, so that it behaves as there. Beside
// it comes a harness of our own. Each goal sets a byte of an array; the functions of libgcov by which the coverage code
// writes its data are replaced by ones that copy the array into memory shared with us. So the goals of a test count
// exactly when gcov would have written them: at a normal end, before abort() and __assert_fail, but not at a crash or
// when the time is up. A goal leaves an entry in a section of the executable beside its code, so that one for which gcc
// makes no code is known, and is not counted.
package replay

import (
	"bytes"
	"context"
	"debug/elf"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"fizzer/libfizzer"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/task"
)

//go:embed c/harness.c
var harness []byte

// Options say what to build and how to run it. The fields without a default are needed.
type Options struct {
	Program     string            // a C file; preprocessed when its name ends with .i
	DataModel   task.DataModel    //
	Property    property.Property // Branches or Error
	Scratch     string            // existing directory for the executable and for what the program writes
	Compiler    string            // default "gcc"
	TimeLimit   time.Duration     // wall time of one run; default 3 s, as TestCov
	MemoryLimit int64             // bytes that one run may occupy; default 2 GB, as TestCov
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

// Program is a program that is ready to run tests. It is safe for concurrent use.
type Program struct {
	options    Options
	executable string
	goals      []goal.Goal
	numbers    []int  // of each goal, its number among all that were placed
	placed     int    // goals that were placed, those without code included
	source     []byte // the program as it was given
}

// CompileError says that gcc does not compile the program. TestCov cannot run its tests either.
type CompileError struct {
	Program  string
	Messages string // all that gcc said
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

// Names shared with the harness.
const (
	goalArray   = "__testcomp_goals"
	goalCount   = "__testcomp_goal_count"
	goalSection = ".testcomp_goals"
)

// mark returns the statement that notes a goal: it sets its byte, and leaves its number in a section of the object file,
// unless gcc drops the statement.
func mark(number int) string {
	return fmt.Sprintf(`%s[%d]=1;__asm__ volatile(".pushsection %s,\"\",@progbits\n.long %d\n.popsection");`, goalArray, number, goalSection, number)
}

// Build compiles the program. The error is a *CompileError when the program is at fault, wraps goal.ErrUnsupported for a
// property without goals in the text, and names the remedy when gcc is missing. The cost is that of gcc.
func Build(ctx context.Context, options Options) (*Program, error) {
	p := &Program{options: options.withDefaults()}
	var err error
	if p.source, err = os.ReadFile(options.Program); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	if p.options.Scratch, err = filepath.Abs(options.Scratch); err != nil {
		return nil, fmt.Errorf("replay: %w", err)
	}
	text, err := p.preprocessed(ctx)
	if err != nil {
		return nil, err
	}
	placement, err := goal.Place(text, goal.Options{Property: options.Property, Mark: mark, Dump: "__gcov_dump()"})
	if err != nil {
		return nil, fmt.Errorf("replay of %s: %w", options.Program, err)
	}
	if err := p.compile(ctx, placement); err != nil {
		return nil, err
	}
	return p, p.keepLive(placement.Goals)
}

// preprocessed returns the program without directives but line markers.
func (p *Program) preprocessed(ctx context.Context) ([]byte, error) {
	if filepath.Ext(p.options.Program) == ".i" {
		return p.source, nil
	}
	return p.gcc(ctx, p.options.DataModel.CompilerFlag(), "-E", p.options.Program)
}

// compile makes the executable from the marked program and the harness.
func (p *Program) compile(ctx context.Context, placement *goal.Placement) error {
	p.placed = len(placement.Goals)
	var text bytes.Buffer
	fmt.Fprintf(&text, "extern unsigned char %s[]; extern void __gcov_dump(void);\n# 1 %q\n", goalArray, p.options.Program)
	text.Write(placement.Text)
	fmt.Fprintf(&text, "\nunsigned char %s[%d]; const unsigned int %s = %d;\n", goalArray, max(p.placed, 1), goalCount, p.placed)
	program, driver := p.file("program.c"), p.file("harness.c")
	if err := errors.Join(
		os.WriteFile(program, text.Bytes(), 0o600), os.WriteFile(driver, harness, 0o600),
		p.writeCage(), os.MkdirAll(p.file(workFolder), 0o700),
	); err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	model := p.options.DataModel.CompilerFlag()
	p.executable = p.file("program")
	for _, arguments := range [][]string{
		{"-std=gnu11", model, "-w", "-D__alias__(x)=", "-DGCOV", "--coverage", "-c", program, "-o", p.file("program.o")},
		{"-std=gnu11", model, "-O1", "-c", driver, "-o", p.file("harness.o")},
		{"-std=gnu11", model, "-O1", "-c", p.file("cage.c"), "-o", p.file("cage.o")},
		{model, p.file("program.o"), p.file("harness.o"), p.file("cage.o"), "-o", p.executable, "-lm"},
	} {
		if _, err := p.gcc(ctx, arguments...); err != nil {
			return err
		}
	}
	return nil
}

// workFolder is the only folder in which a program under replay may change files.
const workFolder = "work"

// writeCage puts the cage's sources beside the harness.
func (p *Program) writeCage() error {
	for _, name := range []string{"cage.c", "cage.h", "layout.h"} {
		text, err := libfizzer.Sources.ReadFile("c/" + name)
		if err != nil {
			return err
		}
		if err := os.WriteFile(p.file(name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

func (p *Program) file(name string) string { return filepath.Join(p.options.Scratch, name) }

// gcc runs the compiler and returns its standard output.
func (p *Program) gcc(ctx context.Context, arguments ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, p.options.Compiler, arguments...)
	command.Env = append(os.Environ(), "LC_ALL=C")
	var out, messages bytes.Buffer
	command.Stdout, command.Stderr = &out, &messages
	err := command.Run()
	var failed *exec.ExitError
	switch {
	case err == nil:
		return out.Bytes(), nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("replay: %w", ctx.Err())
	case errors.As(err, &failed):
		return nil, &CompileError{Program: p.options.Program, Messages: messages.String()}
	}
	return nil, fmt.Errorf("replay: %w; install the packages gcc and gcc-multilib", err)
}

// keepLive drops the goals for which gcc made no code.
func (p *Program) keepLive(placed []goal.Goal) error {
	file, err := elf.Open(p.executable)
	if err != nil {
		return fmt.Errorf("replay: %w", err)
	}
	defer file.Close()
	live := make([]bool, len(placed))
	if section := file.Section(goalSection); section != nil {
		data, err := section.Data()
		if err != nil {
			return fmt.Errorf("replay: %w", err)
		}
		for ; len(data) >= 4; data = data[4:] {
			if number := binary.LittleEndian.Uint32(data); number < uint32(len(live)) {
				live[number] = true
			}
		}
	}
	for number, isLive := range live {
		if isLive {
			p.goals = append(p.goals, placed[number])
			p.numbers = append(p.numbers, number)
		}
	}
	return nil
}

// Goals returns the goals that count, in the order of the text. The index is the one in Outcome.Covered.
func (p *Program) Goals() []goal.Goal { return p.goals }
