package runner

import (
	"errors"
	"fmt"
	"math"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// capacity is what one batch may hold. Pages of the shared memory that are never touched cost nothing.
type capacity struct {
	results    uint32 // runs
	inputBytes uint32 // bytes of all inputs together
	conditions uint32 // conditions of all runs together
	wides      uint32 // conditions of more than 64 bits of all runs together
	reads      uint32 // values read by all runs together
	readBytes  uint32 // bytes read by all runs together
	follow     uint32 // chunks of the path that runs are to follow
	directions uint32 // words of covered directions
}

// Runs that fit into one batch when each uses up its limits; most use a small part. Fewer of the longest runs fit, because a 32-bit
// target has no room for more.
const (
	fullRunsPerBatch  = 4
	longRunsPerBatch  = 2
	longRunConditions = 1 << 20
)

const (
	minimumResults    = 1024
	minimumConditions = 1 << 17
	minimumBytes      = 1 << 18
)

// capacityFor returns the capacity for batches of runs with the limits.
func capacityFor(limits execution.Limits, locations int, wide bool) capacity {
	bytes := max(fullRunsPerBatch*limits.InputBytes, minimumBytes)
	c := capacity{
		results:    minimumResults,
		inputBytes: bytes,
		conditions: max(min(fullRunsPerBatch*limits.Conditions, fullRunsPerBatch*longRunConditions), longRunsPerBatch*limits.Conditions,
			minimumConditions),
		reads:      bytes,
		readBytes:  bytes,
		directions: uint32(2*locations+31) / 32,
	}
	c.follow = c.conditions/layout.ChunkConditions + 1
	c.wides = c.conditions / 2 // what the runtime requires before a run, for all limits that fit
	if wide {
		c.wides = c.conditions
	}
	return c
}

// fits tells whether a run with the limits fits into the capacity.
func (c capacity) fits(limits execution.Limits) bool {
	return limits.Conditions <= c.conditions/2 && limits.InputBytes <= c.reads/2
}

// sharedMemory is the memory that the engine shares with one server of a target. The program may write to all of it at any time. So
// the engine writes there, but reads only where answers.go says so.
type sharedMemory struct {
	mapping
	arrays
	header  layout.Control // content of control before the first batch, out of the program's reach
	handed  question       // what the newest batch asks for, likewise
	own     answer         // copies of what its runs left
	covered uint64         // version of the coverage in directions and contexts
}

// arrays are the parts of a shared memory.
type arrays struct {
	control    *layout.Control
	inputs     []layout.Input
	inputBytes []byte
	results    []layout.Result
	conditions []layout.Condition
	wides      []layout.Wide
	reads      []layout.Read
	readBytes  []byte
	follow     []uint64
	directions []uint32 // of execution.Coverage
	lacking    []uint32 // likewise
	contexts   []uint32 // likewise
}

// mapping is memory shared with a target: a mapped memfd, so it has no name and ends with the processes that map it.
type mapping struct {
	file  *os.File
	bytes []byte
}

const arrayAlignment = 64

// arrangement places arrays in a shared memory, one after the other.
type arrangement struct{ bytes uint64 } // used so far

// place returns the offset of an array of count elements of size bytes each.
func (a *arrangement) place(count uint32, size uint64) uint64 {
	start := (a.bytes + arrayAlignment - 1) / arrayAlignment * arrayAlignment
	a.bytes = start + uint64(count)*size
	return start
}

// newSharedMemory makes and maps zeroed memory for the capacity.
func newSharedMemory(c capacity) (*sharedMemory, error) {
	room := arrangement{layout.ControlSize}
	control := layout.Control{
		Magic:            layout.Magic,
		LayoutHash:       layout.Hash,
		InputsOffset:     room.place(c.results, layout.InputSize),
		InputBytesOffset: room.place(c.inputBytes, 1),
		ResultsOffset:    room.place(c.results, layout.ResultSize),
		ConditionsOffset: room.place(c.conditions, layout.ConditionSize),
		WidesOffset:      room.place(c.wides, layout.WideSize),
		ReadsOffset:      room.place(c.reads, layout.ReadSize),
		ReadBytesOffset:  room.place(c.readBytes, 1),
		FollowOffset:     room.place(c.follow, 8),
		CoveredOffset:    room.place(c.directions, 4),
		LackingOffset:    room.place(c.directions, 4),

		CoveredContextsOffset: room.place(layout.CoveredContexts/32, 4),

		CoveredCount:      32 * c.directions,
		ConditionCapacity: c.conditions,
		WideCapacity:      c.wides,
		ReadCapacity:      c.reads,
		ReadByteCapacity:  c.readBytes,
		ResultCapacity:    c.results,
	}
	control.SharedSize = room.bytes
	mapped, err := mapMemory(room.bytes)
	if err != nil {
		return nil, fmt.Errorf("shared memory of %d bytes: %w; lower the limits or give more memory", room.bytes, err)
	}
	m := &sharedMemory{mapping: mapped, arrays: view(mapped.bytes, &control, c), header: control}
	*m.control = control
	return m, nil
}

// view finds the parts of a mapped memory.
func view(bytes []byte, control *layout.Control, c capacity) arrays {
	return arrays{
		control:    (*layout.Control)(unsafe.Pointer(&bytes[0])),
		inputs:     slice[layout.Input](bytes, control.InputsOffset, c.results),
		inputBytes: slice[byte](bytes, control.InputBytesOffset, c.inputBytes),
		results:    slice[layout.Result](bytes, control.ResultsOffset, c.results),
		conditions: slice[layout.Condition](bytes, control.ConditionsOffset, c.conditions),
		wides:      slice[layout.Wide](bytes, control.WidesOffset, c.wides),
		reads:      slice[layout.Read](bytes, control.ReadsOffset, c.reads),
		readBytes:  slice[byte](bytes, control.ReadBytesOffset, c.readBytes),
		follow:     slice[uint64](bytes, control.FollowOffset, c.follow),
		directions: slice[uint32](bytes, control.CoveredOffset, c.directions),
		lacking:    slice[uint32](bytes, control.LackingOffset, c.directions),
		contexts:   slice[uint32](bytes, control.CoveredContextsOffset, layout.CoveredContexts/32),
	}
}

// seals fix the size of the memory: if the program made the mapped file smaller, the reader would die of SIGBUS.
const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

// mapMemory makes and maps zeroed memory of that many bytes.
func mapMemory(size uint64) (mapping, error) {
	fd, err := unix.MemfdCreate("fizzer", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return mapping{}, err
	}
	file := os.NewFile(uintptr(fd), "shared memory")
	if err := file.Truncate(int64(size)); err != nil {
		file.Close()
		return mapping{}, err
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		file.Close()
		return mapping{}, fmt.Errorf("sealing it: %w", err)
	}
	bytes, err := unix.Mmap(fd, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		file.Close()
		return mapping{}, err
	}
	return mapping{file: file, bytes: bytes}, nil
}

// close unmaps the memory. The target keeps its own mapping.
func (m *mapping) close() error {
	err := errors.Join(unix.Munmap(m.bytes), m.file.Close())
	m.bytes = nil
	return err
}

// slice returns count elements of the memory from offset on. The offset is aligned for every element type of the layout.
func slice[T any](bytes []byte, offset uint64, count uint32) []T {
	if count == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&bytes[offset])), count)
}

