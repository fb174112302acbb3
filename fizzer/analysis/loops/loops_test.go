package loops

import (
	"reflect"
	"testing"

	"fizzer/fizzer/trace"
)

func path(letters string) []trace.ID {
	var ids []trace.ID
	for _, letter := range letters {
		ids = append(ids, trace.ID{Location: uint32(letter)})
	}
	return ids
}

func bodies(pairs map[string]string) Bodies {
	b := Bodies{}
	for head, body := range pairs {
		set := map[trace.ID]bool{}
		for _, id := range path(body) {
			set[id] = true
		}
		b[path(head)[0]] = set
	}
	return b
}

// TestDetect: the paths are words; the results were worked out by hand with Alg. 5.
func TestDetect(t *testing.T) {
	tests := []struct {
		path   string
		loops  []Loop
		bodies Bodies
	}{
		{"", nil, bodies(nil)},
		{"ABC", nil, bodies(nil)},
		{"ABABAC", []Loop{{0, 4, 5}}, bodies(map[string]string{"A": "B"})},
		{"XABABA", []Loop{{1, 5, 5}}, bodies(map[string]string{"A": "B"})},
		{"AAA", []Loop{{0, 2, 2}}, bodies(map[string]string{"A": ""})},
		{"ABCBCBABCBAD", []Loop{{7, 9, 10}, {0, 10, 11}, {1, 5, 6}}, bodies(map[string]string{"A": "B", "B": "C"})},
		{"AABBC", []Loop{{2, 3, 4}, {0, 1, 2}}, bodies(map[string]string{"A": "", "B": ""})},
		{"BABABAC", []Loop{{0, 5, 6}}, bodies(map[string]string{"A": "B"})}, // the entry moves over the body
	}
	for _, test := range tests {
		loops, found := Detect(path(test.path))
		if !reflect.DeepEqual(loops, test.loops) || !reflect.DeepEqual(found, test.bodies) {
			t.Errorf("%s: loops %v, bodies %v", test.path, loops, found)
		}
	}
}

func TestInside(t *testing.T) {
	_, found := Detect(path("XABABAC"))
	if got := found.Inside(); !reflect.DeepEqual(got, map[uint32]bool{'A': true, 'B': true}) {
		t.Errorf("inside of loops: %v", got)
	}
}

func BenchmarkDetect(b *testing.B) {
	ids := path("")
	for range 1000 {
		ids = append(ids, path("ABCBCBD")...)
	}
	for b.Loop() {
		Detect(ids)
	}
}
