// Package filter makes the system-call filters of the sandbox. They list the calls that a process may make; all others are
// refused. A filter is a program of classic BPF that the kernel runs at each call (seccomp(2)).
//
// A filter allows one execve, by which the launcher becomes the program. It must have a certain address as its path, which the
// launcher draws at random and which disappears with the launcher's memory.
package filter

import (
	"encoding/binary"

	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// Profile is the kind of process that is filtered.
type Profile int

// The profiles.
const (
	// Program is the code under test: no other programs, network, devices, other processes or attributes of files.
	Program Profile = iota
	// Sanitized is the same with sanitizers of the compiler: it makes the same calls, and may read a /proc of the sandbox's own.
	Sanitized
	// Compiler is a compiler, linker or the like, which starts others of its kind.
	Compiler
)

// Options describe the surroundings of the filtered process, which determine what must be refused.
type Options struct {
	Profile Profile
	Bits    int  // data model of the program, 32 or 64; compilers are 64
	Private bool // files: the process sees its own mounts only
	Beneath int  // version of Landlock in force, 0: none
	Alone   bool // processes: signals cannot leave the sandbox
	Serves  bool // it makes processes for runs; they must not signal it by a call that names no thread
	Ask     bool // signals can leave the sandbox, and the launcher decides on each
	AskFork bool // nobody bounds the number of processes, and the launcher decides on each new one
	Looked  bool // memory: only what /proc shows of each process is counted
}

// Filter is a filter for a 64-bit launcher that becomes the process.
type Filter struct {
	Code   []unix.SockFilter
	Secret [2]int // indices in Code of the comparisons with the halves of the path's address, low first; equal: there are none
}

// Bytes returns the instructions in the kernel's encoding.
func (f Filter) Bytes() []byte {
	text, err := binary.Append(nil, binary.NativeEndian, f.Code)
	if err != nil {
		panic("instructions have a size: " + err.Error())
	}
	return text
}

// Offsets in struct seccomp_data (seccomp(2)).
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetFirst  = 16 // of the first argument; arguments have 8 bytes, the low half first
)

// x32 is the bit that marks system calls of x32, the third ABI.
const x32 = 0x40000000

// New returns the filter. It panics if a list names a call that the architecture does not have; the lists are constants.
func New(o Options) Filter {
	native := arch.X86_64
	if o.Bits == 32 {
		native = arch.I386
	}
	a := &assembler{table: native.SyscallNames}
	a.emit(bpf.LoadAbsolute{Off: offsetArch, Size: 4})
	var secret [2]int
	if o.Bits == 32 {
		secret = a.foreignExec()
	} else {
		a.emit(bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(arch.X86_64.ID), SkipTrue: 1}, kill, loadNumber)
		a.emit(bpf.JumpIf{Cond: bpf.JumpGreaterOrEqual, Val: x32, SkipFalse: 1}, kill)
		if o.Profile != Compiler {
			secret = a.exec(uint32(a.number("execve")))
		}
	}
	a.policy(o)
	code, err := bpf.Assemble(a.code)
	if err != nil {
		panic("a filter of constants does not assemble: " + err.Error())
	}
	f := Filter{Secret: secret}
	for _, c := range code {
		f.Code = append(f.Code, unix.SockFilter{Code: c.Op, Jt: c.Jt, Jf: c.Jf, K: c.K})
	}
	return f
}

// The answers of a filter.
var (
	allow = bpf.RetConstant{Val: unix.SECCOMP_RET_ALLOW}
	kill  = bpf.RetConstant{Val: unix.SECCOMP_RET_KILL_PROCESS}
	ask   = bpf.RetConstant{Val: unix.SECCOMP_RET_USER_NOTIF}
)

func refuse(errno unix.Errno) bpf.Instruction {
	return bpf.RetConstant{Val: unix.SECCOMP_RET_ERRNO | uint32(errno)}
}

var loadNumber = bpf.LoadAbsolute{Off: offsetNumber, Size: 4}

type assembler struct {
	table map[string]int
	code  []bpf.Instruction
}

func (a *assembler) emit(instructions ...bpf.Instruction) { a.code = append(a.code, instructions...) }

func (a *assembler) number(name string) int {
	number, ok := a.table[name]
	if !ok {
		panic("no system call " + name)
	}
	return number
}

// foreignExec allows the 64-bit process that becomes a 32-bit program to call execve and to report to the launcher about it,
// but no other calls of its own architecture.
func (a *assembler) foreignExec() (secret [2]int) {
	talk := []bpf.Instruction{
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_WRITE, SkipFalse: 1}, allow,
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: unix.SYS_READ, SkipFalse: 1}, allow,
	}
	a.emit(bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(arch.I386.ID), SkipTrue: uint8(1 + len(talk) + execLength + 1)}, loadNumber)
	a.emit(talk...)
	secret = a.exec(unix.SYS_EXECVE)
	a.emit(kill, loadNumber)
	return secret
}

// execLength is the number of instructions of exec.
const execLength = 7

// exec allows execve with the secret path. The call's number is loaded before it and, unless the call was execve, after it.
func (a *assembler) exec(number uint32) (secret [2]int) {
	start := len(a.code)
	a.emit(
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: number, SkipFalse: execLength - 1},
		bpf.LoadAbsolute{Off: offsetFirst, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 3},
		bpf.LoadAbsolute{Off: offsetFirst + 4, Size: 4},
		bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 1},
		allow,
		refuse(unix.EPERM),
	)
	return [2]int{start + 2, start + 4}
}

// call adds the rule of one call. It leaves out calls that the architecture does not have, or has merged into another one.
func (a *assembler) call(name string, rule ...bpf.Instruction) {
	number, ok := a.table[name]
	if !ok {
		return
	}
	a.emit(bpf.JumpIf{Cond: bpf.JumpEqual, Val: uint32(number), SkipFalse: uint8(len(rule))})
	a.emit(rule...)
}

// argument loads the low half of the argument with that index; of these arguments the kernel reads no more.
func argument(index int) bpf.Instruction {
	return bpf.LoadAbsolute{Off: uint32(offsetFirst + 8*index), Size: 4}
}

// oneOf allows the call if the argument is one of the values.
func (a *assembler) oneOf(name string, index int, otherwise unix.Errno, values ...uint32) {
	rule := []bpf.Instruction{argument(index)}
	for i, value := range values {
		rule = append(rule, bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipTrue: uint8(len(values) - i)})
	}
	a.call(name, append(rule, refuse(otherwise), allow)...)
}

// noneOf allows the call unless the argument is one of the values.
func (a *assembler) noneOf(name string, index int, values ...uint32) {
	rule := []bpf.Instruction{argument(index)}
	for i, value := range values {
		rule = append(rule, bpf.JumpIf{Cond: bpf.JumpEqual, Val: value, SkipTrue: uint8(len(values) - i)})
	}
	a.call(name, append(rule, allow, refuse(unix.EPERM))...)
}

// without allows the call if the argument has none of the bits.
func (a *assembler) without(name string, index int, bits uint32) {
	a.call(name, argument(index), bpf.JumpIf{Cond: bpf.JumpBitsSet, Val: bits, SkipFalse: 1}, refuse(unix.EPERM), allow)
}

// isNull allows the call if the pointer is null.
func (a *assembler) isNull(name string, index int) {
	a.call(name,
		argument(index), bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 3},
		bpf.LoadAbsolute{Off: uint32(offsetFirst + 8*index + 4), Size: 4}, bpf.JumpIf{Cond: bpf.JumpEqual, Val: 0, SkipFalse: 1},
		allow, refuse(unix.EPERM))
}
