// Code generated from layout.yaml by libfizzer/layout/generate. DO NOT EDIT.

package layout

import "unsafe"

// Hash identifies this layout: both sides compare it before the first batch.
const Hash uint64 = 0xeb711431691aa7c4

// Magic is the first eight bytes of the shared memory: FIZZER01 in little endian.
const Magic = 0x313052455a5a4946

// StartPath is the hash of a path without conditions; not 0, because extending 0 by location 0 with outcome false gives 0 again.
const StartPath = 0x9ae16a3b2f90404f

// NoCall is the result.call of a run that entered no call.
const NoCall = 0xffffffff

// DirectionBit is the bit of condition.location that holds the outcome: set for true.
const DirectionBit = 0x80000000

// NoGoal is the control.goal_index of a batch that is run to its end.
const NoGoal = 0xffffffff

// SharedMemoryFd is the descriptor of the shared memory in the target.
const SharedMemoryFd = 0x3

// RecordingFd is the descriptor of the memory for expressions in a target that records them.
const RecordingFd = 0x4

// RecordingMagic is the first eight bytes of that memory: FIZZREC1 in little endian.
const RecordingMagic = 0x314345525a5a4946

// ChunkConditions is the conditions in a chunk: between two chunks a run may be cut.
const ChunkConditions = 0x40

// CoveredContexts is the number of bits of covered_contexts, a power of two.
const CoveredContexts = 0x100000

// ContextShift is the right shift that turns a 64-bit hash into the number of such a bit.
const ContextShift = 0x2c

// ForkMark is the value of an unused argument of clone, by which the sandbox tells forks by the runtime from forks by a program.
const ForkMark = 0x465a4b46

// ExitNoMemory is the exit status of a target that cannot map the shared memory.
const ExitNoMemory = 0x78

// ExitOtherLayout is the exit status of a target that was built with another layout.
const ExitOtherLayout = 0x79

// CommandEnd is the control.command that ends the target.
const CommandEnd = 0xffffffff

// InputType is the type of one input that the program read (report Sec. 3).
type InputType uint32

// The values of InputType.
const (
	InputTypeNone      InputType = 0
	InputTypeBoolean   InputType = 1
	InputTypeUint8     InputType = 2
	InputTypeSint8     InputType = 3
	InputTypeUint16    InputType = 4
	InputTypeSint16    InputType = 5
	InputTypeUint32    InputType = 6
	InputTypeSint32    InputType = 7
	InputTypeUint64    InputType = 8
	InputTypeSint64    InputType = 9
	InputTypeUint128   InputType = 10
	InputTypeSint128   InputType = 11
	InputTypeFloat32   InputType = 12
	InputTypeFloat64   InputType = 13
	InputTypeUntyped8  InputType = 14
	InputTypeUntyped16 InputType = 15
	InputTypeUntyped32 InputType = 16
	InputTypeUntyped64 InputType = 17
	InputTypePointer32 InputType = 18
	InputTypePointer64 InputType = 19
	InputTypeString    InputType = 20
)

var namesInputType = [...]string{"none", "boolean", "uint8", "sint8", "uint16", "sint16", "uint32", "sint32", "uint64", "sint64", "uint128", "sint128", "float32", "float64", "untyped8", "untyped16", "untyped32", "untyped64", "pointer32", "pointer64", "string"}

// String returns the name of v in the layout.
func (v InputType) String() string { return nameOf(namesInputType[:], uint32(v)) }

// Ending is how a run of the program ended.
type Ending uint32

// The values of Ending.
const (
	EndingNone             Ending = 0
	EndingNormal           Ending = 1
	EndingErrorReached     Ending = 2
	EndingAssumptionFailed Ending = 3
	EndingAssertionFailed  Ending = 4
	EndingAborted          Ending = 5
	EndingCrashed          Ending = 6
	EndingTimeout          Ending = 7
	EndingLimitConditions  Ending = 8
	EndingLimitDepth       Ending = 9
	EndingLimitInput       Ending = 10
	EndingLimitSteps       Ending = 11
	EndingLimitMemory      Ending = 12
	EndingLost             Ending = 13
)

var namesEnding = [...]string{"none", "normal", "error_reached", "assumption_failed", "assertion_failed", "aborted", "crashed", "timeout", "limit_conditions", "limit_depth", "limit_input", "limit_steps", "limit_memory", "lost"}

// String returns the name of v in the layout.
func (v Ending) String() string { return nameOf(namesEnding[:], uint32(v)) }

