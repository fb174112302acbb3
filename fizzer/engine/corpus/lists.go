package corpus

// First holds the first inputs that it is given, up to its bound. The zero value is empty.
type First struct {
	inputs [][]byte
	lacks  bool
}

// Add keeps a copy of the input, unless the list is full.
func (f *First) Add(input []byte) {
	if len(f.inputs) >= maxKept {
		f.lacks = true
		return
	}
	f.inputs = append(f.inputs, append([]byte{}, input...))
}

// Len returns the number of inputs held.
func (f *First) Len() int { return len(f.inputs) }

// Take returns the inputs in the order in which they came, and whether others did not fit. It empties the list.
func (f *First) Take() (inputs [][]byte, lacks bool) {
	inputs, lacks = f.inputs, f.lacks
	*f = First{}
	return inputs, lacks
}

// Newest holds the newest inputs that it is given, up to its bound. The zero value is empty.
type Newest struct {
	inputs [][]byte
	oldest int // index of the oldest input when the list is full, modulo its length
}

// Add keeps a copy of the input; if the list is full, it replaces the oldest one.
func (n *Newest) Add(input []byte) {
	if len(n.inputs) < maxKept {
		n.inputs = append(n.inputs, append([]byte{}, input...))
		return
	}
	at := n.oldest % maxKept
	n.inputs[at] = append(n.inputs[at][:0], input...)
	n.oldest++
}

// Len returns the number of inputs held.
func (n *Newest) Len() int { return len(n.inputs) }

// At returns input i, in no meaningful order. It is valid until the next Add.
func (n *Newest) At(i int) []byte { return n.inputs[i] }

// Take returns the inputs and empties the list.
func (n *Newest) Take() [][]byte {
	inputs := n.inputs
	n.inputs = nil
	return inputs
}
