package source

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/libfizzer/sandbox/launcher"
	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
)

// search says where the headers of a file are looked up whose compilation has options: below its own folder, in the folders of -I and
// the like, and below the compiler's working directory. Copies keep their place relative to each other, so that all names of headers,
// also those with "..", mean the same: the way of a file is its path without symbolic links and without the first slash.
type search struct {
	start   string   // way of the C file's folder
	folders []string // ways of the folders that are searched
	allowed []string // ways of the folders of which headers are copied, with all below them
	named   []naming // how the user names folders
	options []string // for compilers, with the paths of copies
}

// naming is how the user names what is below a way.
type naming struct{ way, name string }

func (s *search) active() bool { return s.start != "" }

// folderOfFile returns the way of the C file's folder from the root of all copies.
func (s *search) folderOfFile() string { return cmp.Or(s.start, ".") }

// mayRead tells whether the file with this way may be copied.
func (s *search) mayRead(way string) bool {
	return !s.active() || slices.ContainsFunc(s.allowed, func(folder string) bool { return isBelow(way, folder) })
}

func isBelow(way, folder string) bool { return folder == way || strings.HasPrefix(way, folder+"/") }

// name returns the path of a header as the user would give it.
func (s *search) name(way string) string {
	best := naming{}
	for _, n := range s.named {
		if isBelow(way, n.way) && len(n.way) > len(best.way) {
			best = n
		}
	}
	if best.way == "" {
		return "/" + way
	}
	return best.name + strings.TrimPrefix(way, best.way+"/")
}

// searchBy adds what a compilation says about headers.
func (h *headers) searchBy(c *flags.Compile) error {
	own, err := realPath(filepath.Dir(h.given))
	if err != nil {
		return err
	}
	h.start = strings.TrimPrefix(own, "/")
	if h.start == "" {
		return fmt.Errorf("it is in the root folder; move it")
	}
	h.allow(own, prefix(h.given))
	for _, working := range []string{c.Folder, c.Root} {
		if folder, err := realPath(working); working != "" && err == nil && !private(folder) {
			h.allow(folder, "")
		}
	}
	for _, s := range c.Search {
		if err := h.addFolder(s); err != nil {
			return err
		}
	}
	for _, file := range c.Include {
		h.include(c.Folder, file)
	}
	h.options = append(h.options, c.Macros...)
	for _, macro := range c.Macros {
		if _, value, found := strings.Cut(macro, "="); found {
			h.macros[strings.Trim(value, `"<>`)] = true // it may be the name of a header
		}
	}
	return nil
}

func (h *headers) allow(folder, name string) {
	way := strings.TrimPrefix(folder, "/")
	h.allowed = append(h.allowed, way)
	h.named = append(h.named, naming{way, name})
}

// addFolder adds a folder of -I or the like. Compilers see those of the system, and no others.
func (h *headers) addFolder(s flags.Search) error {
	folder, err := realPath(s.Folder)
	if os.IsNotExist(err) {
		return nil // compilers ignore it, too
	}
	if err != nil {
		return err
	}
	if info, err := os.Stat(folder); err == nil && !info.IsDir() {
		return nil // they ignore that, too
	}
	if slices.ContainsFunc(launcher.SystemFolders, func(system string) bool { return isBelow(folder, system) }) {
		h.options = append(h.options, s.Option, folder)
		return nil
	}
	if private(folder) {
		return fmt.Errorf("%s %s is refused: it contains your home folder or the system; name a folder below it", s.Option, s.Given)
	}
	h.allow(folder, strings.TrimSuffix(s.Given, "/")+"/")
	way := strings.TrimPrefix(folder, "/")
	h.folders = append(h.folders, way)
	copied := filepath.Join(h.folder, way)
	h.options = append(h.options, s.Option, copied)
	return files.MakeBelow(h.folder, copied)
}

// include requests a file of -include. A name that is no file in the working directory is searched like a header.
func (h *headers) include(folder, name string) {
	if file, err := realPath(flags.Inside(folder, name)); err == nil {
		way := strings.TrimPrefix(file, "/")
		h.allowed = append(h.allowed, way)
		h.ask(headerRequest{path.Dir(way), path.Base(way)}, 0)
		name = filepath.Join(h.folder, way)
	} else {
		h.askSearched(name, 0)
	}
	h.options = append(h.options, "-include", name)
}

// private tells whether a folder contains the user's home folder, or the system.
func private(folder string) bool {
	for _, inner := range []string{os.Getenv("HOME"), "/root", "/etc", "/proc", "/sys", "/dev", "/var", "/home"} {
		if real, err := filepath.EvalSymlinks(inner); err == nil && inner != "" && isBelow(real, folder) || folder == "/" {
			return true
		}
	}
	for _, secret := range []string{"/etc", "/proc", "/sys", "/dev"} {
		if isBelow(folder, secret) {
			return true
		}
	}
	return false
}
