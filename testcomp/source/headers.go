package source

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"fizzer/testcomp/files"
	"fizzer/testcomp/task"
)

// headers copies the headers of one C file.
type headers struct {
	given  string // the C file
	folder string // the copy of the C file's folder
	root   *os.Root
	real   string // path of root without symbolic links

	asked  map[headerRequest]bool
	names  map[string]bool     // the ways from the root that were looked up
	passed map[string]bool     // the ways that names with ".." pass through
	made   map[string]bool     // the folders of headers that were made, as ways
	copied map[identity]string // copies by original file
	all    []Header
	bytes  int64

	search // where headers are looked up besides the folder of the including text

	macros   map[string]bool // the strings in the macros of all texts
	computed []string        // folders of the texts with an #include by a macro
	waiting  []waitingHeader // in the order of the requests
}

// headerRequest is a request for a header, as a text names it.
type headerRequest struct {
	folder string // folder of the text, as a way from the root
	name   string // as written in the text
}

type waitingHeader struct {
	headerRequest
	depth int // nesting depth of includes
}

// identity identifies a file, whatever its name.
type identity struct{ device, inode uint64 }

// copyAll copies the headers that a text includes in quotes, and those that they include, if they are below the folder of the C
// file. Others are left to the compiler, which finds them among the system's headers or not at all.
func (h *headers) copyAll(text []byte) ([]Header, error) {
	h.scan(text, h.folderOfFile(), 0)
	if !h.byMacros() || h.open() != nil {
		return nil, nil
	}
	defer h.root.Close()
	for h.byMacros() {
		request := h.waiting[0]
		h.waiting = h.waiting[1:]
		if err := h.take(request); err != nil {
			return nil, &task.Error{Path: h.given, Reason: task.Malformed, Err: err}
		}
	}
	return h.all, nil
}

// open opens the folder of the C file.
func (h *headers) open() (err error) {
	if h.real = "/"; !h.active() {
		h.real, err = realPath(filepath.Dir(h.given))
	}
	if err == nil {
		h.root, err = os.OpenRoot(h.real)
	}
	return err
}

// realPath returns the absolute path without symbolic links.
func realPath(name string) (string, error) {
	absolute, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(absolute)
}

// askEverywhere queues a header that is looked up first in the folder of the text, then in the search folders.
func (h *headers) askEverywhere(r headerRequest, depth int) {
	h.ask(r, depth)
	h.askSearched(r.name, depth)
}

// askSearched queues a header that is looked up in the search folders.
func (h *headers) askSearched(name string, depth int) {
	for _, folder := range h.folders {
		h.ask(headerRequest{folder, name}, depth)
	}
}

// nameOf returns the path of a header as the user would give it.
func (h *headers) nameOf(way string) string {
	if h.active() {
		return h.name(way)
	}
	return prefix(h.given) + way
}

// scan requests the headers that a text in a folder names.
func (h *headers) scan(text []byte, folder string, depth int) {
	found := find(text)
	for _, name := range found.includes {
		h.askEverywhere(headerRequest{folder, name}, depth)
	}
	for _, name := range found.angles {
		h.askSearched(name, depth)
	}
	for _, name := range found.strings[:min(len(found.strings), maxAsked)] {
		h.macros[name] = true
	}
	if found.computed && !slices.Contains(h.computed, folder) {
		h.computed = append(h.computed, folder)
	}
}

// ask queues a header unless it was requested before.
func (h *headers) ask(r headerRequest, depth int) {
	if !h.asked[r] && len(h.asked) <= maxAsked {
		h.asked[r] = true
		h.waiting = append(h.waiting, waitingHeader{r, depth})
	}
}

// byMacros is called when the queue is empty. For each text that includes a header by a macro, it requests every string in macros
// as a header. It returns whether this queued anything.
func (h *headers) byMacros() bool {
	if len(h.waiting) > 0 || len(h.computed) == 0 {
		return len(h.waiting) > 0
	}
	for _, folder := range h.computed {
		for _, name := range slices.Sorted(maps.Keys(h.macros)) {
			h.askEverywhere(headerRequest{folder, name}, 0)
		}
	}
	return len(h.waiting) > 0
}

