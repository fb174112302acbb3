package toolchain

import (
	"bytes"
	"debug/elf"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"fizzer/testcomp/files"
)

// Starting the front end only to call the linker costs as much as linking a small program. And to learn from the linker that a name
// is defined nowhere costs instrumenting the program a second time. So both are found out once, when the runtime is compiled: the
// linker's command line, and the names that the C library, the compiler's library and the runtime define.

// objectPlace and outputPlace stand for paths in a learned command line.
const (
	objectPlace = "<objects>"
	outputPlace = "<output>"
)

// linkage is what is known of the linker. Its JSON is in the cache.
type linkage struct {
	Command []string // empty if only the front end knows it
	Files   []stamp  // from which that was learned, and the names
	names   []string
}

// stamp tells one version of a file from another.
type stamp struct {
	Path     string
	Size     int64 // -1: there is no such file
	Modified int64 // in nanoseconds since 1970
}

func stampOf(path string) stamp {
	status, err := os.Stat(path)
	if err != nil {
		return stamp{Path: path, Size: -1}
	}
	return stamp{path, status.Size(), status.ModTime().UnixNano()}
}

// learnLinker writes what it finds out to the runtime's files. It tells whether the next run would find out the same. The error is one of
// writing, or that the context is done.
func (c runtimeCompiler) learnLinker(r *Runtime) (lasting bool, err error) {
	var l linkage
	failure := c.probe(r, &l)
	if err := c.ctx.Err(); err != nil {
		return false, errors.Join(failure, err)
	}
	if failure != nil {
		l.Command, l.names = nil, nil
	}
	return failure == nil || errors.Is(failure, errUnlearned), r.writeLinker(&l)
}

// writeLinker writes the files that readLinker and the instrumenter read, and takes the command. Without one programs are linked by the
// front end.
func (r *Runtime) writeLinker(l *linkage) error {
	content, err := json.Marshal(l)
	if err != nil {
		return err
	}
	r.command = l.Command
	return errors.Join(files.Write(r.linker, content, 0o644),
		files.Write(r.defined, []byte(strings.Join(l.names, "\n")+"\n"), 0o644))
}

// errUnlearned means that the front end links programs itself. They become targets all the same.
var errUnlearned = errors.New("the front end does not call the linker in the known way")

// probe links the runtime alone. After an error only the files of l are right.
func (c runtimeCompiler) probe(r *Runtime, l *linkage) error {
	output := c.path("probe")
	message, err := c.run(c.Clang, "-###", c.common()[0], c.common()[1], "-no-pie", r.object, "-lm", "-o", output)
	if err != nil {
		return unlearned(err)
	}
	if l.Command = linkerCommand(message); l.Command == nil {
		return errUnlearned
	}
	linker, nm := l.Command[0], filepath.Join(filepath.Dir(l.Command[0]), "nm")
	l.Files = []stamp{stampOf(linker), stampOf(nm)}
	listed := c.path("probe.map")
	arguments := append([]string{"--unresolved-symbols=ignore-all", "-Map=" + listed}, l.Command[1:]...)
	if _, err := c.run(linker, arguments...); err != nil {
		return unlearned(err)
	}
	text, err := files.ReadMade(listed)
	if err != nil {
		return errUnlearned
	}
	files := loadedFiles(string(text))
	for _, file := range files {
		if file != r.object {
			l.Files = append(l.Files, stampOf(file))
		}
	}
	if l.names, err = c.definedNames(files, nm); err != nil {
		return err
	}
	l.names = slices.Compact(slices.Sorted(slices.Values(append(l.names, assignedNames(string(text))...))))
	for i, argument := range l.Command {
		switch argument {
		case r.object:
			l.Command[i] = objectPlace
		case output:
			l.Command[i] = outputPlace
		}
	}
	if !slices.Contains(l.Command, objectPlace) || !slices.Contains(l.Command, outputPlace) {
		return errUnlearned
	}
	return nil
}

// unlearned turns a tool's verdict into errUnlearned. Other errors, such as that it was killed, stay what they are.
func unlearned(err error) error {
	if rejected(err) {
		return errUnlearned
	}
	return err
}

// argument matches one argument of a command that the front end shows; escaped are characters with a backslash.
var (
	argument = regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	escaped  = regexp.MustCompile(`\\(.)`)
)

