package expression

import (
	"errors"
	"fmt"

	"fizzer/libfizzer/layout"
)

// Fact is a checked constraint of the run.
type Fact struct {
	Kind      layout.ConstraintKind
	Condition uint32 // index of the condition in the trace; for other kinds: of the next condition
	Holds     Ref    // one bit, true in the run
	Left      Ref    // left operand, or the address or size; 0: concrete
	Right     Ref    // right operand; 0: concrete
	Value     uint64 // value of Left in the run
	Low, High uint64 // for address and range: first address of the object, and the one behind its last byte; both 0: not known
	Guard     Ref    // for a merged condition: one bit, true if it is evaluated at all; 0: it always is
	Evaluated bool   // false: a merged condition that the run did not evaluate
	Taken     bool   // the outcome in the run; Holds is the outcome or its negation
}

// Path is the checked description of what a run says about its input.
type Path struct {
	*Graph
	Input      []byte
	Reads      []layout.Read
	Values     []Value // of the variables in the run
	Facts      []Fact  // in the order of the run, without those that depend on no input
	Conditions int     // the facts are complete up to there
	Mismatches int     // records whose expression does not evaluate to the value in the run
	Lost       Lost
	Nodes      int // number of records
}

// ErrBroken is the error for a run that Build refuses: its records cannot be true.
var ErrBroken = errors.New("the record of the run is broken")

// builder makes a path from records.
type builder struct {
	run    *Run
	path   *Path
	refs   []Ref   // by number of the record
	values []Value // in the run, by number of the record
	widths []uint8
	firsts []int // of each read: its first variable
	tables []int // by number of the table: its place in the graph, from 1
	known  known // what the facts so far say
}

// maxVariableBytes is the size of the longest value that becomes one variable; longer ones become a variable per byte.
const maxVariableBytes = 16

// Build checks the records of a run and makes its path. Errors wrap ErrBroken and say what is wrong.
func Build(run *Run) (*Path, error) {
	if len(run.Nodes) > MaxNodes {
		return nil, fmt.Errorf("%w: %d expressions", ErrBroken, len(run.Nodes))
	}
	b := &builder{run: run, path: &Path{Graph: NewGraph(nil), Input: run.Input, Reads: run.Reads, Conditions: run.Conditions,
		Lost: run.Concrete, Nodes: len(run.Nodes)}}
	if err := b.variables(); err != nil {
		return nil, err
	}
	n := len(run.Nodes) + 1
	b.refs, b.values, b.widths, b.tables = make([]Ref, 1, n), make([]Value, 1, n), make([]uint8, 1, n), make([]int, len(run.Tables))
	b.known = known{b.path.Graph, map[Ref]bounds{}}
	for i := range run.Constraints {
		c := &run.Constraints[i]
		if err := b.nodes(max(c.Left, c.Right, c.Outcome, c.Guard)); err != nil {
			return nil, err
		}
		if err := b.fact(c); err != nil {
			return nil, fmt.Errorf("%w: constraint %d: %w", ErrBroken, i, err)
		}
	}
	if err := b.nodes(uint32(len(run.Nodes))); err != nil {
		return nil, err
	}
	return b.path, nil
}

// nodes processes the records up to a number. Those behind the operands of a constraint are processed after it: they are used only by
// later ones, and may rely on it.
func (b *builder) nodes(last uint32) error {
	for i := len(b.refs) - 1; i < min(int(last), len(b.run.Nodes)); i++ {
		if err := b.node(&b.run.Nodes[i]); err != nil {
			return fmt.Errorf("%w: expression %d: %w", ErrBroken, i+1, err)
		}
	}
	return nil
}

// variables makes the variables for all values read.
func (b *builder) variables() error {
	for i, r := range b.run.Reads {
		end := uint64(r.Offset) + uint64(r.Size)
		if r.Size == 0 || end > uint64(len(b.run.Input)) {
			return fmt.Errorf("%w: read %d lies outside of the input", ErrBroken, i)
		}
		b.firsts = append(b.firsts, len(b.path.Variables))
		each := uint16(1)
		if r.Size <= maxVariableBytes {
			each = r.Size
		}
		for at := uint16(0); at < r.Size; at += each {
			v := variable(uint32(i), r, uint32(at), uint8(each))
			value := littleEndian(b.run.Input[v.Offset : v.Offset+uint32(each)]).And(v.Domain())
			b.path.Variables, b.path.Values = append(b.path.Variables, v), append(b.path.Values, value)
		}
	}
	return nil
}

