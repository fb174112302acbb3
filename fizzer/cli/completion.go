package cli

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/harness"
	"fizzer/fizzer/sanitize"
	"fizzer/fizzer/solve/smt"
	"fizzer/testcomp/task"
)

// completeWord is the first word of a command line with which the shells' scripts ask for completions. The words of the command line
// so far follow, without the program's name. The last one, which may be empty, is the one at the cursor.
const completeWord = "__complete"

// answer lists what may stand at the cursor.
type answer struct {
	Words []choice
	// Files tells which files may stand there, too: "files" with their suffixes, or "folders"; empty: none.
	Files string
}

// choice is a word that may stand at the cursor.
type choice struct{ Word, Meaning string }

// write prints a line for each word, with a tab before its meaning, and a line with a colon for files.
func (a answer) write(w io.Writer) {
	for _, c := range a.Words {
		fmt.Fprintf(w, "%s\t%s\n", c.Word, c.Meaning)
	}
	if a.Files != "" {
		fmt.Fprintf(w, ":%s\n", a.Files)
	}
}

// Placeholders for files.
const (
	programFiles  = "files .c .i .yml"
	propertyFiles = "files .prp"
	suiteFiles    = "files .zip" // folders are always offered with files
	folders       = "folders"
	anyFile       = "files"
)

// optionValues are the values of the options.
var optionValues = map[string]func() answer{
	"property":     func() answer { return answer{Files: propertyFiles} },
	"data-model":   func() answer { return words(string(task.ILP32), string(task.LP64)) },
	"strategy":     func() answer { return words(strategies...) },
	"solver":       func() answer { return words(append(slices.Clone(smt.Names), solverNone)...) },
	"without":      func() answer { return words(engine.Parts()...) },
	"seeds":        func() answer { return answer{Files: suiteFiles} },
	compilerOption: func() answer { return answer{} },
	databaseOption: func() answer { return answer{Files: "files .json"} },
	buildOption:    func() answer { return answer{Files: folders} },
	entryOption:    func() answer { return answer{} },
	inputOption:    func() answer { return words(harness.Kinds...) },
	linkerOption:   func() answer { return answer{} },
	"dictionary":   func() answer { return answer{Files: anyFile} },
	"format":       func() answer { return words(exportFormats()...) },
	"sanitize":     func() answer { return words(sanitize.Sanitizers...) },
	"harness":      func() answer { return answer{Files: folders} },
	"results":      func() answer { return answer{Files: folders} },
	"store":        func() answer { return answer{Files: folders} },
	"output":       func() answer { return answer{Files: folders} },

	"token-file":      func() answer { return answer{Files: anyFile} },
	"nkey":            func() answer { return answer{Files: anyFile} },
	"nkeys":           func() answer { return answer{Files: anyFile} },
	"tls-ca":          func() answer { return answer{Files: anyFile} },
	"tls-certificate": func() answer { return answer{Files: anyFile} },
	"tls-key":         func() answer { return answer{Files: anyFile} },
}

// arguments are the arguments of each command, by position. The last entry also holds for all further positions.
var arguments = map[string][]func(app *cli.App) answer{
	"run":        {func(*cli.App) answer { return answer{Files: programFiles} }},
	"instrument": {func(*cli.App) answer { return answer{Files: programFiles} }},
	"harness":    {func(*cli.App) answer { return answer{Files: programFiles} }},
	"replay":     {func(*cli.App) answer { return answer{Files: suiteFiles} }, func(*cli.App) answer { return answer{Files: programFiles} }},
	"export":     {func(*cli.App) answer { return answer{Files: folders} }, func(*cli.App) answer { return answer{Files: folders} }, nothing},
	"merge":      {func(*cli.App) answer { return answer{Files: folders} }, func(*cli.App) answer { return answer{Files: suiteFiles} }},
	"minimize": {func(*cli.App) answer { return answer{Files: folders} }, func(*cli.App) answer { return answer{Files: suiteFiles} },
		func(*cli.App) answer { return answer{Files: programFiles} }, nothing},
	"diff": {func(*cli.App) answer { return answer{Files: suiteFiles} }, func(*cli.App) answer { return answer{Files: suiteFiles} },
		func(*cli.App) answer { return answer{Files: programFiles} }, nothing},
	"resume":     {func(*cli.App) answer { return answer{Files: folders} }, nothing},
	"report":     {func(*cli.App) answer { return answer{Files: folders} }, nothing},
	"submit":     {func(*cli.App) answer { return answer{Files: anyFile} }},
	"hub":        {nothing},
	"join":       {nothing},
	"worker":     {nothing},
	"status":     {nothing},
	"completion": {func(*cli.App) answer { return words(shells()...) }, nothing},
	"help": {func(app *cli.App) answer {
		return answer{Words: slices.Concat(commandChoices(app), words(topics()...).Words)}
	}, nothing},
}

