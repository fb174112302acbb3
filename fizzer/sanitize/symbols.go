package sanitize

import (
	"debug/dwarf"
	"debug/elf"
	"path/filepath"
	"strconv"

	"fizzer/testcomp/files"
)

// symbols finds functions and lines of an executable.
type symbols struct{ data *dwarf.Data }

// frame returns the function and the line of an address, counted from the beginning of a file in memory. It is not known where that
// is no function of the program.
func (e *executable) frame(module, offset string) (f Frame, known bool) {
	address, err := strconv.ParseUint(offset, 16, 64)
	if err != nil || filepath.Base(module) != filepath.Base(e.path) {
		return f, false
	}
	if e.symbols == nil {
		e.symbols = readSymbols(e.path)
	}
	return e.symbols.at(address)
}

// readSymbols reads the debug information; of a file without it nothing is known.
func readSymbols(path string) *symbols {
	made, err := files.OpenMade(path)
	if err != nil {
		return &symbols{}
	}
	defer made.Close()
	file, err := elf.NewFile(made)
	if err != nil {
		return &symbols{}
	}
	data, err := file.DWARF()
	if err != nil {
		return &symbols{}
	}
	return &symbols{data}
}

func (s *symbols) at(address uint64) (f Frame, known bool) {
	if s.data == nil {
		return f, false
	}
	reader := s.data.Reader()
	unit, err := reader.SeekPC(address)
	if err != nil {
		return f, false
	}
	lines, err := s.data.LineReader(unit)
	if err != nil || lines == nil {
		return f, false
	}
	var entry dwarf.LineEntry
	if lines.SeekPC(address, &entry) != nil || entry.File == nil {
		return f, false
	}
	f.File, f.Line = entry.File.Name, entry.Line
	for {
		function, err := reader.Next()
		if err != nil || function == nil || function.Tag == dwarf.TagCompileUnit {
			return f, false
		}
		if function.Tag == dwarf.TagSubprogram {
			ranges, err := s.data.Ranges(function)
			for _, r := range ranges {
				if err == nil && r[0] <= address && address < r[1] {
					f.Function, known = function.Val(dwarf.AttrName).(string)
					return f, known && !own(f.File)
				}
			}
		}
		reader.SkipChildren()
	}
}

// own tells whether a file is one of ours, which is linked to the program.
func own(file string) bool {
	return filepath.Base(file) == "inputs.c" || filepath.Base(file) == "values.c"
}
