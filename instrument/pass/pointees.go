//go:build llvm19

package pass

import (
	"regexp"
	"slices"
	"strings"

	"fizzer/instrument/flow"
	"fizzer/instrument/llvm"
)

// maxHeld bounds the search for what pointers hold to about a second. It is picked by hand.
const maxHeld = 1 << 22

// copyNames are functions of the C library that copy memory, from the second argument to the first, and return the first.
var copyNames = []string{"memcpy", "memmove", "__memcpy_chk", "__memmove_chk"}

// allocationNames are functions of the C library that return memory that nothing else points to.
var allocationNames = []string{"malloc", "calloc", "realloc", "alloca", "aligned_alloc", "valloc", "memalign", "reallocarray"}

// pointees translates the program into constraints on what its pointers hold. A field of a structure type is one place for all
// structures of the type, an array one place for its elements. That memory is accessed by one type only is assumed, not checked.
type pointees struct {
	functions *functions
	flow      *flow.Pointers
	nodes     map[cell]int
	calls     []throughPointer
	inside    llvm.Value // function that is read
	pointer   int        // width of a pointer in bits
}

// throughPointer is a call through a pointer.
type throughPointer struct {
	call   llvm.Value
	number int // in flow
}

// cell is what has a node of its own.
type cell struct {
	kind      cellKind
	value     llvm.Value // a value, a variable, memory that is allocated by an instruction, a function
	structure string     // name of a structure type
	field     int
}

type cellKind int

const (
	valueCell  cellKind = iota
	objectCell          // content of memory
	fieldCell           // of all structures of a type
	looseCell           // what was stored where the type of the memory is not known; any call may find it
	resultCell          // what a function returns
	entryCell           // a function, as something to point to
)

func newPointees(functions *functions) *pointees {
	p := &pointees{functions: functions, flow: flow.NewPointers(maxHeld), nodes: map[cell]int{},
		pointer: llvm.PointerBits(functions.module)}
	for variable := range llvm.Globals(functions.module) {
		if !variable.IsDeclaration() {
			p.initialise(variable.Initializer(), cell{kind: objectCell, value: variable})
		}
	}
	for function := range llvm.Functions(functions.module) {
		if !functions.defines(function) {
			continue
		}
		p.inside = function
		for block := range llvm.Blocks(function) {
			for instruction := range llvm.Instructions(block) {
				p.instruction(instruction)
			}
		}
	}
	return p
}

// node returns the number of a cell.
func (p *pointees) node(c cell) int {
	node, ok := p.nodes[c]
	if !ok {
		node = p.flow.Node()
		p.nodes[c] = node
	}
	return node
}

// entry returns the node that stands for a function.
func (p *pointees) entry(function llvm.Value) int {
	c := cell{kind: entryCell, value: function}
	node, ok := p.nodes[c]
	if !ok {
		f := &flow.Callable{Result: p.node(cell{kind: resultCell, value: function})}
		for _, parameter := range function.Params() {
			f.Parameters = append(f.Parameters, p.value(parameter))
		}
		node = p.flow.Function(f)
		p.nodes[c] = node
	}
	return node
}

// value returns the node of what a value may hold, -1 if that is nothing.
func (p *pointees) value(v llvm.Value) int {
	v = llvm.Aliasee(v)
	if !p.tracks(v.Type()) || v.IsUndef() || v.IsNull() {
		return -1
	}
	c := cell{kind: valueCell, value: v}
	node, ok := p.nodes[c]
	if ok {
		return node
	}
	node = p.node(c)
	place, typed, direct := p.placeOf(v)
	switch {
	case p.functions.defines(v):
		p.flow.Address(p.entry(v), node)
	case direct && typed:
		p.flow.Address(p.node(place), node)
	case direct:
	case isGEP(v):
		p.flow.Copy(p.value(v.Operand(0)), node)
	case v.IsConstant() && v.IsAGlobalValue().IsNil():
		for n := range v.OperandsCount() {
			p.flow.Copy(p.value(v.Operand(n)), node)
		}
	}
	return node
}

