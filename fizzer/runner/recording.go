package runner

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/layout"
)

// RecordingSize is how much one run may record about its expressions. Where there is no room, values become concrete.
type RecordingSize struct {
	Expressions   uint32 // 24 bytes each, and 8 in the target
	Constraints   uint32 // 48 bytes each
	Tables        uint32 // 20 bytes each
	TableBytes    uint32
	TableElements uint32 // expressions of elements, 4 bytes each
}

// recordingMemory is the memory in which a target records expressions. As with sharedMemory, the program may write to all of it at
// any time: what stands there is copied and the copy is checked.
type recordingMemory struct {
	file  *os.File
	bytes []byte
	head  *layout.Recording
	first layout.Recording // what the head holds before a run
	size  RecordingSize
}

// shadowBytes is the address space that a target may want besides for the shadows of its memory and the list of its objects.
const shadowBytes = 1 << 30

// needs returns the address space that recording takes of a target, in bytes.
func (m *recordingMemory) needs() uint64 {
	if m == nil {
		return 0
	}
	return m.first.Size + 16*uint64(m.size.Expressions) + shadowBytes
}

func (p *Process) allocateRecording() (err error) {
	p.recording = nil
	if size := p.options.Recording; size != (RecordingSize{}) {
		p.recording, err = newRecordingMemory(size)
	}
	return err
}

func newRecordingMemory(size RecordingSize) (*recordingMemory, error) {
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
	shared, err := mapMemory(room.bytes)
	if err != nil {
		return nil, fmt.Errorf("memory of %d bytes for expressions: %w; lower the limit of expressions or give more memory", room.bytes, err)
	}
	m := &recordingMemory{file: shared.file, bytes: shared.bytes, head: (*layout.Recording)(unsafe.Pointer(&shared.bytes[0])), first: first,
		size: size}
	m.reset()
	return m, nil
}

// reset prepares the memory for a run.
func (m *recordingMemory) reset() { *m.head = m.first }

func (m *recordingMemory) close() error {
	if m == nil {
		return nil
	}
	err := unix.Munmap(m.bytes)
	if closing := m.file.Close(); err == nil {
		err = closing
	}
	m.head, m.bytes = nil, nil
	return err
}

// Recorded is what a run recorded, copied and otherwise unchecked: the program may have written over any of it.
type Recorded struct {
	Expressions   []layout.Expression
	Constraints   []layout.Constraint
	Tables        []layout.Table
	TableBytes    []byte
	TableElements []uint32
	Head          layout.Recording // counts are those of the slices
}

// ResetRecording prepares a recording target for its next run.
func (p *Process) ResetRecording() { p.recording.reset() }

// Recorded returns a copy of what the newest run of a recording target recorded; counts beyond the room there is are cut.
func (p *Process) Recorded() Recorded {
	m := p.recording
	r := Recorded{Head: *m.head}
	h := &r.Head
	r.Expressions = copyOf[layout.Expression](m, m.first.ExpressionsOffset, &h.ExpressionCount, m.size.Expressions)
	r.Constraints = copyOf[layout.Constraint](m, m.first.ConstraintsOffset, &h.ConstraintCount, m.size.Constraints)
	r.Tables = copyOf[layout.Table](m, m.first.TablesOffset, &h.TableCount, m.size.Tables)
	r.TableBytes = copyOf[byte](m, m.first.TableBytesOffset, &h.TableByteCount, m.size.TableBytes)
	r.TableElements = copyOf[uint32](m, m.first.TableElementsOffset, &h.TableElementCount, m.size.TableElements)
	return r
}

// copyOf copies the first elements of an array, whose number it cuts to its capacity.
func copyOf[T any](m *recordingMemory, offset uint64, count *uint32, capacity uint32) []T {
	*count = min(*count, capacity)
	copied := make([]T, *count)
	copy(copied, slice[T](m.bytes, offset, *count))
	return copied
}

// Restarts is how often the target's process was replaced: what was recorded in the replaced one is gone.
func (p *Process) Restarts() int { return p.restarts }
