package sanitize

import (
	"context"
	"debug/dwarf"
	"path/filepath"
	"strconv"

	"fizzer/fizzer/confined"
	"fizzer/testcomp/object"
)

// Bounds, picked by hand: of the addresses of an executable that are looked up, and of the names of functions and files.
const (
	maxAddresses = 10_000
	maxNameBytes = 1 << 10
)

// place is where an address is; not known where that is no function of the program.
type place struct {
	Frame
	Known bool
}

// places are the places of the addresses of an executable, as texts in hexadecimal, that were looked up.
type places struct {
	known map[string]place
	blind bool // the debug information cannot be read
}

// partName is the name under which debug information is read in a process of its own.
const partName = "places"

func init() {
	confined.Part(partName, func(arguments []string) ([]place, error) { return lookUp(arguments[0], arguments[1:]), nil })
}

// addressIn returns the address in a line of a report, if the line has one of this executable, counted from the beginning of the file
// in memory.
func (e *executable) addressIn(line string) (address string, found bool) {
	parts := frameLine.FindStringSubmatch(line)
	if parts == nil || filepath.Base(parts[3]) != filepath.Base(e.path) {
		return "", false
	}
	return parts[4], true
}

// learn looks up addresses. Those that are known already, or too many, are left out. It is an error if ctx is done.
func (e *executable) learn(ctx context.Context, o confined.Options, addresses []string) error {
	if e.places.known == nil {
		e.places.known = map[string]place{}
	}
	var missing []string
	for _, address := range addresses {
		if _, known := e.places.known[address]; !known && len(e.places.known) < maxAddresses {
			e.places.known[address] = place{}
			missing = append(missing, address)
		}
	}
	if len(missing) == 0 || e.places.blind {
		return nil
	}
	found, err := confined.Call[[]place](ctx, o, partName, []string{e.path}, append([]string{e.path}, missing...)...)
	if err != nil {
		e.places.blind = true // findings count without places
		return context.Cause(ctx)
	}
	for i := range found {
		e.places.known[missing[i]] = found[i]
	}
	return nil
}

// lookUp returns the places of addresses of an executable, in that order; none if it has no debug information.
func lookUp(path string, addresses []string) (found []place) {
	file, err := object.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close()
	data, err := file.DWARF()
	if err != nil {
		return nil
	}
	for _, text := range addresses {
		var p place
		if address, err := strconv.ParseUint(text, 16, 64); err == nil {
			p.Frame, p.Known = frameAt(data, address)
		}
		found = append(found, p)
	}
	return found
}

func frameAt(data *dwarf.Data, address uint64) (f Frame, known bool) {
	reader := data.Reader()
	unit, err := reader.SeekPC(address)
	if err != nil {
		return f, false
	}
	lines, err := data.LineReader(unit)
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
			ranges, err := data.Ranges(function)
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