func variable(read uint32, r layout.Read, at uint32, bytes uint8) Variable {
	v := Variable{Read: read, Offset: r.Offset + at, Bytes: bytes}
	switch layout.InputType(r.Type) {
	case layout.InputTypeBoolean:
		v.Boolean = true
	case layout.InputTypeFloat32, layout.InputTypeFloat64:
		v.Float = isFloat(v.Width())
	case layout.InputTypeSint8, layout.InputTypeSint16, layout.InputTypeSint32, layout.InputTypeSint64, layout.InputTypeSint128:
		v.Signed = true
	}
	return v
}

// littleEndian returns up to 16 bytes as a number.
func littleEndian(bytes []byte) Value {
	var v Value
	for i, x := range bytes {
		v = v.Or(Of(uint64(x)).Left(8 * i))
	}
	return v
}

// add stores the expression, value and width of the next record.
func (b *builder) add(r Ref, v Value, width int) {
	b.refs, b.values, b.widths = append(b.refs, r), append(b.values, v), append(b.widths, uint8(width))
}

// operand checks the number of an operand of the next record and returns it.
func (b *builder) operand(number uint32) (int, error) {
	if number == 0 || number >= uint32(len(b.refs)) {
		return 0, fmt.Errorf("operand %d", number)
	}
	return int(number), nil
}

// node processes the next record.
func (b *builder) node(x *layout.Expression) error {
	width := int(x.Width)
	if width < 1 || width > 128 {
		return fmt.Errorf("%d bits", width)
	}
	switch kind := Kind(x.Kind); kind {
	case Constant:
		v := Value{x.Value, uint64(x.A) | uint64(x.B)<<32}.Cut(width)
		b.add(b.path.Const(width, v), v, width)
		return nil
	case Read:
		return b.read(x)
	default:
		if shapes[x.Kind].rule == none {
			return fmt.Errorf("kind %d", x.Kind)
		}
		return b.operation(x, kind, width)
	}
}

// read processes a record of a part of a value that was read.
func (b *builder) read(x *layout.Expression) error {
	width := int(x.Width)
	if width%8 != 0 || uint64(x.A) >= uint64(len(b.run.Reads)) {
		return fmt.Errorf("%d bits of read %d", width, x.A)
	}
	size, first := uint64(b.run.Reads[x.A].Size), b.firsts[x.A]
	if uint64(x.B)+uint64(width/8) > size {
		return fmt.Errorf("%d bits from byte %d of a value of %d", width, x.B, size)
	}
	var r Ref
	var v Value
	if size <= maxVariableBytes {
		r = b.path.Slice(b.path.Variable(first), 8*int(x.B), width)
		v = b.path.Values[first].Right(8 * int(x.B)).Cut(width)
	} else {
		r, v = b.bytes(first+int(x.B), width/8)
	}
	return b.checked(x, r, v)
}

// bytes returns count variables of one byte as a number.
func (b *builder) bytes(first, count int) (Ref, Value) {
	r, v := b.path.Variable(first), b.path.Values[first]
	for i := 1; i < count; i++ {
		r = b.path.concat(b.path.Variable(first+i), r)
		v = v.Or(b.path.Values[first+i].Left(8 * i))
	}
	return r, v
}

