// Package task reads what is to be tested: a task definition of the SV-Benchmarks (format 2.0 or 2.1), or a C program alone.
package task

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"gopkg.in/yaml.v3"

	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/property"
)

// DataModel says how wide the C types are.
type DataModel string

// The data models. In both, int has 32 bits and long long 64.
const (
	ILP32 DataModel = "ILP32" // long and pointers have 32 bits
	LP64  DataModel = "LP64"  // long and pointers have 64 bits
)

// ParseDataModel returns the data model named text.
func ParseDataModel(text string) (DataModel, error) {
	switch model := DataModel(text); model {
	case ILP32, LP64:
		return model, nil
	}
	return "", fmt.Errorf("data model %q is unknown; use ILP32 or LP64", text)
}

// Bits returns the width of a pointer: 32 or 64.
func (m DataModel) Bits() int {
	if m == ILP32 {
		return 32
	}
	return 64
}

// Architecture returns the data model as the metadata of a test suite names it: 32bit or 64bit.
func (m DataModel) Architecture() string { return fmt.Sprintf("%dbit", m.Bits()) }

// CompilerFlag returns the option by which gcc and clang choose the data model: -m32 or -m64.
func (m DataModel) CompilerFlag() string { return fmt.Sprintf("-m%d", m.Bits()) }

// Task is what is to be tested. Its paths are usable from the current directory.
type Task struct {
	Definition string    // the task definition; empty for a program alone
	Programs   []string  // the C files, at least one; each was a regular file of at most files.MaxSource bytes
	Properties []string  // the property files, in the definition's order; they may not exist
	DataModel  DataModel // the definition's, LP64 if it names none

	Compile []flags.Compile // how each of Programs is compiled; empty: as the competition compiles its tasks
	Link    flags.Link      // libraries of the program
	Harness *Harness        // gives the program its inputs; nil: the program calls input functions itself
}

// Harness is a C file of ours that is compiled with the program. Its code is recorded like the program's, and has no goals.
type Harness struct {
	Name string // shown in messages
	Text string
	// Resets are functions of the C library whose state the harness renews, so that it does not outlive a run
	Resets []string
	Calls  bool // it has the main function and calls that of the program, which gets the name ProgramMain
}

// MaxPrograms is the largest number of files that a program may have. Picked by hand: nearly all executables have fewer, and to compile so
// many takes minutes.
const MaxPrograms = 5_000

// ErrManyPrograms says that a program has more files than that.
var ErrManyPrograms = fmt.Errorf("the program has more than %d files; test a part of it", MaxPrograms)

// ProgramMain is the name by which a harness calls the main function of the program.
const ProgramMain = "fizzer_program_main"

// Reason says what is wrong with a task.
type Reason int

// The reasons.
const (
	Missing   Reason = iota + 1 // the file, or one that it names, cannot be read
	Malformed                   // the file is not a task definition, or breaks its rules
)

// Error is the only kind of error that Read returns.
type Error struct {
	Path   string // the file given to Read
	Reason Reason //
	Err    error  // what is wrong, with the remedy
}

// Error names the task file and says what is wrong with it.
func (e *Error) Error() string { return fmt.Sprintf("task %s: %v", e.Path, e.Err) }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Read returns the task at path: a task definition if the name ends with .yml or .yaml, otherwise a C program. Each error is an
// *Error.
func Read(path string) (*Task, error) {
	extension := filepath.Ext(path)
	program := extension == ".c" || extension == ".i"
	limit := int64(files.MaxDefinition)
	if program {
		limit = files.MaxSource
	}
	if err := files.Check(path, limit); err != nil {
		return nil, &Error{path, Missing, fmt.Errorf("%w; give the path of a task definition (.yml) or of a C program", err)}
	}
	switch {
	case program:
		return &Task{Programs: []string{path}, DataModel: LP64}, nil
	case extension != ".yml" && extension != ".yaml":
		return nil, &Error{path, Malformed, errors.New("the name ends with none of .yml, .c and .i; rename the file")}
	}
	return readDefinition(path)
}

