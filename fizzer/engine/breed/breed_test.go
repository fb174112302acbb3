package breed

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/corpus"
	"fizzer/fizzer/execution"
	"fizzer/fizzer/trace"
	"fizzer/fizzer/tree"
	"fizzer/libfizzer/layout"
)

// TestChild: a child of any parents has 1 to MaxBytes bytes, and no parent is changed.
func TestChild(t *testing.T) {
	random := draw.New(1, 2)
	c := corpus.New()
	b := New(c)
	if b.Able() {
		t.Error("children without parents")
	}
	for range 40 {
		var p trace.Input
		for range 1 + random.IntN(5) {
			size := random.IntN(9) // 0: an empty string
			p.Reads = append(p.Reads, layout.Read{Offset: uint32(len(p.Bytes)), Size: uint16(size)})
			for range size {
				p.Bytes = append(p.Bytes, byte(random.Uint32()))
			}
		}
		c.AddCovering(p, questions(random, p.Reads), nil)
	}
	var before [][]byte
	for _, p := range c.Covering() {
		before = append(before, slices.Clone(p.Bytes))
	}
	for i := range 20000 {
		if child := b.Child(random, Bounds{30, 2 + i%15}); len(child) < 1 || len(child) > 30 {
			t.Fatalf("a child of %d bytes", len(child))
		}
	}
	for i, p := range c.Covering() {
		if !slices.Equal(p.Bytes, before[i]) {
			t.Errorf("parent %d was changed", i)
		}
	}
}

// questions returns the conditions of a run that asks one of three questions after some of its reads.
func questions(random *draw.Source, reads []layout.Read) execution.Trace {
	var all []layout.Condition
	for _, r := range reads {
		for range random.IntN(3) {
			location := uint32(random.IntN(3)) | uint32(random.IntN(2))*layout.DirectionBit
			all = append(all, layout.Condition{Location: location, InputBytes: r.Offset + uint32(r.Size)})
		}
	}
	return execution.NewTrace(all, nil)
}

// TestSplice: an input continues with the rest of another one that answers the same question the other way; a part of an input is an
// iteration of a loop.
func TestSplice(t *testing.T) {
	c := corpus.New()
	whole := func(bytes []byte, conditions ...layout.Condition) {
		c.AddCovering(trace.Input{Bytes: bytes, Reads: []layout.Read{{Size: uint16(len(bytes))}}}, execution.NewTrace(conditions, nil), nil)
	}
	yes := uint32(layout.DirectionBit)
	whole(make([]byte, 13), layout.Condition{Location: 1 | yes, InputBytes: 4}, layout.Condition{Location: 1, InputBytes: 12},
		layout.Condition{Location: 3 | yes, InputBytes: 13})
	whole([]byte{1, 2, 3, 4, 5, 6}, layout.Condition{Location: 3 | yes, InputBytes: 2}, layout.Condition{Location: 3, InputBytes: 6})
	b := New(c)
	b.update()
	p, other := c.Covering()[0], c.Covering()[1]
	random := draw.New(1, 2)
	branched, repeated := 0, 0
	for range 1000 {
		switch m, rest := b.branch(random, p); {
		case rest == nil: // chance did not look at the other parent
		case m.Location == 3 && m.Offset == 12 && slices.Equal(rest, other.Bytes[2:]):
			branched++
		case m.Location == 1 && len(rest) != 13 && len(rest) != 9:
			t.Fatalf("the rest %v behind %v", rest, m)
		}
		switch first, end := part(random, p); {
		case first == 0 && end == 4:
			repeated++
		case first < end && end != 13:
			t.Fatalf("a part from %d to %d of an input of one read", first, end)
		}
	}
	if branched < 40 || repeated < 80 {
		t.Errorf("%d rests from the other one, %d iterations of 1000", branched, repeated)
	}
	children := 0
	for range 2000 {
		if child := b.Child(random, Bounds{100, 1}); slices.Equal(child, append(make([]byte, 12), other.Bytes[2:]...)) {
			children++
		}
	}
	if children < 5 {
		t.Errorf("%d of 2000 children are one parent up to a question and the other from there on", children)
	}
}

