package cc

import (
	"context"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"fizzer/testcomp/files"
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
	file, err := files.Open(path, math.MaxInt64) // a member of a thin archive may be anything
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
func attach(ctx context.Context, path string, lines []byte) error {
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
	content, err := files.InMemory("record", append(before, lines...))
	if err != nil {
		return err
	}
	defer content.Close()
	return replace(path, func(copied string) error {
		command := exec.CommandContext(ctx, objcopy, option, sectionName+"=/proc/self/fd/3",
			"--set-section-flags", sectionName+"=noload,readonly", path, copied)
		command.ExtraFiles = []*os.File{content}
		return command.Run()
	})
}

// replace replaces a file by what do makes of it in a new one beside it. After an error the file is as it was.
func replace(path string, do func(copied string) error) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	copied, err := os.CreateTemp(filepath.Dir(path), "fizzer-cc-")
	if err != nil {
		return err
	}
	err = errors.Join(copied.Close(), do(copied.Name()))
	if err == nil {
		err = errors.Join(os.Chmod(copied.Name(), info.Mode().Perm()), os.Rename(copied.Name(), path))
	}
	if err != nil {
		_ = os.Remove(copied.Name()) // it may be renamed
	}
	return err
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
	file, err := files.Open(path, math.MaxInt64)
	if err != nil {
		return false
	}
	defer file.Close()
	info, err := file.Stat()
	return err == nil && memberRecorded(file, info.Size(), filepath.Dir(path))
}

// maxNames bounds the list of long names in an archive, in bytes.
const maxNames = 64 << 20

// memberRecorded tells whether a member of an archive of this size, which is in a folder, has records.
func memberRecorded(archive io.ReaderAt, size int64, folder string) bool {
	content := func(at int64, n int) string { // empty: it has not so many bytes there
		text := make([]byte, n)
		if read, _ := archive.ReadAt(text, at); read < n {
			return ""
		}
		return string(text)
	}
	magic := content(0, len(archiveMagic))
	thin := magic == thinMagic
	if !thin && magic != archiveMagic {
		return false
	}
	names := "" // long ones
	for at := int64(len(archiveMagic)); at+memberHeader <= size; {
		header := content(at, memberHeader)
		if header == "" {
			return false
		}
		name := strings.TrimRight(header[:16], " ")
		length, err := strconv.ParseInt(strings.TrimSpace(header[48:58]), 10, 64)
		if at += memberHeader; err != nil || length < 0 {
			return false
		}
		inside := !thin || name == "/" || name == "//" || name == "/SYM64/"
		end := at
		if inside {
			end += length
		}
		if end < at || end > size {
			return false
		}
		switch {
		case name == "//" && length <= maxNames:
			names = content(at, int(length))
		case inside:
			if _, err := sectionOf(io.NewSectionReader(archive, at, length)); err == nil {
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
func longName(names, name string) string {
	offset, err := strconv.Atoi(strings.TrimPrefix(name, "/"))
	if err != nil || offset < 0 || offset > len(names) {
		return strings.TrimSuffix(name, "/")
	}
	line, _, _ := strings.Cut(names[offset:], "\n")
	return strings.TrimSuffix(line, "/")
}
