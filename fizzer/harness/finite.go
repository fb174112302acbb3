package harness

import (
	"debug/dwarf"
	"errors"
	"fmt"
	"io"
)

// errEndless means that debug information describes a type that no C has. Assembly in the program's text can write such information.
var errEndless = errors.New("a type contains itself")

// maxTypes bounds the types to which a parameter leads, and so how deeply they are nested; picked by hand.
const maxTypes = 50_000

// maxEntries bounds the entries that describe these types: their own, and those of members, dimensions and values; picked by hand.
const maxEntries = 1_000_000

// checkEntries returns an error unless the type at an offset can be read. debug/dwarf follows types by recursion without a bound, and
// without an end if a type has the size of itself.
func checkEntries(data *dwarf.Data, at dwarf.Offset) error {
	e := entries{reader: data.Reader(), known: map[dwarf.Offset]bool{}, sized: map[dwarf.Offset]dwarf.Offset{}}
	for e.ahead = []dwarf.Offset{at}; len(e.ahead) > 0; {
		next := e.ahead[len(e.ahead)-1]
		e.ahead = e.ahead[:len(e.ahead)-1]
		if err := e.follow(next); err != nil {
			return err
		}
	}
	return e.checkSizes()
}

// entries are the entries of the types that were reached.
type entries struct {
	reader *dwarf.Reader
	known  map[dwarf.Offset]bool         // types
	ahead  []dwarf.Offset                // of them, those to be read
	sized  map[dwarf.Offset]dwarf.Offset // types whose size depends on that of another type
	read   int
}

// follow reads the type at an offset with its children.
func (e *entries) follow(at dwarf.Offset) error {
	e.reader.Seek(at)
	for depth := 0; ; {
		entry, err := e.reader.Next()
		if err != nil || entry == nil {
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
		if e.read++; e.read > maxEntries {
			return fmt.Errorf("the types of a parameter have more than %d members and values", maxEntries)
		}
		switch kind := entry.Val(dwarf.AttrType).(type) {
		case nil:
		case dwarf.Offset:
			if err := e.add(kind); err != nil {
				return err
			}
			if depth == 0 && dependsOn[entry.Tag] {
				e.sized[at] = kind
			}
		default:
			return errors.New("a type is described in a unit of its own; compile without -fdebug-types-section")
		}
		switch {
		case entry.Tag == 0:
			depth--
		case entry.Children:
			depth++
		}
		if depth <= 0 {
			return nil
		}
	}
}

// dependsOn are the kinds of types whose size is that of another type, or a multiple of it.
var dependsOn = map[dwarf.Tag]bool{dwarf.TagTypedef: true, dwarf.TagConstType: true, dwarf.TagVolatileType: true,
	dwarf.TagRestrictType: true, dwarf.TagAtomicType: true, dwarf.TagArrayType: true}

// add notes a type that another one leads to.
func (e *entries) add(kind dwarf.Offset) error {
	if e.known[kind] {
		return nil
	}
	if len(e.known) == maxTypes {
		return fmt.Errorf("a parameter leads to more than %d types", maxTypes)
	}
	e.known[kind] = true
	e.ahead = append(e.ahead, kind)
	return nil
}

// checkSizes returns an error if the size of a type depends on itself.
func (e *entries) checkSizes() error {
	ended := map[dwarf.Offset]bool{}
	for at := range e.sized {
		begun := map[dwarf.Offset]bool{}
		for {
			next, depends := e.sized[at]
			if !depends || ended[at] {
				break
			}
			if begun[at] {
				return errEndless
			}
			begun[at] = true
			at = next
		}
		for at := range begun {
			ended[at] = true
		}
	}
	return nil
}

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
