/* Generated from layout.yaml by libfizzer/layout/generate. Do not edit. */
#ifndef FIZZER_LAYOUT_H
#define FIZZER_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

/* clang-format off */

#define FIZZER_LAYOUT_HASH UINT64_C(0xeb711431691aa7c4)
#define FIZZER_MAGIC UINT64_C(0x313052455a5a4946) /* first eight bytes of the shared memory: FIZZER01 in little endian */
#define FIZZER_START_PATH UINT64_C(0x9ae16a3b2f90404f) /* hash of a path without conditions; not 0, because extending 0 by location 0 with outcome false gives 0 again */
#define FIZZER_NO_CALL 0xffffffffu /* result.call of a run that entered no call */
#define FIZZER_DIRECTION_BIT 0x80000000u /* bit of condition.location that holds the outcome: set for true */
#define FIZZER_NO_GOAL 0xffffffffu /* control.goal_index of a batch that is run to its end */
#define FIZZER_SHARED_MEMORY_FD 0x3 /* descriptor of the shared memory in the target */
#define FIZZER_RECORDING_FD 0x4 /* descriptor of the memory for expressions in a target that records them */
#define FIZZER_RECORDING_MAGIC UINT64_C(0x314345525a5a4946) /* first eight bytes of that memory: FIZZREC1 in little endian */
#define FIZZER_CHUNK_CONDITIONS 0x40 /* conditions in a chunk: between two chunks a run may be cut */
#define FIZZER_COVERED_CONTEXTS 0x100000 /* number of bits of covered_contexts, a power of two */
#define FIZZER_CONTEXT_SHIFT 0x2c /* right shift that turns a 64-bit hash into the number of such a bit */
#define FIZZER_FORK_MARK 0x465a4b46 /* value of an unused argument of clone, by which the sandbox tells forks by the runtime from forks by a program */
#define FIZZER_EXIT_NO_MEMORY 0x78 /* exit status of a target that cannot map the shared memory */
#define FIZZER_EXIT_OTHER_LAYOUT 0x79 /* exit status of a target that was built with another layout */
#define FIZZER_COMMAND_END 0xffffffffu /* control.command that ends the target */

/* the type of one input that the program read (report Sec. 3) */
enum fizzer_input_type {
  FIZZER_INPUT_TYPE_NONE = 0,
  FIZZER_INPUT_TYPE_BOOLEAN = 1,
  FIZZER_INPUT_TYPE_UINT8 = 2,
  FIZZER_INPUT_TYPE_SINT8 = 3,
  FIZZER_INPUT_TYPE_UINT16 = 4,
  FIZZER_INPUT_TYPE_SINT16 = 5,
  FIZZER_INPUT_TYPE_UINT32 = 6,
  FIZZER_INPUT_TYPE_SINT32 = 7,
  FIZZER_INPUT_TYPE_UINT64 = 8,
  FIZZER_INPUT_TYPE_SINT64 = 9,
  FIZZER_INPUT_TYPE_UINT128 = 10,
  FIZZER_INPUT_TYPE_SINT128 = 11,
  FIZZER_INPUT_TYPE_FLOAT32 = 12,
  FIZZER_INPUT_TYPE_FLOAT64 = 13,
  FIZZER_INPUT_TYPE_UNTYPED8 = 14,
  FIZZER_INPUT_TYPE_UNTYPED16 = 15,
  FIZZER_INPUT_TYPE_UNTYPED32 = 16,
  FIZZER_INPUT_TYPE_UNTYPED64 = 17,
  FIZZER_INPUT_TYPE_POINTER32 = 18,
  FIZZER_INPUT_TYPE_POINTER64 = 19,
  FIZZER_INPUT_TYPE_STRING = 20,
};

/* how a run of the program ended */
enum fizzer_ending {
  FIZZER_ENDING_NONE = 0,
  FIZZER_ENDING_NORMAL = 1,
  FIZZER_ENDING_ERROR_REACHED = 2,
  FIZZER_ENDING_ASSUMPTION_FAILED = 3,
  FIZZER_ENDING_ASSERTION_FAILED = 4,
  FIZZER_ENDING_ABORTED = 5,
  FIZZER_ENDING_CRASHED = 6,
  FIZZER_ENDING_TIMEOUT = 7,
  FIZZER_ENDING_LIMIT_CONDITIONS = 8,
  FIZZER_ENDING_LIMIT_DEPTH = 9,
  FIZZER_ENDING_LIMIT_INPUT = 10,
  FIZZER_ENDING_LIMIT_STEPS = 11,
  FIZZER_ENDING_LIMIT_MEMORY = 12,
  FIZZER_ENDING_LOST = 13,
};

