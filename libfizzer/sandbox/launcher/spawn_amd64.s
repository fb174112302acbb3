#include "textflag.h"

// The offsets of the fields of call, and its size.
#define IGNORED 56
#define SIZE 64

// func vfork(signals *[2]uint64, pidfd *int32, calls *call, count uintptr, outcome *outcome) (pid int)
//
// The new process has this thread's memory and stack until it executes the program or ends; meanwhile the thread waits. So the
// new process writes nothing but the outcome, and makes nothing but system calls.
TEXT ·vfork(SB), NOSPLIT, $0-48
	MOVQ calls+16(FP), R12
	MOVQ count+24(FP), R13
	MOVQ outcome+32(FP), R15
	MOVQ signals+0(FP), BX

	// No signal is handled from here on: its handler would run in the new process as well.
	MOVQ $14, AX // rt_sigprocmask
	MOVQ $2, DI  // SIG_SETMASK
	MOVQ BX, SI
	LEAQ 8(BX), DX
	MOVQ $8, R10
	SYSCALL

	MOVQ $56, AX     // clone
	MOVQ $0x5111, DI // CLONE_VM | CLONE_PIDFD | CLONE_VFORK | SIGCHLD
	MOVQ $0, SI      // the same stack
	MOVQ pidfd+8(FP), DX
	MOVQ $0, R10
	MOVQ $0, R8
	SYSCALL
	TESTQ AX, AX
	JZ next

	MOVQ AX, pid+40(FP)
	MOVQ $14, AX
	MOVQ $2, DI
	LEAQ 8(BX), SI
	MOVQ $0, DX
	MOVQ $8, R10
	SYSCALL
	RET

next:
	TESTQ R13, R13
	JZ end
	MOVQ 0(R12), AX
	MOVQ 8(R12), DI
	MOVQ 16(R12), SI
	MOVQ 24(R12), DX
	MOVQ 32(R12), R10
	MOVQ 40(R12), R8
	MOVQ 48(R12), R9
	SYSCALL
	CMPQ AX, $-4095
	JCS done
	NEGQ AX
	MOVQ IGNORED(R12), CX
	CMPQ CX, $-1
	JEQ done
	CMPQ CX, AX
	JEQ done
	MOVQ R12, 0(R15)
	MOVQ AX, 8(R15)

end:
	MOVQ $231, AX // exit_group
	MOVQ $1, DI
	SYSCALL
	JMP end

done:
	ADDQ $SIZE, R12
	DECQ R13
	JMP next
