// Package flags reads options of C compilers: those that say what a program means. Options that load code, read lists of options or
// choose other tools are refused; options about optimisation, warnings and output are left out, because the tool's builds have their
// own (decision 038).
package flags

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Compile says how a C file is compiled. Its paths are absolute. The zero value is that of a task of the competition.
type Compile struct {
	Folder   string   `json:"folder,omitempty"`   // working directory of the compiler
	Root     string   `json:"root,omitempty"`     // folder of the project; headers are looked for in it, too, if a name leads there
	Search   []Search `json:"search,omitempty"`   // folders of headers, in order
	Include  []string `json:"include,omitempty"`  // files that are included before the first line, or names to be searched for
	Macros   []string `json:"macros,omitempty"`   // "-DNAME", "-DNAME=VALUE" and "-UNAME", in order
	Language []string `json:"language,omitempty"` // options about the language and the processor: -std, -f, -m
	Bits     int      `json:"bits,omitempty"`     // 32 or 64 by -m32 or -m64; 0: not said
}

// Search is a folder in which headers are looked up.
type Search struct {
	Option string `json:"option"` // -I, -iquote, -isystem or -idirafter
	Folder string `json:"folder"`
	Given  string `json:"given"` // as the user wrote it
}

// Empty tells whether nothing was said.
func (c *Compile) Empty() bool {
	return len(c.Search)+len(c.Include)+len(c.Macros)+len(c.Language) == 0
}

// RefusedError is an option that is refused.
type RefusedError struct{ Option, Why string }

// Error names the option and says why it is refused.
func (e *RefusedError) Error() string { return fmt.Sprintf("%s is refused: %s", e.Option, e.Why) }

// pathOptions take a file or folder, in the same word or the next.
var pathOptions = []string{"-isystem", "-iquote", "-idirafter", "-include", "-I"}

// nothing are options with a value in the next word that do not matter here.
var nothing = []string{"-MF", "-MT", "-MQ", "-MJ", "-o", "-arch", "-x"}

// harmful are beginnings of options that make a compiler load code, run other tools, or read or write other files.
var harmful = []struct{ option, why string }{
	{"-fplugin", "a plugin is code that the compiler runs"},
	{"-wrapper", "it runs another program in the place of the compiler"},
	{"-specs", "specs choose other tools and options"},
	{"--specs", "specs choose other tools and options"},
	{"-B", "it chooses other tools"},
	{"-Xclang", "it passes any option to a part of the compiler"},
	{"-Xpreprocessor", "it passes any option to a part of the compiler"},
	{"-Xassembler", "it passes any option to the assembler"},
	{"-Xlinker", "it passes any option to the linker"},
	{"-mllvm", "it passes any option to a part of the compiler"},
	{"-Wa,", "it passes any option to the assembler"},
	{"-Wp,", "it passes any option to the preprocessor"},
	{"-load", "it loads code"},
	{"-fuse-ld", "it chooses another linker"},
	{"-fpass-plugin", "a plugin is code that the compiler runs"},
	{"-fdump", "it writes files"},
	{"-fprofile", "the tool's builds have options of their own for coverage"},
	{"-ftest-coverage", "the tool's builds have options of their own for coverage"},
	{"--coverage", "the tool's builds have options of their own for coverage"},
	{"-fsanitize", "the tool's builds have options of their own for sanitizers"},
	{"--sysroot", "it chooses other headers and libraries of the system"},
	{"-isysroot", "it chooses other headers and libraries of the system"},
	{"-iprefix", "name the folder with -I"},
	{"-imacros", "name the file with -include"},
	{"--config", "it reads a list of options"},
	{"@", "it reads a list of options; write them on the command line"},
}

// language are the options about the language that are passed on. Each may be given as -fno-, too.
var language = []string{
	"-fsigned-char", "-funsigned-char", "-fsigned-bitfields", "-funsigned-bitfields", "-fshort-enums", "-fshort-wchar", "-fcommon",
	"-fms-extensions", "-fgnu89-inline", "-fwrapv", "-fwrapv-pointer", "-fstrict-aliasing", "-fdelete-null-pointer-checks", "-ffreestanding",
	"-fhosted", "-fexceptions",
	"-fasm", "-fdollars-in-identifiers", "-ffast-math", "-fmath-errno", "-frounding-math", "-fsignaling-nans",
	"-ffinite-math-only", "-fblocks",
}

// processor are beginnings of the options about the processor that are passed on: they switch on intrinsic functions.
var processor = []string{
	"-msse", "-mssse", "-mavx", "-mfma", "-mbmi", "-maes", "-mpclmul", "-msha", "-mpopcnt", "-mlzcnt", "-mf16c", "-mrdrnd",
	"-mrdseed", "-mmmx", "-madx", "-mmovbe", "-mlong-double", "-mno-sse", "-mno-avx", "-mfpmath", "-mms-bitfields",
}

