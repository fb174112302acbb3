package cc

import (
	"bytes"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"fizzer/testcomp/object"
)

// errNoRecord means that a file has no section with records.
var errNoRecord = errors.New("it has no record of its build")

// sectionOf returns the content of the section with records. The file may be anybody's.
func sectionOf(file io.ReaderAt) ([]byte, error) {
	opened, err := object.New(file)
	if err != nil {
		return nil, err
	}
	return sectionIn(opened)
}

func sectionIn(opened *elf.File) ([]byte, error) {
	section := opened.Section(sectionName)
	switch {
	case section == nil:
		return nil, errNoRecord
	case section.Type == elf.SHT_NOBITS || section.Flags&elf.SHF_COMPRESSED != 0 || section.FileSize > maxSection:
		return nil, fmt.Errorf("its section %s is compressed, empty or larger than %d bytes", sectionName, maxSection)
	}
	return section.Data()
}

// recordOf returns the section of a file by its name.
func recordOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return sectionOf(file)
}

// isELF tells whether the path is that of a regular file that is an object file, an executable or a shared library.
func isELF(path string) bool {
	return begins(path, elf.ELFMAG)
}

// begins tells whether a regular file begins with a text.
func begins(path, magic string) bool {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	head := make([]byte, len(magic))
	_, err = io.ReadFull(file, head)
	return err == nil && string(head) == magic
}

// attach appends lines to the section of an object file or an executable. Files of another kind, such as /dev/null, are left alone.
func attach(path string, lines []byte) error {
	path, err := filepath.EvalSymlinks(path)
	if err != nil || !isELF(path) {
		return err
	}
	objcopy, err := exec.LookPath("objcopy")
	if err != nil {
		return err
	}
	option := "--update-section"
	before, err := recordOf(path)
	if errors.Is(err, errNoRecord) {
		option = "--add-section"
	} else if err != nil {
		return err
	}
	content, err := os.CreateTemp("", "fizzer-cc-")
	if err != nil {
		return err
	}
	defer os.Remove(content.Name())
	_, err = content.Write(append(before, lines...))
	if err := errors.Join(err, content.Close()); err != nil {
		return err
	}
	return exec.Command(objcopy, option, sectionName+"="+content.Name(), "--set-section-flags", sectionName+"=noload,readonly", path).Run()
}

// Beginnings of archives. A thin one has only the names of its members.
const (
	archiveMagic = "!<arch>\n"
	thinMagic    = "!<thin>\n"
)

// memberHeader is the number of bytes before each member of an archive: name, times, owner, mode, size, mark.
const memberHeader = 60

// archiveRecorded tells whether a member of an archive has records.
func archiveRecorded(path string) bool {
	content, err := os.ReadFile(path)
	return err == nil && memberRecorded(content, filepath.Dir(path))
}

// memberRecorded tells whether a member of an archive in a folder has records.
func memberRecorded(content []byte, folder string) bool {
	thin := bytes.HasPrefix(content, []byte(thinMagic))
	if !thin && !bytes.HasPrefix(content, []byte(archiveMagic)) {
		return false
	}
	var names []byte // long ones
	for at := len(archiveMagic); at+memberHeader <= len(content); {
		name := strings.TrimRight(string(content[at:at+16]), " ")
		size, err := strconv.Atoi(strings.TrimSpace(string(content[at+48 : at+58])))
		if at += memberHeader; err != nil || size < 0 {
			return false
		}
		inside := !thin || name == "/" || name == "//" || name == "/SYM64/"
		end := at
		if inside {
			end += size
		}
		if end < at || end > len(content) {
			return false
		}
		switch {
		case name == "//":
			names = content[at:end]
		case inside:
			if _, err := sectionOf(bytes.NewReader(content[at:end])); err == nil {
				return true
			}
		default:
			if _, err := recordOf(filepath.Join(folder, longName(names, name))); err == nil {
				return true
			}
		}
		at = end + end%2
	}
	return false
}

// longName returns the name of a member: the text itself, or at that offset in the list of long names.
func longName(names []byte, name string) string {
	offset, err := strconv.Atoi(strings.TrimPrefix(name, "/"))
	if err != nil || offset < 0 || offset > len(names) {
		return strings.TrimSuffix(name, "/")
	}
	line, _, _ := bytes.Cut(names[offset:], []byte("\n"))
	return strings.TrimSuffix(string(line), "/")
}
