package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/budget"
	"fizzer/fizzer/cc"
	"fizzer/fizzer/confined"
	"fizzer/fizzer/harness"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/plain"
	"fizzer/testcomp/replay"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// Options that say how the files of a program become a program.
const (
	compilerOption = "cflags"
	linkerOption   = "ldflags"
	databaseOption = "compile-commands"
	buildOption    = "p"
)

// Options that say what the inputs of a program are.
const (
	inputOption = "input"
	entryOption = "entry"
)

// buildOptions are the options of every command that builds a program.
func buildOptions() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: compilerOption,
			Usage: "`OPTIONS` of the compiler: -I, -isystem, -iquote, -D, -U, -include, -std, and -f and -m about the language; " +
				"these may also be given by themselves, as -Iinc -DX=1; can be repeated"},
		&cli.StringSliceFlag{Name: inputOption,
			Usage: "`KIND` of input of the program: stdin, argv, env:NAME, file:NAME, or nondet for the functions __VERIFIER_nondet_TYPE; " +
				"can be repeated; default: nondet, or the bytes of LLVMFuzzerTestOneInput in a program without main"},
		&cli.StringFlag{Name: entryOption, Usage: "test `FUNCTION`: its parameters are the inputs; see fizzer help harness"},
		&cli.StringFlag{Name: databaseOption,
			Usage: "compilation database `FILE` (compile_commands.json) that says how the given files are compiled"},
		&cli.StringFlag{Name: buildOption, Usage: "folder `DIR` of a build with compile_commands.json"},
		&cli.StringSliceFlag{Name: linkerOption,
			Usage: "`OPTIONS` of the linker: libraries -lNAME, -L, static libraries; -l and -L may also be given by themselves; can be repeated"},
	}
}

// ofProgram are the options of a run that say which program it is for, and how it is built.
func ofProgram() (names []string) {
	for _, flag := range taskOptions() {
		if name := flag.Names()[0]; name != "sandbox" {
			names = append(names, name)
		}
	}
	return names
}

// absolutePaths are the options whose value is a file or folder; a run keeps their absolute paths.
var absolutePaths = []string{"property", "dictionary", databaseOption, buildOption}

// named is what the command line names as the program.
type named struct {
	Files  []string // a task, or the files of a program; an executable stands for those of which it was built
	Folder string   // absolute; relative paths in options are relative to it
}

// compilerWords turns the options of compilers, as users and builds write them, into options of ours with these as their values.
func compilerWords(app *cli.App, arguments []string) []string {
	if len(arguments) < 2 || arguments[1] == completeWord {
		return arguments
	}
	command := app.Command(arguments[1])
	if command == nil {
		command = app.Command(defaultCommand)
	}
	if !slices.ContainsFunc(command.Flags, func(f cli.Flag) bool { return f.Names()[0] == compilerOption }) {
		return arguments
	}
	turned := arguments[:1:1]
	for i := 1; i < len(arguments); i++ {
		word := arguments[i]
		if word == "--" {
			return append(turned, arguments[i:]...)
		}
		option, apart := compilerOptionOf(command.Flags, word)
		switch {
		case i > 1 && takesValue(command.Flags, arguments[i-1]), option == "":
			turned = append(turned, word)
		case apart && i+1 < len(arguments):
			i++
			turned = append(turned, "--"+option, flags.Quote(word, arguments[i]))
		default:
			turned = append(turned, "--"+option, flags.Quote(word))
		}
	}
	return turned
}

// ignored are options of compilers about optimisation, warnings, debugging and the data model, without their dash.
var ignored = regexp.MustCompile(`^(?:O[0-9a-z]?|W[a-z].*|g(?:[0-9]|gdb[0-9]?)?|m32|m64)$`)