// tracks tells whether values of a type may hold addresses of functions.
func (p *pointees) tracks(t llvm.Type) bool {
	switch t.TypeKind() {
	case llvm.PointerType, llvm.StructType, llvm.VectorType:
		return true
	case llvm.ArrayType:
		return p.tracks(t.ElementType())
	case llvm.IntegerType:
		return t.IntTypeWidth() >= p.pointer
	}
	return false
}

func isGEP(v llvm.Value) bool {
	return !v.IsAGetElementPtrInst().IsNil() || !v.IsAConstantExpr().IsNil() && v.Opcode() == llvm.GetElementPtr
}

// placeOf returns the place to which an address points; direct: the address says by itself which place it is. typed: it points to
// the place and to nothing larger, so that it may be passed on as a pointer to what the place holds.
func (p *pointees) placeOf(v llvm.Value) (place cell, typed, direct bool) {
	v = llvm.Aliasee(v)
	switch {
	case isGEP(v):
		return p.elementOf(v)
	case !v.IsAAllocaInst().IsNil():
		return within(cell{kind: objectCell, value: v}, v.AllocatedType())
	case !v.IsAGlobalVariable().IsNil():
		return within(cell{kind: objectCell, value: v}, v.GlobalValueType())
	}
	return cell{}, false, false
}

// elementOf is placeOf for an address that is computed from another one.
func (p *pointees) elementOf(v llvm.Value) (place cell, typed, direct bool) {
	t := v.GEPSourceElementType()
	for n := 2; n < v.OperandsCount(); n++ {
		if t.TypeKind() != llvm.StructType {
			t = t.ElementType()
			continue
		}
		field := int(v.Operand(n).ZExtValue())
		place, direct = fieldOf(t, field), true
		t = t.StructElementTypes()[field]
	}
	inner, typed, _ := within(place, t)
	if direct || inner != place {
		return inner, typed, true
	}
	place, typed, direct = p.placeOf(v.Operand(0))
	if direct && place.kind == fieldCell && !typed {
		return cell{}, false, false // somewhere in a structure
	}
	return place, typed, direct
}

// within returns the first place of a value of type t that lies at a place.
func within(place cell, t llvm.Type) (first cell, typed, direct bool) {
	typed = true
	for {
		switch t.TypeKind() {
		case llvm.ArrayType:
			t = t.ElementType()
		case llvm.StructType:
			if t.StructElementTypesCount() == 0 || t.StructName() == "" {
				return place, typed, true
			}
			// The members of a union are accessed by the address of the union.
			typed = typed && strings.HasPrefix(t.StructName(), "union.")
			place, t = fieldOf(t, 0), t.StructElementTypes()[0]
		default:
			return place, typed, true
		}
	}
}

// copied is what the linker adds to the name of a type that occurs in several files.
var copied = regexp.MustCompile(`\.\d+$`)

func fieldOf(structure llvm.Type, field int) cell {
	name := structure.StructName()
	if name == "" {
		return cell{kind: looseCell}
	}
	if !strings.Contains(name, ".anon") {
		name = copied.ReplaceAllString(name, "")
	}
	return cell{kind: fieldCell, structure: name, field: field}
}

// initialise translates the first value of a variable or of a part of one, which lies at a place.
func (p *pointees) initialise(v llvm.Value, place cell) {
	t := v.Type()
	if v.IsNull() || v.IsUndef() || !p.tracks(t) {
		return
	}
	switch t.TypeKind() {
	case llvm.StructType:
		// Front ends make types without names for arrays that are zero from some element on, and for structures with unions.
		array := t.StructName() == "" && p.allPointers(t)
		for n := range t.StructElementTypesCount() {
			inner := place
			if !array {
				inner = fieldOf(t, n)
			}
			p.initialise(llvm.Element(v, n), inner)
		}
	case llvm.ArrayType:
		for n := range t.ArrayLength() {
			p.initialise(llvm.Element(v, n), place)
		}
	default:
		p.flow.Copy(p.value(v), p.node(place))
	}
}

// allPointers tells whether a type consists of nothing but pointers, in any number of arrays.
func (p *pointees) allPointers(t llvm.Type) bool {
	switch t.TypeKind() {
	case llvm.StructType:
		return !slices.ContainsFunc(t.StructElementTypes(), func(e llvm.Type) bool { return !p.allPointers(e) })
	case llvm.ArrayType:
		return p.allPointers(t.ElementType())
	}
	return t.TypeKind() == llvm.PointerType
}

