package flags

import (
	"os"
	"path/filepath"
	"strings"
)

// Link says which libraries belong to a program, in the order of the linker's command line.
type Link struct {
	Folders   []string `json:"folders,omitempty"`   // absolute; where libraries are looked up before the system's folders
	Libraries []string `json:"libraries,omitempty"` // "-lNAME", "-pthread", or the absolute path of an archive or object file
}

// Archive tells whether a path is that of a file for the linker: a static library or an object file.
func Archive(path string) bool { return filepath.Ext(path) == ".a" || filepath.Ext(path) == ".o" }

// ParseLink reads the options of a link. Relative paths are relative to folder, which is absolute. left are options that have no effect
// here. The error is a *RefusedError.
func ParseLink(folder string, words []string) (l Link, left []string, err error) {
	p := parser{Compile: Compile{Folder: folder}, words: words}
	for len(p.words) > 0 {
		word := p.words[0]
		p.words = p.words[1:]
		switch {
		case strings.HasPrefix(word, "-L"):
			given, err := p.value("-L", word[2:])
			if err != nil {
				return l, nil, err
			}
			l.Folders = append(l.Folders, Inside(folder, given))
		case strings.HasPrefix(word, "-l"):
			name, err := p.value("-l", word[2:])
			if err != nil {
				return l, nil, err
			}
			if strings.ContainsAny(name, "/:\x00") {
				return l, nil, &RefusedError{"-l" + name, "it is no name of a library; give the path of the static library"}
			}
			l.Libraries = append(l.Libraries, "-l"+name)
		case word == "-pthread":
			l.Libraries = append(l.Libraries, word)
		case Archive(word) && !strings.HasPrefix(word, "-"):
			l.Libraries = append(l.Libraries, Inside(folder, word))
		case strings.Contains(filepath.Base(word), ".so") && !strings.HasPrefix(word, "-"):
			return l, nil, &RefusedError{word, "it is a shared library; give the static one"}
		case strings.HasPrefix(word, "-Wl,"), strings.HasPrefix(word, "-O"), strings.HasPrefix(word, "-g"), word == "-rdynamic",
			word == "-no-pie", word == "-pie":
			left = append(left, word)
		default:
			return l, nil, &RefusedError{word, "only -L, -l, -pthread, static libraries and object files are linked"}
		}
	}
	return l, left, nil
}

// Find returns the file of a library that is not the system's; empty: the linker looks the library up in the system's folders.
func (l *Link) Find(library string) string {
	if filepath.IsAbs(library) {
		return library
	}
	if name, short := strings.CutPrefix(library, "-l"); short {
		for _, folder := range l.Folders {
			file := filepath.Join(folder, "lib"+name+".a")
			if _, err := os.Stat(file); err == nil {
				return file
			}
		}
	}
	return ""
}