// compilerOptionOf returns which option of ours takes a word as its value, empty if it is no option of a compiler; apart: the word's own
// value is the next word.
func compilerOptionOf(own []cli.Flag, word string) (option string, apart bool) {
	name := strings.TrimPrefix(word, "-")
	known := func(f cli.Flag) bool { return slices.Contains(f.Names(), name) }
	if name == word || strings.HasPrefix(name, "-") || slices.ContainsFunc(own, known) {
		return "", false
	}
	for _, begin := range []string{"isystem", "iquote", "idirafter", "include", "I", "D", "U"} {
		if strings.HasPrefix(name, begin) {
			return compilerOption, name == begin
		}
	}
	for _, begin := range []string{"l", "L"} {
		if strings.HasPrefix(name, begin) {
			return linkerOption, name == begin
		}
	}
	if strings.HasPrefix(name, "std=") || name == "pthread" || flags.PassedOn(word) || ignored.MatchString(name) {
		return compilerOption, false
	}
	return "", false
}

// options are the values of the options that say how a program is built, by name.
type options map[string][]string

// optionsOf returns those of the command line.
func optionsOf(c *cli.Context) options {
	o := options{}
	for _, flag := range taskOptions() {
		if name := flag.Names()[0]; c.IsSet(name) {
			o[name] = valuesOf(c, flag)
		}
	}
	return o
}

// under returns the options of a recorded run with the policy for missing layers of the sandbox that this command line gives: the
// recorded one was for another command, and perhaps for another machine.
func (o options) under(c *cli.Context) options {
	now := options{}
	maps.Copy(now, o)
	delete(now, "sandbox")
	if c.IsSet("sandbox") {
		now["sandbox"] = []string{c.String("sandbox")}
	}
	return now
}

// words returns the words in the values of an option that can be repeated.
func (o options) words(option string) (words []string, err error) {
	for _, value := range o[option] {
		split, err := flags.Split(value)
		if err != nil {
			return nil, usage("--%s %q: %v", option, value, err)
		}
		words = append(words, split...)
	}
	return words, nil
}

// readTask reads what the command line names and applies the options that override or complete it. Notes for the user go to notes. The
// compiler that may be asked for the program's functions ends with ctx and has the limits; if ctx ends it, the task is there, but lacks
// its harness (isInterruption).
func readTask(ctx context.Context, l limits, o options, n named, notes io.Writer) (*task.Task, error) {
	t, err := readFiles(ctx, o, n, notes)
	if err != nil {
		return nil, err
	}
	return t, addHarness(ctx, l, o, t)
}

// readFiles is readTask without the harness, for which nothing is started. If ctx ends it, there is no task.
func readFiles(ctx context.Context, o options, n named, notes io.Writer) (*task.Task, error) {
	type noted struct {
		task  *task.Task
		notes bytes.Buffer
	}
	read, err := budget.Within(ctx, func() (r *noted, err error) {
		r = &noted{}
		r.task, err = readNamed(o, n, &r.notes)
		return r, err
	})
	if read == nil {
		return nil, err
	}
	if read.notes.Len() > 0 {
		_, _ = notes.Write(read.notes.Bytes()) // they do not matter so much as the run
	}
	return read.task, err
}

// readNamed is readFiles for as long as it takes.
func readNamed(o options, n named, notes io.Writer) (*task.Task, error) {
	programs, executables := n.parts()
	t := &task.Task{DataModel: task.LP64}
	var err error
	if len(programs) > 0 || len(executables) == 0 {
		if t, err = readPrograms(programs); err != nil {
			return nil, err
		}
	}
	if err := addOptions(o, n, t, notes); err != nil {
		return nil, err
	}
	if err := addBuilt(o, n, t, executables); err != nil {
		return nil, err
	}
	if len(t.Programs) > task.MaxPrograms {
		return nil, &inputError{task.ErrManyPrograms}
	}
	if model := o["data-model"]; len(model) > 0 && model[0] != "" {
		if t.DataModel, err = task.ParseDataModel(strings.ToUpper(model[0])); err != nil {
			return nil, usage("--data-model: %v", err)
		}
	}
	return t, nil
}