/* why the target handed a batch back */
enum fizzer_batch_ending {
  FIZZER_BATCH_ENDING_NONE = 0,
  FIZZER_BATCH_ENDING_COMPLETE = 1,
  FIZZER_BATCH_ENDING_GOAL_REACHED = 2,
  FIZZER_BATCH_ENDING_NO_SPACE = 3,
};

/* how the target runs an input */
enum fizzer_mode {
  FIZZER_MODE_FORKED = 0,
  FIZZER_MODE_PERSISTENT = 1,
};

/* of what the state is recorded where a run asks for more than its input, which ends it then; with none it goes on with fill */
enum fizzer_states {
  FIZZER_STATES_NONE = 0,
  FIZZER_STATES_VARIABLES = 1,
};

/* what an expression computes; unsigned, modulo 2^width where not said otherwise (design: a bit vector theory with floats) */
enum fizzer_expression_kind {
  FIZZER_EXPRESSION_KIND_NONE = 0,
  FIZZER_EXPRESSION_KIND_CONSTANT = 1,
  FIZZER_EXPRESSION_KIND_READ = 2,
  FIZZER_EXPRESSION_KIND_CONCAT = 3,
  FIZZER_EXPRESSION_KIND_EXTRACT = 4,
  FIZZER_EXPRESSION_KIND_ZERO_EXTEND = 5,
  FIZZER_EXPRESSION_KIND_SIGN_EXTEND = 6,
  FIZZER_EXPRESSION_KIND_NOT = 7,
  FIZZER_EXPRESSION_KIND_NEGATE = 8,
  FIZZER_EXPRESSION_KIND_ADD = 9,
  FIZZER_EXPRESSION_KIND_SUBTRACT = 10,
  FIZZER_EXPRESSION_KIND_MULTIPLY = 11,
  FIZZER_EXPRESSION_KIND_DIVIDE_UNSIGNED = 12,
  FIZZER_EXPRESSION_KIND_DIVIDE_SIGNED = 13,
  FIZZER_EXPRESSION_KIND_REMAINDER_UNSIGNED = 14,
  FIZZER_EXPRESSION_KIND_REMAINDER_SIGNED = 15,
  FIZZER_EXPRESSION_KIND_AND = 16,
  FIZZER_EXPRESSION_KIND_OR = 17,
  FIZZER_EXPRESSION_KIND_XOR = 18,
  FIZZER_EXPRESSION_KIND_SHIFT_LEFT = 19,
  FIZZER_EXPRESSION_KIND_SHIFT_RIGHT = 20,
  FIZZER_EXPRESSION_KIND_SHIFT_RIGHT_SIGNED = 21,
  FIZZER_EXPRESSION_KIND_FUNNEL_LEFT = 22,
  FIZZER_EXPRESSION_KIND_SWAP_BYTES = 23,
  FIZZER_EXPRESSION_KIND_COUNT_ONES = 24,
  FIZZER_EXPRESSION_KIND_LEADING_ZEROS = 25,
  FIZZER_EXPRESSION_KIND_TRAILING_ZEROS = 26,
  FIZZER_EXPRESSION_KIND_EQUAL = 27,
  FIZZER_EXPRESSION_KIND_LESS_UNSIGNED = 28,
  FIZZER_EXPRESSION_KIND_LESS_OR_EQUAL_UNSIGNED = 29,
  FIZZER_EXPRESSION_KIND_LESS_SIGNED = 30,
  FIZZER_EXPRESSION_KIND_LESS_OR_EQUAL_SIGNED = 31,
  FIZZER_EXPRESSION_KIND_SELECT = 32,
  FIZZER_EXPRESSION_KIND_TABLE = 33,
  FIZZER_EXPRESSION_KIND_FLOAT_ADD = 34,
  FIZZER_EXPRESSION_KIND_FLOAT_SUBTRACT = 35,
  FIZZER_EXPRESSION_KIND_FLOAT_MULTIPLY = 36,
  FIZZER_EXPRESSION_KIND_FLOAT_DIVIDE = 37,
  FIZZER_EXPRESSION_KIND_FLOAT_REMAINDER = 38,
  FIZZER_EXPRESSION_KIND_FLOAT_NEGATE = 39,
  FIZZER_EXPRESSION_KIND_FLOAT_ABSOLUTE = 40,
  FIZZER_EXPRESSION_KIND_FLOAT_SQUARE_ROOT = 41,
  FIZZER_EXPRESSION_KIND_FLOAT_ROUND = 42,
  FIZZER_EXPRESSION_KIND_FLOAT_MINIMUM = 43,
  FIZZER_EXPRESSION_KIND_FLOAT_MAXIMUM = 44,
  FIZZER_EXPRESSION_KIND_FLOAT_FUSED = 45,
  FIZZER_EXPRESSION_KIND_FLOAT_COMPARE = 46,
  FIZZER_EXPRESSION_KIND_FLOAT_CONVERT = 47,
  FIZZER_EXPRESSION_KIND_FLOAT_TO_UNSIGNED = 48,
  FIZZER_EXPRESSION_KIND_FLOAT_TO_SIGNED = 49,
  FIZZER_EXPRESSION_KIND_UNSIGNED_TO_FLOAT = 50,
  FIZZER_EXPRESSION_KIND_SIGNED_TO_FLOAT = 51,
};

