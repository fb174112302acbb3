package runner

import (
	"context"
	"encoding/binary"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/faketarget"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/fizzer/vector"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/locations"
)

// liar is a target in this process: faketarget makes the runs, answer writes them into the memory of a real Process as a
// runtime does, and then a script overwrites parts of it.
type liar struct {
	fake    *faketarget.Target
	t       testing.TB
	memory  *sharedMemory // our end
	theirs  *sharedMemory // theirs, another mapping of the same file
	script  script
	runs    []execution.Run
	batches int
	lost    int // garbled runs that were given out
	racing  sync.WaitGroup
	stop    atomic.Bool
}

// liarCapacity is small, so that most writes of a script hit something in use.
var liarCapacity = capacity{results: 16, inputBytes: 1 << 13, conditions: 1 << 12, wides: 1 << 10, reads: 1 << 11, readBytes: 1 << 12,
	follow: 65, directions: 1}

func newLiar(t testing.TB, fake *faketarget.Target, script script) *liar {
	t.Helper()
	memory, err := newSharedMemory(liarCapacity)
	if err != nil {
		t.Fatal(err)
	}
	l := &liar{fake: fake, t: t, memory: memory, script: script, theirs: &sharedMemory{mapping: mapping{file: memory.file}}}
	if l.theirs.bytes, err = unix.Mmap(int(memory.file.Fd()), 0, len(memory.bytes), unix.PROT_READ|unix.PROT_WRITE,
		unix.MAP_SHARED); err != nil {
		t.Fatal(err)
	}
	l.theirs.arrays = view(l.theirs.bytes, &memory.header, liarCapacity)
	if script.racing {
		l.racing.Add(1)
		go l.race()
	}
	return l
}

// race repeats the script's writes until Close.
func (l *liar) race() {
	defer l.racing.Done()
	for !l.stop.Load() {
		for _, w := range l.script.writes {
			l.write(w)
		}
		if l.script.chained {
			l.chain()
		}
		runtime.Gosched()
	}
}

func (l *liar) Close() error {
	l.stop.Store(true)
	l.racing.Wait()
	return errorsOf(unix.Munmap(l.theirs.bytes), l.memory.close())
}

