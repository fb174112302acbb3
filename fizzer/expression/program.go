package expression

import (
	"math/bits"
	"slices"
)

// Program is the expressions below some roots as straight-line code over registers, one for each node. Running does not change it,
// so machines may share it.
type Program struct {
	graph     *Graph
	refs      []Ref // nodes of the registers, smallest first
	code      []instruction
	registers registers
	variables []int   // of the graph, in the order of their registers
	of        []int32 // their registers
	wide      bool    // some value has more than 64 bits
}

// instruction computes one register from earlier ones.
type instruction struct {
	kind    Kind8
	width   uint8
	of      uint8 // bits of the first operand
	wide    bool  // its result or first operand has more than 64 bits
	flags   uint16
	a, b, c int32 // registers; of extract b is the lowest bit, of table its number
	mask    uint64
}

// registers maps each node to its register: by a list if the numbers of the nodes lie close together, else by a map.
type registers struct {
	first Ref
	list  []int32
	far   map[Ref]int32
}

// sparse is the number of list entries per node beyond which a list is not worth its memory.
const sparse = 64

func newRegisters(refs []Ref) (s registers) {
	if len(refs) == 0 {
		return s
	}
	s.first = refs[0]
	span := int(refs[len(refs)-1]-s.first) + 1
	if span <= sparse*len(refs) {
		s.list = make([]int32, span)
	} else {
		s.far = make(map[Ref]int32, len(refs))
	}
	for i, r := range refs {
		if s.far != nil {
			s.far[r] = int32(i)
		} else {
			s.list[r-s.first] = int32(i)
		}
	}
	return s
}

// of returns the register of a node, 0 for nodes without one.
func (s *registers) of(r Ref) int32 {
	if s.far != nil {
		return s.far[r]
	}
	if at := int(r) - int(s.first); at >= 0 && at < len(s.list) {
		return s.list[at]
	}
	return 0
}

// Compile makes a program for all nodes below the roots. It takes some 100 ns per node.
func (g *Graph) Compile(roots ...Ref) *Program {
	p := &Program{graph: g, refs: g.Cone(roots)}
	p.registers = newRegisters(p.refs)
	for i, r := range p.refs {
		p.code = append(p.code, p.compile(g.nodes[r]))
		if n, ok := g.is(r, Read); ok {
			p.variables, p.of = append(p.variables, int(n.A)), append(p.of, int32(i))
		}
	}
	return p
}

func (p *Program) compile(n Node) instruction {
	in := instruction{kind: n.Kind, width: n.Width, flags: n.Flags, mask: Mask(int(min(n.Width, 64))).Low}
	kind := Kind(n.Kind)
	if kind == Constant || kind == Read {
		p.wide = p.wide || n.Width > 64
		return in
	}
	in.of = uint8(p.graph.Width(n.A))
	in.a, in.b, in.c = p.registers.of(n.A), p.registers.of(n.B), p.registers.of(n.C)
	if kind == Extract || kind == Table {
		in.b = int32(n.B)
	}
	in.wide = in.width > 64 || in.of > 64
	p.wide = p.wide || in.wide
	return in
}

// Variables returns the numbers of the variables that the roots depend on, in the order of their nodes.
func (p *Program) Variables() []int { return p.variables }

// Len returns the number of nodes.
func (p *Program) Len() int { return len(p.code) }

// Refs returns the nodes, smallest first. Do not change it.
func (p *Program) Refs() []Ref { return p.refs }

// Machine runs a program. It holds the value of each node for one assignment of the variables.
type Machine struct {
	*Program
	low, high []uint64
	users     map[int][]int32 // by register of a variable: the instructions that depend on it
	Steps     uint64          // nodes evaluated
}

// NewMachine returns a machine whose variables are all 0. Call Run before asking for values.
func (p *Program) NewMachine() *Machine {
	m := &Machine{Program: p, low: make([]uint64, len(p.code)), users: map[int][]int32{}}
	if p.wide {
		m.high = make([]uint64, len(p.code))
	}
	for i, r := range p.refs {
		if v, ok := p.graph.Constant(r); ok {
			m.put(int32(i), v)
		}
	}
	return m
}

func (m *Machine) put(register int32, v Value) {
	m.low[register] = v.Low
	if m.high != nil {
		m.high[register] = v.High
	}
}

func (m *Machine) get(register int32) Value {
	if m.high != nil {
		return Value{m.low[register], m.high[register]}
	}
	return Value{Low: m.low[register]}
}

// Value returns the value of a node of the program in the last run.
func (m *Machine) Value(r Ref) Value { return m.get(m.registers.of(r)) }

// Set assigns the i-th of the program's variables, cut to its domain.
func (m *Machine) Set(i int, v Value) {
	m.put(m.of[i], v.And(m.graph.Variables[m.variables[i]].Domain()))
}

