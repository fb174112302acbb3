package budget

import (
	"math"
	"testing"
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
	}{
		{nil, math.MaxUint64, 0},
		{map[int]uint64{unix.RLIMIT_AS: 5 << 30}, 5 << 30, 0},
		{map[int]uint64{unix.RLIMIT_AS: 5 << 30, unix.RLIMIT_DATA: 4 << 30, unix.RLIMIT_CPU: 90}, 4 << 30, 90 * time.Second},
		{map[int]uint64{unix.RLIMIT_CPU: math.MaxInt64}, math.MaxUint64, 0},
	}
	for _, test := range tests {
		if memory, cpu := AddressSpace(system(test.resources)), ProcessCPU(system(test.resources)); memory != test.memory || cpu != test.cpu {
			t.Errorf("%v: %d bytes and %v, want %d and %v", test.resources, memory, cpu, test.memory, test.cpu)
		}
	}
}