// operation processes a record with operands.
func (b *builder) operation(x *layout.Expression, kind Kind, width int) error {
	var at [3]int
	var of [3]int
	operands := shapes[kind].operands
	for i := range operands {
		n, err := b.operand([3]uint32{x.A, x.B, x.C}[i])
		if err != nil {
			return err
		}
		at[i], of[i] = n, int(b.widths[n])
	}
	switch {
	case kind == Table:
		return b.table(x, at[0])
	case kind == Extract && uint64(x.B)+uint64(width) > uint64(of[0]):
		return fmt.Errorf("%d bits from bit %d of %d", width, x.B, of[0])
	case kind != Extract && !fits(kind, x.Flags, width, of[:operands]):
		return fmt.Errorf("%v of %v bits is not %d wide", kind, of[:operands], width)
	}
	o := operation{kind: kind, width: width, of: of[0], flags: x.Flags, a: b.values[at[0]], b: b.values[at[1]], c: b.values[at[2]]}
	last := b.refs[at[1]]
	if kind == Extract {
		o.lowest, last = int(x.B), Ref(x.B)
	}
	return b.checked(x, b.path.Make(kind, width, flagsOf(kind, x.Flags), b.refs[at[0]], last, b.refs[at[2]]), o.compute())
}

// flagsOf drops meaningless flags, so that equal expressions become one node.
func flagsOf(kind Kind, flags uint16) uint16 {
	if kind == FloatCompare || kind == FloatRound {
		return flags
	}
	return 0
}

// checked stores an expression if its value is that of the run, else the constant that the run had.
func (b *builder) checked(x *layout.Expression, r Ref, v Value) error {
	width := int(x.Width)
	recorded := Value{x.Value, v.High}.Cut(width)
	if recorded != v && !(Kind(x.Kind) >= FloatAdd && isFloat(width) && isNaN(recorded, width) && isNaN(v, width)) {
		b.path.Mismatches++
		r = b.path.Const(width, recorded)
	}
	b.add(r, recorded, width)
	return nil
}

// table processes a load at an index.
func (b *builder) table(x *layout.Expression, index int) error {
	if uint64(x.B) >= uint64(len(b.run.Tables)) {
		return fmt.Errorf("table %d", x.B)
	}
	number, width := b.tables[x.B]-1, int(x.Width)
	if number < 0 || b.path.Tables[number].Width != width {
		elements, err := b.elements(&b.run.Tables[x.B], width)
		if err != nil {
			return err
		}
		number = len(b.path.Tables)
		b.path.Tables = append(b.path.Tables, Elements{width, elements})
		b.tables[x.B] = number + 1
	}
	var v Value
	if k := b.values[index]; k.High == 0 && k.Low < uint64(b.run.Tables[x.B].Count) {
		v = b.elementInRun(&b.run.Tables[x.B], k.Low, width)
	}
	return b.checked(x, b.path.Make(Table, width, 0, b.refs[index], Ref(number), 0), v)
}

// elements returns the elements of a table, width bits of each.
func (b *builder) elements(t *layout.Table, width int) ([]Ref, error) {
	bytes, count := uint64(t.ElementBytes), uint64(t.Count)
	if count == 0 || count > MaxTableElements || bytes == 0 || bytes > 16 || uint64(width) > 8*bytes ||
		uint64(t.Offset)+count*bytes > uint64(len(b.run.TableBytes)) ||
		t.FirstExpression != concreteTable && uint64(t.FirstExpression)+count > uint64(len(b.run.Elements)) {
		return nil, fmt.Errorf("table of %d elements of %d bytes", count, bytes)
	}
	elements := make([]Ref, count)
	for i := range count {
		at := b.expressionOf(t, i)
		if at >= uint32(len(b.refs)) || at != 0 && int(b.widths[at]) < width {
			return nil, fmt.Errorf("element %d", i)
		}
		if at != 0 {
			elements[i] = b.path.Slice(b.refs[at], 0, width)
		} else {
			elements[i] = b.path.Const(width, b.elementInRun(t, i, width))
		}
	}
	return elements, nil
}

// concreteTable is layout.Table.FirstExpression of a table without expressions.
const concreteTable = 0xffffffff

// expressionOf returns the record of an element, or 0.
func (b *builder) expressionOf(t *layout.Table, element uint64) uint32 {
	if t.FirstExpression == concreteTable {
		return 0
	}
	return b.run.Elements[uint64(t.FirstExpression)+element]
}

