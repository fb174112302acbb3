package runner

import (
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// capacity is how much one batch may hold. Pages of the shared memory that are never used cost nothing.
type capacity struct {
	results    uint32 // runs
	inputBytes uint32 // bytes of all inputs together
	conditions uint32 // conditions of all runs together
	wides      uint32 // conditions of more than 64 bits of all runs together
	reads      uint32 // values read by all runs together
	readBytes  uint32 // bytes read by all runs together
	follow     uint32 // chunks of a path that runs follow
	directions uint32 // words of covered directions
}

// Runs that fit into one batch when each of them uses up its limits; most use a small part. Of the longest runs fewer fit: a 32-bit
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
	c.wides = c.conditions / 2 // as much as the runtime asks for before a run with any limits that fit
	if wide {
		c.wides = c.conditions
	}
	return c
}

// fits says whether a run with the limits can be made within the capacity.
func (c capacity) fits(limits execution.Limits) bool {
	return limits.Conditions <= c.conditions/2 && limits.InputBytes <= c.reads/2
}

// sharedMemory is the memory between the engine and one target process: a memfd, so it has no name and ends with the
// processes that map it. The program may write to all of it at any time. So what stands there is written, and read only
// where answers.go says so.
type sharedMemory struct {
	file       *os.File
	bytes      []byte
	control    *layout.Control
	header     layout.Control // what control holds before the first batch, out of the program's reach
	handed     question       // what the newest batch asks for, likewise
	own        answer         // what runs of it left, copied
	inputs     []layout.Input
	inputBytes []byte
	results    []layout.Result
	conditions []layout.Condition
	wides      []layout.Wide
	reads      []layout.Read
	readBytes  []byte
	follow     []uint64
	directions []uint32 // of execution.Coverage
	contexts   []uint32
	covered    uint64 // its version
}

const arrayAlignment = 64

// arrangement places arrays in a shared memory, one after the other.
type arrangement struct{ bytes uint64 } // used so far

// place returns where an array of that many elements, of that many bytes each, starts.
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

		CoveredContextsOffset: room.place(layout.CoveredContexts/32, 4),

		CoveredCount:      32 * c.directions,
		ConditionCapacity: c.conditions,
		WideCapacity:      c.wides,
		ReadCapacity:      c.reads,
		ReadByteCapacity:  c.readBytes,
		ResultCapacity:    c.results,
	}
	control.SharedSize = room.bytes
	m, err := mapMemory(room.bytes)
	if err != nil {
		return nil, fmt.Errorf("shared memory of %d bytes: %w; lower the limits or give more memory", room.bytes, err)
	}
	m.view(control, c)
	*m.control = control
	return m, nil
}

// view finds the parts of the mapped memory.
func (m *sharedMemory) view(control layout.Control, c capacity) {
	m.control = (*layout.Control)(unsafe.Pointer(&m.bytes[0]))
	m.header = control
	m.inputs = slice[layout.Input](m.bytes, control.InputsOffset, c.results)
	m.inputBytes = slice[byte](m.bytes, control.InputBytesOffset, c.inputBytes)
	m.results = slice[layout.Result](m.bytes, control.ResultsOffset, c.results)
	m.conditions = slice[layout.Condition](m.bytes, control.ConditionsOffset, c.conditions)
	m.wides = slice[layout.Wide](m.bytes, control.WidesOffset, c.wides)
	m.reads = slice[layout.Read](m.bytes, control.ReadsOffset, c.reads)
	m.readBytes = slice[byte](m.bytes, control.ReadBytesOffset, c.readBytes)
	m.follow = slice[uint64](m.bytes, control.FollowOffset, c.follow)
	m.directions = slice[uint32](m.bytes, control.CoveredOffset, c.directions)
	m.contexts = slice[uint32](m.bytes, control.CoveredContextsOffset, layout.CoveredContexts/32)
}

// seals keep the size of the memory as it is: where a program makes a file smaller that is mapped, whoever reads dies of SIGBUS.
const seals = unix.F_SEAL_SHRINK | unix.F_SEAL_GROW | unix.F_SEAL_SEAL

func mapMemory(size uint64) (*sharedMemory, error) {
	fd, err := unix.MemfdCreate("fizzer", unix.MFD_CLOEXEC|unix.MFD_ALLOW_SEALING)
	if err != nil {
		return nil, err
	}
	file := os.NewFile(uintptr(fd), "shared memory")
	if err := file.Truncate(int64(size)); err != nil {
		file.Close()
		return nil, err
	}
	if _, err := unix.FcntlInt(uintptr(fd), unix.F_ADD_SEALS, seals); err != nil {
		file.Close()
		return nil, fmt.Errorf("sealing it: %w", err)
	}
	bytes, err := unix.Mmap(fd, 0, int(size), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		file.Close()
		return nil, err
	}
	return &sharedMemory{file: file, bytes: bytes}, nil
}

// slice views count elements of the memory from offset, which is aligned for every element type of the layout.
func slice[T any](bytes []byte, offset uint64, count uint32) []T {
	if count == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(&bytes[offset])), count)
}

func (m *sharedMemory) close() error {
	err := unix.Munmap(m.bytes)
	*m = sharedMemory{file: m.file}
	if closing := m.file.Close(); err == nil {
		err = closing
	}
	return err
}

// put writes a batch, with as many of the inputs as fit, and returns their number.
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
	c.StopAtError = flag(batch.StopAtError)
	c.UsesWides = flag(wide)
	m.putCut(batch.Cut)
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

// putInputs writes as many of the inputs as fit and returns their number. It empties their results: what a run of an earlier batch
// left must not be taken for that of one that was not made.
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

// putCut says how the runs of a batch may be cut. A target that does not know the number of locations records whole runs.
func (m *sharedMemory) putCut(cut *execution.Cut) {
	m.control.CutAfter, m.control.FollowCount = 0, 0
	if m.handed.cut = cut != nil && len(m.directions) == len(cut.Covered.Directions); !m.handed.cut {
		return
	}
	m.control.CutAfter = uint32(cut.After)
	m.control.FollowCount = uint32(copy(m.follow, cut.Follow))
	if m.covered != cut.Covered.Version {
		m.covered = cut.Covered.Version
		copy(m.directions, cut.Covered.Directions)
		copy(m.contexts, cut.Covered.Contexts)
	}
}