// readDefinition returns the task of a definition. It checks that the programs can be read.
func readDefinition(path string) (*Task, error) {
	content, err := files.Read(path, files.MaxDefinition)
	if err != nil {
		return nil, &Error{path, Missing, err}
	}
	folder := filepath.Dir(path)
	d, err := decode(content)
	if err != nil {
		return nil, &Error{path, Malformed, err}
	}
	result, err := d.task(folder)
	if err != nil {
		return nil, &Error{path, Malformed, err}
	}
	result.Definition = path
	if result.Programs, err = d.programs(folder); err != nil {
		return nil, &Error{path, Missing, err}
	}
	for _, program := range result.Programs {
		if err := files.Check(program, files.MaxSource); err != nil {
			return nil, &Error{path, Missing, fmt.Errorf("input file: %w; correct input_files", err)}
		}
	}
	return result, nil
}

// definition is the part of a task definition that matters here; all other keys are ignored.
type definition struct {
	Version    string
	InputFiles []string
	Properties []string // files; empty for a property without one
	Language   string
	DataModel  string
}

// errShape means that something in a definition has another kind than the format demands.
type errShape struct {
	line       int
	key, wants string
}

func (e *errShape) Error() string {
	return fmt.Sprintf("line %d: %s is not %s", e.line, e.key, e.wants)
}

// read reads the definition from a document. A value of another kind than the format demands is an *errShape.
func (d *definition) read(document *yaml.Node) (err error) {
	if document.Kind == 0 {
		return nil // an empty file; check reports what it lacks
	}
	root := document.Content[0]
	if root.Kind != yaml.MappingNode {
		return &errShape{root.Line, "the definition", "a mapping of keys to values"}
	}
	if d.Version, err = text(root, "format_version"); err != nil {
		return err
	}
	if d.InputFiles, err = texts(value(root, "input_files"), "input_files"); err != nil {
		return err
	}
	if err := d.readProperties(value(root, "properties")); err != nil {
		return err
	}
	options := value(root, "options")
	switch {
	case options == nil:
		return nil
	case options.Kind != yaml.MappingNode:
		return &errShape{options.Line, "options", "a mapping of keys to values"}
	}
	if d.Language, err = text(options, "language"); err == nil {
		d.DataModel, err = text(options, "data_model")
	}
	return err
}

func (d *definition) readProperties(list *yaml.Node) error {
	if list == nil {
		return nil
	}
	if list.Kind != yaml.SequenceNode {
		return &errShape{list.Line, "properties", "a list of properties, each with a property_file"}
	}
	for _, item := range list.Content {
		if item = target(item); item.Kind != yaml.MappingNode {
			return &errShape{item.Line, "an item of properties", "a mapping with a property_file"}
		}
		file, err := text(item, "property_file")
		if err != nil {
			return err
		}
		d.Properties = append(d.Properties, file)
	}
	return nil
}

