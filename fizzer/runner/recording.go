package runner

import (
	"fmt"
	"slices"
	"unsafe"

	"fizzer/libfizzer/layout"
)

// RecordingSize bounds what one run may record about its expressions. When there is no more room, values become concrete.
type RecordingSize struct {
	Expressions   uint32 // 24 bytes each, and 8 in the target
	Constraints   uint32 // 48 bytes each
	Tables        uint32 // 20 bytes each
	TableBytes    uint32
	TableElements uint32 // expressions of elements, 4 bytes each
}

// recordingMemory is the memory in which a target records expressions. As with sharedMemory, the program may write to all of it at
// any time, so its content is copied, and the copy is checked.
type recordingMemory struct {
	mapping
	head  *layout.Recording
	first layout.Recording // content of head before a run
	size  RecordingSize
}

// shadowBytes is the address space for the shadows of the target's memory and the list of its objects.
const shadowBytes = 1 << 30

// knownBytes is that for the table of the newest expressions.
const knownBytes = 1 << 20

// needs returns the address space that recording takes in the target, in bytes.
func (m *recordingMemory) needs() uint64 {
	if m == nil {
		return 0
	}
	return m.first.Size + knownBytes + shadowBytes
}

// newRecordingMemory makes and maps memory of this size; nil for none.
func newRecordingMemory(size RecordingSize) (*recordingMemory, error) {
	if size == (RecordingSize{}) {
		return nil, nil
	}
	room := arrangement{layout.RecordingSize}
	first := layout.Recording{
		Magic:                layout.RecordingMagic,
		ExpressionsOffset:    room.place(size.Expressions, layout.ExpressionSize),
		ConstraintsOffset:    room.place(size.Constraints, layout.ConstraintSize),
		TablesOffset:         room.place(size.Tables, layout.TableSize),
		TableBytesOffset:     room.place(size.TableBytes, 1),
		TableElementsOffset:  room.place(size.TableElements, 4),
		ExpressionCapacity:   size.Expressions,
		ConstraintCapacity:   size.Constraints,
		TableCapacity:        size.Tables,
		TableByteCapacity:    size.TableBytes,
		TableElementCapacity: size.TableElements,
		CompleteConditions:   1<<32 - 1,
	}
	first.Size = room.bytes
	mapped, err := mapMemory(room.bytes)
	if err != nil {
		return nil, fmt.Errorf("memory of %d bytes for expressions: %w; lower the limit of expressions or give more memory", room.bytes, err)
	}
	m := &recordingMemory{mapping: mapped, head: (*layout.Recording)(unsafe.Pointer(&mapped.bytes[0])), first: first, size: size}
	m.reset()
	return m, nil
}

// reset prepares the memory for a run.
func (m *recordingMemory) reset() { *m.head = m.first }

func (m *recordingMemory) close() error {
	if m == nil {
		return nil
	}
	m.head = nil
	return m.mapping.close()
}

// Recorded is a copy of what a run recorded. It is not checked: the program may have overwritten any of it.
type Recorded struct {
	Expressions   []layout.Expression
	Constraints   []layout.Constraint
	Tables        []layout.Table
	TableBytes    []byte
	TableElements []uint32
	Head          layout.Recording // counts are those of the slices
}

// copied returns a copy of what the newest run recorded. Counts are capped at the capacities.
func (m *recordingMemory) copied() Recorded {
	r := Recorded{Head: *m.head}
	h := &r.Head
	r.Expressions = copyOf[layout.Expression](m, m.first.ExpressionsOffset, &h.ExpressionCount, m.size.Expressions)
	r.Constraints = copyOf[layout.Constraint](m, m.first.ConstraintsOffset, &h.ConstraintCount, m.size.Constraints)
	r.Tables = copyOf[layout.Table](m, m.first.TablesOffset, &h.TableCount, m.size.Tables)
	r.TableBytes = copyOf[byte](m, m.first.TableBytesOffset, &h.TableByteCount, m.size.TableBytes)
	r.TableElements = copyOf[uint32](m, m.first.TableElementsOffset, &h.TableElementCount, m.size.TableElements)
	return r
}

// copyOf copies the first count elements of an array. It caps count at the capacity.
func copyOf[T any](m *recordingMemory, offset uint64, count *uint32, capacity uint32) []T {
	*count = min(*count, capacity)
	return slices.Clone(slice[T](m.bytes, offset, *count)) // does not clear the new memory first
}
