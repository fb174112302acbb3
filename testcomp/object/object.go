// Package object opens object files, executables and shared libraries that may be anybody's: compilers made them of hostile text. It
// refuses what would make debug/elf fill the memory or fail; its answers may still be wrong.
package object

import (
	"debug/elf"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"fizzer/testcomp/files"
)

// Bounds, picked by hand: object files with a section per function have some 10 000 sections, large C projects some 100 000 symbols.
const (
	maxSections    = 1 << 20
	maxSymbolBytes = 64 << 20 // of the table of symbols, and of their names
)

// File is an open file.
type File struct {
	*elf.File
	made *os.File
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
	defer recovered(&err)
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
	defer recovered(&err)
	for _, section := range f.Sections {
		if (section.Type == elf.SHT_SYMTAB || section.Type == elf.SHT_STRTAB) && section.Size > maxSymbolBytes {
			return nil, fmt.Errorf("its symbols have more than %d MB", maxSymbolBytes>>20)
		}
	}
	symbols, err = f.File.Symbols()
	if errors.Is(err, elf.ErrNoSymbols) {
		return nil, nil
	}
	return symbols, err
}

// recovered turns a panic into an error, when it is deferred. debug/elf is not made for hostile files.
func recovered(err *error) {
	if cause := recover(); cause != nil {
		*err = fmt.Errorf("it cannot be read: %v", cause)
	}
}