// target returns the node that an alias stands for, and any other node itself.
func target(node *yaml.Node) *yaml.Node {
	if node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

// value returns the value of a key, nil if it is missing or null. If the key occurs several times, the last one counts.
func value(mapping *yaml.Node, key string) (found *yaml.Node) {
	for i := 0; i+1 < len(mapping.Content); i += 2 {
		if mapping.Content[i].Value == key {
			found = target(mapping.Content[i+1])
		}
	}
	if found != nil && found.Tag == "!!null" {
		return nil
	}
	return found
}

// text returns the text of a key, empty if the key is missing.
func text(mapping *yaml.Node, key string) (string, error) {
	node := value(mapping, key)
	switch {
	case node == nil:
		return "", nil
	case node.Kind != yaml.ScalarNode:
		return "", &errShape{node.Line, key, "a text"}
	}
	return node.Value, nil
}

// texts returns the texts of a list; a single text stands for a list of one.
func texts(node *yaml.Node, key string) (list []string, err error) {
	switch {
	case node == nil:
		return nil, nil
	case node.Kind == yaml.ScalarNode:
		return []string{node.Value}, nil
	case node.Kind != yaml.SequenceNode:
		return nil, &errShape{node.Line, key, "a file name or a list of them"}
	}
	for _, item := range node.Content {
		if item = target(item); item.Kind != yaml.ScalarNode {
			return nil, &errShape{item.Line, "an item of " + key, "a file name"}
		}
		list = append(list, item.Value)
	}
	return list, nil
}

// Parse returns the task that the definition in content describes. Relative paths in it are relative to folder. Parse accesses no
// files: patterns of input files stay as they are.
func Parse(content []byte, folder string) (*Task, error) {
	d, err := decode(content)
	if err != nil {
		return nil, err
	}
	return d.task(folder)
}

// decode reads a definition and checks it.
func decode(content []byte) (*definition, error) {
	var d definition
	var document yaml.Node
	err := yaml.Unmarshal(content, &document)
	if err == nil {
		err = d.read(&document)
	}
	if err != nil {
		return nil, fmt.Errorf("not a task definition: %s; see the task-definition format 2.0 of BenchExec", oneLine(err))
	}
	if err := d.check(); err != nil {
		return nil, err
	}
	return &d, nil
}

// programs returns the input files. Each pattern must match at least one.
func (d *definition) programs(folder string) ([]string, error) {
	var programs []string
	e := expander{folder: folder}
	for _, pattern := range d.InputFiles {
		paths, err := e.expand(pattern)
		if err != nil {
			return nil, fmt.Errorf("input_files: %w", err)
		}
		if len(paths) == 0 {
			return nil, fmt.Errorf("no file matches %q in input_files; correct the pattern", pattern)
		}
		if programs = append(programs, paths...); len(programs) > MaxPrograms {
			return nil, fmt.Errorf("input_files: %w", ErrManyPrograms)
		}
	}
	return programs, nil
}

// task returns the task of a definition in a folder.
func (d *definition) task(folder string) (*Task, error) {
	result := &Task{DataModel: LP64}
	for _, file := range d.InputFiles {
		result.Programs = append(result.Programs, inside(folder, file))
	}
	for _, file := range d.Properties {
		if file != "" {
			result.Properties = append(result.Properties, inside(folder, file))
		}
	}
	if d.DataModel == "" {
		return result, nil
	}
	var err error
	result.DataModel, err = ParseDataModel(d.DataModel)
	return result, err
}

// check returns the first rule that the definition breaks.
func (d *definition) check() error {
	if d.Version == "" {
		return errors.New("format_version is missing; write format_version: '2.0'")
	}
	if version := d.Version; version != "2.0" && version != "2.1" {
		return fmt.Errorf("format_version is %q; only 2.0 and 2.1 are known", version)
	}
	if len(d.InputFiles) == 0 {
		return errors.New("input_files is missing; name the C program there")
	}
	for _, file := range d.InputFiles {
		if strings.TrimSpace(file) == "" || strings.ContainsRune(file, 0) {
			return fmt.Errorf("input_files contains %q, which is no file name; name the C program there", file)
		}
	}
	if language := d.Language; language != "" && !strings.EqualFold(language, "C") {
		return fmt.Errorf("language is %q; only programs in C can be tested", language)
	}
	return nil
}

// Property returns the first coverage property of the task, or branch coverage if it names none. Property files that cannot be
// read are an error only if no other file is a coverage property.
func (t *Task) Property() (property.Property, error) {
	var failures []error
	for _, file := range t.Properties {
		p, err := property.Read(file)
		if err == nil {
			return p, nil
		}
		if !errors.Is(err, property.ErrNotCoverage) {
			failures = append(failures, err)
		}
	}
	if len(failures) > 0 {
		return property.Property{}, &Error{t.Definition, Missing, failures[0]}
	}
	return property.Property{Kind: property.Branches}, nil
}

func inside(folder, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(folder, file)
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
