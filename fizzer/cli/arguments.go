package cli

import (
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"
)

// defaultCommand is used if the first word of the command line is not a command.
const defaultCommand = "run"

// arrange puts the command first and every option before the files, so that users may write options before and after the file.
// arguments[0] is the program's name. Words after "--" are never options.
func arrange(app *cli.App, arguments []string) []string {
	rest := arguments[1:]
	name := defaultCommand
	if len(rest) == 0 || slices.Contains(globalOptions, rest[0]) {
		return askedHelp(app, arguments)
	}
	if app.Command(rest[0]) != nil {
		name, rest = rest[0], rest[1:]
	}
	var flags []cli.Flag
	if command := app.Command(name); command != nil {
		flags = command.Flags
	}
	options, files := separate(flags, rest)
	if asksHelp(flags, rest) {
		return []string{arguments[0], "help", name}
	}
	arranged := append([]string{arguments[0], name}, options...)
	if len(files) > 0 {
		arranged = append(append(arranged, "--"), files...)
	}
	return arranged
}

// globalOptions belong to the program and not to a command.
var globalOptions = []string{"--version", "-version", "-v", "--help", "-help", "-h"}

func isHelp(word string) bool { return slices.Contains([]string{"--help", "-help", "-h"}, word) }

// asksHelp tells whether a word is an option that asks for help, and not the value of another option or a file.
func asksHelp(flags []cli.Flag, words []string) bool {
	for i, word := range words {
		if word == "--" {
			return false
		}
		if isHelp(word) && (i == 0 || !takesValue(flags, words[i-1])) {
			return true
		}
	}
	return false
}

// askedHelp turns the option into the command help. The option may stand before a command.
func askedHelp(app *cli.App, arguments []string) []string {
	if len(arguments) < 2 || !isHelp(arguments[1]) {
		return arguments
	}
	asked := []string{arguments[0], "help"}
	if len(arguments) > 2 && app.Command(arguments[2]) != nil {
		asked = append(asked, arguments[2])
	}
	return asked
}

// separate splits the words into options with their values, and files.
func separate(flags []cli.Flag, words []string) (options, files []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		switch {
		case word == "--":
			return options, append(files, words[i+1:]...)
		case !strings.HasPrefix(word, "-") || word == "-":
			files = append(files, word)
		case takesValue(flags, word) && i+1 < len(words):
			options = append(options, word, words[i+1])
			i++
		default:
			options = append(options, word)
		}
	}
	return options, files
}

// takesValue tells whether the next word is the value of this option.
func takesValue(flags []cli.Flag, word string) bool {
	name := strings.TrimLeft(word, "-")
	if strings.Contains(name, "=") {
		return false
	}
	for _, flag := range flags {
		if _, boolean := flag.(*cli.BoolFlag); !boolean && slices.Contains(flag.Names(), name) {
			return true
		}
	}
	return false
}
