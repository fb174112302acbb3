package cli

import (
	"embed"
	"fmt"
	"path"
	"strings"

	cli "github.com/urfave/cli/v2"
)

// Each file explains one concept; its first line is the title.
//
//go:embed topics
var topicFiles embed.FS

// topics returns the names of the concepts that can be asked for.
func topics() []string {
	entries, err := topicFiles.ReadDir("topics")
	if err != nil {
		panic(err) // embedded
	}
	var names []string
	for _, entry := range entries {
		names = append(names, strings.TrimSuffix(entry.Name(), ".txt"))
	}
	return names
}

// topic returns the text about a concept, empty for an unknown one.
func topic(name string) string {
	content, err := topicFiles.ReadFile(path.Join("topics", name+".txt"))
	if err != nil {
		return ""
	}
	return string(content)
}

func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Aliases:   []string{"h"},
		Usage:     "explain a command or a topic: " + strings.Join(topics(), ", "),
		ArgsUsage: "[COMMAND | TOPIC]",
		Action: func(c *cli.Context) error {
			name := c.Args().First()
			if text := topic(name); text != "" {
				_, err := fmt.Fprint(c.App.Writer, text)
				return err
			}
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				return usage("there is no command and no topic %q; topics are %s", name, strings.Join(topics(), ", "))
			}
			lineage := c.Lineage()
			return cli.ShowCommandHelp(lineage[len(lineage)-2], name) // the last one is empty
		},
	}
}

func manCommand() *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "write the manual page (roff): fizzer man | man -l -",
		Action: func(c *cli.Context) error {
			page, err := c.App.ToManWithSection(1)
			if err != nil {
				return fmt.Errorf("manual page: %w", err)
			}
			_, err = fmt.Fprint(c.App.Writer, page)
			return err
		},
	}
}

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "write a script for completion on the command line: source <(fizzer completion bash)",
		ArgsUsage: "bash | zsh",
		Action: func(c *cli.Context) error {
			shell, err := oneFile(c, "shell, bash or zsh")
			if err != nil {
				return err
			}
			script, err := completionFiles.ReadFile("completion/" + shell)
			if err != nil {
				return usage("there is no completion for %q: ask for bash or zsh", shell)
			}
			_, err = c.App.Writer.Write(script)
			return err
		},
	}
}

//go:embed completion
var completionFiles embed.FS