// addHarness adds the C file that gives the program its inputs, if it needs one.
func addHarness(ctx context.Context, l limits, o options, t *task.Task) (err error) {
	read := *t // what goes on behind ctx does not see the change
	found, err := budget.Within(ctx, func() (planned, error) { return planHarness(o, &read) })
	if err == nil && found.maker != nil {
		found.harness, err = fromObjects(ctx, l, o, t, found.maker)
	}
	t.Harness = found.harness
	return err
}

// planned is the C file that gives a program its inputs, or how it is made. The zero value: the program needs none.
type planned struct {
	harness *task.Harness
	maker   harnessMaker // nil: nothing has to be compiled for it
}

// planHarness returns the harness of a program as far as its text tells.
func planHarness(o options, t *task.Task) (p planned, err error) {
	inputs, err := harness.Parse(o[inputOption])
	if err != nil {
		return p, usage("--%s: %v", inputOption, err)
	}
	if t.Definition != "" && inputs.Empty() && len(o[entryOption]) == 0 {
		return p, nil // of the competition: it calls input functions
	}
	texts, err := textsOf(t)
	if err != nil {
		return p, err
	}
	entry := ""
	if values := o[entryOption]; len(values) > 0 {
		entry = values[0]
	}
	switch {
	case entry != "" && !inputs.Empty():
		return p, usage("--%s calls a function in place of the program's main, so --%s gives nothing", entryOption, inputOption)
	case entry != "":
		p.maker = forEntry(entry, texts)
	case !inputs.Empty():
		p.harness, err = inputs.ForMain(texts)
	case len(o[inputOption]) == 0 && harness.IsFuzzTarget(texts):
		p.harness, err = harness.ForFuzzTarget(texts)
	case len(o[inputOption]) == 0 && harness.MayBeFuzzTarget(texts):
		p.maker = forFuzzTarget(texts)
	}
	return p, err
}

// textsOf returns the texts of the program's files.
func textsOf(t *task.Task) (texts [][]byte, err error) {
	for _, program := range t.Programs {
		text, err := files.Read(program, files.MaxSource)
		if err != nil {
			return nil, &task.Error{Path: program, Reason: task.Missing, Err: err}
		}
		texts = append(texts, text)
	}
	return texts, nil
}

// formatOf returns what the values of a test mean for the task that these options made; nil: only its harness knows.
func formatOf(o options, t *task.Task) (*harness.Format, error) {
	if t.Harness == nil {
		return nil, nil
	}
	inputs, err := harness.Parse(o[inputOption])
	if err != nil {
		return nil, usage("--%s: %v", inputOption, err)
	}
	texts, err := textsOf(t)
	if err != nil {
		return nil, err
	}
	entry := o[entryOption]
	if len(entry) > 0 && entry[0] != "" && entry[0] != harness.FuzzTarget {
		return nil, nil
	}
	return harness.FormatOf(inputs, inputs.Empty(), texts), nil
}

// forEntry makes the harness for a function of the program, of which gcc tells the signature.
func forEntry(entry string, texts [][]byte) harnessMaker {
	return func(ctx context.Context, confine confined.Options, objects []string, err error) (*task.Harness, error) {
		if err != nil {
			return nil, err
		}
		h, err := harness.ForFunction(ctx, confine, entry, objects, texts)
		if cause := context.Cause(ctx); cause != nil {
			return nil, cause
		}
		if err != nil {
			return nil, usage("--%s: %v", entryOption, err)
		}
		return h, nil
	}
}

// forFuzzTarget makes the harness for a fuzz target whose main function the preprocessor leaves out, nil if the program has one. A
// program that gcc does not compile is taken as one with a main function: what builds it tells what is wrong.
func forFuzzTarget(texts [][]byte) harnessMaker {
	return func(_ context.Context, _ confined.Options, objects []string, err error) (*task.Harness, error) {
		var failed *replay.CompileError
		if errors.As(err, &failed) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if defined, err := harness.DefinesFuzzTarget(objects); err != nil || !defined {
			return nil, err
		}
		return harness.ForFuzzTarget(texts)
	}
}

// harnessMaker makes a harness of object files, or of the error with which gcc failed. What else it starts is confined by these options.
type harnessMaker func(ctx context.Context, confine confined.Options, objects []string, err error) (*task.Harness, error)

