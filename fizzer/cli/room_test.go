package cli

import (
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/toolchain"
)

// roomVariable makes the test's executable call checkRoom.
const roomVariable = "FIZZER_TEST_ROOM"

// TestRoom sets limits that cannot be taken back, so it does that in processes of its own.
func TestRoom(t *testing.T) {
	if jobs := os.Getenv(roomVariable); jobs != "" {
		count, err := strconv.Atoi(jobs)
		if err != nil {
			t.Fatal(err)
		}
		err = checkRoom(count)
		var missing *toolchain.MissingError
		if err != nil && !errors.As(err, &missing) {
			t.Fatal(err)
		}
		t.Logf("answer: %v", err)
		return
	}
	for _, test := range []struct{ limit, jobs, answer string }{
		{"true", "1", "answer: <nil>"},
		{"ulimit -n 63", "1", "room for 64 open files (63 are left) is missing: raise the limit of open files (ulimit -n)"},
		{"ulimit -n 79", "1", "answer: <nil>"},
		{"ulimit -n 79", "2", "room for 80 open files (79 are left)"},
		{"ulimit -S -n 30", "1", "answer: <nil>"},
		{"ulimit -f 524287", "1", "room for 512 MiB in a file (511 are left) is missing: raise the limit of a file's size (ulimit -f)"},
		{"ulimit -f 524288", "1", "answer: <nil>"},
		{"ulimit -S -f 30", "1", "answer: <nil>"},
		{"ulimit -u 3", "1", "room for 48 processes and threads ("},
	} {
		if strings.HasPrefix(test.limit, "ulimit -u") && os.Getuid() != 0 {
			continue // the test's own process could not start either
		}
		command := exec.Command("bash", "-c", test.limit+`; exec "$0" -test.run '^TestRoom$' -test.v`, os.Args[0])
		command.Env = append(os.Environ(), roomVariable+"="+test.jobs)
		if output, err := command.CombinedOutput(); err != nil || !strings.Contains(string(output), test.answer) {
			t.Errorf("%s, jobs %s: %v\n%s", test.limit, test.jobs, err, output)
		}
	}
}

// The address space is asked for as well. A test's process cannot have so little of it: the race detector needs more.
func TestRoomOfAddresses(t *testing.T) {
	for kib, want := range map[uint64]string{
		1_900_000: "room for 2 000 000 KiB of address space (1 900 000 are left) is missing: raise the limit of virtual memory (ulimit -v)",
		2_000_000: "",
	} {
		err := lackingRoom(func(resource int, limit *unix.Rlimit) error {
			limit.Cur = unix.RLIM_INFINITY
			if resource == unix.RLIMIT_AS {
				limit.Cur = kib << 10
			}
			return nil
		}, 1)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%d KiB: %q", kib, got)
		}
	}
}