// BatchEnding is why the target handed a batch back.
type BatchEnding uint32

// The values of BatchEnding.
const (
	BatchEndingNone        BatchEnding = 0
	BatchEndingComplete    BatchEnding = 1
	BatchEndingGoalReached BatchEnding = 2
	BatchEndingNoSpace     BatchEnding = 3
)

var namesBatchEnding = [...]string{"none", "complete", "goal_reached", "no_space"}

// String returns the name of v in the layout.
func (v BatchEnding) String() string { return nameOf(namesBatchEnding[:], uint32(v)) }

// Mode is how the target runs an input.
type Mode uint32

// The values of Mode.
const (
	ModeForked     Mode = 0
	ModePersistent Mode = 1
)

var namesMode = [...]string{"forked", "persistent"}

// String returns the name of v in the layout.
func (v Mode) String() string { return nameOf(namesMode[:], uint32(v)) }

// States is of what the state is recorded where a run asks for more than its input, which ends it then; with none it goes on with fill.
type States uint32

// The values of States.
const (
	StatesNone      States = 0
	StatesVariables States = 1
)

var namesStates = [...]string{"none", "variables"}

// String returns the name of v in the layout.
func (v States) String() string { return nameOf(namesStates[:], uint32(v)) }

// ExpressionKind is what an expression computes; unsigned, modulo 2^width where not said otherwise (design: a bit vector theory with floats).
type ExpressionKind uint32

// The values of ExpressionKind.
const (
	ExpressionKindNone                ExpressionKind = 0
	ExpressionKindConstant            ExpressionKind = 1
	ExpressionKindRead                ExpressionKind = 2
	ExpressionKindConcat              ExpressionKind = 3
	ExpressionKindExtract             ExpressionKind = 4
	ExpressionKindZeroExtend          ExpressionKind = 5
	ExpressionKindSignExtend          ExpressionKind = 6
	ExpressionKindNot                 ExpressionKind = 7
	ExpressionKindNegate              ExpressionKind = 8
	ExpressionKindAdd                 ExpressionKind = 9
	ExpressionKindSubtract            ExpressionKind = 10
	ExpressionKindMultiply            ExpressionKind = 11
	ExpressionKindDivideUnsigned      ExpressionKind = 12
	ExpressionKindDivideSigned        ExpressionKind = 13
	ExpressionKindRemainderUnsigned   ExpressionKind = 14
	ExpressionKindRemainderSigned     ExpressionKind = 15
	ExpressionKindAnd                 ExpressionKind = 16
	ExpressionKindOr                  ExpressionKind = 17
	ExpressionKindXor                 ExpressionKind = 18
	ExpressionKindShiftLeft           ExpressionKind = 19
	ExpressionKindShiftRight          ExpressionKind = 20
	ExpressionKindShiftRightSigned    ExpressionKind = 21
	ExpressionKindFunnelLeft          ExpressionKind = 22
	ExpressionKindSwapBytes           ExpressionKind = 23
	ExpressionKindCountOnes           ExpressionKind = 24
	ExpressionKindLeadingZeros        ExpressionKind = 25
	ExpressionKindTrailingZeros       ExpressionKind = 26
	ExpressionKindEqual               ExpressionKind = 27
	ExpressionKindLessUnsigned        ExpressionKind = 28
	ExpressionKindLessOrEqualUnsigned ExpressionKind = 29
	ExpressionKindLessSigned          ExpressionKind = 30
	ExpressionKindLessOrEqualSigned   ExpressionKind = 31
	ExpressionKindSelect              ExpressionKind = 32
	ExpressionKindTable               ExpressionKind = 33
	ExpressionKindFloatAdd            ExpressionKind = 34
	ExpressionKindFloatSubtract       ExpressionKind = 35
	ExpressionKindFloatMultiply       ExpressionKind = 36
	ExpressionKindFloatDivide         ExpressionKind = 37
	ExpressionKindFloatRemainder      ExpressionKind = 38
	ExpressionKindFloatNegate         ExpressionKind = 39
	ExpressionKindFloatAbsolute       ExpressionKind = 40
	ExpressionKindFloatSquareRoot     ExpressionKind = 41
	ExpressionKindFloatRound          ExpressionKind = 42
	ExpressionKindFloatMinimum        ExpressionKind = 43
	ExpressionKindFloatMaximum        ExpressionKind = 44
	ExpressionKindFloatFused          ExpressionKind = 45
	ExpressionKindFloatCompare        ExpressionKind = 46
	ExpressionKindFloatConvert        ExpressionKind = 47
	ExpressionKindFloatToUnsigned     ExpressionKind = 48
	ExpressionKindFloatToSigned       ExpressionKind = 49
	ExpressionKindUnsignedToFloat     ExpressionKind = 50
	ExpressionKindSignedToFloat       ExpressionKind = 51
)

