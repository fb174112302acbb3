package toolchain

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// link links object files and the runtime. If names are undefined, it returns them, sorted.
func (t *tools) link(executable string, objects ...string) (undefined []string, err error) {
	if t.foresees() {
		if undefined, done := t.linkDirectly(executable, objects); done {
			return undefined, nil
		}
	}
	return t.linkByFrontEnd(executable, objects)
}

// linkDirectly links with the learned command line. If that gives neither an executable nor undefined names, it is not done: the front
// end says then what is wrong.
func (t *tools) linkDirectly(executable string, objects []string) (undefined []string, done bool) {
	command := t.Runtime.linkCommand(executable, objects)
	message, err := t.run(command[0], command[1:]...)
	if rejected(err) {
		undefined = undefinedNames(message)
	}
	return undefined, err == nil && isExecutable(executable) == nil || len(undefined) > 0
}

// linkByFrontEnd links with the front end, which knows the user's libraries, and says what is missing.
func (t *tools) linkByFrontEnd(executable string, objects []string) (undefined []string, err error) {
	// The runtime comes first: its guards must precede the program's variables (libfizzer/c/globals.c).
	arguments := append(append(t.common(), "-no-pie", t.Runtime.object), objects...)
	arguments = append(append(arguments, t.Sources.Libraries...), "-lm", "-o", executable)
	message, err := t.run(t.Clang, arguments...)
	if !rejected(err) {
		return nil, err
	}
	if undefined := undefinedNames(message); len(undefined) > 0 {
		return undefined, nil
	}
	return nil, t.missingLibraries(message)
}

var undefinedReference = regexp.MustCompile("undefined reference to `([^']+)'")

// undefinedNames returns the undefined names in the linker's messages, sorted, each once.
func undefinedNames(message string) []string {
	var names []string
	for _, match := range undefinedReference.FindAllStringSubmatch(message, -1) {
		names = append(names, match[1])
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// lacksFile matches messages of compiler and linker about a header or library that they do not find, or find for another data model only.
var lacksFile = regexp.MustCompile(`file not found|cannot find |skipping incompatible|incompatible with|No such file or directory`)

// lacksLibrary matches the linker's message about a library that it does not find.
var lacksLibrary = regexp.MustCompile(`cannot find (-l[^\s:]+)`)

// missingLibrary is the error for a library of the user's that a message of the linker says it does not find, nil if it is about none.
func (t *tools) missingLibrary(message string) error {
	if t.Sources == nil {
		return nil
	}
	for _, match := range lacksLibrary.FindAllStringSubmatch(message, -1) {
		if slices.Contains(t.Sources.Libraries, match[1]) {
			return &MissingError{What: fmt.Sprintf("library %s with %d bits", match[1], t.Bits),
				Remedy: "install its package for developers, name its folder with -L, or correct its name"}
		}
	}
	return nil
}

// missingLibraries is the error for a library of the user's, or for a data model whose headers or libraries are not installed, if the
// message is about that.
func (t *tools) missingLibraries(message string) error {
	if message == "" {
		return noOutput(t.Clang, errors.New("it failed without a message"))
	}
	if err := t.missingLibrary(message); err != nil {
		return err
	}
	if !lacksFile.MatchString(message) {
		return noOutput(t.Clang, errors.New("it failed: "+firstLine(message)))
	}
	if t.Bits == 32 {
		return &MissingError{What: "the C library for data model ILP32",
			Remedy: "apt-get install gcc-multilib libc6-dev-i386 (" + firstLine(message) + ")"}
	}
	return &MissingError{What: "the C library for data model LP64", Remedy: "apt-get install gcc libc6-dev (" + firstLine(message) + ")"}
}

// longestLine bounds firstLine, in bytes: a tool may write anything.
const longestLine = 500

// firstLine returns the first line of a message, cut if it is very long.
func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	if len(line) > longestLine {
		line = line[:longestLine] + "..."
	}
	return line
}
