package faketarget

import (
	"encoding/binary"
	"math"

	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// The input functions of the program, each of its own type.

// Char reads a signed byte.
func (m *Machine) Char() int8 { return int8(m.Read(layout.InputTypeSint8, 1)[0]) }

// Uchar reads an unsigned byte.
func (m *Machine) Uchar() uint8 { return m.Read(layout.InputTypeUint8, 1)[0] }

// Bool reads a byte and returns whether its lowest bit is set.
func (m *Machine) Bool() bool { return m.Read(layout.InputTypeBoolean, 1)[0]&1 != 0 }

// Untyped reads a byte of unknown type.
func (m *Machine) Untyped() uint8 { return m.Read(layout.InputTypeUntyped8, 1)[0] }

// Short reads a signed number of 16 bits.
func (m *Machine) Short() int16 {
	return int16(binary.LittleEndian.Uint16(m.Read(layout.InputTypeSint16, 2)))
}

// Int reads a signed number of 32 bits.
func (m *Machine) Int() int32 {
	return int32(binary.LittleEndian.Uint32(m.Read(layout.InputTypeSint32, 4)))
}

// Uint reads an unsigned number of 32 bits.
func (m *Machine) Uint() uint32 {
	return binary.LittleEndian.Uint32(m.Read(layout.InputTypeUint32, 4))
}

// Long reads a signed number of 64 bits.
func (m *Machine) Long() int64 {
	return int64(binary.LittleEndian.Uint64(m.Read(layout.InputTypeSint64, 8)))
}

// Int128 reads a signed number of 128 bits: its low and high half.
func (m *Machine) Int128() [2]uint64 {
	b := m.Read(layout.InputTypeSint128, 16)
	return [2]uint64{binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[8:])}
}

// Float reads a float.
func (m *Machine) Float() float32 {
	return math.Float32frombits(binary.LittleEndian.Uint32(m.Read(layout.InputTypeFloat32, 4)))
}

// Double reads a double.
func (m *Machine) Double() float64 {
	return math.Float64frombits(binary.LittleEndian.Uint64(m.Read(layout.InputTypeFloat64, 8)))
}

// Compare evaluates an integer comparison by the predicate of location. Signed operands are given sign-extended.
func (m *Machine) Compare(location uint32, left, right int64) bool {
	c := m.table.Conditions[location]
	mask := uint64(math.MaxUint64) >> (64 - min(c.Bits, 64))
	l, r := uint64(left)&mask, uint64(right)&mask
	return m.Condition(location, holds(c.Predicate, left, right, l, r), l, r)
}

func holds(predicate locations.Predicate, left, right int64, l, r uint64) bool {
	switch predicate {
	case "eq":
		return l == r
	case "ne":
		return l != r
	case "slt":
		return left < right
	case "sle":
		return left <= right
	case "sgt":
		return left > right
	case "sge":
		return left >= right
	case "ult":
		return l < r
	case "ule":
		return l <= r
	case "ugt":
		return l > r
	case "uge":
		return l >= r
	}
	panic("faketarget: predicate " + string(predicate))
}

// CompareDoubles evaluates an ordered comparison of doubles, or of floats where the location has 32 bits.
func (m *Machine) CompareDoubles(location uint32, left, right float64) bool {
	c := m.table.Conditions[location]
	outcome := false
	switch c.Predicate {
	case "oeq":
		outcome = left == right
	case "ogt":
		outcome = left > right
	case "olt":
		outcome = left < right
	case "uno":
		outcome = left != left || right != right
	default:
		panic("faketarget: predicate " + string(c.Predicate))
	}
	if c.Bits == 32 {
		return m.Condition(location, outcome, uint64(math.Float32bits(float32(left))), uint64(math.Float32bits(float32(right))))
	}
	return m.Condition(location, outcome, math.Float64bits(left), math.Float64bits(right))
}
