package cc

import (
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/object"
	"fizzer/testcomp/plain"
)

// Program is what makes an executable or a shared library, by its records.
type Program struct {
	Sources []string        // absolute paths of C files, the one with an entry first
	Compile []flags.Compile // of each source
	Link    flags.Link
	Bits    int // 32 or 64
}

// maxExecutable is the size of an executable, in bytes; picked by hand.
const maxExecutable = 2 << 30

// entry is the beginning of a function that is called from outside.
var entry = regexp.MustCompile(`\b(?:main|LLVMFuzzerTestOneInput)\s*\(`)

// Is tells whether a path is that of something that Read may know: an executable or a shared library.
func Is(path string) bool { return isELF(path) && !flags.Archive(path) }

// Read returns the program of an executable or a shared library that was built by the wrapper. It compares each source with what was
// compiled. Whatever the file says is checked: it may be anybody's. working is the folder of the user, absolute; the headers of the
// project may be anywhere in it if it has all sources.
func Read(path, working string) (*Program, error) {
	p, err := read(path, working)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", plain.Line(path), err)
	}
	return p, nil
}

func read(path, working string) (*Program, error) {
	file, err := files.Open(path, maxExecutable)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	records, bits, err := recordsOf(file)
	if err != nil {
		return nil, err
	}
	p := &Program{Bits: bits}
	if err := p.add(records); err != nil {
		return nil, err
	}
	p.place(path, working)
	return p, nil
}

// recordsOf returns the records of an executable or a shared library, and whether it has 32 or 64 bits.
func recordsOf(file io.ReaderAt) (records []record, bits int, err error) {
	opened, err := object.New(file)
	if err != nil {
		return nil, 0, err
	}
	if err := errors.Join(checkMachine(opened), checkLanguage(opened)); err != nil {
		return nil, 0, err
	}
	content, err := sectionIn(opened)
	if errors.Is(err, errNoRecord) {
		return nil, 0, fmt.Errorf("%w; build it from the beginning with the compiler \"fizzer cc\" and without -flto (fizzer help building)", err)
	}
	if err != nil {
		return nil, 0, err
	}
	records, err = decode(content)
	return records, object.Bits(opened), err
}

func checkMachine(object *elf.File) error {
	switch {
	case object.Data != elf.ELFDATA2LSB:
		return errors.New("it is not for this kind of machine")
	case object.Type != elf.ET_EXEC && object.Type != elf.ET_DYN:
		return errors.New("it is neither an executable nor a shared library")
	case object.Machine != elf.EM_X86_64 && object.Machine != elf.EM_386:
		return fmt.Errorf("it is for %v; only programs for x86 can be tested", object.Machine)
	}
	return nil
}

// checkLanguage returns an error for a program that needs the library of C++.
func checkLanguage(object *elf.File) error {
	libraries, err := object.ImportedLibraries()
	if err != nil {
		return err
	}
	for _, library := range libraries {
		if strings.HasPrefix(library, "libstdc++") || strings.HasPrefix(library, "libc++") {
			return fmt.Errorf("it is linked with %s, so parts of it are C++; only C can be tested", plain.Line(library))
		}
	}
	return nil
}

// add adds what the records say.
func (p *Program) add(records []record) error {
	var folders, libraries []string
	all := map[string]known{}
	for _, r := range records {
		switch {
		case r.Compiled != nil:
			if err := p.addSource(r.Compiled, all); err != nil {
				return err
			}
		case len(r.Linked.Without) > 0:
			return fmt.Errorf("it has parts that were not built by \"fizzer cc\": %s; build them anew (make clean), or without them",
				plain.Line(strings.Join(r.Linked.Without, " ")))
		default:
			link, _, err := flags.ParseLink(r.Linked.Folder, r.Linked.Libraries)
			if err != nil {
				return err
			}
			folders, libraries = append(folders, link.Folders...), append(libraries, link.Libraries...)
		}
	}
	if len(p.Sources) == 0 {
		return errors.New("its record names no source")
	}
	p.Link = flags.Link{Folders: folders, Libraries: lastOfEach(libraries)}
	return nil
}

// lastOfEach returns the words without those that come again: linkers search a library for what comes before it.
func lastOfEach(words []string) (kept []string) {
	last := map[string]int{}
	for i, word := range words {
		last[word] = i
	}
	for i, word := range words {
		if last[word] == i {
			kept = append(kept, word)
		}
	}
	return kept
}

// known is a source that was added.
type known struct {
	hash    string
	compile flags.Compile
}

// addSource adds a source, unless it is there with the same options.
func (p *Program) addSource(c *compiled, all map[string]known) error {
	path := flags.Inside(c.Folder, c.File)
	name := plain.Line(path)
	switch {
	case c.File == "-":
		return errors.New("a part of it was compiled from standard input")
	case c.Language != languageC && c.Language != languagePreprocessed:
		return fmt.Errorf("a part of it is no C: %s is compiled as %s; configure the project without it", name, plain.Line(c.Language))
	}
	before, twice := all[path]
	var text []byte
	if !twice {
		var err error
		if text, err = files.Read(path, files.MaxSource); errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("a source of it is not there any more: %w; build it again", err)
		} else if err != nil {
			return fmt.Errorf("a source of it cannot be read: %w", err)
		}
		before.hash = hashOf(text)
	}
	if before.hash != c.SHA256 {
		return fmt.Errorf("%s was changed since it was compiled; build it again", name)
	}
	compile, _, err := flags.Parse(c.Folder, c.Options)
	switch {
	case err != nil:
		return fmt.Errorf("%s was compiled with an option that cannot be used here: %w", name, err)
	case twice && !reflect.DeepEqual(withoutPIC(before.compile), withoutPIC(compile)):
		return fmt.Errorf("%s is in it twice, with different options", name)
	case twice:
		return nil
	}
	all[path] = known{before.hash, compile}
	at := len(p.Sources)
	if entry.Match(text) {
		at = 0
	}
	p.Sources = slices.Insert(p.Sources, at, path)
	p.Compile = slices.Insert(p.Compile, at, compile)
	return nil
}

// withoutPIC leaves out the macro by which libtool tells object files of shared libraries.
func withoutPIC(c flags.Compile) flags.Compile {
	c.Macros = slices.DeleteFunc(slices.Clone(c.Macros), func(macro string) bool { return macro == "-DPIC" })
	if len(c.Macros) == 0 {
		c.Macros = nil
	}
	return c
}

// place sets the folder in which the project's headers may be: the one of the user if it has all sources, else the first that has all
// sources, the folders of the build, and the executable.
func (p *Program) place(executable, working string) {
	root := working
	if slices.ContainsFunc(p.Sources, func(path string) bool { return !isInside(path, root) }) {
		root = filepath.Dir(flags.Inside(working, executable))
		for i, path := range p.Sources {
			for _, inner := range []string{filepath.Dir(path), p.Compile[i].Folder} {
				for !isInside(inner, root) {
					root = filepath.Dir(root)
				}
			}
		}
	}
	for i := range p.Compile {
		p.Compile[i].Root = root
	}
}

func isInside(path, folder string) bool {
	way, err := filepath.Rel(folder, path)
	return err == nil && filepath.IsLocal(way)
}

// Hint returns advice for a file that is not a program: a script in the place of an executable. Empty: none.
func Hint(path string) string {
	if !begins(path, "#!") {
		return ""
	}
	folder, name := filepath.Split(path)
	if real := filepath.Join(folder, ".libs", name); Is(real) {
		return fmt.Sprintf("it is a script of libtool; name the executable %s", plain.Line(real))
	}
	return "it is a script; name an executable that \"fizzer cc\" built"
}
