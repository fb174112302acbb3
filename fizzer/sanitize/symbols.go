package sanitize

import (
	"debug/dwarf"
	"path/filepath"
	"strconv"

	"fizzer/testcomp/object"
)

// symbols finds functions and lines of an executable.
type symbols struct {
	data   *dwarf.Data // nil: unknown
	places map[uint64]place
}

// Bounds, picked by hand: of the addresses that are remembered, and of the names of functions and files.
const (
	maxFrames    = 1 << 16
	maxNameBytes = 1 << 10
)

// place is where an address is; not known where that is no function of the program.
type place struct {
	Frame
	known bool
}

// frame returns the function and the line of an address, counted from the beginning of a file in memory. The cost of an address that is
// new is that of reading the lines of its file.
func (e *executable) frame(module, offset string) (f Frame, known bool) {
	address, err := strconv.ParseUint(offset, 16, 64)
	if err != nil || filepath.Base(module) != filepath.Base(e.path) {
		return f, false
	}
	if e.symbols == nil {
		e.symbols = readSymbols(e.path)
	}
	if e.symbols.data == nil {
		return f, false
	}
	p, found := e.symbols.places[address]
	if !found {
		p.Frame, p.known = e.symbols.at(address)
		if len(e.symbols.places) < maxFrames {
			e.symbols.places[address] = p
		}
	}
	return p.Frame, p.known
}

// readSymbols reads the debug information. Nothing is known of a file that has none, or too much of it.
func readSymbols(path string) *symbols {
	file, err := object.Open(path)
	if err != nil {
		return &symbols{}
	}
	defer file.Close()
	return symbolsOf(file)
}

func symbolsOf(file *object.File) *symbols {
	data, err := file.Debug()
	if err != nil {
		return &symbols{}
	}
	return &symbols{data, map[uint64]place{}}
}

func (s *symbols) at(address uint64) (f Frame, known bool) {
	var failed error // in an entry that no compiler wrote
	defer func() { known = known && failed == nil }()
	defer object.Recover(&failed)
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
					return f, known && !own(f.File) && len(f.Function)+len(f.File) <= maxNameBytes
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