// elementInRun returns the value of an element in the run; the table must have been checked.
func (b *builder) elementInRun(t *layout.Table, element uint64, width int) Value {
	if at := b.expressionOf(t, element); at != 0 {
		return b.values[at].Cut(width)
	}
	from := uint64(t.Offset) + element*uint64(t.ElementBytes)
	return littleEndian(b.run.TableBytes[from : from+uint64(t.ElementBytes)]).Cut(width)
}

// fact processes a constraint.
func (b *builder) fact(c *layout.Constraint) error {
	for _, number := range [4]uint32{c.Left, c.Right, c.Outcome, c.Guard} {
		if number >= uint32(len(b.refs)) {
			return fmt.Errorf("operand %d", number)
		}
	}
	f := Fact{
		Kind: layout.ConstraintKind(c.Kind), Condition: c.Condition, Left: b.refs[c.Left], Right: b.refs[c.Right],
		Value: c.Value, Low: c.Low, High: c.High, Evaluated: true, Taken: c.Taken != 0,
	}
	var err error
	switch f.Kind {
	case layout.ConstraintKindCondition, layout.ConstraintKindMerged, layout.ConstraintKindBranch:
		err = b.outcome(&f, c)
	case layout.ConstraintKindAddress, layout.ConstraintKindSize, layout.ConstraintKindRange:
		err = b.place(&f, c)
	default:
		err = fmt.Errorf("kind %d", c.Kind)
	}
	if err != nil || f.Holds == 0 {
		return err
	}
	if _, constant := b.path.Constant(f.Holds); !constant {
		b.path.Facts = append(b.path.Facts, f)
	}
	if f.Kind == layout.ConstraintKindCondition || f.Kind == layout.ConstraintKindBranch {
		b.known.learn(f.Holds)
	}
	return nil
}

// outcome sets what must hold for the outcome of a condition or a branch.
func (b *builder) outcome(f *Fact, c *layout.Constraint) error {
	if c.Outcome == 0 {
		return nil
	}
	if b.widths[c.Outcome] != 1 || b.values[c.Outcome] != Of(uint64(c.Taken)) {
		return fmt.Errorf("outcome %d", c.Outcome)
	}
	f.Holds = b.refs[c.Outcome]
	if !f.Taken {
		f.Holds = b.path.Not(f.Holds)
	}
	if c.Guard == 0 || f.Kind != layout.ConstraintKindMerged {
		return nil
	}
	if b.widths[c.Guard] != 1 {
		return fmt.Errorf("guard %d", c.Guard)
	}
	f.Evaluated = !b.values[c.Guard].IsZero()
	if _, constant := b.path.Constant(b.refs[c.Guard]); !constant {
		f.Guard = b.refs[c.Guard]
	} else if !f.Evaluated {
		f.Holds = 0 // it is never evaluated
	}
	return nil
}

// place sets what must hold for an address or a size: it is the one in the run or, for a range, it lies in the object. If the facts before
// leave it no other value, later records see a constant.
func (b *builder) place(f *Fact, c *layout.Constraint) error {
	if c.Left == 0 {
		return nil
	}
	g, w := b.path.Graph, int(b.widths[c.Left])
	if b.values[c.Left] != Of(c.Value).Cut(w) {
		return fmt.Errorf("%v %#x", f.Kind, c.Value)
	}
	isRange := f.Kind == layout.ConstraintKindRange
	switch {
	case isRange && (c.Value < c.Low || c.Value >= c.High):
		return fmt.Errorf("%#x is not from %#x to %#x", c.Value, c.Low, c.High)
	case b.known.fixed(f.Left):
		b.refs[c.Left] = g.Const(w, Of(c.Value))
		return nil
	case !isRange:
		f.Holds = g.Equal(f.Left, g.Const(w, Of(c.Value)))
		return nil
	}
	from := g.Compare(LessOrEqualUnsigned, g.Const(w, Of(c.Low)), f.Left)
	to := g.Compare(LessOrEqualUnsigned, f.Left, g.Const(w, Of(c.High-1)))
	f.Holds = g.And(from, to)
	return nil
}
