package harness

import (
	"debug/dwarf"
	"fmt"
	"regexp"
	"strings"
)

// writer writes declarations of types, and statements that draw values of them.
type writer struct {
	names   map[dwarf.Type]string // structures and unions by type
	layouts map[*dwarf.StructType]layout
	forward []string        // declarations of their names
	bodies  []string        // their members, those that others contain first
	drawers []string        // a function for each complete structure
	body    strings.Builder // statements
	level   int             // nesting depth of the statements
	address int             // size of an address in bytes
	packed  bool            // the values are members of a packed structure, so that pointers to them may be unaligned
	err     error
}

// member is a parameter or a member of a structure with its C expression.
type member struct {
	parameter
	value string
}

func (w *writer) line(format string, arguments ...any) {
	fmt.Fprintf(&w.body, "%s%s\n", strings.Repeat("  ", w.level), fmt.Sprintf(format, arguments...))
}

// fail notes the first error.
func (w *writer) fail(format string, arguments ...any) {
	if w.err == nil {
		w.err = fmt.Errorf(format, arguments...)
	}
}

func (w *writer) declarations() []string {
	all := append([]string{"\n"}, w.forward...)
	return append(append(all, w.bodies...), w.drawers...)
}

// plain returns a type without its names and qualifiers.
func plain(t dwarf.Type) dwarf.Type {
	for {
		switch inner := t.(type) {
		case *dwarf.TypedefType:
			t = inner.Type
		case *dwarf.QualType:
			t = inner.Type
		default:
			return t
		}
	}
}

// declare returns the C declaration of a name with a type; without a name that of a parameter.
func (w *writer) declare(t dwarf.Type, name string) string {
	switch t := plain(t).(type) {
	case nil, *dwarf.VoidType:
		return "void " + name
	case *dwarf.PtrType:
		switch inner := plain(t.Type).(type) {
		case *dwarf.FuncType:
			return "void *" + name // the harness has none to give
		case *dwarf.ArrayType:
			return w.declare(inner, "(*"+name+")")
		}
		return w.declare(t.Type, "*"+name)
	case *dwarf.ArrayType:
		return w.declare(t.Type, fmt.Sprintf("%s[%d]", name, max(t.Count, 0)))
	case *dwarf.StructType:
		return w.structure(t) + " " + name
	default:
		return scalar(t) + " " + name
	}
}

// integers are the C types of integers by size: signed, unsigned, and what draws them.
var integers = map[int64][4]string{
	1: {"signed char", "unsigned char", "char", "uchar"}, 2: {"short", "unsigned short", "short", "ushort"},
	4: {"int", "unsigned int", "int", "uint"}, 8: {"long long", "unsigned long long", "longlong", "ulonglong"},
}

// scalar returns the C type of a number; empty: it is none that can be drawn.
func scalar(t dwarf.Type) string {
	name, _ := numbers(t)
	return name
}

// numbers returns the C type of a number and the suffix of the function that draws it.
func numbers(t dwarf.Type) (name, drawn string) {
	switch t := t.(type) {
	case *dwarf.BoolType:
		return "_Bool", "bool"
	case *dwarf.IntType, *dwarf.CharType:
		return integers[t.Size()][0], integers[t.Size()][2]
	case *dwarf.UintType, *dwarf.UcharType, *dwarf.EnumType:
		return integers[t.Size()][1], integers[t.Size()][3]
	case *dwarf.FloatType:
		switch t.ByteSize {
		case 4:
			return "float", "float"
		case 8:
			return "double", "double"
		}
		return "long double", "double"
	}
	return "", ""
}

// structure returns the name of a structure or union, which it declares when it meets it first.
func (w *writer) structure(t *dwarf.StructType) string {
	if name, known := w.names[t]; known {
		return name
	}
	kind := "struct"
	if t.Kind == "union" {
		kind = "union"
	}
	name := fmt.Sprintf("%s type%d", kind, len(w.names))
	w.names[t] = name
	w.forward = append(w.forward, name+";"+note(t.StructName)+"\n")
	if opaque(t) {
		return name
	}
	members := w.members(t)
	size := fmt.Sprintf("_Static_assert(sizeof(%s) == %d, \"layout\");\n", name, t.ByteSize)
	w.bodies = append(w.bodies, fmt.Sprintf("%s %s;\n", name, members), size)
	if kind == "struct" {
		w.drawer(t, name)
	}
	return name
}

