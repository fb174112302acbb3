package replay

import (
	"context"
	"testing"
	"time"

	"fizzer/libfizzer/sandbox"
	"fizzer/testcomp/property"
)

// spoils leaves, by its input, what keeps gcov from its work.
const spoils = `#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int what = __VERIFIER_nondet_int();
  pid_t program = getpid();
  if (what == 1 && fork() == 0) {
    while (getppid() == program) // which would never end if it were stopped
      usleep(1000);
    for (;; usleep(1000))
      for (int pid = 2; pid < 300; pid++)
        if (pid != getpid())
          kill(pid, SIGSTOP);
  }
  if (what == 2)
    mkdir("unit0.gcno", 0700);
  if (what == 3) {
    int file = open("unit0.gcda", O_CREAT | O_WRONLY, 0600);
    write(file, "adcg*42B no data at all", 23);
    _exit(0);
  }
  if (what == 4)
    for (int i = 0; i < 100000; i++)
      symlink("nothing", (char[]){'a' + i / 676 % 26, 'a' + i / 26 % 26, 'a' + i % 26, 'a' + i / 17576, 0});
  return 0;
}
`

// TestSpoiledData: whatever a run leaves beside its data, gcov ends, and its failure is no error. A process that the program leaves can
// stop others of the sandbox where Landlock does not keep signals from commands beside it (before version 6).
func TestSpoiledData(t *testing.T) {
	t.Setenv(sandbox.WithoutVariable, string(sandbox.Landlock)+"=5")
	for _, kind := range []property.Kind{property.Statements, property.Conditions} {
		p, err := build(t, spoils, func(o *Options) { o.Property.Kind = kind })
		if err != nil {
			t.Fatal(err)
		}
		for _, test := range []struct {
			input  string
			counts bool
		}{{"0", true}, {"1", true}, {"2", false}, {"3", false}, {"4", false}, {"0", true}} {
			ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
			outcome, err := p.Run(ctx, parseTests(test.input)[0])
			cancel()
			if err != nil {
				t.Fatalf("%s, input %s: %v", kind, test.input, err)
			}
			if outcome.Published != test.counts {
				t.Errorf("%s, input %s: coverage counts: %t", kind, test.input, outcome.Published)
			}
		}
	}
}
