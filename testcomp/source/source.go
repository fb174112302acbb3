// Package source copies the C files of a program, and the program's own headers that they include, into a folder of ours.
// Compilers read only these copies.
//
// The names of a program's files are not trusted: a compiler takes @p.c for a list of options and -x.c for an option, and a
// quotation mark or a line end breaks text that contains the name. The copies have plain names and absolute paths. These begin
// with a slash, so that no tool takes them for options or lists of options, and no tool needs to support "--". The first line of
// each copy is a directive that restores the file's name, as the user wrote it, for messages, __FILE__ and the goals' places. All
// lines keep their numbers.
package source

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/task"
)

// Bounds of what is copied. The largest program of the competition has some 30 MB; picked by hand.
const (
	maxFileBytes   = files.MaxSource
	maxHeaderBytes = 64 << 20 // the headers of one file together
	maxHeaders     = 1024     // headers of one file
	maxAsked       = 1 << 14  // names of headers that are looked up, whether they exist or not
	maxDepth       = 200      // depth of nested includes; compilers stop there, too
)

// Program is a program with copied files.
type Program struct {
	Folder string // folder of all copies, absolute
	Files  []File // in the given order; a harness is the last one
	// Libraries are the last arguments of the linker: libraries of the system, and copies of others
	Libraries []string
}

// File is one C file of a program.
type File struct {
	Given        string   // path as the user gave it, used in messages
	Path         string   // path of the copy: absolute, ends with .c or .i
	Text         []byte   // content of the file; the copy has more lines at the beginning
	Head         string   // what precedes a preprocessed text in the copy; other texts have it when they are preprocessed
	Preprocessed bool     // the given name ends with .i
	Headers      []Header // headers copied with it, in the order in which they were found
	Preprocess   []string // options for text that is not preprocessed yet, with paths of copies
	Language     []string // further options of every compilation
	Harness      bool     // it is ours: its code has no goals
}

// Options returns the options of a compiler that reads the copy itself.
func (f *File) Options() []string { return slices.Concat(f.Preprocess, f.Language) }

// Header is a file below the folder of a C file that the C file includes, perhaps only under a condition.
type Header struct {
	Name string // path as the user would give it: the folder of File.Given, and the way from there
	Path string // path of the copy: the same way from the folder of File.Path
	Text []byte // content of the file
}

// Copy copies the files of a program into a folder. It makes the folder if it is missing, but none above it, and removes copies of another
// program from it. The error is a *task.Error if a file cannot be read, is not a regular file, or is too large. The cost is that of reading
// and writing, and of a search for #include in files that are not preprocessed: about 0.1 s for 10 MB.
func Copy(programs []string, folder string) (*Program, error) {
	return CopyTask(context.Background(), &task.Task{Programs: programs}, folder)
}

// CopyTask is Copy for a task, with the options by which its files are compiled, its libraries and its harness. It looks at ctx before each
// file.
func CopyTask(ctx context.Context, t *task.Task, folder string) (*Program, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	p := &Program{Folder: folder}
	if err := files.MakeFolder(folder, 0o700); err != nil {
		return nil, err
	}
	for i, given := range t.Programs {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		c := &copying{given: given, folder: filepath.Join(folder, strconv.Itoa(i)), stem: fmt.Sprintf("program%d", i)}
		if i < len(t.Compile) {
			c.compile = &t.Compile[i]
		}
		c.renamed = t.Harness != nil && t.Harness.Calls
		file, err := c.copy()
		if err != nil {
			return nil, err
		}
		p.Files = append(p.Files, *file)
	}
	if err := p.addHarness(t.Harness); err != nil {
		return nil, err
	}
	return p, p.addLibraries(&t.Link)
}

// Variant returns a program of one file with another text, which head precedes. Its copy is beside that of the file, so that the same
// headers are found. It fails if there is a file of this name already.
func (p *Program) Variant(name, head string, text []byte) (*Program, error) {
	file := p.Files[0]
	status, err := os.Stat(file.Path)
	if err != nil {
		return nil, err
	}
	file.Path = filepath.Join(filepath.Dir(file.Path), name+filepath.Ext(file.Path))
	if _, err := os.Lstat(file.Path); !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", file.Path, cmp.Or(err, fs.ErrExist))
	}
	file.Text, file.Head = text, head+file.Head
	if err := write(file.Path, text, file.Head, file.Given, status.ModTime()); err != nil {
		return nil, err
	}
	return &Program{Folder: p.Folder, Files: []File{file}, Libraries: p.Libraries}, nil
}

