package cli

import (
	"path/filepath"
	"slices"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/cc"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/task"
)

// compilerCommand is the command that stands in the place of a compiler. Main calls it before anything else, because all of its words
// are those of the compiler.
const compilerCommand = "cc"

func ccCommand() *cli.Command {
	return &cli.Command{
		Name:      compilerCommand,
		Usage:     "compile as gcc does, and record how, so that fizzer can test what was built",
		ArgsUsage: "[WORDS OF THE COMPILER]...",
		Description: "Give it to a build in the place of its compiler, as in make CC=\"fizzer cc\". Then fizzer ./PROGRAM tests the executable.\n" +
			"The file fizzer-cc beside fizzer is the same for builds that want one file. FIZZER_CC names the real compiler; default: cc.\n" +
			"See fizzer help building.",
		SkipFlagParsing: true,
	}
}

// compilerCall returns the words for the compiler if the command line stands for one.
func compilerCall(arguments []string) (words []string, is bool) {
	switch {
	case len(arguments) == 0:
		return nil, false
	case filepath.Base(arguments[0]) == cc.Name:
		return arguments[1:], true
	case len(arguments) > 1 && arguments[1] == compilerCommand:
		return arguments[2:], true
	}
	return nil, false
}

// parts returns the files of a program, and the executables that name further ones. Files for the linker are in neither.
func (n *named) parts() (programs, executables []string) {
	for _, file := range n.Files {
		switch {
		case flags.Archive(file):
		case cc.Is(file):
			executables = append(executables, file)
		default:
			programs = append(programs, file)
		}
	}
	return programs, executables
}

// addBuilt adds the sources, options and libraries of executables that the compiler of the tool built. The words of the command line
// stand behind their options.
func addBuilt(o options, n named, t *task.Task, executables []string) error {
	words, err := o.words(compilerOption)
	if err != nil {
		return err
	}
	if len(executables) > 0 && len(t.Compile) == 0 {
		t.Compile = make([]flags.Compile, len(t.Programs))
	}
	for _, executable := range executables {
		if t.Definition != "" {
			return usage("name one task definition, or the files of one program")
		}
		p, err := cc.Read(executable, n.Folder)
		if err != nil {
			return &inputError{err}
		}
		own, _, err := flags.Parse(n.Folder, words)
		if err != nil {
			return usage("--%s: %v", compilerOption, err)
		}
		for i, path := range p.Sources {
			p.Compile[i].Add(&own)
			t.Programs, t.Compile = append(t.Programs, shortest(path)), append(t.Compile, p.Compile[i])
		}
		t.Link.Folders, t.Link.Libraries = append(t.Link.Folders, p.Link.Folders...), append(t.Link.Libraries, p.Link.Libraries...)
		if p.Bits == task.ILP32.Bits() && !slices.Contains(words, "-m64") {
			t.DataModel = task.ILP32
		}
	}
	return nil
}

// shortest returns an absolute path as users name the file: relative if it is in the current folder.
func shortest(path string) string {
	here, err := filepath.Abs(".")
	if err != nil {
		return path
	}
	if way, err := filepath.Rel(here, path); err == nil && filepath.IsLocal(way) {
		return way
	}
	return path
}