/* what a constraint along a recorded run says: a condition that decides where control goes; one that was merged, so that control goes the same way whatever its outcome; left was value, as an address or a size; control went where outcome is taken, without a condition of its own; left was an address in low to high, any of which is modelled */
enum fizzer_constraint_kind {
  FIZZER_CONSTRAINT_KIND_NONE = 0,
  FIZZER_CONSTRAINT_KIND_CONDITION = 1,
  FIZZER_CONSTRAINT_KIND_MERGED = 2,
  FIZZER_CONSTRAINT_KIND_ADDRESS = 3,
  FIZZER_CONSTRAINT_KIND_SIZE = 4,
  FIZZER_CONSTRAINT_KIND_BRANCH = 5,
  FIZZER_CONSTRAINT_KIND_RANGE = 6,
};

/* the head of the shared memory: written by the engine before a batch, fields marked (target) by the target */
struct fizzer_control {
  uint64_t magic; /* the constant magic */
  uint64_t layout_hash; /* hash of this layout; the target refuses to run with another */
  uint64_t shared_size; /* bytes of the whole shared memory */
  uint64_t inputs_offset; /* where the array of input starts, bytes from the head */
  uint64_t input_bytes_offset; /* where the bytes of the inputs start */
  uint64_t results_offset; /* where the array of result starts */
  uint64_t conditions_offset; /* where the array of condition starts */
  uint64_t wides_offset; /* where the array of wide starts */
  uint64_t reads_offset; /* where the array of read starts */
  uint64_t read_bytes_offset; /* where the bytes that the runs read start */
  uint64_t follow_offset; /* where the path hashes (u64) start that a run may follow */
  uint64_t covered_offset; /* where the bits (in u32) of covered directions start: bit 2 * location + outcome */
  uint64_t lacking_offset; /* where the bits (in u32) of directions start that were only covered by runs that a validator may lose */
  uint64_t covered_contexts_offset; /* where the bits (in u32) of directions covered in a context start, indexed by hash */
  uint32_t condition_capacity; /* elements of the array of condition */
  uint32_t wide_capacity; /* elements of the array of wide */
  uint32_t read_capacity; /* elements of the array of read */
  uint32_t read_byte_capacity; /* bytes for what the runs read */
  uint32_t result_capacity; /* elements of the arrays of input and result */
  uint32_t pointer_bits; /* (target) 32 or 64 */
  uint32_t input_count; /* inputs of this batch */
  uint32_t completed; /* (target) results written for this batch */
  uint32_t batch_ending; /* (target) an enum batch_ending */
  uint32_t mode; /* an enum mode */
  uint64_t goal_path; /* path hash before the condition whose other direction is wanted */
  uint32_t goal_index; /* index of that condition in the trace, or no_goal */
  uint32_t goal_location; /* its location, with the wanted direction in direction_bit */
  uint32_t limit_conditions; /* conditions a run may evaluate */
  uint32_t limit_depth; /* calls that may be open at once */
  uint32_t limit_input_bytes; /* bytes of input a run may read */
  uint32_t limit_steps; /* loop iterations a run may make */
  uint32_t limit_milliseconds; /* CPU time of a run, the last resort against hangs; by the clock it may take longer (watchdog.c) */
  uint32_t context_depth; /* calls that are part of the hash of the calling context */
  uint32_t fill; /* value of bytes read beyond the given input: 0 or 85 */
  uint32_t stop_at_error; /* 1: reach_error ends the run; 0: it is recorded and the program goes on */
  uint32_t uses_wides; /* 1: the program compares operands of more than 64 bits */
  uint32_t heartbeat; /* (target) changes with every run and at the end of a batch */
  uint64_t memory_bytes; /* address space of one run */
  uint32_t batch_running; /* (target) 1 while a batch is being run */
  uint32_t workers; /* (target) persistent processes started so far */
  uint32_t cut_after; /* chunks recorded behind the chunk in which a run leaves the path it follows; 0: runs are recorded in full */
  uint32_t covered_count; /* bits of covered directions */
  uint32_t follow_count; /* number of path hashes that runs follow: the hashes before conditions 0, 64, 128 and so on */
  uint32_t command; /* number of the newest batch, or command_end; a futex on which the target waits */
  uint32_t reply; /* (target) number of the last finished batch; a futex on which the engine waits */
  uint32_t command_asleep; /* (target) not 0 while the target sleeps, or is about to sleep, on command */
  uint32_t reply_asleep; /* not 0 while the engine sleeps, or is about to sleep, on reply */
  uint32_t states; /* an enum states */
  uint32_t yield; /* 1: the target gives way once with sched_yield before it sleeps; it shares a processor with the engine */
  uint32_t lean; /* 0: the target is no lean form; else: bit 0: no conditions are recorded; other bits: a number that changes with the covered directions */
};
_Static_assert(sizeof(struct fizzer_control) == 264, "size of control");
_Static_assert(offsetof(struct fizzer_control, magic) == 0, "offset of control.magic");
_Static_assert(offsetof(struct fizzer_control, layout_hash) == 8, "offset of control.layout_hash");
_Static_assert(offsetof(struct fizzer_control, shared_size) == 16, "offset of control.shared_size");
_Static_assert(offsetof(struct fizzer_control, inputs_offset) == 24, "offset of control.inputs_offset");
_Static_assert(offsetof(struct fizzer_control, input_bytes_offset) == 32, "offset of control.input_bytes_offset");
_Static_assert(offsetof(struct fizzer_control, results_offset) == 40, "offset of control.results_offset");
_Static_assert(offsetof(struct fizzer_control, conditions_offset) == 48, "offset of control.conditions_offset");
_Static_assert(offsetof(struct fizzer_control, wides_offset) == 56, "offset of control.wides_offset");
_Static_assert(offsetof(struct fizzer_control, reads_offset) == 64, "offset of control.reads_offset");
_Static_assert(offsetof(struct fizzer_control, read_bytes_offset) == 72, "offset of control.read_bytes_offset");
_Static_assert(offsetof(struct fizzer_control, follow_offset) == 80, "offset of control.follow_offset");
_Static_assert(offsetof(struct fizzer_control, covered_offset) == 88, "offset of control.covered_offset");
_Static_assert(offsetof(struct fizzer_control, lacking_offset) == 96, "offset of control.lacking_offset");
_Static_assert(offsetof(struct fizzer_control, covered_contexts_offset) == 104, "offset of control.covered_contexts_offset");
_Static_assert(offsetof(struct fizzer_control, condition_capacity) == 112, "offset of control.condition_capacity");
_Static_assert(offsetof(struct fizzer_control, wide_capacity) == 116, "offset of control.wide_capacity");
_Static_assert(offsetof(struct fizzer_control, read_capacity) == 120, "offset of control.read_capacity");
_Static_assert(offsetof(struct fizzer_control, read_byte_capacity) == 124, "offset of control.read_byte_capacity");
_Static_assert(offsetof(struct fizzer_control, result_capacity) == 128, "offset of control.result_capacity");
_Static_assert(offsetof(struct fizzer_control, pointer_bits) == 132, "offset of control.pointer_bits");
_Static_assert(offsetof(struct fizzer_control, input_count) == 136, "offset of control.input_count");
_Static_assert(offsetof(struct fizzer_control, completed) == 140, "offset of control.completed");
_Static_assert(offsetof(struct fizzer_control, batch_ending) == 144, "offset of control.batch_ending");
_Static_assert(offsetof(struct fizzer_control, mode) == 148, "offset of control.mode");
_Static_assert(offsetof(struct fizzer_control, goal_path) == 152, "offset of control.goal_path");
_Static_assert(offsetof(struct fizzer_control, goal_index) == 160, "offset of control.goal_index");
_Static_assert(offsetof(struct fizzer_control, goal_location) == 164, "offset of control.goal_location");
_Static_assert(offsetof(struct fizzer_control, limit_conditions) == 168, "offset of control.limit_conditions");
_Static_assert(offsetof(struct fizzer_control, limit_depth) == 172, "offset of control.limit_depth");
_Static_assert(offsetof(struct fizzer_control, limit_input_bytes) == 176, "offset of control.limit_input_bytes");
_Static_assert(offsetof(struct fizzer_control, limit_steps) == 180, "offset of control.limit_steps");
_Static_assert(offsetof(struct fizzer_control, limit_milliseconds) == 184, "offset of control.limit_milliseconds");
_Static_assert(offsetof(struct fizzer_control, context_depth) == 188, "offset of control.context_depth");
_Static_assert(offsetof(struct fizzer_control, fill) == 192, "offset of control.fill");
_Static_assert(offsetof(struct fizzer_control, stop_at_error) == 196, "offset of control.stop_at_error");
_Static_assert(offsetof(struct fizzer_control, uses_wides) == 200, "offset of control.uses_wides");
_Static_assert(offsetof(struct fizzer_control, heartbeat) == 204, "offset of control.heartbeat");
_Static_assert(offsetof(struct fizzer_control, memory_bytes) == 208, "offset of control.memory_bytes");
_Static_assert(offsetof(struct fizzer_control, batch_running) == 216, "offset of control.batch_running");
_Static_assert(offsetof(struct fizzer_control, workers) == 220, "offset of control.workers");
_Static_assert(offsetof(struct fizzer_control, cut_after) == 224, "offset of control.cut_after");
_Static_assert(offsetof(struct fizzer_control, covered_count) == 228, "offset of control.covered_count");
_Static_assert(offsetof(struct fizzer_control, follow_count) == 232, "offset of control.follow_count");
_Static_assert(offsetof(struct fizzer_control, command) == 236, "offset of control.command");
_Static_assert(offsetof(struct fizzer_control, reply) == 240, "offset of control.reply");
_Static_assert(offsetof(struct fizzer_control, command_asleep) == 244, "offset of control.command_asleep");
_Static_assert(offsetof(struct fizzer_control, reply_asleep) == 248, "offset of control.reply_asleep");
_Static_assert(offsetof(struct fizzer_control, states) == 252, "offset of control.states");
_Static_assert(offsetof(struct fizzer_control, yield) == 256, "offset of control.yield");
_Static_assert(offsetof(struct fizzer_control, lean) == 260, "offset of control.lean");