// instruction translates one instruction. Of those that only compute, the result may hold whatever an operand holds.
func (p *pointees) instruction(v llvm.Value) {
	switch v.InstructionOpcode() {
	case llvm.Load:
		p.load(v.Operand(0), v)
	case llvm.Store:
		p.store(v.Operand(0), v.Operand(1))
	case llvm.CmpXchg:
		p.load(v.Operand(0), v)
		p.store(v.Operand(2), v.Operand(0))
	case llvm.AtomicRMW:
		p.load(v.Operand(0), v)
		p.store(v.Operand(1), v.Operand(0))
	case llvm.Ret:
		if v.OperandsCount() > 0 {
			p.flow.Copy(p.value(v.Operand(0)), p.node(cell{kind: resultCell, value: p.inside}))
		}
	case llvm.Call:
		p.call(v)
	case llvm.Alloca, llvm.GetElementPtr, llvm.ICmp, llvm.FCmp, llvm.Br:
	default:
		p.pass(v)
	}
}

// pass makes a value hold whatever its operands hold.
func (p *pointees) pass(v llvm.Value) {
	if p.tracks(v.Type()) {
		for n := range v.OperandsCount() {
			if operand := v.Operand(n); !operand.IsBasicBlock() {
				p.flow.Copy(p.value(operand), p.value(v))
			}
		}
	}
}

func (p *pointees) load(address, v llvm.Value) {
	if !p.tracks(v.Type()) {
		return
	}
	if place, _, direct := p.placeOf(address); direct {
		p.flow.Copy(p.node(place), p.value(v))
		return
	}
	p.flow.Load(p.value(address), p.value(v))
}

func (p *pointees) store(v, address llvm.Value) {
	if place, _, direct := p.placeOf(address); direct {
		p.flow.Copy(p.value(v), p.node(place))
		return
	}
	p.flow.Store(p.value(v), p.value(address))
}

func (p *pointees) call(call llvm.Value) {
	called := call.CalledValue()
	callee := llvm.Aliasee(called)
	given := arguments(call)
	switch name := plainName(callee); {
	case !called.IsAInlineAsm().IsNil():
		p.leave(call, given)
	case callee.IsAFunction().IsNil():
		p.calls = append(p.calls, throughPointer{call, p.flow.Call(p.value(callee), p.values(given), p.value(call))})
	case slices.Contains(copyNames, name) && len(given) > 1, strings.HasPrefix(name, "llvm.memcpy."), strings.HasPrefix(name, "llvm.memmove."):
		content := p.flow.Node()
		p.flow.Load(p.value(given[1]), content)
		p.flow.Store(content, p.value(given[0]))
		p.flow.Copy(p.value(given[0]), p.value(call))
	case p.functions.defines(callee):
		p.flow.Enter(p.flow.Call(-1, p.values(given), p.value(call)), p.entry(callee))
	case isIntrinsic(callee):
		p.pass(call)
	case isInput(callee):
	case slices.Contains(allocationNames, name) && len(given) > 0 && p.value(call) >= 0:
		p.flow.Address(p.node(cell{kind: objectCell, value: call}), p.value(call))
		p.flow.Copy(p.value(given[0]), p.value(call))
	default:
		p.leave(call, given)
	}
}

// leave hands the arguments of a call to code outside of the program.
func (p *pointees) leave(call llvm.Value, given []llvm.Value) {
	for _, argument := range given {
		p.flow.Copy(p.value(argument), p.flow.Outside())
	}
	p.flow.Copy(p.flow.Outside(), p.value(call))
}

func (p *pointees) values(of []llvm.Value) []int {
	nodes := make([]int, len(of))
	for n, v := range of {
		nodes[n] = p.value(v)
	}
	return nodes
}

// mayEnter tells whether a call through a pointer may enter a function of the program, by what the pointer holds.
func (p *pointees) mayEnter(call, function llvm.Value) bool {
	entry := p.entry(function)
	return p.flow.Holds(p.value(call.CalledValue()), entry) || p.flow.Holds(p.node(cell{kind: looseCell}), entry)
}
