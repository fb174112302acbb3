package cc

import (
	"path/filepath"
	"slices"
	"strings"

	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
)

// call is what a command line asks a compiler for, as far as it matters here.
type call struct {
	compiles bool     // -c: sources become object files and are not linked
	asks     bool     // it makes neither an object file nor an executable
	output   string   // file of -o; empty: the compiler's own choice
	sources  []source // in the given order
	options  []string // that say what the sources mean, with their values
	linker   []string // inputs of the linker in the given order: files, -lNAME, and -L with its folder in one word
	static   bool     // -static: archives are looked up only
	partial  bool     // -r: the output is an object file
}

// source is a file that is compiled.
type source struct{ path, language string }

// Languages as -x names them.
const (
	languageC            = "c"
	languagePreprocessed = "cpp-output"
)

// languages are those of the compiler's sources by the ending of their names. Other files are for the linker.
var languages = map[string]string{
	".c": languageC, ".i": languagePreprocessed, ".cc": "c++", ".cp": "c++", ".cxx": "c++", ".cpp": "c++", ".CPP": "c++", ".c++": "c++",
	".C": "c++", ".ii": "c++-cpp-output", ".s": "assembler", ".S": "assembler-with-cpp", ".sx": "assembler-with-cpp", ".m": "objective-c",
	".mm": "objective-c++", ".f": "f77", ".F": "f77-cpp-input", ".f90": "f95", ".F90": "f95-cpp-input", ".ads": "ada", ".adb": "ada",
	".d": "d", ".go": "go", ".h": "c-header", ".hh": "c++-header", ".hpp": "c++-header", ".ll": "ir", ".bc": "ir",
}

// kept are options about the meaning of a source with a value in the next word.
var kept = []string{"-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-isysroot", "--sysroot", "-iprefix",
	"-iwithprefix", "-iwithprefixbefore"}

// dropped are other options with a value in the next word. The tool's builds have their own tools, outputs and dependencies.
var dropped = []string{"-MF", "-MT", "-MQ", "-MJ", "-Xlinker", "-Xassembler", "-Xpreprocessor", "-Xclang", "-Xanalyzer", "-mllvm", "-B",
	"-T", "-u", "-e", "-z", "-h", "-A", "-G", "-wrapper", "-dumpbase", "-dumpbase-ext", "-dumpdir", "-aux-info", "--param", "-arch", "-target",
	"-rpath", "-soname", "-framework", "-gcc-toolchain", "-working-directory", "-Tbss", "-Tdata", "-Ttext", "-specs", "--specs"}

// meaningless are beginnings of options that have a value in their word, or none, and do not say what a source means: about tools,
// checks, outputs, warnings and optimisation.
var meaningless = []string{"-Wa,", "-Wl,", "-W", "-O", "-g", "-M", "-fsanitize", "-fno-sanitize", "--coverage", "-coverage", "-fprofile",
	"-ftest-coverage", "-fdump", "-fuse-ld", "-specs=", "--specs=", "-fplugin", "-fpass-plugin", "-B", "-T", "-save-temps", "-pipe",
	"--param=", "-fdiagnostics", "-fmessage-length", "-fcolor", "-flto", "-fno-lto", "-ffat-lto", "-fvisibility"}

// questions are options by which a compiler answers, or stops before there is an object file.
var questions = []string{"-E", "-S", "-M", "-MM", "-fsyntax-only", "-###", "--version", "-V", "--help", "-dumpversion", "-dumpfullversion",
	"-dumpmachine", "-dumpspecs", "--target-help", "-emit-llvm", "--analyze", "--preprocess", "--assemble"}

// parse reads the words behind the compiler's name.
func parse(words []string) *call {
	p := parser{words: words}
	for len(p.words) > 0 {
		p.word(p.next())
	}
	return &p.call
}

type parser struct {
	call
	words    []string // not yet read
	language string   // of -x; empty: by the names of the files
}

// next returns the next word; empty at the end.
func (p *parser) next() (word string) {
	if len(p.words) > 0 {
		word, p.words = p.words[0], p.words[1:]
	}
	return word
}

// word reads an option, with its value, or the name of a file.
func (p *parser) word(word string) {
	value, attached := "", false
	if len(word) > 2 {
		value, attached = word[2:], true
	}
	switch begin := word[:min(2, len(word))]; {
	case word == "-" || !strings.HasPrefix(word, "-"):
		p.file(word)
	case word == "-c" || word == "--compile":
		p.compiles = true
	case slices.Contains(questions, word), strings.HasPrefix(word, "-print-"), strings.HasPrefix(word, "--print-"),
		strings.HasPrefix(word, "--help="):
		p.asks = true
	case word == "-static" || word == "--static":
		p.static = true
	case word == "-r":
		p.partial = true
	case word == "-pthread":
		p.options, p.linker = append(p.options, word), append(p.linker, word)
	case slices.Contains(dropped, word):
		p.next()
	case slices.Contains(kept, word):
		p.options = append(p.options, word, p.next())
	case strings.HasPrefix(word, "-Wp,"):
		p.preprocessor(strings.Split(word, ",")[1:])
	case begin == "-o" || begin == "-x" || begin == "-l" || begin == "-L":
		if !attached {
			value = p.next()
		}
		p.valued(begin, value)
	case slices.ContainsFunc(meaningless, func(option string) bool { return strings.HasPrefix(word, option) }):
	default:
		p.options = append(p.options, word)
	}
}

// preprocessor reads the words in an option -Wp.
func (p *parser) preprocessor(words []string) {
	for _, word := range words {
		if strings.HasPrefix(word, "-D") || strings.HasPrefix(word, "-U") || strings.HasPrefix(word, "-I") {
			p.options = append(p.options, word)
		}
	}
}

func (p *parser) valued(option, value string) {
	switch option {
	case "-o":
		p.output = value
	case "-x":
		if p.language = value; value == "none" {
			p.language = ""
		}
	case "-l":
		p.linker = append(p.linker, "-l"+value)
	case "-L":
		p.linker = append(p.linker, "-L"+value)
	}
}

func (p *parser) file(path string) {
	language := p.language
	if language == "" {
		language = languages[filepath.Ext(path)]
	}
	switch {
	case language == "":
		p.linker = append(p.linker, path)
	case strings.HasSuffix(language, "-header"): // it becomes a precompiled header
		p.asks = true
	default:
		p.sources = append(p.sources, source{path, language})
	}
}

// makes tells whether there is an output to which a record belongs.
func (c *call) makes() bool {
	files := slices.ContainsFunc(c.linker, func(word string) bool { return !strings.HasPrefix(word, "-") })
	return !c.asks && (len(c.sources) > 0 || !c.compiles && files)
}

// object returns the object file into which a source is compiled.
func (c *call) object(s source) string {
	if c.output != "" {
		return c.output
	}
	base := filepath.Base(s.path)
	return strings.TrimSuffix(base, filepath.Ext(base)) + ".o"
}

// Bounds of files that list words; gcc has the same bound of their number.
const maxLists = 2000

// expand replaces @FILE by the words in the file, as compilers do. A file that cannot be read stays a word.
func expand(words []string) (all []string) {
	left := maxLists
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		if path, listed := strings.CutPrefix(word, "@"); listed && left > 0 {
			content, err := files.Read(path, files.MaxDefinition)
			if inner, failure := flags.Split(string(content)); err == nil && failure == nil {
				left--
				words = slices.Concat(inner, words)
				continue
			}
		}
		all = append(all, word)
	}
	return all
}