var namesExpressionKind = [...]string{"none", "constant", "read", "concat", "extract", "zero_extend", "sign_extend", "not", "negate", "add", "subtract", "multiply", "divide_unsigned", "divide_signed", "remainder_unsigned", "remainder_signed", "and", "or", "xor", "shift_left", "shift_right", "shift_right_signed", "funnel_left", "swap_bytes", "count_ones", "leading_zeros", "trailing_zeros", "equal", "less_unsigned", "less_or_equal_unsigned", "less_signed", "less_or_equal_signed", "select", "table", "float_add", "float_subtract", "float_multiply", "float_divide", "float_remainder", "float_negate", "float_absolute", "float_square_root", "float_round", "float_minimum", "float_maximum", "float_fused", "float_compare", "float_convert", "float_to_unsigned", "float_to_signed", "unsigned_to_float", "signed_to_float"}

// String returns the name of v in the layout.
func (v ExpressionKind) String() string { return nameOf(namesExpressionKind[:], uint32(v)) }

// ConstraintKind is what a constraint along a recorded run says: a condition that decides where control goes; one that was merged, so that control goes the same way whatever its outcome; left was value, as an address or a size; control went where outcome is taken, without a condition of its own; left was an address in low to high, any of which is modelled.
type ConstraintKind uint32

// The values of ConstraintKind.
const (
	ConstraintKindNone      ConstraintKind = 0
	ConstraintKindCondition ConstraintKind = 1
	ConstraintKindMerged    ConstraintKind = 2
	ConstraintKindAddress   ConstraintKind = 3
	ConstraintKindSize      ConstraintKind = 4
	ConstraintKindBranch    ConstraintKind = 5
	ConstraintKindRange     ConstraintKind = 6
)

var namesConstraintKind = [...]string{"none", "condition", "merged", "address", "size", "branch", "range"}

// String returns the name of v in the layout.
func (v ConstraintKind) String() string { return nameOf(namesConstraintKind[:], uint32(v)) }

// Control is the head of the shared memory: written by the engine before a batch, fields marked (target) by the target.
type Control struct {
	Magic                 uint64 // the constant magic
	LayoutHash            uint64 // hash of this layout; the target refuses to run with another
	SharedSize            uint64 // bytes of the whole shared memory
	InputsOffset          uint64 // where the array of input starts, bytes from the head
	InputBytesOffset      uint64 // where the bytes of the inputs start
	ResultsOffset         uint64 // where the array of result starts
	ConditionsOffset      uint64 // where the array of condition starts
	WidesOffset           uint64 // where the array of wide starts
	ReadsOffset           uint64 // where the array of read starts
	ReadBytesOffset       uint64 // where the bytes that the runs read start
	FollowOffset          uint64 // where the path hashes (u64) start that a run may follow
	CoveredOffset         uint64 // where the bits (in u32) of covered directions start: bit 2 * location + outcome
	LackingOffset         uint64 // where the bits (in u32) of directions start that were only covered by runs that a validator may lose
	CoveredContextsOffset uint64 // where the bits (in u32) of directions covered in a context start, indexed by hash
	ConditionCapacity     uint32 // elements of the array of condition
	WideCapacity          uint32 // elements of the array of wide
	ReadCapacity          uint32 // elements of the array of read
	ReadByteCapacity      uint32 // bytes for what the runs read
	ResultCapacity        uint32 // elements of the arrays of input and result
	PointerBits           uint32 // (target) 32 or 64
	InputCount            uint32 // inputs of this batch
	Completed             uint32 // (target) results written for this batch
	BatchEnding           uint32 // (target) an enum batch_ending
	Mode                  uint32 // an enum mode
	GoalPath              uint64 // path hash before the condition whose other direction is wanted
	GoalIndex             uint32 // index of that condition in the trace, or no_goal
	GoalLocation          uint32 // its location, with the wanted direction in direction_bit
	LimitConditions       uint32 // conditions a run may evaluate
	LimitDepth            uint32 // calls that may be open at once
	LimitInputBytes       uint32 // bytes of input a run may read
	LimitSteps            uint32 // loop iterations a run may make
	LimitMilliseconds     uint32 // CPU time of a run, the last resort against hangs; by the clock it may take longer (watchdog.c)
	ContextDepth          uint32 // calls that are part of the hash of the calling context
	Fill                  uint32 // value of bytes read beyond the given input: 0 or 85
	StopAtError           uint32 // 1: reach_error ends the run; 0: it is recorded and the program goes on
	UsesWides             uint32 // 1: the program compares operands of more than 64 bits
	Heartbeat             uint32 // (target) changes with every run and at the end of a batch
	MemoryBytes           uint64 // address space of one run
	BatchRunning          uint32 // (target) 1 while a batch is being run
	Workers               uint32 // (target) persistent processes started so far
	CutAfter              uint32 // chunks recorded behind the chunk in which a run leaves the path it follows; 0: runs are recorded in full
	CoveredCount          uint32 // bits of covered directions
	FollowCount           uint32 // number of path hashes that runs follow: the hashes before conditions 0, 64, 128 and so on
	Command               uint32 // number of the newest batch, or command_end; a futex on which the target waits
	Reply                 uint32 // (target) number of the last finished batch; a futex on which the engine waits
	CommandAsleep         uint32 // (target) not 0 while the target sleeps, or is about to sleep, on command
	ReplyAsleep           uint32 // not 0 while the engine sleeps, or is about to sleep, on reply
	States                uint32 // an enum states
	Yield                 uint32 // 1: the target gives way once with sched_yield before it sleeps; it shares a processor with the engine
	Lean                  uint32 // 0: the target is no lean form; else: bit 0: no conditions are recorded; other bits: a number that changes with the covered directions
}

