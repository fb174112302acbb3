// Package object opens object files, executables and shared libraries that may be anybody's: compilers made them of hostile text. It
// refuses what would make debug/elf and debug/dwarf fill the memory or fail; the rest of their answers may still be wrong.
package object

import (
	"bytes"
	"debug/dwarf"
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"

	"fizzer/testcomp/files"
)

// Bounds, picked by hand: object files with a section per function have some 10 000 sections, large C projects some 100 000 symbols and
// 20 MB of debug information.
const (
	maxSections    = 1 << 20
	maxSymbolBytes = 64 << 20 // of the table of symbols, and of their names
	maxDebugBytes  = 64 << 20 // of debug information, expanded and with its relocations
	maxRelocations = 64       // sections with relocations of debug information
)

// File is an open file.
type File struct {
	*elf.File
	made io.Closer
}

// Open opens a file that a compiler has made. It refuses what files.OpenMade refuses.
func Open(path string) (*File, error) {
	made, err := files.OpenMade(path)
	if err != nil {
		return nil, err
	}
	file, err := New(made)
	if err != nil {
		return nil, errors.Join(err, made.Close())
	}
	return &File{file, made}, nil
}

// In returns the file with the content.
func In(content []byte) (*File, error) {
	file, err := New(bytes.NewReader(content))
	return &File{file, io.NopCloser(nil)}, err
}

// Close closes the file.
func (f *File) Close() error { return f.made.Close() }

// Bits returns the data model, 32 or 64.
func Bits(f *elf.File) int {
	if f.Class == elf.ELFCLASS32 {
		return 32
	}
	return 64
}

// New reads the headers of a file.
func New(file io.ReaderAt) (opened *elf.File, err error) {
	defer Recover(&err)
	head := make([]byte, binary.Size(elf.Header64{}))
	if n, err := file.ReadAt(head, 0); n < binary.Size(elf.Header32{}) {
		return nil, err
	}
	if elf.Class(head[elf.EI_CLASS]) == elf.ELFCLASS32 {
		var h elf.Header32
		_, _ = binary.Decode(head, binary.LittleEndian, &h) // it is long enough
		err = checkSections(file, int64(h.Shoff), int(h.Shnum), func(s elf.Section32) (uint32, uint64, uint64) {
			return s.Type, uint64(s.Flags), uint64(s.Size)
		})
	} else {
		var h elf.Header64
		_, _ = binary.Decode(head, binary.LittleEndian, &h)
		err = checkSections(file, int64(h.Shoff), int(h.Shnum), func(s elf.Section64) (uint32, uint64, uint64) {
			return s.Type, s.Flags, s.Size
		})
	}
	if err != nil {
		return nil, err
	}
	return elf.NewFile(file)
}

// checkSections reads the headers of the sections before debug/elf does. Compressed tables, which no linker writes, could fill the
// memory when it expands them. parts returns the type, the flags and the size of a section.
func checkSections[S any](file io.ReaderAt, at int64, number int, parts func(S) (kind uint32, flags, size uint64)) error {
	var header S
	content := make([]byte, binary.Size(header))
	for i := 0; at > 0 && i < max(number, 1); i++ {
		if _, err := file.ReadAt(content, at+int64(i)*int64(len(content))); err != nil {
			return fmt.Errorf("its sections cannot be read: %w", err)
		}
		if _, err := binary.Decode(content, binary.LittleEndian, &header); err != nil {
			return err
		}
		kind, bits, size := parts(header)
		if number == 0 { // the first header has it
			number = int(min(size, maxSections+1))
		}
		if number > maxSections {
			return fmt.Errorf("it has more than %d sections", maxSections)
		}
		if elf.SectionFlag(bits)&elf.SHF_COMPRESSED != 0 && elf.SectionType(kind) != elf.SHT_PROGBITS {
			return fmt.Errorf("its section %d is compressed, which is for debug information only", i)
		}
	}
	return nil
}

// Symbols returns the symbols, none of a file without a table of them. The cost is some 100 bytes of memory for each.
func (f *File) Symbols() (symbols []elf.Symbol, err error) {
	defer Recover(&err)
	if err = f.checkSymbols(); err != nil {
		return nil, err
	}
	symbols, err = f.File.Symbols()
	if errors.Is(err, elf.ErrNoSymbols) {
		return nil, nil
	}
	return symbols, err
}

// checkSymbols returns an error if the table of symbols, or that of their names, is too large.
func (f *File) checkSymbols() error {
	for _, section := range f.Sections {
		if (section.Type == elf.SHT_SYMTAB || section.Type == elf.SHT_STRTAB) && section.Size > maxSymbolBytes {
			return fmt.Errorf("its symbols have more than %d MB", maxSymbolBytes>>20)
		}
	}
	return nil
}

// Debug returns the debug information. The cost is that of reading it, at most 64 MB.
func (f *File) Debug() (data *dwarf.Data, err error) {
	defer Recover(&err)
	if err := f.checkDebug(); err != nil {
		return nil, err
	}
	return f.DWARF()
}

// checkDebug returns an error if there is too much debug information.
func (f *File) checkDebug() error {
	if err := f.checkSymbols(); err != nil {
		return err
	}
	relocations := 0
	left := uint64(maxDebugBytes)
	for _, section := range f.Sections {
		switch {
		case isDebug(section):
			if isOld(section) {
				return fmt.Errorf("its section %s is compressed in the old way; compile with -gz=zlib, or without", section.Name)
			}
		case (section.Type == elf.SHT_REL || section.Type == elf.SHT_RELA) && int(section.Info) < len(f.Sections) &&
			isDebug(f.Sections[section.Info]):
			relocations++
		default:
			continue
		}
		if section.Size > left || relocations > maxRelocations {
			return fmt.Errorf("its debug information has more than %d MB or %d tables of relocations", maxDebugBytes>>20, maxRelocations)
		}
		left -= section.Size
	}
	return nil
}

func isDebug(section *elf.Section) bool {
	return strings.HasPrefix(section.Name, ".debug_") || strings.HasPrefix(section.Name, ".zdebug_")
}

// isOld tells whether debug/dwarf would expand the section to a size that its content names.
func isOld(section *elf.Section) bool {
	const magic = "ZLIB"
	head := make([]byte, len(magic))
	_, err := io.ReadFull(section.Open(), head)
	return strings.HasPrefix(section.Name, ".zdebug_") || err == nil && string(head) == magic
}

// Recover turns a panic into an error, when it is deferred. debug/elf and debug/dwarf are not made for hostile files.
func Recover(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("it cannot be read: %v", cause)
	}
}
