package budget

import (
	"math"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/sys/unix"
)

func TestResources(t *testing.T) {
	system := func(resources map[int]uint64) Getrlimit {
		return func(resource int, limit *unix.Rlimit) error {
			limit.Cur = unix.RLIM_INFINITY
			if value, limited := resources[resource]; limited {
				limit.Cur = value
			}
			return nil
		}
	}
	tests := []struct {
		resources map[int]uint64
		memory    uint64
		cpu       time.Duration
		files     uint64
	}{
		{nil, math.MaxUint64, 0, math.MaxUint64},
		{map[int]uint64{unix.RLIMIT_AS: 5 << 30}, 5 << 30, 0, math.MaxUint64},
		{map[int]uint64{unix.RLIMIT_AS: 5 << 30, unix.RLIMIT_DATA: 4 << 30, unix.RLIMIT_CPU: 90}, 4 << 30, 90 * time.Second, math.MaxUint64},
		{map[int]uint64{unix.RLIMIT_CPU: math.MaxInt64, unix.RLIMIT_NOFILE: 12}, math.MaxUint64, 0, 12},
	}
	for _, test := range tests {
		if memory, cpu := AddressSpace(system(test.resources)), ProcessCPU(system(test.resources)); memory != test.memory || cpu != test.cpu {
			t.Errorf("%v: %d bytes and %v, want %d and %v", test.resources, memory, cpu, test.memory, test.cpu)
		}
		if files := Soft(system(test.resources), unix.RLIMIT_NOFILE); files != test.files {
			t.Errorf("%v: %d descriptors", test.resources, files)
		}
	}
}

// The limit of processes holds for all threads of a user together, except root's.
func TestProcesses(t *testing.T) {
	system := fstest.MapFS{
		"proc/1/status":    {Data: []byte("Name:\tinit\nUid:\t0\t0\t0\t0\nThreads:\t1\n")},
		"proc/20/status":   {Data: []byte("Name:\tshell\nUid:\t1000\t1000\t1000\t1000\nThreads:\t1\n")},
		"proc/300/status":  {Data: []byte("Name:\tsearch\nUid:\t1000\t0\t1000\t1000\nThreads:\t12\n")},
		"proc/self/status": {Data: []byte("Name:\tsearch\nUid:\t1000\t0\t1000\t1000\nThreads:\t12\n")},
	}
	for _, test := range []struct {
		limit uint64
		user  int
		room  uint64
	}{{20, 1000, 7}, {13, 1000, 0}, {5, 1000, 0}, {20, 0, 20}, {20, 7, 20}, {unix.RLIM_INFINITY, 1000, math.MaxUint64}} {
		get := func(resource int, limit *unix.Rlimit) error {
			if resource != unix.RLIMIT_NPROC {
				t.Errorf("resource %d is asked for", resource)
			}
			limit.Cur = test.limit
			return nil
		}
		if room := Processes(get, system, test.user); room != test.room {
			t.Errorf("%+v: %d", test, room)
		}
	}
}