// fromObjects returns the harness that a function makes of what gcc makes of the program's files, or of the error. When it returns, the
// files are removed, even if ctx has ended and a step goes on.
func fromObjects(ctx context.Context, l limits, o options, t *task.Task, of harnessMaker) (*task.Harness, error) {
	scratch, remove, err := temporaryFolder()
	if err != nil {
		return nil, err
	}
	defer remove()
	read := *t
	return budget.Within(ctx, func() (*task.Harness, error) { return compiled(ctx, l, o, &read, scratch, of) })
}

// compiled is fromObjects with a folder, for as long as it takes.
func compiled(ctx context.Context, l limits, o options, t *task.Task, scratch string, of harnessMaker) (*task.Harness, error) {
	sources, err := source.CopyTask(ctx, t, filepath.Join(scratch, "source"))
	if err != nil {
		return nil, err
	}
	options := l.bind(replay.Options{Programs: t.Programs, Sources: sources, DataModel: t.DataModel, Scratch: scratch})
	if policy := o["sandbox"]; len(policy) > 0 {
		if options.Policy, err = policyOf(policy[0]); err != nil {
			return nil, err
		}
	}
	objects, err := replay.Debug(ctx, options)
	if ctx.Err() != nil {
		return nil, cmp.Or(err, context.Cause(ctx))
	}
	return of(ctx, confined.Options{Policy: options.Policy, Memory: l.memory, Started: options.Started, Ended: options.Ended}, objects, err)
}

func harnessCommand() *cli.Command {
	return &cli.Command{
		Name:      "harness",
		Usage:     "print the C file that gives a program its inputs, as --entry or --input make it",
		ArgsUsage: "FILE.c...",
		Description: "The file can be edited and given as one more file of the program, in place of the option.\n" +
			"Where it calls fizzer_program_main, add -Dmain=fizzer_program_main for the other files.",
		Flags: append(taskOptions(), limitOptions()...),
		Action: bounded(readToolLimits, func(c *cli.Context, l limits) error {
			t, err := taskHere(c, l, 0)
			if err != nil {
				return err
			}
			if t.Harness == nil {
				return usage("the program has no harness: give --%s or --%s", entryOption, inputOption)
			}
			_, err = io.WriteString(c.App.Writer, t.Harness.Text)
			return err
		}),
	}
}

// readPrograms returns the task of a definition, or of one or more files of a program.
func readPrograms(paths []string) (*task.Task, error) {
	if len(paths) == 0 {
		return nil, usage("name a task or a program")
	}
	t, err := task.Read(paths[0])
	if hint := cc.Hint(paths[0]); err != nil && hint != "" {
		return nil, &inputError{fmt.Errorf("%s: %s", paths[0], hint)}
	}
	if err != nil {
		return nil, err
	}
	for _, path := range paths[1:] {
		other, err := task.Read(path)
		if err != nil {
			return nil, err
		}
		if t.Definition != "" || other.Definition != "" {
			return nil, usage("name one task definition, or the files of one program (.c or .i), not %d files", len(paths))
		}
		t.Programs = append(t.Programs, path)
	}
	return t, nil
}

// addOptions adds the options of compiler and linker to the task.
func addOptions(o options, n named, t *task.Task, notes io.Writer) error {
	words, err1 := o.words(compilerOption)
	libraries, err2 := o.words(linkerOption)
	if err := errors.Join(err1, err2); err != nil {
		return err
	}
	compile, left, err := flags.Parse(n.Folder, words)
	if err != nil {
		return usage("--%s: %v", compilerOption, err)
	}
	for _, file := range n.Files {
		if flags.Archive(file) {
			absolute, err := filepath.Abs(file)
			if err != nil {
				return err
			}
			libraries = append(libraries, absolute)
		}
	}
	link, without, err := flags.ParseLink(n.Folder, libraries)
	if err != nil {
		return usage("--%s: %v", linkerOption, err)
	}
	if slices.Contains(words, "-pthread") {
		link.Libraries = append(link.Libraries, "-pthread")
	}
	if left = append(left, without...); len(left) > 0 {
		fmt.Fprintf(notes, "fizzer: note: without effect here: %s\n", plain.Line(strings.Join(left, " ")))
	}
	if !compile.Empty() {
		t.Compile = slices.Repeat([]flags.Compile{compile}, len(t.Programs))
	}
	if err := addDatabase(o, n, t, words, notes); err != nil {
		return err
	}
	if compile.Bits == 32 {
		t.DataModel = task.ILP32
	}
	t.Link = link
	return nil
}

