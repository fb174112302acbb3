package tree

import (
	"encoding/binary"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
)

// inputs holds inputs with reference counts. Each input is stored once, however many nodes have it as their best. It is stored in a
// chain of cells: its bytes, then the types of its reads, with runs of equal types as one entry.
type inputs struct {
	heads pool[inputHead]
	cells pool[inputCell]

	encoded []byte        // the input that was stored or loaded last
	reads   []layout.Read // reads of the input that was loaded last
}

type inputHead struct {
	first      int32  // cell, none for an empty input
	references int32  //
	bytes      uint32 // of the input
	length     uint32 // of its encoding
}

const (
	cellBytes  = 60
	inputBytes = cellBytes + 4 + 16 // of a cell and a head
)

type inputCell struct {
	next int32
	data [cellBytes]byte
}

// none is not an element of any pool.
const none int32 = -1

func cellsFor(length int) int { return (length + cellBytes - 1) / cellBytes }

// add stores what run read, without a reference yet. It returns none when there is no room.
func (s *inputs) add(run *execution.Run) int32 {
	s.encode(run)
	if !s.heads.room(1) || !s.cells.room(cellsFor(len(s.encoded))) {
		return none
	}
	i := s.heads.take()
	head := s.heads.at(i)
	*head = inputHead{first: none, bytes: uint32(len(run.Bytes)), length: uint32(len(s.encoded))}
	link := &head.first
	for rest := s.encoded; len(rest) > 0; {
		c := s.cells.take()
		*link = c
		cell := s.cells.at(c)
		cell.next = none
		rest = rest[copy(cell.data[:], rest):]
		link = &cell.next
	}
	return i
}

// encode writes the input of run to s.encoded.
func (s *inputs) encode(run *execution.Run) {
	s.encoded = append(s.encoded[:0], run.Bytes...)
	for i := 0; i < len(run.Reads); {
		r, same := run.Reads[i], 1
		for i+same < len(run.Reads) && run.Reads[i+same].Type == r.Type && run.Reads[i+same].Size == r.Size {
			same++
		}
		s.encoded = binary.AppendUvarint(s.encoded, uint64(r.Type))
		s.encoded = binary.AppendUvarint(s.encoded, uint64(r.Size))
		s.encoded = binary.AppendUvarint(s.encoded, uint64(same))
		i += same
	}
}

// load returns input i; it is valid until the next call of add or load.
func (s *inputs) load(i int32) trace.Input {
	head := s.heads.at(i)
	s.encoded, s.reads = s.encoded[:0], s.reads[:0]
	for c := head.first; c != none; c = s.cells.at(c).next {
		s.encoded = append(s.encoded, s.cells.at(c).data[:]...)
	}
	s.encoded = s.encoded[:head.length]
	s.decodeReads(s.encoded[head.bytes:])
	return trace.Input{Bytes: s.encoded[:head.bytes:head.bytes], Reads: s.reads}
}

func (s *inputs) decodeReads(encoded []byte) {
	offset := uint32(0)
	for len(encoded) > 0 {
		var values [3]uint64
		for k := range values {
			value, n := binary.Uvarint(encoded)
			values[k], encoded = value, encoded[n:]
		}
		for range values[2] {
			s.reads = append(s.reads, layout.Read{Offset: offset, Type: uint16(values[0]), Size: uint16(values[1])})
			offset += uint32(values[1])
		}
	}
}

func (s *inputs) refer(i int32) { s.heads.at(i).references++ }

// release removes one reference; releasing none does nothing.
func (s *inputs) release(i int32) {
	if i == none {
		return
	}
	head := s.heads.at(i)
	if head.references--; head.references > 0 {
		return
	}
	s.drop(i)
}

// drop frees an input that has no references.
func (s *inputs) drop(i int32) {
	for c := s.heads.at(i).first; c != none; {
		next := s.cells.at(c).next
		s.cells.release(c)
		c = next
	}
	s.heads.release(i)
}

// size returns the cells of input i.
func (s *inputs) size(i int32) int { return cellsFor(int(s.heads.at(i).length)) }