// wayTo returns the way from the root to a header, false if the header is outside.
func wayTo(folder, name string) (string, bool) {
	if name == "" || path.IsAbs(name) || strings.ContainsRune(name, 0) {
		return "", false
	}
	way := path.Join(folder, name)
	return way, filepath.IsLocal(way) && way != "."
}

// take copies a header, unless it was copied before or must not be copied. It requests the headers that the header includes.
func (h *headers) take(request waitingHeader) error {
	if len(h.asked) > maxAsked {
		return fmt.Errorf("it includes more than %d headers; preprocess it", maxAsked)
	}
	way, ok := wayTo(request.folder, request.name)
	if !ok || request.depth > maxDepth || isPrecompiled(way) || !h.mayRead(way) {
		return nil
	}
	if err := h.crossed(request.headerRequest); err != nil || h.names[way] {
		return err
	}
	h.names[way] = true
	file := h.find(way)
	if file == nil {
		return nil
	}
	defer file.Close()
	return h.copy(file, way, request.depth)
}

// isPrecompiled tells whether compilers would take the file for a precompiled header, which is an image of their memory.
func isPrecompiled(way string) bool {
	return strings.HasSuffix(way, ".gch") || strings.HasSuffix(way, ".pch")
}

// crossed makes the folders that a name enters and leaves again, as in a/../b.h: the compiler needs them to resolve the name.
func (h *headers) crossed(request headerRequest) error {
	if !strings.Contains(request.name, "..") {
		return nil
	}
	parts := strings.Split(request.name, "/")
	for i := range parts {
		way, ok := wayTo(request.folder, strings.Join(parts[:i], "/"))
		if !ok || h.passed[way] {
			continue
		}
		h.passed[way] = true
		if status, err := h.root.Stat(way); err == nil && status.IsDir() {
			if err := files.MakeBelow(h.folder, filepath.Join(h.folder, way)); err != nil {
				return err
			}
		}
	}
	return nil
}

// find opens a regular file below the root. It follows symbolic links that stay below the root. nil: there is no such file.
func (h *headers) find(way string) *os.File {
	whole := filepath.Join(h.real, way)
	if _, err := os.Lstat(whole); err != nil { // a cheap check: most names do not exist
		return nil
	}
	resolved, err := filepath.EvalSymlinks(whole)
	if err != nil {
		return nil
	}
	resolved, err = filepath.Rel(h.real, resolved)
	if err != nil || !filepath.IsLocal(resolved) || !h.mayRead(resolved) {
		return nil
	}
	if status, err := h.root.Lstat(resolved); err != nil || !status.Mode().IsRegular() {
		return nil
	}
	file, err := h.root.OpenFile(resolved, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil
	}
	return file
}

// copy copies a file. If it was already copied under another name, copy makes a hard link to that copy, so that compilers see
// that it is the same file.
func (h *headers) copy(file *os.File, way string, depth int) error {
	target := filepath.Join(h.folder, way)
	if folder := path.Dir(way); !h.made[folder] {
		if err := files.MakeBelow(h.folder, filepath.Dir(target)); err != nil {
			return err
		}
		h.made[folder] = true
	}
	text, status, err := readRegular(file, maxHeaderBytes-h.bytes)
	if errors.Is(err, errIrregular) {
		return nil // somebody has just replaced the file
	}
	if err != nil {
		return fmt.Errorf("its headers: %s: %w; preprocess it", way, err)
	}
	h.bytes += int64(len(text))
	header := Header{Name: h.nameOf(way), Path: target, Text: text}
	h.all = append(h.all, header)
	if len(h.all) > maxHeaders {
		return fmt.Errorf("it includes more than %d headers of its own; preprocess it", maxHeaders)
	}
	h.scan(text, path.Dir(way), depth+1)
	same := identityOf(status)
	if first, ok := h.copied[same]; ok {
		return os.Link(first, target)
	}
	h.copied[same] = target
	return write(target, text, "", header.Name, status.ModTime())
}

func identityOf(status os.FileInfo) identity {
	system := status.Sys().(*syscall.Stat_t)
	return identity{system.Dev, system.Ino}
}
