package cli

import (
	"embed"
	"fmt"
	"path"
	"strings"

	cli "github.com/urfave/cli/v2"
)

// Each file explains one concept. Its first line is the title.
//
//go:embed topics
var topicFiles embed.FS

// topics returns the names of the concepts.
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

// topic returns the text about a concept; empty: unknown.
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
			if c.Args().Len() > 1 {
				return usage("name one command or topic, not %d", c.Args().Len())
			}
			name := c.Args().First()
			if text := topic(name); text != "" {
				_, err := fmt.Fprint(c.App.Writer, text)
				return err
			}
			if name == "" {
				return cli.ShowAppHelp(c)
			}
			if c.App.Command(name) == nil {
				known := append(commandNames(c.App), topics()...)
				return usage("there is no command and no topic %q%s; topics are %s", name, didYouMean(name, known), strings.Join(topics(), ", "))
			}
			lineage := c.Lineage()
			return cli.ShowCommandHelp(lineage[len(lineage)-2], name) // the last one is empty
		},
	}
}