// ControlSize is the number of bytes of a Control.
const ControlSize = 264

// Input is one input of a batch.
type Input struct {
	Offset uint32 // start of its bytes, from input_bytes_offset
	Length uint32 // bytes
}

// InputSize is the number of bytes of a Input.
const InputSize = 8

// Result is what one run left behind.
type Result struct {
	Path            uint64 // hash of the whole path, including the last direction
	FirstCondition  uint32 // index of its first condition
	ConditionCount  uint32 // conditions recorded
	FirstRead       uint32 // index of its first read
	ReadCount       uint32 // inputs read
	FirstByte       uint32 // start of the bytes it read, from read_bytes_offset
	ByteCount       uint32 // bytes it read
	Ending          uint32 // an enum ending
	Detail          uint32 // exit status of normal, signal number of crashed, bytes asked for of limit_input, otherwise 0
	Call            uint32 // the call site last entered when the run ended, or 0xffffffff
	ErrorReached    uint32 // 1 when reach_error was entered
	ErrorInputBytes uint32 // bytes read when reach_error was first entered
	Unrecorded      uint32 // conditions evaluated behind the recorded ones
	Novel           uint32 // bit 0: a condition behind the path followed takes a direction that is not covered yet; bit 1: in the lean form, one that is lacking
	Last            uint32 // location of the last evaluated condition, with its outcome in direction_bit; set only if conditions are unrecorded
	State           uint64 // hash of the state in which a run ended with limit_input, if states is not none; 0: not known
}

// ResultSize is the number of bytes of a Result.
const ResultSize = 72

// Condition is the record of one evaluated Boolean instruction.
type Condition struct {
	Location   uint32 // location id; direction_bit is the outcome
	Context    uint32 // hash of the calling context
	Left       uint64 // left operand: raw bits, zero-extended; low half of a wider one
	Right      uint64 // right operand likewise
	Path       uint64 // hash of the path before this condition
	InputBytes uint32 // bytes of input read so far
	Wide       uint32 // 0, or 1 + index of the wide that holds the high halves
}

// ConditionSize is the number of bytes of a Condition.
const ConditionSize = 40

// Wide is the high halves of operands of more than 64 bits.
type Wide struct {
	Left  uint64 // high half of the left operand
	Right uint64 // high half of the right operand
}

// WideSize is the number of bytes of a Wide.
const WideSize = 16

// Read is one input that the program read.
type Read struct {
	Offset uint32 // start of its bytes within the bytes of the run
	Type   uint16 // an enum input_type
	Size   uint16 // bytes
}

// ReadSize is the number of bytes of a Read.
const ReadSize = 8