/* one input of a batch */
struct fizzer_input {
  uint32_t offset; /* start of its bytes, from input_bytes_offset */
  uint32_t length; /* bytes */
};
_Static_assert(sizeof(struct fizzer_input) == 8, "size of input");
_Static_assert(offsetof(struct fizzer_input, offset) == 0, "offset of input.offset");
_Static_assert(offsetof(struct fizzer_input, length) == 4, "offset of input.length");

/* what one run left behind */
struct fizzer_result {
  uint64_t path; /* hash of the whole path, including the last direction */
  uint32_t first_condition; /* index of its first condition */
  uint32_t condition_count; /* conditions recorded */
  uint32_t first_read; /* index of its first read */
  uint32_t read_count; /* inputs read */
  uint32_t first_byte; /* start of the bytes it read, from read_bytes_offset */
  uint32_t byte_count; /* bytes it read */
  uint32_t ending; /* an enum ending */
  uint32_t detail; /* exit status of normal, signal number of crashed, bytes asked for of limit_input, otherwise 0 */
  uint32_t call; /* the call site last entered when the run ended, or 0xffffffff */
  uint32_t error_reached; /* 1 when reach_error was entered */
  uint32_t error_input_bytes; /* bytes read when reach_error was first entered */
  uint32_t unrecorded; /* conditions evaluated behind the recorded ones */
  uint32_t novel; /* bit 0: a condition behind the path followed takes a direction that is not covered yet; bit 1: in the lean form, one that is lacking */
  uint32_t last; /* location of the last evaluated condition, with its outcome in direction_bit; set only if conditions are unrecorded */
  uint64_t state; /* hash of the state in which a run ended with limit_input, if states is not none; 0: not known */
};
_Static_assert(sizeof(struct fizzer_result) == 72, "size of result");
_Static_assert(offsetof(struct fizzer_result, path) == 0, "offset of result.path");
_Static_assert(offsetof(struct fizzer_result, first_condition) == 8, "offset of result.first_condition");
_Static_assert(offsetof(struct fizzer_result, condition_count) == 12, "offset of result.condition_count");
_Static_assert(offsetof(struct fizzer_result, first_read) == 16, "offset of result.first_read");
_Static_assert(offsetof(struct fizzer_result, read_count) == 20, "offset of result.read_count");
_Static_assert(offsetof(struct fizzer_result, first_byte) == 24, "offset of result.first_byte");
_Static_assert(offsetof(struct fizzer_result, byte_count) == 28, "offset of result.byte_count");
_Static_assert(offsetof(struct fizzer_result, ending) == 32, "offset of result.ending");
_Static_assert(offsetof(struct fizzer_result, detail) == 36, "offset of result.detail");
_Static_assert(offsetof(struct fizzer_result, call) == 40, "offset of result.call");
_Static_assert(offsetof(struct fizzer_result, error_reached) == 44, "offset of result.error_reached");
_Static_assert(offsetof(struct fizzer_result, error_input_bytes) == 48, "offset of result.error_input_bytes");
_Static_assert(offsetof(struct fizzer_result, unrecorded) == 52, "offset of result.unrecorded");
_Static_assert(offsetof(struct fizzer_result, novel) == 56, "offset of result.novel");
_Static_assert(offsetof(struct fizzer_result, last) == 60, "offset of result.last");
_Static_assert(offsetof(struct fizzer_result, state) == 64, "offset of result.state");