// opaque tells whether the members of a structure are not known, or are those of a stream of the C library.
func opaque(t *dwarf.StructType) bool { return t.Incomplete || t.StructName == "_IO_FILE" }

func note(name string) string {
	if name == "" {
		return ""
	}
	return " /* " + name + " */"
}

func fieldName(i int, f *dwarf.StructField) string { return fmt.Sprintf("m%d_%s", i, f.Name) }

// drawer writes the function that draws a structure. Its depth is how far pointers are followed.
func (w *writer) drawer(t *dwarf.StructType, name string) {
	function := "draw_" + strings.ReplaceAll(name, " ", "_")
	head := fmt.Sprintf("static void %s(%s *value, int depth)", function, name)
	w.forward = append(w.forward, head+";\n")
	inner := &writer{names: w.names, layouts: w.layouts, forward: w.forward, bodies: w.bodies, drawers: w.drawers, level: 1, err: w.err,
		address: w.address, packed: w.isPacked(t)}
	var members []member
	for i, f := range t.Field {
		members = append(members, member{parameter{f.Name, f.Type}, "value->" + fieldName(i, f)})
	}
	inner.line("(void)depth;")
	inner.fillAll(members, "depth")
	w.forward, w.bodies, w.err = inner.forward, inner.bodies, inner.err
	w.drawers = append(inner.drawers, fmt.Sprintf("\n%s {\n%s}\n", head, inner.body.String()))
}

// lengthName matches names of parameters that say how many elements another one points to.
var lengthName = regexp.MustCompile(`(?i)^(?:n|.*(?:len|length|size|sz|count|cnt|num|nmemb|nbytes|bytes|elements)|n_?[a-z]*|num_?[a-z]*)$`)

// pairs returns, for each member that is a pointer, the index of the member with its length; -1: none has.
func pairs(members []member) []int {
	found, taken := make([]int, len(members)), map[int]bool{}
	for i := range members {
		found[i] = -1
		if _, pointer := plain(members[i].kind).(*dwarf.PtrType); !pointer {
			continue
		}
		for _, at := range []int{i + 1, i - 1} {
			if at < 0 || at >= len(members) || taken[at] || !isInteger(members[at].kind) || !lengthName.MatchString(members[at].name) {
				continue
			}
			found[i], taken[at] = at, true
			break
		}
	}
	return found
}

func isInteger(t dwarf.Type) bool {
	switch plain(t).(type) {
	case *dwarf.IntType, *dwarf.UintType:
		return true
	}
	return false
}

// fillAll draws all members. The number of elements is set with the pointer to them.
func (w *writer) fillAll(members []member, depth string) {
	lengths := pairs(members)
	isLength := map[int]bool{}
	for _, at := range lengths {
		isLength[at] = true
	}
	for i, m := range members {
		if isLength[i] {
			continue
		}
		length := ""
		if lengths[i] >= 0 {
			length = members[lengths[i]].value
		}
		w.fill(m.value, m.kind, length, depth)
	}
}

// fill draws one value. length is the expression that says how many elements a pointer has; empty: none.
func (w *writer) fill(value string, t dwarf.Type, length, depth string) {
	switch t := plain(t).(type) {
	case *dwarf.PtrType:
		w.pointer(value, t, length, depth)
	case *dwarf.ArrayType:
		w.array(value, t, depth)
	case *dwarf.StructType:
		w.fillStructure(value, t, depth)
	case *dwarf.EnumType:
		w.enumeration(value, t)
	default:
		name, drawn := numbers(t)
		if name == "" {
			w.fail("a value of type %v cannot be drawn", t)
		}
		w.line("%s = __VERIFIER_nondet_%s();", value, drawn)
	}
}

func (w *writer) fillStructure(value string, t *dwarf.StructType, depth string) {
	name := w.structure(t)
	switch {
	case opaque(t):
		w.fail("the members of %v are not known", t)
	case t.Kind == "union" && len(t.Field) > 0:
		w.fill(value+"."+fieldName(0, t.Field[0]), t.Field[0].Type, "", depth)
	case t.Kind != "union" && w.packed:
		part := fmt.Sprintf("part%d", w.level)
		w.line("{")
		w.line("  %s %s = {0};", name, part)
		w.line("  draw_%s(&%s, %s);", strings.ReplaceAll(name, " ", "_"), part, depth)
		w.line("  %s = %s;", value, part)
		w.line("}")
	case t.Kind != "union":
		w.line("draw_%s(&%s, %s);", strings.ReplaceAll(name, " ", "_"), value, depth)
	}
}