// addHarness writes the harness behind the program's files.
func (p *Program) addHarness(h *task.Harness) error {
	if h == nil {
		return nil
	}
	folder := filepath.Join(p.Folder, "harness")
	copied := filepath.Join(folder, "harness.c")
	err := errors.Join(os.RemoveAll(folder), files.MakeFolder(folder, 0o700))
	if err == nil {
		err = os.WriteFile(copied, []byte(LineDirective(h.Name)+h.Text), 0o600)
	}
	if err != nil {
		return err
	}
	p.Files = append(p.Files, File{Given: h.Name, Path: copied, Text: []byte(h.Text), Harness: true})
	return nil
}

// addLibraries copies the libraries that are not the system's, and sets the arguments of the linker.
func (p *Program) addLibraries(l *flags.Link) error {
	for i, library := range l.Libraries {
		file := l.Find(library)
		if file == "" {
			p.Libraries = append(p.Libraries, library)
			continue
		}
		content, err := files.Read(file, files.MaxSource)
		if err != nil {
			return &task.Error{Path: file, Reason: task.Missing, Err: err}
		}
		copied := filepath.Join(p.Folder, fmt.Sprintf("library%d%s", i, filepath.Ext(file)))
		if err := os.WriteFile(copied, content, 0o600); err != nil {
			return err
		}
		p.Libraries = append(p.Libraries, copied)
	}
	return nil
}

// copying copies one file of a program.
type copying struct {
	given   string         // path of the file
	folder  string         // of the copy and its headers
	stem    string         // the name of the copy begins with it
	compile *flags.Compile // nil or empty: headers are looked up below the folder of the file only
	renamed bool           // main gets the name task.ProgramMain
}

// copy copies the headers of the file and then the file.
func (c *copying) copy() (*File, error) {
	text, status, err := read(c.given)
	if err != nil {
		return nil, &task.Error{Path: c.given, Reason: task.Missing, Err: err}
	}
	if err := errors.Join(os.RemoveAll(c.folder), files.MakeFolder(c.folder, 0o700)); err != nil {
		return nil, err
	}
	f := &File{Given: c.given, Text: text, Preprocessed: filepath.Ext(c.given) == ".i"}
	if c.compile != nil {
		f.Language = slices.Clone(c.compile.Language)
	}
	head := ""
	if c.renamed {
		head = MainDeclaration(text, f.Language)
	}
	if f.Preprocessed {
		if err := checkPreprocessed(text); err != nil {
			return nil, &task.Error{Path: c.given, Reason: task.Malformed, Err: err}
		}
		f.Path, f.Head = filepath.Join(c.folder, c.stem+".i"), head
		return f, write(f.Path, text, head, c.given, status.ModTime())
	}
	h := headers{given: c.given, folder: c.folder, asked: map[headerRequest]bool{}, names: map[string]bool{}, macros: map[string]bool{},
		passed: map[string]bool{}, made: map[string]bool{}, copied: map[identity]string{}}
	if c.compile != nil && (!c.compile.Empty() || c.compile.Root != "") {
		if err := h.searchBy(c.compile); err != nil {
			return nil, &task.Error{Path: c.given, Reason: task.Malformed, Err: err}
		}
		f.Preprocess = h.options
	}
	if f.Headers, err = h.copyAll(text); err != nil {
		return nil, err
	}
	for h.names[path.Join(h.start, c.stem+".c")] { // a header has this name, or was looked up under it
		c.stem += "_"
	}
	f.Path = filepath.Join(c.folder, h.start, c.stem+".c")
	if err := files.MakeBelow(c.folder, filepath.Dir(f.Path)); err != nil {
		return nil, err
	}
	return f, write(f.Path, text, head, c.given, status.ModTime())
}

var (
	voidMain    = regexp.MustCompile(`\bvoid\s+main\s*\(`)
	mainWithInt = regexp.MustCompile(`\bmain\s*\(\s*(?:const\s+|unsigned\s+)?int\b`)
	newestC     = regexp.MustCompile(`^-std=(?:gnu|c|iso9899:20)2[xy3]$`)
)