/* the record of one evaluated Boolean instruction */
struct fizzer_condition {
  uint32_t location; /* location id; direction_bit is the outcome */
  uint32_t context; /* hash of the calling context */
  uint64_t left; /* left operand: raw bits, zero-extended; low half of a wider one */
  uint64_t right; /* right operand likewise */
  uint64_t path; /* hash of the path before this condition */
  uint32_t input_bytes; /* bytes of input read so far */
  uint32_t wide; /* 0, or 1 + index of the wide that holds the high halves */
};
_Static_assert(sizeof(struct fizzer_condition) == 40, "size of condition");
_Static_assert(offsetof(struct fizzer_condition, location) == 0, "offset of condition.location");
_Static_assert(offsetof(struct fizzer_condition, context) == 4, "offset of condition.context");
_Static_assert(offsetof(struct fizzer_condition, left) == 8, "offset of condition.left");
_Static_assert(offsetof(struct fizzer_condition, right) == 16, "offset of condition.right");
_Static_assert(offsetof(struct fizzer_condition, path) == 24, "offset of condition.path");
_Static_assert(offsetof(struct fizzer_condition, input_bytes) == 32, "offset of condition.input_bytes");
_Static_assert(offsetof(struct fizzer_condition, wide) == 36, "offset of condition.wide");

