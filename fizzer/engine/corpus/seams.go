package corpus

import (
	"slices"

	"fizzer/fizzer/execution"
)

// maxSeams bounds the seams of one input.
const maxSeams = 256

// Seam says what the program asked first after it had read a value, or several at once: where inputs of one shape are cut.
type Seam struct {
	Location uint32
	Outcome  bool
	Offset   uint32 // of the value in the input
}

// SeamsOf returns the seams of a run that read that many bytes; of more than maxSeams the first half and the last. It ends where
// the program overwrote the trace, which nobody checked. Cost: the length of the trace.
func SeamsOf(conditions execution.Trace, length int) []Seam {
	var all []Seam
	read := uint32(0)
	for _, c := range conditions.All() {
		if c.InputBytes <= read {
			continue
		}
		if int(c.InputBytes) > length {
			break
		}
		all = append(all, Seam{execution.Location(&c), execution.Direction(&c), read})
		read = c.InputBytes
	}
	if len(all) > maxSeams {
		return slices.Concat(all[:maxSeams/2], all[len(all)-maxSeams/2:])
	}
	return all
}
