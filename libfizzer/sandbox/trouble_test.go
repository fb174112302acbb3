package sandbox

import (
	"testing"

	"golang.org/x/sys/unix"
)

// Of what a tool writes, the beginning is kept.
func TestMessages(t *testing.T) {
	var m Messages
	for range 3 {
		if n, err := m.Write(make([]byte, MessageBytes/2+1)); n != MessageBytes/2+1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if kept := len(m.String()); kept != MessageBytes {
		t.Errorf("%d bytes", kept)
	}
}

// Messages of compilers about the machine are told from those about the program.
func TestTrouble(t *testing.T) {
	for message, want := range map[string]error{
		"error: unable to open output file 'a.o': 'No space left on device'\n1 error generated.":            unix.ENOSPC,
		"fatal error: error writing to a.s: Disk quota exceeded":                                            unix.EDQUOT,
		"cc1: fatal error: a.c: Too many open files in system":                                              unix.ENFILE,
		"cc1: fatal error: a.c: Too many open files\ncompilation terminated.":                               unix.EMFILE,
		"/usr/bin/ld: final link failed: File too large":                                                    unix.EFBIG,
		"collect2: fatal error: ld terminated with signal 25 [File size limit exceeded]":                    unix.EFBIG,
		"virtual memory exhausted: Cannot allocate memory":                                                  unix.ENOMEM,
		"LLVM ERROR: out of memory\nAllocation failed":                                                      unix.ENOMEM,
		"cc1: out of memory allocating 65536 bytes after a total of 139264 bytes":                           unix.ENOMEM,
		"gcc: fatal error: cannot execute 'cc1': vfork: Resource temporarily unavailable":                   unix.EAGAIN,
		"x: IO failure on output stream: File too large; leave out the construct it names":                  unix.EFBIG,
		"x: error while loading shared libraries: y.so: failed to map segment from shared object":           unix.ENOMEM,
		"runtime: out of memory: cannot allocate 4194304-byte block":                                        unix.ENOMEM,
		"fatal error: failed to reserve page summary memory":                                                unix.ENOMEM,
		"runtime: failed to create new OS thread (have 2 already; errno=11)":                                unix.EAGAIN,
		"a.c:1:10: fatal error: 'reserved.h' file not found":                                                nil,
		"runtime: epollcreate failed with 24\nfatal error: runtime: netpollinit failed":                     unix.EMFILE,
		"a.c:1:2: error: #error No space left on device":                                                    nil,
		"a.c:1:2: error: a: No space left on device\n    1 | #error a: No space left on device\n      |  ^": nil,
		"a.s: Assembler messages:\na.s:3: Error: a: Disk quota exceeded":                                    nil,
		"a.c:1:10: fatal error: a.h: Too many open files":                                                   unix.EMFILE,
		"a.s:7: Fatal error: can't write 9 bytes to section .text of a.o: 'No space left on device'":        unix.ENOSPC,
		"a.c:3:1: error: use of undeclared identifier 'out'; out of memory":                                 nil,
		"": nil,
	} {
		if got := Trouble(message); got != want {
			t.Errorf("%q: %v instead of %v", message, got, want)
		}
	}
}
