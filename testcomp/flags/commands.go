package flags

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// Command is an entry of a compilation database (compile_commands.json): how a build compiles one file.
type Command struct {
	Directory string   `json:"directory"`
	File      string   `json:"file"`
	Line      string   `json:"command"`
	Arguments []string `json:"arguments"`
}

// Path returns the path of the file: absolute if the directory is.
func (c *Command) Path() string { return Inside(c.Directory, c.File) }

// ReadCommands reads a compilation database.
func ReadCommands(content []byte) (commands []Command, err error) {
	if err := json.Unmarshal(content, &commands); err != nil {
		return nil, fmt.Errorf("it is no compilation database: %w", err)
	}
	for _, c := range commands {
		if c.File == "" || !filepath.IsAbs(c.Directory) {
			return nil, fmt.Errorf("the entry of %q has no absolute directory or no file", c.File)
		}
	}
	return commands, nil
}

// Find returns the first entry for a file, whose path is absolute; nil: there is none.
func Find(commands []Command, path string) *Command {
	for i := range commands {
		if filepath.Clean(commands[i].Path()) == path {
			return &commands[i]
		}
	}
	return nil
}

// Parse reads the options of the command like the function Parse.
func (c *Command) Parse() (compile Compile, left []string, err error) {
	words := c.Arguments
	if len(words) == 0 {
		if words, err = Split(c.Line); err != nil {
			return compile, nil, err
		}
	}
	var options []string
	for i, word := range words {
		own := Inside(c.Directory, word) == c.Path() && !strings.HasPrefix(word, "-")
		if i > 0 && (!own || words[i-1] == "-include") { // the first word is the compiler
			options = append(options, word)
		}
	}
	return Parse(c.Directory, options)
}
