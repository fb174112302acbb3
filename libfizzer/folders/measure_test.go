package folders

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

func TestMeasure(t *testing.T) {
	folder := t.TempDir()
	plenty := Use{Files: 1000, Bytes: 1 << 30}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	if used := Measure(folder, plenty); used != (Use{}) {
		t.Errorf("an empty folder has %+v", used)
	}
	must(os.MkdirAll(filepath.Join(folder, "a", "b"), 0o700))
	for i := range 100 {
		must(os.WriteFile(filepath.Join(folder, "a", "b", fmt.Sprint(i)), make([]byte, 8192), 0o600))
	}
	must(os.Symlink("/usr", filepath.Join(folder, "usr")))
	must(os.Truncate(filepath.Join(folder, "a", "b", "0"), 1<<40)) // a hole
	used := Measure(folder, plenty)
	if used.Files != 103 || used.Bytes < 100*8192 || used.Bytes > 1<<21 {
		t.Errorf("103 entries with 100 times 8 192 bytes: %+v", used)
	}
	for _, most := range []Use{{Files: 102, Bytes: 1 << 30}, {Files: 1000, Bytes: 50 * 8192}} {
		if used := Measure(folder, most); !used.Exceeds(most) {
			t.Errorf("%+v do not exceed %+v", used, most)
		}
	}
	if used := Measure(filepath.Join(folder, "usr"), plenty); used != (Use{}) {
		t.Errorf("behind a symbolic link there are %+v", used)
	}
	nest(t, folder, 1500)
	if used := Measure(folder, Use{Files: 5000, Bytes: 1 << 40}); used.Files != 1603 {
		t.Errorf("with 1 500 folders within each other there are %d entries, not 1 603", used.Files)
	}
	must(os.Chmod(filepath.Join(folder, "a", "b"), 0o400))
	must(os.Chmod(filepath.Join(folder, "a"), 0))
	if used := Measure(folder, Use{Files: 5000, Bytes: 1 << 40}); used.Files != 1603 {
		t.Errorf("with closed folders there are %d entries, not 1 603", used.Files)
	}
}