// MainDeclaration returns a line for the beginning of a text, which says that the symbol of main is task.ProgramMain. Since C23 empty
// parentheses mean that there are no parameters.
func MainDeclaration(text []byte, language []string) string {
	declaration := "int main()"
	switch {
	case voidMain.Match(text):
		declaration = "void main()"
	case slices.ContainsFunc(language, newestC.MatchString) && mainWithInt.Match(text):
		declaration = "int main(int, char **)"
	}
	return declaration + " __asm__(" + Literal(task.ProgramMain) + ");\n"
}

// read returns the text of a regular file. It closes any other file as soon as it knows that it is not regular.
func read(name string) ([]byte, os.FileInfo, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0) // a FIFO does not block
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	return readRegular(file, maxFileBytes)
}

var (
	errIrregular = errors.New("it is no regular file; give one")
	errTooLarge  = errors.New("it is too large")
)

// readRegular returns the text of an open regular file.
func readRegular(file *os.File, limit int64) ([]byte, os.FileInfo, error) {
	status, err := file.Stat()
	switch {
	case err != nil:
		return nil, nil, err
	case !status.Mode().IsRegular():
		return nil, nil, errIrregular
	case status.Size() > limit:
		return nil, nil, fmt.Errorf("%w: %d bytes, and at most %d are read", errTooLarge, status.Size(), limit)
	}
	text, err := io.ReadAll(io.LimitReader(file, limit+1)) // the file may be growing
	if err == nil && int64(len(text)) > limit {
		err = fmt.Errorf("%w: at most %d bytes are read", errTooLarge, limit)
	}
	return text, status, err
}

// byteOrderMark is skipped by compilers only at the beginning of a file.
const byteOrderMark = "\xef\xbb\xbf"

// write writes a copy that begins with head, if there is one, and a line that gives the file's name. It keeps the time of the last
// change, which a program can see in __TIMESTAMP__ and which gcc uses for #pragma once.
func write(target string, text []byte, head, name string, changed time.Time) error {
	var copied bytes.Buffer
	if rest, marked := bytes.CutPrefix(text, []byte(byteOrderMark)); marked {
		copied.WriteString(byteOrderMark)
		text = rest
	}
	copied.WriteString(head + LineDirective(name))
	copied.Write(text)
	if err := os.WriteFile(target, copied.Bytes(), 0o600); err != nil {
		return err
	}
	return os.Chtimes(target, changed, changed)
}

// LineDirective returns a directive, with line end, which says that the following text is a file from line 1 on. It can precede
// any C text, preprocessed or not.
func LineDirective(name string) string { return "# 1 " + Literal(name) + "\n" }

// Literal returns a C string literal for any text without zero bytes: plain ASCII characters as they are, all others as octal
// escapes. Go's %q does not work, because it uses escapes that C does not have.
func Literal(text string) string {
	var literal strings.Builder
	literal.WriteByte('"')
	for _, c := range []byte(text) {
		if c < ' ' || c > '~' || c == '"' || c == '\\' || c == '?' { // two question marks may begin a trigraph
			fmt.Fprintf(&literal, `\%03o`, c)
			continue
		}
		literal.WriteByte(c)
	}
	literal.WriteByte('"')
	return literal.String()
}

// pchPragma makes gcc load a file into its memory if the program is already preprocessed.
const pchPragma = "pch_preprocess"

// checkPreprocessed returns an error for text that makes gcc read files that are not C.
func checkPreprocessed(text []byte) error {
	if bytes.Contains(unspliced(text), []byte(pchPragma)) {
		return fmt.Errorf("it asks for a precompiled header (%s), which is no C; preprocess it without", pchPragma)
	}
	return nil
}

// Given replaces, in a message of a compiler, the paths of copies by the names that the user knows. Most messages already have
// these names; messages that are not about a line do not.
func (p *Program) Given(message string) string {
	for i := range p.Files {
		message = strings.ReplaceAll(message, p.Files[i].Path, p.Files[i].Given)
		message = strings.ReplaceAll(message, filepath.Dir(p.Files[i].Path)+"/", prefix(p.Files[i].Given))
		message = strings.ReplaceAll(message, filepath.Join(p.Folder, strconv.Itoa(i))+"/", "/")
	}
	return message
}

// prefix returns the part of a path before its last name.
func prefix(name string) string { return name[:strings.LastIndexByte(name, '/')+1] }
