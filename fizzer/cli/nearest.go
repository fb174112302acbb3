package cli

import (
	"fmt"
	"os"
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"
	"github.com/xrash/smetrics"
)

// minSimilarity is the similarity of two words (Jaro-Winkler, from 0 to 1) from which on one may be a misspelling of the other. Set
// by hand: "outptu" and "output" have 0.97, "reprot" and "report" 0.96, "resume" and "replay" 0.65.
const minSimilarity = 0.85

// nearest returns the known word that was probably meant; empty: none is similar enough.
func nearest(word string, known []string) string {
	best, likeness := "", minSimilarity
	for _, k := range known {
		if like := smetrics.JaroWinkler(strings.ToLower(word), strings.ToLower(k), 0.7, 4); like > likeness {
			best, likeness = k, like
		}
	}
	return best
}

// didYouMean returns the end of a message about an unknown word; empty: no known word is similar enough.
func didYouMean(word string, known []string) string {
	if meant := nearest(word, known); meant != "" {
		return fmt.Sprintf("; did you mean %s?", meant)
	}
	return ""
}

// misspelt complains about a first word that is neither a command nor a file, but similar to a command.
func misspelt(app *cli.App, arguments []string) error {
	if len(arguments) < 2 || strings.HasPrefix(arguments[1], "-") || strings.ContainsAny(arguments[1], "./") ||
		app.Command(arguments[1]) != nil {
		return nil
	}
	if _, err := os.Lstat(arguments[1]); err == nil {
		return nil
	}
	if hint := didYouMean(arguments[1], commandNames(app)); hint != "" {
		return usage("there is no command and no file %q%s", arguments[1], hint)
	}
	return nil
}

func commandNames(app *cli.App) []string {
	var names []string
	for _, command := range app.VisibleCommands() {
		names = append(names, command.Name)
	}
	return names
}

// wrongUsage rephrases the library's messages about options like the other messages.
func wrongUsage(c *cli.Context, err error, _ bool) error {
	text := err.Error()
	if name, unknown := strings.CutPrefix(text, "flag provided but not defined: -"); unknown {
		return usage("there is no option %s%s", dashed(name), didYouMean(dashed(name), optionNames(c)))
	}
	if name, lacking := strings.CutPrefix(text, "flag needs an argument: -"); lacking {
		return usage("%s needs a value", dashed(name))
	}
	return usage("%s", text)
}

// dashed returns an option as users write it.
func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + strings.TrimPrefix(name, "-")
}

func optionNames(c *cli.Context) []string {
	var names []string
	for _, flag := range slices.Concat(c.Command.Flags, c.App.Flags) {
		names = append(names, dashed(flag.Names()[0]))
	}
	return append(names, "--help")
}
