package confined

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// file is what the part of the tests reads.
type file struct{ Text string }

func init() {
	Part("test", func(arguments []string) (file, error) {
		switch arguments[0] {
		case "read":
			text, err := os.ReadFile(arguments[1])
			return file{string(text)}, err
		case "crash":
			var none *file
			return *none, nil
		case "fill":
			all := [][]byte{}
			for {
				all = append(all, make([]byte, 1<<20))
				for i := range all[len(all)-1] {
					all[len(all)-1][i] = 1
				}
			}
		case "recurse":
			return file{strings.Repeat("x", depth(1))}, nil
		}
		time.Sleep(time.Hour)
		return file{}, nil
	})
}

// depth overflows the stack before it returns.
func depth(n int) int {
	if n < 0 {
		return 0
	}
	return 1 + depth(n+1)
}

// A part reads what it is shown, and no more; whatever happens to it is an error.
func TestCall(t *testing.T) {
	folder := t.TempDir()
	shown, hidden := filepath.Join(folder, "shown"), filepath.Join(folder, "hidden")
	for _, path := range []string{shown, hidden} {
		if err := os.WriteFile(path, []byte("text"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := Call[file](t.Context(), Options{}, "test", []string{shown}, "read", shown)
	if err != nil || got.Text != "text" {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := Call[file](t.Context(), Options{}, "test", []string{shown}, "read", hidden); err == nil || got.Text != "" {
		t.Errorf("%+v, %v", got, err)
	}
	for _, what := range []string{"crash", "fill", "recurse"} {
		_, err := Call[file](t.Context(), Options{Memory: 300 << 20}, "test", nil, what)
		var failed *FailedError
		if !errors.As(err, &failed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	ended, end := context.WithCancelCause(t.Context())
	cause := errors.New("the cause")
	o := Options{Started: func(int) { end(cause) }}
	if _, err := Call[file](ended, o, "test", nil, "hang"); !errors.Is(err, cause) {
		t.Errorf("what was cancelled ends with %v", err)
	}
}