// addDatabase sets how each file is compiled to what a compilation database says, and the words of the command line behind that. Of several
// ways to compile a file it takes the first, and says so in a note.
func addDatabase(o options, n named, t *task.Task, words []string, notes io.Writer) error {
	var path string
	if values := o[buildOption]; len(values) > 0 {
		path = filepath.Join(flags.Inside(n.Folder, values[0]), "compile_commands.json")
	}
	if values := o[databaseOption]; len(values) > 0 {
		path = flags.Inside(n.Folder, values[0])
	}
	if path == "" {
		return nil
	}
	content, err := files.Read(path, files.MaxSource)
	if err != nil {
		return &inputError{fmt.Errorf("%s: %w; let cmake write it by -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, or another build by bear", path, err)}
	}
	commands, err := flags.ReadCommands(content)
	if err != nil {
		return &inputError{fmt.Errorf("%s: %w", path, err)}
	}
	t.Compile = nil
	for _, program := range t.Programs {
		absolute, err := filepath.Abs(program)
		if err != nil {
			return err
		}
		ways, err := flags.Find(commands, absolute)
		if err != nil {
			return usage("%s: %s: %v", path, program, err)
		}
		if len(ways) == 0 {
			return usage("%s has no entry for %s", path, program)
		}
		tellWays(notes, program, ways)
		compile := ways[0]
		own, _, err := flags.Parse(n.Folder, words)
		if err != nil {
			return usage("--%s: %v", compilerOption, err)
		}
		compile.Add(&own)
		compile.Root = n.Folder
		if compile.Bits == 32 {
			t.DataModel = task.ILP32
		}
		t.Compile = append(t.Compile, compile)
	}
	return nil
}

// tellWays writes a note about a file that a build compiles in several ways.
func tellWays(notes io.Writer, program string, ways []flags.Compile) {
	if len(ways) < 2 {
		return
	}
	options := func(c flags.Compile) string { return plain.Line("\"" + strings.Join(c.Arguments(), " ") + "\"") }
	var others []string
	for _, way := range ways[1:] {
		others = append(others, options(way))
	}
	fmt.Fprintf(notes, "fizzer: note: %s is compiled in %d ways: with %s, which is taken here, and with %s; options on the command line come "+
		"behind those of the build\n", plain.Line(program), len(ways), options(ways[0]), strings.Join(others, ", "))
}

// namedHere returns what the arguments name, from the one with this index on.
func namedHere(c *cli.Context, first int) (named, error) {
	folder, err := filepath.Abs(".")
	return named{Files: c.Args().Slice()[min(first, c.Args().Len()):], Folder: folder}, err
}

// alone names one file, as it is called from the current folder.
func alone(file string) (named, error) {
	folder, err := filepath.Abs(".")
	return named{Files: []string{file}, Folder: folder}, err
}

// taskHere reads what the arguments name, from the one with this index on.
func taskHere(c *cli.Context, l limits, first int) (*task.Task, error) {
	program, err := namedHere(c, first)
	if err != nil {
		return nil, err
	}
	return readTask(c.Context, l, optionsOf(c), program, c.App.ErrWriter)
}

// copied copies the program for compilers.
func copied(ctx context.Context, t *task.Task, scratch string) (*source.Program, error) {
	return budget.Within(ctx, func() (*source.Program, error) { return source.CopyTask(ctx, t, filepath.Join(scratch, "source")) })
}