/* the high halves of operands of more than 64 bits */
struct fizzer_wide {
  uint64_t left; /* high half of the left operand */
  uint64_t right; /* high half of the right operand */
};
_Static_assert(sizeof(struct fizzer_wide) == 16, "size of wide");
_Static_assert(offsetof(struct fizzer_wide, left) == 0, "offset of wide.left");
_Static_assert(offsetof(struct fizzer_wide, right) == 8, "offset of wide.right");

/* one input that the program read */
struct fizzer_read {
  uint32_t offset; /* start of its bytes within the bytes of the run */
  uint16_t type; /* an enum input_type */
  uint16_t size; /* bytes */
};
_Static_assert(sizeof(struct fizzer_read) == 8, "size of read");
_Static_assert(offsetof(struct fizzer_read, offset) == 0, "offset of read.offset");
_Static_assert(offsetof(struct fizzer_read, type) == 4, "offset of read.type");
_Static_assert(offsetof(struct fizzer_read, size) == 6, "offset of read.size");

/* one expression over the input: its number is its index + 1, that of its operands is smaller, 0 is a concrete value */
struct fizzer_expression {
  uint8_t kind; /* an enum expression_kind */
  uint8_t width; /* bits of its value: 1 to 128; of a float 32, 64 or 80 */
  uint16_t flags; /* of float_compare: the predicate as LLVM numbers it; of float_round: 0 down, 1 up, 2 to zero, 3 to even, 4 away from zero */
  uint32_t a; /* first operand; of read: the index of the read */
  uint32_t b; /* second operand; of extract: the lowest bit; of read: the first byte of its value; of table: its number */
  uint32_t c; /* third operand: of select a is the condition, b if true, c if false; of funnel_left the distance */
  uint64_t value; /* low 64 bits of its value in the recorded run; of constant: the value itself */
};
_Static_assert(sizeof(struct fizzer_expression) == 24, "size of expression");
_Static_assert(offsetof(struct fizzer_expression, kind) == 0, "offset of expression.kind");
_Static_assert(offsetof(struct fizzer_expression, width) == 1, "offset of expression.width");
_Static_assert(offsetof(struct fizzer_expression, flags) == 2, "offset of expression.flags");
_Static_assert(offsetof(struct fizzer_expression, a) == 4, "offset of expression.a");
_Static_assert(offsetof(struct fizzer_expression, b) == 8, "offset of expression.b");
_Static_assert(offsetof(struct fizzer_expression, c) == 12, "offset of expression.c");
_Static_assert(offsetof(struct fizzer_expression, value) == 16, "offset of expression.value");