// TestRank: the fittest parents are those with a direction that the fewest children took. Among equals the newest
// come first, and a new parent comes before all until the next ranking. A child recorded in part does not count.
func TestRank(t *testing.T) {
	c := corpus.New()
	b := New(c)
	input := trace.Input{Bytes: []byte{1}, Reads: []layout.Read{{Size: 1}}}
	covers := func(location uint32, direction bool) tree.Coverage {
		return tree.Coverage{ID: trace.ID{Location: location}, Direction: direction}
	}
	c.AddCovering(input, execution.Trace{}, []tree.Coverage{covers(0, true)})
	c.AddCovering(input, execution.Trace{}, []tree.Coverage{covers(0, true), covers(1, false)})
	c.AddCovering(input, execution.Trace{}, []tree.Coverage{covers(0, false)})
	child := func(whole bool, directions ...uint32) {
		var conditions []layout.Condition
		for _, d := range directions {
			conditions = append(conditions, layout.Condition{Location: d})
		}
		run := execution.Run{Conditions: execution.NewTrace(conditions, nil)}
		if !whole {
			run.Unrecorded = 5
		}
		b.Observe(&run, 2)
	}
	common := uint32(0) | layout.DirectionBit // location 0, true
	for range 5 {
		child(true, common, common, 0)
	}
	child(true, common, 1) // location 1, false: rarer than all
	child(true, 99)        // no such location: the program overwrote the trace of a known path
	for range 50 {
		child(false, 1)
	}
	b.rank()
	ranked := func() (numbers []int) {
		for _, p := range b.ranked {
			numbers = append(numbers, slices.Index(c.Covering(), p))
		}
		return numbers
	}
	often, rarely := b.reached[corpus.DirectionNumber(0, true)], b.reached[corpus.DirectionNumber(1, false)]
	if want := []int{1, 2, 0}; !slices.Equal(ranked(), want) || often != 6 || rarely != 1 {
		t.Errorf("ranked %v instead of %v; directions were taken %v times", ranked(), want, b.reached)
	}
	c.AddCovering(input, execution.Trace{}, nil)
	b.update()
	if want := []int{3, 1, 2, 0}; !slices.Equal(ranked(), want) {
		t.Errorf("ranked %v instead of %v with a new one", ranked(), want)
	}
	for range corpus.MaxCovering {
		c.AddCovering(input, execution.Trace{}, nil)
	}
	if b.update(); len(b.ranked) != corpus.MaxCovering || slices.Contains(ranked(), -1) {
		t.Errorf("%d are ranked of %d", len(b.ranked), len(c.Covering()))
	}
}

// TestStretched: an input goes on to the given length, whatever its parents have read, and no parent is changed. If it goes on with one
// value, some inputs hold nothing else, and some hold one other value.
func TestStretched(t *testing.T) {
	random := draw.New(3, 4)
	c := corpus.New()
	b := New(c)
	one := trace.Input{Bytes: []byte{5, 0, 0, 0}, Reads: []layout.Read{{Size: 4}}}
	c.AddCovering(one, execution.Trace{}, nil)
	equal, differ, rising := 0, 0, 0
	for range 400 {
		input := b.Stretched(random, 400)
		if len(input) != 400 {
			t.Fatalf("%d bytes", len(input))
		}
		others, rises := 0, 0
		for i := 0; i < len(input); i += 4 {
			if !slices.Equal(input[i:i+4], one.Bytes) {
				others++
			}
			if i > 4 && binary.LittleEndian.Uint32(input[i:]) > binary.LittleEndian.Uint32(input[i-4:]) {
				rises++
			}
		}
		switch {
		case others == 0:
			equal++
		case others == 1:
			differ++
		case rises == 98:
			rising++
		}
	}
	if equal < 40 || differ < 20 || rising < 20 {
		t.Errorf("%d equal, %d with one other value, %d rising", equal, differ, rising)
	}
	for range 20 {
		var p trace.Input
		for range random.IntN(8) {
			size := []int{0, 1, 1, 1, 1, 4, 8, 16, 31}[random.IntN(9)]
			kind := layout.InputType(0)
			if size == 1 {
				kind = layout.InputTypeUint8
			}
			p.Reads = append(p.Reads, layout.Read{Offset: uint32(len(p.Bytes)), Size: uint16(size), Type: uint16(kind)})
			p.Bytes = append(p.Bytes, make([]byte, size)...)
		}
		c.AddCovering(p, questions(random, p.Reads), nil)
	}
	for range 20000 {
		if length := 1 + random.IntN(100); len(b.Stretched(random, length)) > length {
			t.Fatalf("more than %d bytes", length)
		}
	}
	if !slices.Equal(c.Covering()[0].Bytes, []byte{5, 0, 0, 0}) {
		t.Error("a parent was changed")
	}
}

// TestNested: one part of a text or two stand there again and again, the rest stays, and the number before the text counts it.
func TestNested(t *testing.T) {
	random := draw.New(5, 6)
	c := corpus.New()
	b := New(c)
	text := "a[1]b"
	one := trace.Input{Bytes: []byte("\x05" + text)}
	for i := range one.Bytes {
		one.Reads = append(one.Reads, layout.Read{Offset: uint32(i), Size: 1, Type: uint16(layout.InputTypeUint8)})
	}
	c.AddCovering(one, execution.Trace{}, nil)
	opening, enclosed := 0, 0
	for range 4000 {
		input := b.Stretched(random, 400)
		if len(input) > 400 {
			t.Fatalf("%d bytes", len(input))
		}
		if len(input) < 3 || input[0] != 255 || int(input[1])|int(input[2])<<8 != len(input)-3 {
			continue
		}
		switch nested := string(input[3:]); {
		case nested == "a"+strings.Repeat("[", len(nested)-4)+"1]b":
			opening++
		case strings.HasPrefix(nested, "a[[[") && strings.HasSuffix(nested, "]]]b") && strings.Count(nested, "[") == strings.Count(nested, "]"):
			enclosed++
		}
	}
	if opening < 10 || enclosed < 10 {
		t.Errorf("%d with more brackets that open, %d that enclose the rest", opening, enclosed)
	}
}
