package harness

import (
	"debug/dwarf"
	"fmt"
	"strings"
)

// members returns the declarations of a structure's members. Where the usual layout does not put them at their places, the structure is
// packed, and what is between them is declared, too. Bit fields have the usual layout.
func (w *writer) members(t *dwarf.StructType) string {
	var text strings.Builder
	packed, end := w.isPacked(t), int64(0)
	gap := func(to int64) {
		if packed && t.Kind != "union" && to > end {
			fmt.Fprintf(&text, "  char gap%d[%d];\n", end, to-end)
		}
	}
	for i, f := range t.Field {
		declaration := w.declare(f.Type, fieldName(i, f))
		if f.BitSize > 0 {
			declaration += fmt.Sprintf(" : %d", f.BitSize)
		}
		gap(f.ByteOffset)
		fmt.Fprintf(&text, "  %s;\n", declaration)
		end = f.ByteOffset + f.Type.Size()
	}
	gap(t.ByteSize)
	if packed {
		return "{\n" + text.String() + "} __attribute__((packed))"
	}
	return "{\n" + text.String() + "}"
}

// layout is how a structure or union lies in memory.
type layout struct {
	packed    bool  // members are where their types alone would not put them
	alignment int64 // as a member of another structure, in bytes
}

// layout returns that of a structure or union. It looks at each one once: they may be nested deeply.
func (w *writer) layout(t *dwarf.StructType) layout {
	if known, ok := w.layouts[t]; ok {
		return known
	}
	l := layout{alignment: 1}
	bitFields, natural := false, int64(1)
	for _, f := range t.Field {
		alignment := w.alignment(f.Type)
		bitFields = bitFields || f.BitSize > 0
		l.packed = l.packed || !bitFields && f.ByteOffset%alignment != 0
		natural = max(natural, alignment)
	}
	l.packed = l.packed || !bitFields && t.ByteSize%natural != 0
	if !l.packed {
		l.alignment = natural
	}
	w.layouts[t] = l
	return l
}

// isPacked tells whether members of a structure or union are where their types alone would not put them.
func (w *writer) isPacked(t *dwarf.StructType) bool { return w.layout(t).packed }

// alignment returns that of a type as a member of a structure, in bytes.
func (w *writer) alignment(t dwarf.Type) int64 {
	switch t := plain(t).(type) {
	case *dwarf.ArrayType:
		return w.alignment(t.Type)
	case *dwarf.StructType:
		return w.layout(t).alignment
	case nil:
		return 1
	default:
		size := max(t.Size(), 1)
		if w.address == 4 { // the ABI of 32 bits has no larger one
			return min(size&-size, 4)
		}
		return min(size&-size, 16)
	}
}
