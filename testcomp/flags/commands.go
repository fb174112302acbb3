package flags

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
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

// Find returns how a file, whose path is absolute, is compiled: each way once, in the order of the entries; none: there is no entry.
// Entries that differ in options without a meaning here are one way, such as those for a static and a shared library.
func Find(commands []Command, path string) (ways []Compile, err error) {
	for i := range commands {
		if filepath.Clean(commands[i].Path()) != path {
			continue
		}
		way, _, err := commands[i].Parse()
		if err != nil {
			return nil, err
		}
		same := func(w Compile) bool { return w.Bits == way.Bits && slices.Equal(w.Arguments(), way.Arguments()) }
		if !slices.ContainsFunc(ways, same) {
			ways = append(ways, way)
		}
	}
	return ways, nil
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