func nothing(*cli.App) answer { return answer{} }

func words(all ...string) answer {
	var a answer
	for _, word := range all {
		a.Words = append(a.Words, choice{Word: word})
	}
	return a
}

func commandChoices(app *cli.App) []choice {
	var all []choice
	for _, command := range app.VisibleCommands() {
		all = append(all, choice{command.Name, command.Usage})
	}
	return all
}

// complete returns what may replace the last word.
func complete(app *cli.App, line []string) answer {
	if len(line) == 0 {
		line = []string{""}
	}
	current, before := line[len(line)-1], line[:len(line)-1]
	name, named := defaultCommand, false
	if len(before) > 0 && app.Command(before[0]) != nil {
		name, named, before = app.Command(before[0]).Name, true, before[1:]
	}
	flags := app.Command(name).Flags
	var a answer
	option, _, isValue := strings.Cut(current, "=")
	switch {
	case slices.Contains(before, "--"):
		a = argument(app, name, before)
	case awaitsValue(flags, before):
		a = valueOf(name, before[len(before)-1])
	case strings.HasPrefix(current, "-") && isValue:
		a = valueOf(name, option)
		for i := range a.Words {
			a.Words[i].Word = option + "=" + a.Words[i].Word
		}
	case strings.HasPrefix(current, "-"):
		a.Words = optionChoices(flags, before, !named)
	default:
		a = argument(app, name, before)
		if len(line) == 1 {
			a.Words = append(commandChoices(app), a.Words...)
		}
	}
	a.Words = slices.DeleteFunc(a.Words, func(c choice) bool { return !strings.HasPrefix(c.Word, current) })
	return a
}

// awaitsValue tells whether the next word is the value of the last one before it.
func awaitsValue(flags []cli.Flag, before []string) bool {
	options, _ := separate(flags, append(slices.Clone(before), "x"))
	return len(options) > 0 && options[len(options)-1] == "x"
}

// valueOf returns the values of an option, which is given with its dashes.
func valueOf(command, option string) answer {
	name := strings.TrimLeft(option, "-")
	if values := optionValues[name]; values != nil {
		if command == "report" {
			return answer{Files: anyFile} // its --output is a file
		}
		return values()
	}
	return answer{}
}

// optionChoices are the options that may follow: each once, unless it can be repeated.
func optionChoices(flags []cli.Flag, before []string, global bool) []choice {
	given, _ := separate(flags, before)
	var all []choice
	for _, flag := range flags {
		name := "--" + flag.Names()[0]
		_, many := flag.(*cli.StringSliceFlag)
		if many || !slices.ContainsFunc(given, func(word string) bool { return word == name || strings.HasPrefix(word, name+"=") }) {
			all = append(all, choice{name, usageOf(flag)})
		}
	}
	all = append(all, choice{"--help", "explain the command"})
	if global && len(before) == 0 {
		all = append(all, choice{"--version", "print the version"})
	}
	return all
}

// usageOf returns the help of an option as plain text.
func usageOf(flag cli.Flag) string {
	if documented, ok := flag.(cli.DocGenerationFlag); ok {
		return strings.ReplaceAll(documented.GetUsage(), "`", "")
	}
	return ""
}

// argument returns what may stand in place of an argument.
func argument(app *cli.App, command string, before []string) answer {
	_, files := separate(app.Command(command).Flags, before)
	choices := arguments[command]
	if len(choices) == 0 {
		return answer{}
	}
	return choices[min(len(files), len(choices)-1)](app)
}

//go:embed completion
var completionFiles embed.FS

// shells are the shells with a script.
func shells() []string { return []string{"bash", "zsh", "fish"} }

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "write a script for completion on the command line: source <(fizzer completion bash)",
		ArgsUsage: "bash | zsh | fish",
		Description: "bash and zsh: put  source <(fizzer completion SHELL)  into ~/.bashrc, or into ~/.zshrc behind compinit;\n" +
			"fish: fizzer completion fish >~/.config/fish/completions/fizzer.fish",
		Action: func(c *cli.Context) error {
			shell, err := oneFile(c, "shell: "+strings.Join(shells(), ", "))
			if err != nil {
				return err
			}
			script, err := completionFiles.ReadFile("completion/" + shell)
			if err != nil {
				return usage("there is no completion for %q: ask for %s", shell, strings.Join(shells(), ", "))
			}
			_, err = c.App.Writer.Write(script)
			return err
		},
	}
}
