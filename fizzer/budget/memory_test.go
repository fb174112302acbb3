package budget

import (
	"os"
	"testing"
	"testing/fstest"
)

func TestGroupMemory(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const none = ^uint64(0)
	tests := []struct {
		name string
		root fstest.MapFS
		want uint64
	}{
		{"no groups", fstest.MapFS{}, none},
		{"version 2, no limit", fstest.MapFS{"proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/b/memory.max": file("max\n")}, none},
		{"version 2, limit of the group", fstest.MapFS{"proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/b/memory.max": file("1000000\n")},
			1000000},
		{"version 2, limit above", fstest.MapFS{
			"proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/b/memory.max": file("3000\n"), "sys/fs/cgroup/a/memory.max": file("2000\n"),
		}, 2000},
		{"seen from inside of a container", fstest.MapFS{"proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("4000\n")}, 4000},
		{"version 1", fstest.MapFS{
			"proc/self/cgroup": file("5:cpu:/x\n4:memory:/x\n0::/\n"),
			"sys/fs/cgroup/memory/x/memory.limit_in_bytes":     file("5000\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes":       file("9223372036854771712\n"),
			"sys/fs/cgroup/cpu/x/memory.limit_in_bytes":        file("1\n"),
			"sys/fs/cgroup/memory/other/memory.limit_in_bytes": file("2\n"),
		}, 5000},
	}
	for _, test := range tests {
		if got := groupMemory(test.root); got != test.want {
			t.Errorf("%s: %d instead of %d", test.name, got, test.want)
		}
	}
}

func TestMemory(t *testing.T) {
	limited, err1 := Memory(fstest.MapFS{
		"proc/self/cgroup": {Data: []byte("0::/")}, "sys/fs/cgroup/memory.max": {Data: []byte("12345")},
	})
	real, err2 := Memory(os.DirFS("/"))
	if err1 != nil || err2 != nil || limited != 12345 || real < 1<<20 {
		t.Errorf("%d and %d bytes, %v, %v", limited, real, err1, err2)
	}
}
