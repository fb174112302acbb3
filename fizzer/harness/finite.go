package harness

import (
	"debug/dwarf"
	"errors"
	"fmt"
)

// errEndless means that debug information describes a type that no C has. Assembly in the program's text can write such information.
var errEndless = errors.New("a type contains itself")

// maxTypes bounds the types to which a parameter leads, and so how deeply they are nested; picked by hand.
const maxTypes = 50_000

// checkFinite returns an error unless every type that a type leads to is one of C: a type may contain itself only by a pointer in a
// structure or union.
func checkFinite(t dwarf.Type) error {
	all := reachable(t)
	if len(all) > maxTypes {
		return fmt.Errorf("a parameter leads to more than %d types", maxTypes)
	}
	for _, next := range []func(dwarf.Type) []dwarf.Type{within, towards} {
		w := walk{next: next, begun: map[dwarf.Type]bool{}, ended: map[dwarf.Type]bool{}}
		for _, reached := range all {
			if !w.ends(reached) {
				return errEndless
			}
		}
	}
	return nil
}

// within returns the types of which a type is made. A pointer is made of none.
func within(t dwarf.Type) []dwarf.Type {
	switch t := t.(type) {
	case *dwarf.StructType:
		return fields(t)
	case *dwarf.PtrType:
		return nil
	}
	return towards(t)
}

// towards returns the type of which a type is made or to which it points. A structure has none.
func towards(t dwarf.Type) []dwarf.Type {
	switch t := t.(type) {
	case *dwarf.PtrType:
		return []dwarf.Type{t.Type}
	case *dwarf.ArrayType:
		return []dwarf.Type{t.Type}
	case *dwarf.TypedefType:
		return []dwarf.Type{t.Type}
	case *dwarf.QualType:
		return []dwarf.Type{t.Type}
	}
	return nil
}

func fields(t *dwarf.StructType) (all []dwarf.Type) {
	for _, f := range t.Field {
		all = append(all, f.Type)
	}
	return all
}

// reachable returns all types to which a type leads, itself included; of more than maxTypes, some.
func reachable(t dwarf.Type) []dwarf.Type {
	all, known := []dwarf.Type{t}, map[dwarf.Type]bool{t: true}
	for i := 0; i < len(all) && len(all) <= maxTypes; i++ {
		next := towards(all[i])
		if structure, ok := all[i].(*dwarf.StructType); ok {
			next = fields(structure)
		}
		for _, inner := range next {
			if inner != nil && !known[inner] {
				known[inner] = true
				all = append(all, inner)
			}
		}
	}
	return all
}

// walk follows types. The types that have begun and not ended lead to the present one.
type walk struct {
	next         func(dwarf.Type) []dwarf.Type
	begun, ended map[dwarf.Type]bool
}

// ends tells whether all ways from a type end.
func (w *walk) ends(t dwarf.Type) bool {
	if t == nil || w.ended[t] {
		return true
	}
	if w.begun[t] {
		return false
	}
	w.begun[t] = true
	for _, inner := range w.next(t) {
		if !w.ends(inner) {
			return false
		}
	}
	w.ended[t] = true
	return true
}