// linkerCommand returns the only command that the front end shows with -###, nil if there is none or more than one.
func linkerCommand(message string) (command []string) {
	for line := range strings.Lines(message) {
		if !strings.HasPrefix(line, ` "`) {
			continue
		}
		if command != nil {
			return nil
		}
		for _, match := range argument.FindAllStringSubmatch(line, -1) {
			command = append(command, escaped.ReplaceAllString(match[1], "$1"))
		}
	}
	return command
}

var (
	loaded   = regexp.MustCompile(`(?m)^LOAD (.+)$`)
	assigned = regexp.MustCompile(`\b([A-Za-z_]\w*) = `) // by the linker itself
)

// linkerNames are names that the linker defines without a word about it in its map.
var linkerNames = []string{"_DYNAMIC", "_GLOBAL_OFFSET_TABLE_", "__ehdr_start"}

// expected are names of the C library, the mathematical one, and the compiler's. A list without them is not what the linker knows.
var expected = []string{"printf", "exit", "memcpy", "environ", "sin", "__divti3", "__divdi3"}

// loadedFiles returns the files in a linker's map, sorted.
func loadedFiles(text string) (files []string) {
	for _, match := range loaded.FindAllStringSubmatch(text, -1) {
		files = append(files, match[1])
	}
	slices.Sort(files)
	return slices.Compact(files)
}

// assignedNames returns the names that the linker defines itself.
func assignedNames(text string) []string {
	names := slices.Clone(linkerNames)
	for _, match := range assigned.FindAllStringSubmatch(text, -1) {
		names = append(names, match[1])
	}
	return names
}

// definedNames returns the names that the files define for other files. nm is that of the linker's folder.
func (c runtimeCompiler) definedNames(files []string, nm string) (names []string, err error) {
	byOption := map[string][]string{}
	for _, file := range files {
		if option := nmOption(file); option != "" {
			byOption[option] = append(byOption[option], file)
		}
	}
	for option, files := range byOption {
		found, err := c.capture(nm, append([]string{"--defined-only", "--format=posix", option}, files...)...)
		if err != nil {
			return nil, unlearned(err)
		}
		names = append(names, symbols(found)...)
	}
	found := 0
	for _, name := range expected {
		if slices.Contains(names, name) {
			found++
		}
	}
	if found < len(expected)-1 { // of the last two there is one for each data model
		return nil, errUnlearned
	}
	return names, nil
}

// nmOption returns the option by which nm lists what a file defines for others, "" for a script of the linker, which names other files.
func nmOption(path string) string {
	file, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer file.Close()
	head := make([]byte, 18)
	if _, err := io.ReadFull(file, head); err != nil {
		return ""
	}
	switch {
	case bytes.HasPrefix(head, []byte(elf.ELFMAG)) && elf.Type(head[16]) == elf.ET_DYN:
		return "--dynamic"
	case bytes.HasPrefix(head, []byte(elf.ELFMAG)), bytes.HasPrefix(head, []byte("!<arch>\n")):
		return "--extern-only"
	}
	return ""
}

// symbols returns the names in a list by nm. A name with one @ is of an older version of a library, which new programs do not get.
func symbols(list string) (names []string) {
	for line := range strings.Lines(list) {
		fields := strings.Fields(line)
		if len(fields) < 2 || len(fields[1]) != 1 { // the name of a file
			continue
		}
		name, version, old := strings.Cut(fields[0], "@")
		if !old || strings.HasPrefix(version, "@") {
			names = append(names, name)
		}
	}
	return names
}

// linkCommand returns the learned command line for a program, nil if it is not known.
func (r *Runtime) linkCommand(executable string, objects []string) (command []string) {
	for _, argument := range r.command {
		switch argument {
		case objectPlace: // the runtime comes first, as in link
			command = append(append(command, r.object), objects...)
		case outputPlace:
			command = append(command, executable)
		default:
			command = append(command, argument)
		}
	}
	return command
}

// readLinker reads the command. It fails, too, if the command was learned from other versions of the linker's files.
func (r *Runtime) readLinker() error {
	content, err := files.ReadMade(r.linker)
	if err != nil {
		return err
	}
	var l linkage
	if err := json.Unmarshal(content, &l); err != nil {
		return err
	}
	for _, file := range l.Files {
		if stampOf(file.Path) != file {
			return fmt.Errorf("%s has changed", file.Path)
		}
	}
	r.command = l.Command
	return nil
}
