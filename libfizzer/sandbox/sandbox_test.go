package sandbox

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"
)

func TestTrial(t *testing.T) {
	folder := t.TempDir()
	s, err := Open(Options{Private: folder})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	t.Log(s.Missing())
	var out, errs bytes.Buffer
	err = s.Run(context.Background(), Command{Path: "/bin/sh", Arguments: []string{"sh", "-c", "id; ls -la / /tmp /dev /proc/self/fd; echo hi > x; cat x; cat /etc/shadow; hostname; ls /root; ps aux; ulimit -a; kill -9 $$"}, Profile: Compiler, Bits: 64, Environment: []string{"PATH=/usr/bin:/bin"}}, &out, &errs)
	t.Logf("%v\n%s\n%s", err, &out, &errs)
	_, err = os.Stat(filepath.Join(folder, "x"))
	t.Log(err)
}