// close releases the memory; nothing may use its arrays any more.
func (m *sharedMemory) close() error {
	m.arrays = arrays{}
	return m.mapping.close()
}

// put writes a batch with as many inputs as fit, and returns their number.
func (m *sharedMemory) put(batch *execution.Batch, inputs [][]byte, mode layout.Mode, wide bool) int {
	count := m.putInputs(inputs)
	m.handed = question{count: uint32(count), begun: m.heartbeat(), limits: batch.Limits, goal: batch.Goal != nil}
	c := m.control
	c.Mode = uint32(mode)
	c.InputCount = uint32(count)
	c.Completed = 0
	c.BatchEnding = uint32(layout.BatchEndingNone)
	c.GoalIndex = layout.NoGoal
	if goal := batch.Goal; goal != nil {
		c.GoalIndex, c.GoalPath, c.GoalLocation = goal.Index, goal.Path, directed(goal.Location, goal.Direction)
	}
	c.LimitConditions = batch.Limits.Conditions
	c.LimitDepth = batch.Limits.Depth
	c.LimitInputBytes = batch.Limits.InputBytes
	c.LimitSteps = batch.Limits.Steps
	c.LimitMilliseconds = batch.Limits.Milliseconds
	c.ContextDepth = batch.Limits.ContextDepth
	c.Fill = uint32(batch.Fill)
	c.States = uint32(batch.States)
	c.StopAtError = flag(batch.StopAtError)
	c.UsesWides = flag(wide)
	m.putCut(batch.Cut, batch.Lean)
	return count
}

func directed(location uint32, direction bool) uint32 {
	if direction {
		return location | layout.DirectionBit
	}
	return location
}

func flag(set bool) uint32 {
	if set {
		return 1
	}
	return 0
}

// putInputs writes as many inputs as fit and returns their number. It clears their results, so that the result of an earlier batch is
// never taken for that of a run that was not made.
func (m *sharedMemory) putInputs(inputs [][]byte) int {
	used := 0
	for i, input := range inputs {
		if i == len(m.inputs) || used+len(input) > len(m.inputBytes) {
			return i
		}
		m.inputs[i] = layout.Input{Offset: uint32(used), Length: uint32(len(input))}
		m.results[i].Ending = uint32(layout.EndingNone)
		used += copy(m.inputBytes[used:], input)
	}
	return len(inputs)
}

// putCut writes how the runs of a batch may be cut. A target that does not know the number of locations records whole runs.
func (m *sharedMemory) putCut(cut *execution.Cut, lean execution.LeanPart) {
	m.control.CutAfter, m.control.FollowCount = 0, 0
	if m.handed.cut = cut != nil && len(m.directions) == len(cut.Covered.Directions); !m.handed.cut {
		return
	}
	m.control.CutAfter = uint32(cut.After)
	m.control.FollowCount = uint32(copy(m.follow, cut.Follow))
	if m.header.Lean != 0 {
		m.control.Lean = uint32(1+cut.Covered.Version%math.MaxInt32)<<1 | flag(lean == execution.LeanAll)
	}
	if m.covered != cut.Covered.Version {
		m.covered = cut.Covered.Version
		copy(m.directions, cut.Covered.Directions)
		copy(m.lacking, cut.Covered.Lacking)
		copy(m.contexts, cut.Covered.Contexts)
	}
}