// Expression is one expression over the input: its number is its index + 1, that of its operands is smaller, 0 is a concrete value.
type Expression struct {
	Kind  uint8  // an enum expression_kind
	Width uint8  // bits of its value: 1 to 128; of a float 32, 64 or 80
	Flags uint16 // of float_compare: the predicate as LLVM numbers it; of float_round: 0 down, 1 up, 2 to zero, 3 to even, 4 away from zero
	A     uint32 // first operand; of read: the index of the read
	B     uint32 // second operand; of extract: the lowest bit; of read: the first byte of its value; of table: its number
	C     uint32 // third operand: of select a is the condition, b if true, c if false; of funnel_left the distance
	Value uint64 // low 64 bits of its value in the recorded run; of constant: the value itself
}

// ExpressionSize is the number of bytes of a Expression.
const ExpressionSize = 24

// Constraint is a fact that the recorded run decided by the input.
type Constraint struct {
	Kind      uint32 // an enum constraint_kind
	Condition uint32 // index of the condition in the trace; of address, size, branch and range, and of a merged condition whose guard is 0 in the run: of the next condition
	Left      uint32 // left operand of the comparison; of address: the address; of size: the size
	Right     uint32 // right operand, or 0 where it is concrete
	Outcome   uint32 // expression of width 1 that is the outcome of the condition or branch
	Taken     uint32 // 1 when the outcome was true
	Guard     uint32 // of merged: expression of width 1 that is 1 where the condition is evaluated at all; 0: that is concrete
	Location  uint32 // of condition and merged: location id of the condition
	Value     uint64 // concrete value of left in the run
	Low       uint64 // of address and range: the first address of the object that it lies in, or 0
	High      uint64 // of address: the byte behind that object; of range: behind the last address that is modelled
}

// ConstraintSize is the number of bytes of a Constraint.
const ConstraintSize = 56

// Recording is the head of the memory for expressions: written by the engine before a run, fields marked (target) by the run.
type Recording struct {
	Magic                uint64 // the constant recording_magic
	Size                 uint64 // bytes of the whole memory
	ExpressionsOffset    uint64 // where the array of expression starts, bytes from the head
	ConstraintsOffset    uint64 // where the array of constraint starts
	TablesOffset         uint64 // where the array of table starts
	TableBytesOffset     uint64 // where the bytes of tables start
	TableElementsOffset  uint64 // where the expressions (u32) of the elements of tables start
	ExpressionCapacity   uint32 // elements of the array of expression
	ConstraintCapacity   uint32 // elements of the array of constraint
	TableCapacity        uint32 // elements of the array of table
	TableByteCapacity    uint32 // bytes of tables
	TableElementCapacity uint32 // expressions of elements
	ExpressionCount      uint32 // (target) expressions recorded
	ConstraintCount      uint32 // (target) constraints recorded
	TableCount           uint32 // (target) tables recorded
	TableByteCount       uint32 // (target) bytes of tables used
	TableElementCount    uint32 // (target) expressions of elements used
	LostFull             uint32 // (target) values that became concrete because there was no room
	LostExternal         uint32 // (target) results of functions without a second form that depended on the input
	LostStale            uint32 // (target) bytes of memory that held something else than their expression
	LostUnmodelled       uint32 // (target) results of instructions and types without an expression
	CompleteConditions   uint32 // (target) conditions up to which no constraint is missing; 0xffffffff: all
	Foreign              uint32 // (target) after the first read: calls and accesses that may lose what depends on the input without being counted above
}

// RecordingSize is the number of bytes of a Recording.
const RecordingSize = 120

// Table is what an object held when it was loaded from at an index that depends on the input.
type Table struct {
	Offset          uint32 // start of its bytes among the bytes of tables
	Count           uint32 // elements, at most 4096
	ElementBytes    uint16 // bytes of an element
	Padding         uint16 // zero
	FirstExpression uint32 // where the expressions (u32) of its elements start, or 0xffffffff where all are concrete
}

// TableSize is the number of bytes of a Table.
const TableSize = 16

var structSizes = map[string][2]uintptr{
	"control":    {unsafe.Sizeof(Control{}), ControlSize},
	"input":      {unsafe.Sizeof(Input{}), InputSize},
	"result":     {unsafe.Sizeof(Result{}), ResultSize},
	"condition":  {unsafe.Sizeof(Condition{}), ConditionSize},
	"wide":       {unsafe.Sizeof(Wide{}), WideSize},
	"read":       {unsafe.Sizeof(Read{}), ReadSize},
	"expression": {unsafe.Sizeof(Expression{}), ExpressionSize},
	"constraint": {unsafe.Sizeof(Constraint{}), ConstraintSize},
	"recording":  {unsafe.Sizeof(Recording{}), RecordingSize},
	"table":      {unsafe.Sizeof(Table{}), TableSize},
}