/* a fact that the recorded run decided by the input */
struct fizzer_constraint {
  uint32_t kind; /* an enum constraint_kind */
  uint32_t condition; /* index of the condition in the trace; of address, size, branch and range, and of a merged condition whose guard is 0 in the run: of the next condition */
  uint32_t left; /* left operand of the comparison; of address: the address; of size: the size */
  uint32_t right; /* right operand, or 0 where it is concrete */
  uint32_t outcome; /* expression of width 1 that is the outcome of the condition or branch */
  uint32_t taken; /* 1 when the outcome was true */
  uint32_t guard; /* of merged: expression of width 1 that is 1 where the condition is evaluated at all; 0: that is concrete */
  uint32_t location; /* of condition and merged: location id of the condition */
  uint64_t value; /* concrete value of left in the run */
  uint64_t low; /* of address and range: the first address of the object that it lies in, or 0 */
  uint64_t high; /* of address: the byte behind that object; of range: behind the last address that is modelled */
};
_Static_assert(sizeof(struct fizzer_constraint) == 56, "size of constraint");
_Static_assert(offsetof(struct fizzer_constraint, kind) == 0, "offset of constraint.kind");
_Static_assert(offsetof(struct fizzer_constraint, condition) == 4, "offset of constraint.condition");
_Static_assert(offsetof(struct fizzer_constraint, left) == 8, "offset of constraint.left");
_Static_assert(offsetof(struct fizzer_constraint, right) == 12, "offset of constraint.right");
_Static_assert(offsetof(struct fizzer_constraint, outcome) == 16, "offset of constraint.outcome");
_Static_assert(offsetof(struct fizzer_constraint, taken) == 20, "offset of constraint.taken");
_Static_assert(offsetof(struct fizzer_constraint, guard) == 24, "offset of constraint.guard");
_Static_assert(offsetof(struct fizzer_constraint, location) == 28, "offset of constraint.location");
_Static_assert(offsetof(struct fizzer_constraint, value) == 32, "offset of constraint.value");
_Static_assert(offsetof(struct fizzer_constraint, low) == 40, "offset of constraint.low");
_Static_assert(offsetof(struct fizzer_constraint, high) == 48, "offset of constraint.high");

