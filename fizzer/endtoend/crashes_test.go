package endtoend

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// faulty has one fault of each kind.
const faulty = `
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
int main(void) {
  int *nowhere = 0, kind = __VERIFIER_nondet_int();
  unsigned char divisor = __VERIFIER_nondet_uchar();
  double d = __VERIFIER_nondet_double();
  if (kind == 77001)
    return *nowhere;
  if (kind == 77002 && d > 3.25)
    return 5 / divisor;
  if (kind == 77003)
    abort();
  if (kind == 77004)
    assert(divisor != 3);
  return 0;
}
`

// Each different bad end gets a folder of its own. Its script makes the original program end the same way.
func TestBadEnds(t *testing.T) {
	p := ready(t)
	for _, model := range []string{"ILP32", "LP64"} {
		t.Run(model, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			program := filepath.Join(folder, "it's faulty.c")
			if err := os.WriteFile(program, []byte(faulty), 0o644); err != nil {
				t.Fatal(err)
			}
			out := run(t, p, "--data-model", model, "--max-executions", "5000", "--output", folder, program)
			for _, fault := range []struct {
				kind   string
				status int    // of the shell: 128 plus the signal
				asan   string // message of AddressSanitizer; empty: none
				gdb    string
			}{
				{"SIGSEGV", 139, "SEGV", "SIGSEGV"},
				{"SIGFPE", 136, "FPE", "SIGFPE"},
				{"SIGABRT", 134, "", "SIGABRT"},
			} {
				crash := filepath.Join(folder, "crashes", fault.kind, "1")
				if !exists(crash) {
					t.Errorf("no %s\n%s", fault.kind, out)
					continue
				}
				checkSuite(t, filepath.Join(crash, "test-suite"))
				if status, said := reproduce(t, crash, "plain"); status != fault.status {
					t.Errorf("%s: status %d, want %d: %s", fault.kind, status, fault.status, said)
				}
				if _, said := reproduce(t, crash, "asan"); fault.asan != "" && !strings.Contains(said, "AddressSanitizer: "+fault.asan) {
					t.Errorf("%s under AddressSanitizer: %s", fault.kind, said)
				}
				if fault.gdb == "" {
					continue
				}
				if _, said := reproduce(t, crash, "gdb"); !strings.Contains(said, "received signal "+fault.gdb) {
					t.Errorf("%s under gdb: %s", fault.kind, said)
				}
			}
			if exists(filepath.Join(folder, "crashes", "SIGABRT", "2")) == exists(filepath.Join(folder, "crashes", "SIGABRT", "3")) {
				t.Error("abort and assert are two faults, not one or three")
			}
		})
	}
}

// hanging never ends and evaluates nothing that could end it.
const hanging = `
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  if (__VERIFIER_nondet_int() != 0)
    pause();
  return 0;
}
`

func TestTimeoutsAreKept(t *testing.T) {
	p := ready(t)
	folder := t.TempDir()
	program := filepath.Join(folder, "hanging.c")
	if err := os.WriteFile(program, []byte(hanging), 0o644); err != nil {
		t.Fatal(err)
	}
	out := run(t, p, "--max-executions", "3", "--output", folder, program)
	crash := filepath.Join(folder, "crashes", "timeout", "1")
	if !exists(crash) {
		t.Fatalf("no timeout\n%s", out)
	}
	if status, said := reproduce(t, crash, "plain"); status != 124 {
		t.Errorf("status %d, want that of timeout: %s", status, said)
	}
}

// reproduce runs the script of a bad end and returns its exit status and output.
func reproduce(t *testing.T, crash, how string) (status int, said string) {
	t.Helper()
	command := exec.Command(filepath.Join(crash, "reproduce.sh"), how)
	command.Env = append(os.Environ(), "LC_ALL=C")
	out, err := command.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if exit != nil {
		status = exit.ExitCode()
	}
	return status, string(out)
}
