package sanitize

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/confined"
	"fizzer/fizzer/trace"
	"fizzer/libfizzer/layout"
	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/source"
)

// faulty has a fault for each value of its first byte.
const faulty = `#include <stdlib.h>
#include <limits.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static char *p;
static int store(char *a, int i) { a[i] = 1; return i; }
static int add(int a, int b) {
  return a + b;
}
int main(void) {
  unsigned char kind = __VERIFIER_nondet_uchar();
  int x;
  p = malloc(8);
  switch (kind) {
  case 1: return store(p, 8);
  case 2: free(p); return store(p, 0);
  case 3: return add(INT_MAX, kind);
  case 4: if (p[3]) return 3; return 0;
  case 5: abort();
  case 6: return *(volatile int *)0;
  case 7: add(INT_MAX, 1); return store(p, 8);
  case 8: return 1 << (kind + 24);
  }
  return 0;
}
`

// build builds a program with all sanitizers that the data model has.
func build(t *testing.T, text string, bits int) *Build {
	t.Helper()
	folder := t.TempDir()
	program := filepath.Join(folder, "faulty.c")
	if err := os.WriteFile(program, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	sources, err := source.Copy([]string{program}, filepath.Join(folder, "copies"))
	if err != nil {
		t.Fatal(err)
	}
	sanitizers := []string{Address, Undefined}
	if bits == 64 {
		sanitizers = Sanitizers
	}
	b, err := New(t.Context(), Options{Sources: sources, Bits: bits, Sanitizers: sanitizers, Clang: "clang-19", Scratch: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func input(kind byte) trace.Input {
	return trace.Input{Bytes: []byte{kind}, Reads: []layout.Read{{Type: uint16(layout.InputTypeUint8), Size: 1}}}
}

// Each fault is found with its function and line, in the sandbox, and runs without faults have no findings.
func TestFindings(t *testing.T) {
	for _, bits := range []int{32, 64} {
		b := build(t, faulty, bits)
		for kind, want := range map[byte][]string{
			0: nil,
			1: {"heap-buffer-overflow store faulty.c:5"},
			2: {"heap-use-after-free store faulty.c:5"},
			3: {"signed-integer-overflow add faulty.c:7"},
			4: {"use-of-uninitialized-value main faulty.c:17"},
			5: {"abrt main faulty.c:18 signal"},
			7: {"signed-integer-overflow add faulty.c:7", "heap-buffer-overflow store faulty.c:5"},
		} {
			if kind == 4 && bits == 32 {
				continue // clang has no MemorySanitizer for it
			}
			all, err := b.Run(t.Context(), input(kind), true)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, f := range all {
				text := f.Kind
				if len(f.Stack) > 0 {
					text += " " + f.Stack[0].Function + " " + filepath.Base(f.Stack[0].File) + ":" + itoa(f.Stack[0].Line)
				}
				if f.Signal {
					text += " signal"
				}
				if !strings.Contains(f.Text, "#0") || f.Message == "" {
					t.Errorf("%d: %q, %s", kind, f.Message, f.Text)
				}
				got = append(got, text)
			}
			if bits == 64 && kind == 5 {
				want = append(want, want...) // in both executables
			}
			if strings.Join(got, "|") != strings.Join(want, "|") {
				t.Errorf("%d bits, %d: %q, want %q\n%+v", bits, kind, got, want, all)
			}
		}
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// curious fails an access of its heap if it sees more of the machine than it should: other processes, their environment, files.
const curious = `#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
static int opens(const char *path, int flags) {
  int descriptor = open(path, flags, 0600);
  char first;
  return descriptor >= 0 && (flags != O_RDONLY || read(descriptor, &first, 1) == 1);
}
static int processes(void) {
  int n = 0;
  DIR *folder = opendir("/proc");
  for (struct dirent *e; folder && (e = readdir(folder));)
    n += e->d_name[0] >= '0' && e->d_name[0] <= '9';
  return n;
}
int main(void) {
  char *p = malloc(4);
  int seen = 0;
  switch (__VERIFIER_nondet_uchar()) {
  case 0: seen = opens("/proc/self/maps", O_RDONLY); break;
  case 1: seen = opens("/proc/1/environ", O_RDONLY); break;
  case 2: seen = processes() > 3; break;
  case 3: seen = opens("/etc/shadow", O_RDONLY); break;
  case 4: seen = opens("/proc/sys/kernel/core_pattern", O_WRONLY) || opens("/tmp/x", O_CREAT | O_WRONLY); break;
  case 5: seen = fork() >= 0 || execl("/bin/true", "true", NULL) == 0; break;
  }
  p[seen ? 4 : 0] = 1;
  return 0;
}
`

// With sanitizers a program sees its own memory map, and no more of the machine than without.
func TestSanitizedProgramsAreConfined(t *testing.T) {
	b := build(t, curious, 64)
	for kind := range byte(6) {
		found, err := b.Run(t.Context(), input(kind), false)
		if err != nil {
			t.Fatal(err)
		}
		if sees := len(found) > 0; sees != (kind == 0) {
			t.Errorf("case %d: seen: %v", kind, sees)
		}
	}
}

// A run with sanitizers that is cancelled ends, and missing sanitizers are an error.
func TestSanitizerErrors(t *testing.T) {
	b := build(t, "int main(void) { for (;;) ; }\n", 64)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := b.Run(ctx, input(0), false); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled run: %v", err)
	}
	options := b.options
	options.Scratch, options.Bits, options.Sanitizers = t.TempDir(), 32, []string{Memory}
	if _, err := New(t.Context(), options); err == nil || !strings.Contains(err.Error(), "libclang-rt-19-dev") {
		t.Errorf("memory in 32 bits: %v", err)
	}
}

func TestReports(t *testing.T) {
	for line, want := range map[string]string{
		"==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x1 at pc 0x2 bp 0x3":    "address heap-buffer-overflow",
		"==7==ERROR: AddressSanitizer: attempting double-free on 0x602000000010 in thread T0:":  "address double-free",
		"==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x1 bp 0x2 sp 0x3 T0)":   "address segv signal",
		"==7==ERROR: AddressSanitizer: stack-overflow on address 0x7ff (pc 0x1)":                "address stack-overflow signal",
		"==7==WARNING: MemorySanitizer: use-of-uninitialized-value":                             "memory use-of-uninitialized-value",
		"p.c:7:3: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented": "undefined signed-integer-overflow",
		"a b/p.c:7:3: runtime error: index 5 out of bounds for type 'int[5]'":                   "undefined index-out-of-bounds",
		"p.c:7:3: runtime error: shift exponent 33 is too large for 32-bit type 'int'":          "undefined shift-exponent-is-too-large",
		"p.c:7:3: runtime error: 0x12": "undefined unknown",
		"==7==ABORTING":                "",
		"a line":                       "",
	} {
		got := ""
		if f := begin(line); f != nil {
			got = f.Sanitizer + " " + f.Kind
			if f.Signal {
				got += " signal"
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
	}
}

// What a program writes as its report is read without a crash, and names of folders stay names.
func FuzzReports(f *testing.F) {
	f.Add("started\n==7==ERROR: AddressSanitizer: x on y\n    #0 0x12  (/a/b+0x12) (BuildId: 1)\n")
	f.Add("started\np.c:7:3: runtime error: ../../x\n")
	f.Fuzz(func(t *testing.T, text string) {
		e := executable{path: "/nowhere/address", places: places{blind: true}}
		all, _ := e.findings(t.Context(), confined.Options{}, text, sandbox.Status{})
		for _, found := range all {
			if strings.ContainsAny(found.Kind, "/\\\x00") || found.Kind == "" || found.Kind == "." || found.Kind == ".." || len(found.Kind) > 255 {
				t.Errorf("%q is the name of a folder", found.Kind)
			}
		}
	})
}

// TestLongReports: what a program writes as its report takes time linear in its length, ends with the run, and makes a bounded number of
// findings.
func TestLongReports(t *testing.T) {
	e := executable{path: "/nowhere/address", places: places{blind: true}}
	const head = "==1==ERROR: AddressSanitizer: heap-use-after-free on x\n"
	lines := "started\n" + head + strings.Repeat("\n", reportBytes)
	all, err := e.findings(t.Context(), confined.Options{}, lines, sandbox.Status{})
	if err != nil || len(all) != 1 || len(all[0].Text) != len(head)+reportBytes {
		t.Errorf("%d findings, %v", len(all), err)
	}
	all, err = e.findings(t.Context(), confined.Options{}, "started\n"+strings.Repeat(head+"a\n", 2*maxFindings), sandbox.Status{})
	if err != nil || len(all) != maxFindings || all[maxFindings-1].Text != head+"a\n" {
		t.Errorf("%d findings, %v", len(all), err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := e.findings(ended, confined.Options{}, lines, sandbox.Status{}); !errors.Is(err, context.Canceled) {
		t.Errorf("a report is read after the end of the run: %v", err)
	}
}