// Get returns the value of the i-th of the program's variables.
func (m *Machine) Get(i int) Value { return m.get(m.of[i]) }

// SetAll assigns the variables from the values of all variables of the graph.
func (m *Machine) SetAll(values []Value) {
	for i, number := range m.variables {
		m.Set(i, values[number])
	}
}

// Run evaluates all nodes.
func (m *Machine) Run() {
	for i := range m.code {
		m.step(int32(i))
	}
	m.Steps += uint64(len(m.code))
}

// RunFrom evaluates the nodes that depend on the i-th variable; all others must have been evaluated. Finding these nodes for the first
// time counts as many as the program has.
func (m *Machine) RunFrom(i int) {
	users := m.usersOf(i)
	for _, at := range users {
		m.step(at)
	}
	m.Steps += uint64(len(users))
}

// maxUsers bounds the memory for users: entries times the length of the program.
const maxUsers = 1 << 22

// usersOf returns the instructions that depend on the i-th variable, in order.
func (m *Machine) usersOf(i int) []int32 {
	if users, ok := m.users[i]; ok {
		return users
	}
	if len(m.users)*len(m.code) > maxUsers {
		clear(m.users)
	}
	depends := make([]bool, len(m.code))
	depends[m.of[i]] = true
	users := []int32{}
	var below []Ref
	for at, r := range m.refs {
		below = m.graph.Below(r, below[:0])
		if slices.ContainsFunc(below, func(r Ref) bool { return depends[m.registers.of(r)] }) {
			depends[at] = true
			users = append(users, int32(at))
		}
	}
	m.users[i] = users
	m.Steps += uint64(len(m.code))
	return users
}

// step evaluates one register. It handles the most frequent kinds; others, and wide ones, go to general.
func (m *Machine) step(at int32) {
	in := &m.code[at]
	if in.wide {
		m.general(at, in)
		return
	}
	a, b := uint64(0), uint64(0)
	var x uint64
	switch kind := Kind(in.kind); kind {
	case Constant, Read:
		return
	case Extract:
		x = m.low[in.a] >> uint(in.b)
	case ZeroExtend:
		x = m.low[in.a]
	case SignExtend:
		x = uint64(signed(m.low[in.a], in.of))
	case Not:
		x = ^m.low[in.a]
	case Negate:
		x = -m.low[in.a]
	case Select:
		x = m.low[in.c]
		if m.low[in.a] != 0 {
			x = m.low[in.b]
		}
	default:
		a, b = m.low[in.a], m.low[in.b%int32(len(m.low))]
		switch kind {
		case Add:
			x = a + b
		case Subtract:
			x = a - b
		case Multiply:
			x = a * b
		case And:
			x = a & b
		case Or:
			x = a | b
		case Xor:
			x = a ^ b
		case Concat:
			x = a<<(in.width-in.of) | b
		case Equal:
			x = bit(a == b)
		case LessUnsigned:
			x = bit(a < b)
		case LessOrEqualUnsigned:
			x = bit(a <= b)
		case LessSigned:
			x = bit(signed(a, in.of) < signed(b, in.of))
		case LessOrEqualSigned:
			x = bit(signed(a, in.of) <= signed(b, in.of))
		case ShiftLeft:
			x = a << (b % turns(int(in.width)))
		case ShiftRight:
			x = a >> (b % turns(int(in.width)))
		case CountOnes:
			x = uint64(bits.OnesCount64(a))
		default:
			m.general(at, in)
			return
		}
	}
	m.low[at] = x & in.mask
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// signed returns a number of up to 64 bits as two's complement.
func signed(x uint64, width uint8) int64 { return int64(x<<(64-width)) >> (64 - width) }

// general evaluates the instructions that step does not handle.
func (m *Machine) general(at int32, in *instruction) {
	switch kind := Kind(in.kind); kind {
	case Constant, Read:
	case Table:
		m.put(at, m.element(in))
	default:
		o := operation{kind: kind, width: int(in.width), of: int(in.of), flags: in.flags, a: m.get(in.a)}
		if kind == Extract {
			o.lowest = int(in.b)
		} else {
			o.b, o.c = m.get(in.b), m.get(in.c)
		}
		m.put(at, o.compute())
	}
}

func (m *Machine) element(in *instruction) Value {
	elements := m.graph.Tables[in.b].Nodes
	k := m.get(in.a)
	if k.High != 0 || k.Low >= uint64(len(elements)) {
		return Value{}
	}
	return m.get(m.registers.of(elements[k.Low]))
}

// ValueOf returns the value of an expression for given values of all variables. It takes as long as Compile: to ask more than once,
// make a Machine.
func (g *Graph) ValueOf(r Ref, values []Value) Value {
	m := g.Compile(r).NewMachine()
	m.SetAll(values)
	m.Run()
	return m.Value(r)
}