/* the head of the memory for expressions: written by the engine before a run, fields marked (target) by the run */
struct fizzer_recording {
  uint64_t magic; /* the constant recording_magic */
  uint64_t size; /* bytes of the whole memory */
  uint64_t expressions_offset; /* where the array of expression starts, bytes from the head */
  uint64_t constraints_offset; /* where the array of constraint starts */
  uint64_t tables_offset; /* where the array of table starts */
  uint64_t table_bytes_offset; /* where the bytes of tables start */
  uint64_t table_elements_offset; /* where the expressions (u32) of the elements of tables start */
  uint32_t expression_capacity; /* elements of the array of expression */
  uint32_t constraint_capacity; /* elements of the array of constraint */
  uint32_t table_capacity; /* elements of the array of table */
  uint32_t table_byte_capacity; /* bytes of tables */
  uint32_t table_element_capacity; /* expressions of elements */
  uint32_t expression_count; /* (target) expressions recorded */
  uint32_t constraint_count; /* (target) constraints recorded */
  uint32_t table_count; /* (target) tables recorded */
  uint32_t table_byte_count; /* (target) bytes of tables used */
  uint32_t table_element_count; /* (target) expressions of elements used */
  uint32_t lost_full; /* (target) values that became concrete because there was no room */
  uint32_t lost_external; /* (target) results of functions without a second form that depended on the input */
  uint32_t lost_stale; /* (target) bytes of memory that held something else than their expression */
  uint32_t lost_unmodelled; /* (target) results of instructions and types without an expression */
  uint32_t complete_conditions; /* (target) conditions up to which no constraint is missing; 0xffffffff: all */
  uint32_t foreign; /* (target) after the first read: calls and accesses that may lose what depends on the input without being counted above */
};
_Static_assert(sizeof(struct fizzer_recording) == 120, "size of recording");
_Static_assert(offsetof(struct fizzer_recording, magic) == 0, "offset of recording.magic");
_Static_assert(offsetof(struct fizzer_recording, size) == 8, "offset of recording.size");
_Static_assert(offsetof(struct fizzer_recording, expressions_offset) == 16, "offset of recording.expressions_offset");
_Static_assert(offsetof(struct fizzer_recording, constraints_offset) == 24, "offset of recording.constraints_offset");
_Static_assert(offsetof(struct fizzer_recording, tables_offset) == 32, "offset of recording.tables_offset");
_Static_assert(offsetof(struct fizzer_recording, table_bytes_offset) == 40, "offset of recording.table_bytes_offset");
_Static_assert(offsetof(struct fizzer_recording, table_elements_offset) == 48, "offset of recording.table_elements_offset");
_Static_assert(offsetof(struct fizzer_recording, expression_capacity) == 56, "offset of recording.expression_capacity");
_Static_assert(offsetof(struct fizzer_recording, constraint_capacity) == 60, "offset of recording.constraint_capacity");
_Static_assert(offsetof(struct fizzer_recording, table_capacity) == 64, "offset of recording.table_capacity");
_Static_assert(offsetof(struct fizzer_recording, table_byte_capacity) == 68, "offset of recording.table_byte_capacity");
_Static_assert(offsetof(struct fizzer_recording, table_element_capacity) == 72, "offset of recording.table_element_capacity");
_Static_assert(offsetof(struct fizzer_recording, expression_count) == 76, "offset of recording.expression_count");
_Static_assert(offsetof(struct fizzer_recording, constraint_count) == 80, "offset of recording.constraint_count");
_Static_assert(offsetof(struct fizzer_recording, table_count) == 84, "offset of recording.table_count");
_Static_assert(offsetof(struct fizzer_recording, table_byte_count) == 88, "offset of recording.table_byte_count");
_Static_assert(offsetof(struct fizzer_recording, table_element_count) == 92, "offset of recording.table_element_count");
_Static_assert(offsetof(struct fizzer_recording, lost_full) == 96, "offset of recording.lost_full");
_Static_assert(offsetof(struct fizzer_recording, lost_external) == 100, "offset of recording.lost_external");
_Static_assert(offsetof(struct fizzer_recording, lost_stale) == 104, "offset of recording.lost_stale");
_Static_assert(offsetof(struct fizzer_recording, lost_unmodelled) == 108, "offset of recording.lost_unmodelled");
_Static_assert(offsetof(struct fizzer_recording, complete_conditions) == 112, "offset of recording.complete_conditions");
_Static_assert(offsetof(struct fizzer_recording, foreign) == 116, "offset of recording.foreign");

/* what an object held when it was loaded from at an index that depends on the input */
struct fizzer_table {
  uint32_t offset; /* start of its bytes among the bytes of tables */
  uint32_t count; /* elements, at most 4096 */
  uint16_t element_bytes; /* bytes of an element */
  uint16_t padding; /* zero */
  uint32_t first_expression; /* where the expressions (u32) of its elements start, or 0xffffffff where all are concrete */
};
_Static_assert(sizeof(struct fizzer_table) == 16, "size of table");
_Static_assert(offsetof(struct fizzer_table, offset) == 0, "offset of table.offset");
_Static_assert(offsetof(struct fizzer_table, count) == 4, "offset of table.count");
_Static_assert(offsetof(struct fizzer_table, element_bytes) == 8, "offset of table.element_bytes");
_Static_assert(offsetof(struct fizzer_table, padding) == 10, "offset of table.padding");
_Static_assert(offsetof(struct fizzer_table, first_expression) == 12, "offset of table.first_expression");

/* clang-format on */

#endif
