package engine

import (
	"context"

	"fizzer/fizzer/draw"
	"fizzer/fizzer/engine/breed"
)

// random is the stage of random inputs.
type random struct {
	e       *Engine
	breeder *breed.Breeder
	words   [][]byte // for a part of the children; none: they are switched off
}

func (r *random) run(ctx context.Context, s *stage) (bool, error) {
	r.e.ledger.begin(s.step)
	before := r.e.ledger.bandit.spent
	request := r.e.request(r.inputs())
	request.Lean = true
	err := r.e.executor.Do(ctx, request, ignore)
	r.e.symbolic.hurry(r.e.ledger.bandit.spent - before)
	return true, err
}

// inputs returns a batch of inputs of various lengths: children of inputs that covered something, some with words in
// them, known best inputs with a few bytes replaced, random bytes, small numbers, one repeated byte.
func (r *random) inputs() [][]byte {
	inputs := make([][]byte, r.e.executor.Series())
	for i := range inputs {
		if i%4 == 2 && len(r.words) > 0 && r.breeder.Able() {
			if input, ok := r.breeder.Worded(r.e.random, r.words); ok {
				inputs[i] = input
				continue
			}
		}
		if i%2 == 0 && r.breeder.Able() {
			inputs[i] = r.breeder.Child(r.e.random, breed.Bounds{MaxBytes: int(r.e.limits.now.InputBytes), Changes: 2})
			continue
		}
		if known := r.e.tree.Sample(r.e.random); known != nil && i%4 < 2 {
			inputs[i] = replaceSome(r.e.random, append([]byte(nil), known...))
			continue
		}
		length := 1 + r.e.random.IntN(max(2*r.e.tree.Summary().InputBytes, 64))
		inputs[i] = randomBytes(r.e.random, length, i/4%3)
	}
	return inputs
}

// replaceSome replaces one to four bytes.
func replaceSome(random *draw.Source, input []byte) []byte {
	for range 1 + random.IntN(4) {
		if len(input) > 0 {
			input[random.IntN(len(input))] = byte(random.Uint32())
		}
	}
	return input
}

// randomBytes returns bytes of a kind: 0 any bytes, 1 small numbers of four bytes, 2 one byte repeated.
func randomBytes(random *draw.Source, length, kind int) []byte {
	input := make([]byte, length)
	random.Fill(input)
	for i := range input {
		switch {
		case kind == 1 && i%4 == 0:
			input[i] &= 15
		case kind == 1:
			input[i] = 0
		case kind == 2:
			input[i] = input[0]
		}
	}
	return input
}
