package cli

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	cli "github.com/urfave/cli/v2"
)

func manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "write the manual page (roff): fizzer man | man -l -",
		Action: func(c *cli.Context) error {
			if err := noFiles(c); err != nil {
				return err
			}
			page := &roff{}
			page.manual(c.App)
			_, err := io.WriteString(c.App.Writer, page.text.String())
			return err
		},
	}
}

// roff collects a manual page in the macros of man(7).
type roff struct{ text strings.Builder }

// escape protects a text from being read as roff. Its dashes are dashes to be typed.
var escape = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

// line writes a line of text.
func (r *roff) line(text string) {
	text = escape.Replace(text)
	if strings.HasPrefix(text, ".") {
		text = `\&` + text
	}
	fmt.Fprintln(&r.text, text)
}

func (r *roff) macro(format string, arguments ...any) {
	fmt.Fprintf(&r.text, format+"\n", arguments...)
}

// section begins a section. A title may have spaces.
func (r *roff) section(title string) { r.macro(".SH %s", escape.Replace(strings.ToUpper(title))) }

// item writes a word with its explanation.
func (r *roff) item(word, text string) {
	r.macro(".TP\n.B %s", escape.Replace(word))
	r.line(text)
}

// Parts of a topic: a word and its explanation, separated by two spaces; an example to type; anything else.
var (
	wordLine  = regexp.MustCompile(`^(\S+(?: \S+)*)  +(\S.*)$`)
	typedLine = regexp.MustCompile(`^    (.*)$`)
)

// topic writes the text of a topic without its title.
func (r *roff) topic(name string) {
	_, text, _ := strings.Cut(topic(name), "\n")
	r.macro(".P")
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		typed, word := typedLine.FindStringSubmatch(line), wordLine.FindStringSubmatch(line)
		switch {
		case typed != nil:
			r.macro(".RS\n.EX")
			r.line(typed[1])
			r.macro(".EE\n.RE")
		case word != nil:
			r.item(word[1], word[2])
		case line == "":
			r.macro(".P")
		default:
			r.line(line)
		}
	}
}

// manual writes the page: commands with their options, help topics, files, exit codes and examples.
func (r *roff) manual(app *cli.App) {
	r.macro(`.TH FIZZER 1 "" "fizzer %s" "User Commands"`, escape.Replace(app.Version))
	r.macro(".ad l\n.nh")
	r.section("Name")
	r.macro(`%s \- %s`, app.Name, escape.Replace(app.Usage))
	r.section("Synopsis")
	for _, command := range app.VisibleCommands() {
		r.macro(".br\n.B %s", escape.Replace(calls(command)))
		if words := callArguments(command); words != "" {
			r.line(words)
		}
	}
	r.section("Description")
	for _, line := range strings.Split(description, "\n") {
		r.line(line)
	}
	r.section("Commands")
	for _, command := range app.VisibleCommands() {
		r.command(command)
	}
	special := map[string]string{"exit-codes": "Exit status", "files": "Files", "examples": "Examples"}
	for _, name := range topics() {
		if special[name] == "" {
			title, _, _ := strings.Cut(topic(name), "\n")
			r.section(title)
			r.topic(name)
		}
	}
	for _, name := range []string{"exit-codes", "files", "examples"} {
		r.section(special[name])
		r.topic(name)
	}
	r.section("See also")
	r.macro(".BR clang (1),\n.BR gcc (1),\n.BR gcov (1)")
}

// description is the beginning of the manual.
const description = `fizzer runs a C program thousands of times a second, sees how close each condition came to going the other way, and
computes inputs that make it go there. Each test is written when it is found, in the exchange format of the competition on
software testing. The command run may be left out. Options stand before or after files; what follows -- is a file.`

// calls returns how a command is called, without its arguments.
func calls(command *cli.Command) string {
	if command.Name == defaultCommand {
		return "fizzer [run]"
	}
	return "fizzer " + command.Name
}

// callArguments returns the arguments of a command.
func callArguments(command *cli.Command) string {
	if !slices.ContainsFunc(command.VisibleFlags(), func(f cli.Flag) bool { return f.Names()[0] != "help" }) {
		return command.ArgsUsage
	}
	return "[options] " + command.ArgsUsage
}

// command writes the description and the options of a command.
func (r *roff) command(command *cli.Command) {
	r.macro(".SS %s", escape.Replace(command.Name))
	r.line(sentence(command.Usage))
	for line := range strings.SplitSeq(command.Description, "\n") {
		if line != "" {
			r.line(line)
		}
	}
	for _, flag := range command.VisibleFlags() {
		r.option(flag)
	}
}

// option writes an option and its meaning.
func (r *roff) option(flag cli.Flag) {
	documented, ok := flag.(cli.DocGenerationFlag)
	if !ok || flag.Names()[0] == "help" {
		return
	}
	typed := "--" + flag.Names()[0]
	if value := valueName(documented); value != "" {
		typed += " " + value
	}
	text := usageOf(flag)
	if _, boolean := flag.(*cli.BoolFlag); !boolean && documented.GetDefaultText() != "" {
		text += "; default: " + strings.Trim(documented.GetDefaultText(), `"`)
	}
	r.item(typed, sentence(text))
}

// valueName is the word in backquotes, a placeholder for the value.
func valueName(flag cli.DocGenerationFlag) string {
	if !flag.TakesValue() {
		return ""
	}
	_, rest, _ := strings.Cut(flag.GetUsage(), "`")
	name, _, _ := strings.Cut(rest, "`")
	return name
}

// sentence capitalises the first letter, unless the text begins with a name in capitals or a digit, and adds a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}
