package states

import (
	"slices"
	"testing"

	"fizzer/fizzer/draw"
)

func random() *draw.Source { return draw.New(1, 2) }

// TestSpace searches in a machine that counts modulo 50: 1 adds one, 2 doubles, others end it. All states are found, each by a shortest
// way or a given input, and each is gone on from once with each symbol.
func TestSpace(t *testing.T) {
	const modulus = 50
	state := func(input []byte) (number int, asks bool) {
		for _, b := range input {
			switch b {
			case 1:
				number = (number + 1) % modulus
			case 2:
				number = 2 * number % modulus
			default:
				return 0, false
			}
		}
		return number, true
	}
	s := NewSpace(NewAlphabet(nil))
	s.Alphabet.Add([]byte{1})
	if !s.Begins(1000) {
		t.Error("the first state is another one than none")
	}
	s.Give(1000, 1, nil)
	s.Give(1000+25, 1, []byte{7, 7})
	ways, found := map[string]bool{}, map[int]int{0: 0, 25: 2}
	for {
		inputs, steps := s.Next(random())
		if len(inputs) == 0 && !s.Left() {
			break
		}
		for i, input := range inputs {
			if ways[string(input)] {
				t.Fatalf("%v is made again", input)
			}
			ways[string(input)] = true
			number, asks := state(input)
			if len(input) > 1 && input[0] == 7 {
				if number, asks = state(input[2:]); asks {
					number, asks = state(append(slices.Repeat([]byte{1}, 25), input[2:]...))
				}
			}
			if asks {
				s.Came(steps[i], 1000+uint64(number), 1, number == 30)
				if _, known := found[number]; !known {
					found[number] = len(input)
				}
			}
		}
	}
	if len(found) != modulus || s.Len() != modulus {
		t.Errorf("%d of %d states; %d", len(found), modulus, s.Len())
	}
	if len(ways) > modulus*4 { // 0 to 3 are symbols
		t.Errorf("%d inputs", len(ways))
	}
}

// TestAnew: when the first state has another hash, the program is another build, and all is forgotten but the alphabet.
func TestAnew(t *testing.T) {
	s := NewSpace(NewAlphabet([]uint64{9}))
	s.Alphabet.Add([]byte{1})
	for range 2 {
		if !s.Begins(5) {
			t.Error("the same state")
		}
		s.Give(5, 1, nil)
	}
	s.Give(6, 300, []byte{1}) // more than it goes on with
	if s.Len() != 1 || !s.Left() || s.Begins(7) || s.Len() != 0 || s.Left() {
		t.Errorf("%d states", s.Len())
	}
	s.Give(7, 1, nil)
	if inputs, _ := s.Next(random()); len(inputs) != 2 || inputs[0][0] != 9 || inputs[1][0] != 1 {
		t.Errorf("%v", inputs)
	}
}

// TestAlphabet: constants that fit come first; symbols that lead nowhere are given up.
func TestAlphabet(t *testing.T) {
	a := NewAlphabet([]uint64{300, 7, 3, 7})
	for _, bytes := range [][]byte{{5}, {5}, {1, 1}, nil, make([]byte, 9)} {
		a.Add(bytes)
	}
	of := func(size int) (values []uint64) {
		for _, y := range a.symbols[size] {
			values = append(values, y.value)
		}
		return values
	}
	if !slices.Equal(of(1), []uint64{3, 7, 5}) || !slices.Equal(of(2), []uint64{3, 7, 300, 257}) || of(8) != nil {
		t.Errorf("%v %v %v", of(1), of(2), of(8))
	}
	a.addNeighbours(1, 0)
	if !slices.Equal(of(1), []uint64{3, 7, 5, 255, 1}) {
		t.Errorf("%v", of(1))
	}
	for name, test := range map[string]struct {
		y    symbol
		want bool
	}{
		"new":                       {symbol{}, false},
		"it never came on":          {symbol{tried: triesToReach}, true},
		"it came on":                {symbol{tried: triesToReach, reached: 1}, false},
		"it never found anything":   {symbol{tried: triesToFind, reached: triesToFind}, true},
		"it once found a new state": {symbol{tried: triesToFind, reached: triesToFind, found: 1}, false},
	} {
		if test.y.hopeless() != test.want {
			t.Error(name)
		}
	}
	for value := range 200 {
		a.Add([]byte{byte(value)})
	}
	if len(of(1)) != maxSymbols {
		t.Errorf("%d symbols", len(of(1)))
	}
}