// Parse reads the options in words. Relative paths are relative to folder, which is absolute. left are the options that are known to
// compilers and have no effect here. The error is a *RefusedError.
func Parse(folder string, words []string) (c Compile, left []string, err error) {
	p := parser{Compile: Compile{Folder: folder}, words: words}
	for len(p.words) > 0 && err == nil {
		err = p.option()
	}
	return p.Compile, p.left, err
}

type parser struct {
	Compile
	words []string // not yet read
	left  []string
}

// option reads the next option.
func (p *parser) option() error {
	word := p.words[0]
	p.words = p.words[1:]
	for _, h := range harmful {
		if strings.HasPrefix(word, h.option) {
			return &RefusedError{word, h.why}
		}
	}
	for _, option := range pathOptions {
		if rest, found := strings.CutPrefix(word, option); found {
			return p.path(option, rest)
		}
	}
	switch {
	case strings.HasPrefix(word, "-D"), strings.HasPrefix(word, "-U"):
		return p.macro(word[:2], word[2:])
	case strings.HasPrefix(word, "-std="), word == "-ansi":
		p.Language = append(p.Language, word)
	case word == "-pthread":
		p.Macros = append(p.Macros, "-D_REENTRANT")
	case word == "-m32", word == "-m64":
		fmt.Sscanf(word, "-m%d", &p.Bits)
	case PassedOn(word):
		p.Language = append(p.Language, word)
	case slices.Contains(nothing, word):
		_, err := p.value(word, "")
		return err
	case !strings.HasPrefix(word, "-") || word == "-":
		return &RefusedError{word, "it is no option of a compiler"}
	case word != "-c" && word[1] != 'W' && word[1] != 'O' && word[1] != 'g' && word[1] != 'M':
		p.left = append(p.left, word)
	}
	return nil
}

// PassedOn tells whether the option is one about the language or the processor that compilers get.
func PassedOn(word string) bool {
	return slices.Contains(language, strings.Replace(word, "-fno-", "-f", 1)) ||
		slices.ContainsFunc(processor, func(begin string) bool { return strings.HasPrefix(word, begin) })
}

// OnlyLanguage returns an error unless each word is an option about the language or the processor (Compile.Language). It is for words of
// somebody who may choose nothing else.
func OnlyLanguage(words []string) error {
	for _, word := range words {
		compile, left, err := Parse("/", []string{word})
		switch {
		case err != nil:
			return err
		case len(left) > 0 || !slices.Equal(compile.Language, []string{word}) || compile.Bits != 0 ||
			len(compile.Search)+len(compile.Include)+len(compile.Macros) > 0:
			return &RefusedError{word, "it is no option about the language or the processor"}
		}
	}
	return nil
}

// value returns the rest of an option's word, or the next word.
func (p *parser) value(option, rest string) (string, error) {
	if rest != "" {
		return rest, nil
	}
	if len(p.words) == 0 {
		return "", &RefusedError{option, "it needs a value"}
	}
	rest, p.words = p.words[0], p.words[1:]
	return rest, nil
}

func (p *parser) path(option, rest string) error {
	given, err := p.value(option, rest)
	if err != nil {
		return err
	}
	if strings.ContainsRune(given, 0) || given == "" || given == "-" || strings.HasPrefix(given, "=") || strings.HasPrefix(given, "$SYSROOT") {
		return &RefusedError{option, fmt.Sprintf("%q is no file or folder", given)}
	}
	if option == "-include" {
		p.Include = append(p.Include, given)
		return nil
	}
	p.Search = append(p.Search, Search{option, Inside(p.Folder, given), given})
	return nil
}

func (p *parser) macro(option, rest string) error {
	text, err := p.value(option, rest)
	if err != nil {
		return err
	}
	if strings.ContainsAny(text, "\x00\n\r") {
		return &RefusedError{option, "a macro has one line"}
	}
	p.Macros = append(p.Macros, option+text)
	return nil
}

// Add appends what another one says, except for its folder: names of files to include are made absolute where they exist.
func (c *Compile) Add(other *Compile) {
	c.Search = append(c.Search, other.Search...)
	c.Macros = append(c.Macros, other.Macros...)
	c.Language = append(c.Language, other.Language...)
	for _, file := range other.Include {
		if path := Inside(other.Folder, file); exists(path) {
			file = path
		}
		c.Include = append(c.Include, file)
	}
	if other.Bits != 0 {
		c.Bits = other.Bits
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// Arguments returns the options for a compiler that reads the file where it is, each with its value in one word.
func (c *Compile) Arguments() (all []string) {
	for _, s := range c.Search {
		all = append(all, s.Option+s.Folder)
	}
	all = append(all, c.Macros...)
	for _, file := range c.Include {
		if exists(Inside(c.Folder, file)) {
			file = Inside(c.Folder, file)
		}
		all = append(all, "-include"+file)
	}
	return append(all, c.Language...)
}

// Inside returns the path of a file that is relative to a folder, or absolute.
func Inside(folder, file string) string {
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(folder, file)
}
