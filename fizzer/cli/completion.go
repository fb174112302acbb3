package cli

import (
	"embed"
	"fmt"
	"io"
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/solve/smt"
	"fizzer/testcomp/task"
)

// completeWord is the first word of a command line by which the scripts for the shells ask what may stand at the cursor.
// Behind it come the words of the command line so far, without the program; the last one is that at the cursor, and may be
// empty.
const completeWord = "__complete"

// answer is what may stand at a cursor.
type answer struct {
	Words []choice
	// Files says which files may stand there, too: "files" with the ends of their names, or "folders"; empty for none.
	Files string
}

// choice is one word that may stand at a cursor.
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

// What stands in place of a file.
const (
	programFiles  = "files .c .i .yml"
	propertyFiles = "files .prp"
	suiteFiles    = "files .zip" // folders are always offered beside files
	folders       = "folders"
	anyFile       = "files"
)

// optionValues are what may stand behind an option.
var optionValues = map[string]func() answer{
	"property":   func() answer { return answer{Files: propertyFiles} },
	"data-model": func() answer { return words(string(task.ILP32), string(task.LP64)) },
	"strategy":   func() answer { return words(strategyPortfolio, strategyReport) },
	"solver":     func() answer { return words(append(slices.Clone(smt.Names), solverNone)...) },
	"without":    func() answer { return words(engine.Parts()...) },
	"seeds":      func() answer { return answer{Files: suiteFiles} },
	"output":     func() answer { return answer{Files: folders} },
}

// arguments are what may stand behind a command and its options, by the number of such words before; the last one holds for
// all that follow.
var arguments = map[string][]func(app *cli.App) answer{
	"run":        {func(*cli.App) answer { return answer{Files: programFiles} }},
	"instrument": {func(*cli.App) answer { return answer{Files: programFiles} }},
	"replay":     {func(*cli.App) answer { return answer{Files: suiteFiles} }, func(*cli.App) answer { return answer{Files: programFiles} }},
	"resume":     {func(*cli.App) answer { return answer{Files: folders} }, nothing},
	"report":     {func(*cli.App) answer { return answer{Files: folders} }, nothing},
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

// complete says what may stand in place of the last of the words.
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

// awaitsValue says whether the next word belongs to the last one of those before.
func awaitsValue(flags []cli.Flag, before []string) bool {
	options, _ := separate(flags, append(slices.Clone(before), "x"))
	return len(options) > 0 && options[len(options)-1] == "x"
}

// valueOf says what may stand behind an option, which comes with its dashes.
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

// optionChoices are the options that may follow those before: each once, but for those that may be repeated.
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

// usageOf is what the help says of an option, in plain text.
func usageOf(flag cli.Flag) string {
	if documented, ok := flag.(cli.DocGenerationFlag); ok {
		return strings.ReplaceAll(documented.GetUsage(), "`", "")
	}
	return ""
}

// argument says what may stand in the place of a word that is no option.
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

// shells are those that there is a script for.
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