// enumeration draws one of the declared values; the last choice is any value.
func (w *writer) enumeration(value string, t *dwarf.EnumType) {
	w.line("switch (__VERIFIER_nondet_uchar()) {")
	for i, v := range t.Val[:min(len(t.Val), 200)] {
		w.line("case %d: /* %s */", i, v.Name)
		w.line("  %s = %d;", value, v.Val)
		w.line("  break;")
	}
	w.line("default:")
	_, drawn := numbers(t)
	w.line("  %s = __VERIFIER_nondet_%s();", value, drawn)
	w.line("}")
}

// array draws an array of fixed length. Characters are a text.
func (w *writer) array(value string, t *dwarf.ArrayType, depth string) {
	if t.Count <= 0 {
		return
	}
	index := fmt.Sprintf("i%d", w.level)
	if isCharacter(t.Type) {
		from := fmt.Sprintf("from%d", w.level)
		w.line("{")
		w.level++
		w.line("struct drawn %s = {0};", from)
		w.line("for (int %s = 0, next; %s < %d; %s++) {", index, index, t.Count-1, index)
		w.line("  next = draw_byte(&%s);", from)
		w.line("  %s[%s] = (char)(next < 0 ? 0 : next);", value, index)
		w.line("  if (next < 0)")
		w.line("    break;")
		w.line("}")
		w.level--
		w.line("}")
		return
	}
	w.line("for (int %s = 0; %s < %d; %s++) {", index, index, min(t.Count, 64), index)
	w.level++
	w.fill(value+"["+index+"]", t.Type, "", depth)
	w.level--
	w.line("}")
}

func isCharacter(t dwarf.Type) bool {
	switch plain(t).(type) {
	case *dwarf.CharType:
		return true
	}
	return false
}

// pointer draws what a pointer points to, in memory of exactly its size.
func (w *writer) pointer(value string, t *dwarf.PtrType, length, depth string) {
	count := fmt.Sprintf("n%d", w.level)
	w.line("{")
	w.level++
	defer func() { w.level--; w.line("}") }()
	inner := plain(t.Type)
	structure, isStructure := inner.(*dwarf.StructType)
	_, function := inner.(*dwarf.FuncType)
	void := inner == nil
	if _, ok := inner.(*dwarf.VoidType); ok {
		void = true
	}
	nested := depth != "MAX_DEPTH" // a parameter itself is never NULL
	switch {
	case function || isStructure && opaque(structure):
		w.line("%s = NULL; /* give one here */", value)
		w.zero(length)
	case void && length == "":
		w.line("%s = room(MAX_BYTES);", value)
	case length != "" && (void || !isStructure && inner.Size() == 1):
		w.line("size_t %s;", count)
		w.line("%s = draw_buffer(&%s, 0);", value, count)
		w.line("%s = %s;", length, count)
	case isCharacter(inner):
		_, constant := t.Type.(*dwarf.QualType)
		w.line("%s = draw_text(%s);", value, map[bool]string{true: "0", false: "MAX_BYTES"}[constant])
	case nested:
		w.line("if (%s > 0 && __VERIFIER_nondet_bool()) {", depth)
		w.level++
		w.elements(value, inner, length, depth+" - 1", count)
		w.level--
		w.line("} else {")
		w.line("  %s = NULL;", value)
		w.zero(length)
		w.line("}")
	default:
		w.elements(value, inner, length, depth+" - 1", count)
	}
}

func (w *writer) zero(length string) {
	if length != "" {
		w.line("%s = 0;", length)
	}
}

// elements draws the elements that a pointer points to: one, or as many as a drawn number says.
func (w *writer) elements(value string, inner dwarf.Type, length, depth, count string) {
	number := "1"
	if length != "" {
		number = "draw_count()"
	}
	element, index := fmt.Sprintf("p%d", w.level), fmt.Sprintf("k%d", w.level)
	w.line("size_t %s = %s;", count, number)
	w.line("%s = room(%s * sizeof *%s);", w.declare(inner, "*"+element), count, element)
	w.line("for (size_t %s = 0; %s < %s; %s++) {", index, index, count, index)
	w.level++
	w.fill(element+"["+index+"]", inner, "", depth)
	w.level--
	w.line("}")
	w.line("%s = %s;", value, element)
	if length != "" {
		w.line("%s = %s;", length, count)
	}
}