func errorsOf(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

// Discard resets the control block, but leaves everything else as it was overwritten.
func (l *liar) Discard() error {
	*l.memory.control = l.memory.header
	l.memory.covered = 0
	return nil
}

// Execute does what Process.Execute does, with answer instead of the target's process.
func (l *liar) Execute(ctx context.Context, batch *execution.Batch) ([]execution.Run, error) {
	l.batches++
	count := l.memory.put(batch, batch.Inputs, layout.ModePersistent, true)
	sequence := uint32(l.batches)
	l.memory.send(sequence)
	if err := l.answer(ctx, batch, count); err != nil {
		return nil, err
	}
	atomic.StoreUint32(&l.theirs.control.Reply, sequence)
	if !l.script.racing && l.batches%l.script.every == 0 {
		for _, w := range l.script.writes {
			l.write(w)
		}
		if l.script.chained {
			l.chain()
		}
	}
	runs, usable := l.memory.take(l.runs[:0], l.memory.answered(sequence))
	if !usable {
		if err := l.Discard(); err != nil {
			return nil, err
		}
		if runs[len(runs)-1].Garbled {
			l.lost++
		}
	}
	if l.runs = runs; len(runs) == 0 || len(runs) > count {
		l.t.Errorf("%d runs of %d inputs", len(runs), count)
	}
	for i := range runs {
		l.checkRun(&runs[i], batch)
	}
	return runs, nil
}

// checkRun checks what a target guarantees of its runs, whatever their traces contain.
func (l *liar) checkRun(run *execution.Run, batch *execution.Batch) {
	signal := run.Ending == layout.EndingCrashed || run.Ending == layout.EndingAborted
	switch limits := &batch.Limits; {
	case run.Ending == layout.EndingNone || run.Ending > layout.EndingLost || run.Garbled && run.Ending != layout.EndingLost,
		run.Evaluated() > int(limits.Conditions), batch.Cut == nil && !run.Whole(), signal && run.Detail > maxSignal,
		len(run.Bytes) > int(limits.InputBytes), len(run.Reads) > len(run.Bytes), run.ErrorInputBytes > limits.InputBytes:
		l.t.Errorf("a run within %+v is %v with detail %d, %d bytes in %d values, %d conditions and %d unrecorded, the error behind %d bytes",
			limits, run.Ending, run.Detail, len(run.Bytes), len(run.Reads), run.Conditions.Len(), run.Unrecorded, run.ErrorInputBytes)
	}
}

// answer writes the results of a batch as the runtime does.
func (l *liar) answer(ctx context.Context, batch *execution.Batch, count int) error {
	part := *batch
	part.Inputs = batch.Inputs[:count]
	runs, err := l.fake.Execute(ctx, &part)
	if err != nil {
		return err
	}
	m, at, wides := l.theirs, position{}, 0
	ending, limits := layout.BatchEndingComplete, batch.Limits
	if len(runs) < count {
		ending = layout.BatchEndingGoalReached
	}
	completed := 0
	for i := range runs {
		free := min(len(m.conditions)-int(at.condition), len(m.wides)-wides)
		if i > 0 && (free < int(limits.Conditions) || len(m.reads)-int(at.read) < int(limits.InputBytes) ||
			len(m.readBytes)-int(at.byte) < int(limits.InputBytes)) {
			ending = layout.BatchEndingNoSpace
			break
		}
		wides += l.record(i, &runs[i], &at, wides)
		completed++
	}
	m.control.Completed = uint32(completed)
	m.control.BatchEnding = uint32(ending)
	return nil
}

// record appends one run and returns the number of its high halves.
func (l *liar) record(i int, run *execution.Run, at *position, wides int) int {
	m := l.theirs
	m.results[i] = layout.Result{
		Path: run.Path, FirstCondition: at.condition, ConditionCount: uint32(run.Conditions.Len()), FirstRead: at.read,
		ReadCount: uint32(len(run.Reads)),
		FirstByte: at.byte, ByteCount: uint32(len(run.Bytes)), Ending: uint32(run.Ending), Detail: run.Detail, Call: run.Call,
		ErrorReached: flag(run.ErrorReached), ErrorInputBytes: run.ErrorInputBytes, Unrecorded: run.Unrecorded, Novel: flag(run.Novel),
		Last: run.Last,
	}
	count := 0
	for _, c := range run.Conditions.All() {
		if wide, ok := run.Conditions.Wide(c.Wide); ok {
			m.wides[wides+count] = wide
			count++
			c.Wide = uint32(wides + count)
		}
		m.conditions[at.condition] = c
		at.condition++
	}
	at.read += uint32(copy(m.reads[at.read:], run.Reads))
	at.byte += uint32(copy(m.readBytes[at.byte:], run.Bytes))
	return count
}

// chain computes the path hashes of the present conditions: a consistent lie.
func (l *liar) chain() {
	m := l.theirs
	for i := range min(m.control.Completed, uint32(len(m.results))) {
		r, path := &m.results[i], uint64(layout.StartPath)
		first, count := r.FirstCondition, r.ConditionCount
		if conditions, ok := window(m.conditions, first, count); ok {
			for k := range conditions {
				c := &conditions[k]
				c.Path = path
				path = execution.ExtendPath(path, c.Location, c.Context)
			}
			r.Path = path
		}
	}
}

// script is what a liar overwrites.
type script struct {
	every   int // batches between two overwrites
	racing  bool
	chained bool // path hashes are computed again after the overwrites
	writes  []overwrite
}

// overwrite changes a word of an element of one of the arrays.
type overwrite struct {
	array, way      byte
	element, offset uint16
	value           uint64
}

const overwriteBytes = 13

// Ways of an overwrite.
const (
	waySet = iota
	wayAdd
	wayXor
	wayCopy // from the element before, or from anywhere
	ways
)

// parseScript reads a script, three bytes and overwriteBytes for each write.
func parseScript(data []byte) (s script, program, flags byte) {
	if len(data) < 3 {
		return script{every: 1}, 0, 0
	}
	program, flags = data[0], data[1]
	s = script{every: 1 + int(data[2]%16), chained: flags&1 != 0}
	for data = data[3:]; len(data) >= overwriteBytes && len(s.writes) < 64; data = data[overwriteBytes:] {
		s.writes = append(s.writes, overwrite{
			array: data[0], way: data[1], element: binary.LittleEndian.Uint16(data[2:]), offset: uint16(data[4]),
			value: binary.LittleEndian.Uint64(data[5:]),
		})
	}
	return s, program, flags
}

// write makes one overwrite of 1, 2, 4 or 8 bytes.
func (l *liar) write(w overwrite) {
	m := l.theirs
	h := &m.header
	arrays := [...]struct{ start, size, count uint64 }{
		{0, 4, layout.ControlSize / 4}, {h.ResultsOffset, layout.ResultSize, 16}, {h.ResultsOffset, layout.ResultSize, 16},
		{h.ConditionsOffset, layout.ConditionSize, uint64(len(m.conditions))}, {h.ConditionsOffset, layout.ConditionSize, 64},
		{h.WidesOffset, layout.WideSize, uint64(len(m.wides))}, {h.ReadsOffset, layout.ReadSize, 128}, {h.ReadBytesOffset, 1, 256},
		{0, 1, uint64(len(m.bytes))},
	}
	array := arrays[int(w.array)%len(arrays)]
	at := array.start + uint64(w.element)%array.count*array.size + uint64(w.offset)%array.size
	if array.size == 1 {
		at = array.start + (uint64(w.element)<<8|uint64(w.offset))%array.count
	}
	size := uint64(1) << (w.way >> 4 % 4)
	at = min(at/size*size, uint64(len(m.bytes))-size)
	word := m.bytes[at : at+size]
	var old, value [8]byte
	copy(old[:], word)
	result := w.value
	switch before := binary.LittleEndian.Uint64(old[:]); w.way % ways {
	case wayAdd:
		result = before + w.value
	case wayXor:
		result = before ^ w.value
	case wayCopy:
		from := (at - min(at, array.size)) / size * size
		if w.value != 0 {
			from = w.value % uint64(len(m.bytes)) / size * size
		}
		copy(value[:], m.bytes[from:from+size])
		result = binary.LittleEndian.Uint64(value[:])
	}
	binary.LittleEndian.PutUint64(value[:], result)
	copy(word, value[:size])
}

// encode is the inverse of parseScript, for the seeds.
func encode(program, flags, every byte, writes ...overwrite) []byte {
	data := []byte{program, flags, every}
	for _, w := range writes {
		data = append(data, w.array, w.way)
		data = binary.LittleEndian.AppendUint16(data, w.element)
		data = append(data, byte(w.offset))
		data = binary.LittleEndian.AppendUint64(data, w.value)
	}
	return data
}

// Arrays of an overwrite, and ways with a size.
const (
	inControl, inResults, inConditions, inReads, inBytes = 0, 1, 4, 6, 7
	set8, set16, set32, set64, add32                     = waySet, waySet | 16, waySet | 32, waySet | 48, wayAdd | 32
)

// offsets of fields.
var (
	ofLocation   = uint16(unsafe.Offsetof(layout.Condition{}.Location))
	ofInputBytes = uint16(unsafe.Offsetof(layout.Condition{}.InputBytes))
	ofWide       = uint16(unsafe.Offsetof(layout.Condition{}.Wide))
	ofPath       = uint16(unsafe.Offsetof(layout.Condition{}.Path))
	ofEnding     = uint16(unsafe.Offsetof(layout.Result{}.Ending))
	ofDetail     = uint16(unsafe.Offsetof(layout.Result{}.Detail))
	ofConditions = uint16(unsafe.Offsetof(layout.Result{}.ConditionCount))
	ofFirst      = uint16(unsafe.Offsetof(layout.Result{}.FirstCondition))
	ofUnrecorded = uint16(unsafe.Offsetof(layout.Result{}.Unrecorded))
	ofBytes      = uint16(unsafe.Offsetof(layout.Result{}.ByteCount))
	ofType       = uint16(unsafe.Offsetof(layout.Read{}.Type))
	ofSize       = uint16(unsafe.Offsetof(layout.Read{}.Size))
	completed    = uint16(unsafe.Offsetof(layout.Control{}.Completed) / 4)
	batchEnding  = uint16(unsafe.Offsetof(layout.Control{}.BatchEnding) / 4)
	reply        = uint16(unsafe.Offsetof(layout.Control{}.Reply) / 4)
)

// lies are scripts that made the engine panic, fail or believe nonsense when it still trusted what it read.
func lies() (all [][]byte) {
	for program := range byte(len(liarPrograms)) {
		for every := range byte(2) {
			for _, w := range []overwrite{
				{inConditions, set32, 0, ofLocation, 12345},
				{inConditions, set32, 1, ofLocation, 0xffffffff},
				{inConditions, set32, 0, ofWide, 0x7fffffff},
				{inConditions, set32, 1, ofWide, 1 << 10},
				{inConditions, set32, 0, ofInputBytes, 268435460},
				{inConditions, set32, 1, ofInputBytes, 0},
				{inConditions, set64, 2, ofPath, 77},
				{inResults, set32, 0, ofEnding, 99},
				{inResults, set32, 1, ofEnding, 0},
				{inResults, set32, 0, ofDetail, 0xffffffff},
				{inResults, set32, 0, ofConditions, 0x7fffffff},
				{inResults, add32, 2, ofConditions, 1},
				{inResults, set32, 1, ofFirst, 0xfffffff0},
				{inResults, set32, 0, ofUnrecorded, 0xffffffff},
				{inResults, set32, 0, ofUnrecorded, 1},
				{inResults, set32, 0, ofBytes, 0x7fffffff},
				{inResults, set32, 0, ofBytes, 0},
				{inReads, set16, 0, ofType, 21},
				{inReads, set16, 0, ofType, 0},
				{inReads, set16, 0, ofSize, 0xffff},
				{inReads, set16, 0, ofSize, 2},
				{inReads, set32, 0, 0, 0xfffffff0},
				{inControl, set32, completed, 0, 0xffffffff},
				{inControl, set32, completed, 0, 0},
				{inControl, set32, batchEnding, 0, 3},
				{inControl, set32, batchEnding, 0, 77},
				{inControl, set32, reply, 0, 0},
				{inBytes, set8, 0, 0, 200},
			} {
				all = append(all, encode(program, 0, every, w), encode(program, 1, every, w))
			}
		}
	}
	return all
}

// liarLimits are within liarCapacity.
var liarLimits, liarMaxLimits = execution.Limits{Conditions: 64, Depth: 16, InputBytes: 64, Steps: 1 << 10, Milliseconds: 1000,
	ContextDepth: locations.ContextDepth},
	execution.Limits{Conditions: 1000, Depth: 32, InputBytes: 256, Steps: 1 << 12, Milliseconds: 1000, ContextDepth: locations.ContextDepth}

// liarPrograms are the programs of liars: all types, wide operands, contexts, loops long enough to be cut, texts, bad ends.
var liarPrograms = []func() *faketarget.Target{
	func() *faketarget.Target {
		return faketarget.New(append(faketarget.Integers("slt", "eq", "ult"),
			locations.Condition{Kind: locations.KindInteger, Predicate: "eq", Bits: 128},
			locations.Condition{Kind: locations.KindFloat, Predicate: "ogt", Bits: 64}), func(m *faketarget.Machine) {
			if n := int64(m.Int()); m.Compare(0, n, 10) && m.Compare(1, n, 7) {
				m.Crash()
			}
			wide := m.Int128()
			m.Wide(3, wide[0] == 5 && wide[1] == 0, wide, [2]uint64{5})
			m.CompareDoubles(4, m.Double(), 1.5)
			if m.Bool() {
				m.Read(layout.InputTypeString, 31)
			}
			m.Compare(2, int64(m.Uint()), 77)
		})
	},
	func() *faketarget.Target {
		return faketarget.New(faketarget.Integers("slt", "eq", "sgt", "ult"), func(m *faketarget.Machine) {
			n := 40 * int64(m.Uchar())
			m.Call(1, func() {
				for i := int64(0); m.Compare(0, i, n); i++ {
					if i%64 == 3 && m.Compare(1, int64(m.Char()), 100) {
						m.ReachError()
					}
				}
			})
			if m.Compare(2, int64(m.Short()), 1000) && m.Compare(3, int64(m.Untyped()), 3) {
				m.End(layout.EndingAborted, 6)
			}
		})
	},
	func() *faketarget.Target {
		return faketarget.New(faketarget.Integers("eq", "eq", "sle"), func(m *faketarget.Machine) {
			for m.Compare(0, int64(m.Int()), 0) {
				m.Call(2, func() { m.Compare(1, m.Long(), 123456789) })
			}
			m.Compare(2, int64(m.Int()), -5)
		})
	},
}

// liarExecutions are the budgets of the engines; flags choose one. Most scripts need a few batches only.
var liarExecutions = [...]int{120, 24, 24, 60}

// believe runs the engine on the answers of a liar.
func believe(t *testing.T, s script, program, flags byte, check bool) {
	fake := liarPrograms[int(program)%len(liarPrograms)]()
	l := newLiar(t, fake, s)
	defer l.Close()
	table, budget := fake.Table(), liarExecutions[int(flags>>3)%len(liarExecutions)]
	e, err := engine.New(engine.Config{
		Target: l, Locations: table, Seed: uint64(flags), Budget: engine.Executions(budget), Limits: liarLimits, MaxLimits: liarMaxLimits,
		BatchSize: 12, Records: 1 << 12, ErrorGoal: flags&2 != 0, StopAtError: flags&2 != 0, Tree: tree.Config{Bytes: 1 << 18, Paths: 1 << 8},
		Check: check, BadEnd: func(run *execution.Run) { _ = kept(t, table, run.Reads, run.Bytes) },
		OnTest: func(f engine.Found) error { return checkTest(t, table, &f) },
	})
	if err != nil {
		t.Fatal(err)
	}
	summary, err := e.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if bound := uint64(budget + 2*12 + 2); summary.Executions > bound {
		t.Errorf("%d executions of at most %d", summary.Executions, bound)
	}
	if l.batches > 4*budget {
		t.Errorf("%d batches for %d executions", l.batches, summary.Executions)
	}
	if int(summary.Garbled) < l.lost {
		t.Errorf("%d garbled runs were counted, the target gave out %d", summary.Garbled, l.lost)
	}
	if len(s.writes) == 0 && !s.racing && summary.Garbled > 0 {
		t.Errorf("%d runs are garbled, of a target that does not lie", summary.Garbled)
	}
}

// checkTest checks a test: its values can be written, and what it covers exists.
func checkTest(t *testing.T, table *locations.Table, f *engine.Found) error {
	for _, d := range slices.Concat(f.Covered, f.Again) {
		if int(d.Location) >= len(table.Conditions) {
			t.Errorf("a test covers location %d of %d", d.Location, len(table.Conditions))
		}
	}
	if f.ErrorReached && f.ErrorInputBytes > f.Limits.InputBytes {
		t.Errorf("the error is reached after %d bytes", f.ErrorInputBytes)
	}
	return kept(t, table, f.Reads, f.Bytes)
}

// kept checks values that the engine returned.
func kept(t *testing.T, _ *locations.Table, reads []layout.Read, bytes []byte) error {
	if err := trace.CheckInput(&execution.Run{Reads: reads, Bytes: bytes}); err != nil {
		t.Error(err)
	}
	inputs, err := vector.Inputs(reads, bytes)
	if err != nil || len(inputs) != len(reads) {
		t.Errorf("%d values of %d: %v", len(inputs), len(reads), err)
	}
	return nil
}

// FuzzAnswers lets the program overwrite anything in the shared memory between a run and the reading of its results. The engine must
// not panic, must use exactly its executions, must keep a consistent tree, and must only return possible tests.
func FuzzAnswers(f *testing.F) {
	for _, lie := range lies() {
		f.Add(lie)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, program, flags := parseScript(data)
		believe(t, s, program, flags, flags&4 == 0)
	})
}

// FuzzRacingAnswers is FuzzAnswers with a program that writes all the time, also while the engine reads. Two reads may then differ,
// so the tree is not checked. The race detector does not see this memory, because it is not Go's.
func FuzzRacingAnswers(f *testing.F) {
	for _, lie := range lies() {
		f.Add(lie)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, program, flags := parseScript(data)
		s.racing = true
		believe(t, s, program, flags, false)
	})
}
