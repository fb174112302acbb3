package corpus

import (
	"slices"

	"fizzer/fizzer/execution"
)

// maxSeams bounds the seams of one input.
const maxSeams = 256

// Seam is the first question that the program asked after it had read one or more values. Inputs are spliced where their seams agree.
type Seam struct {
	Location uint32
	Outcome  bool
	Offset   uint32 // offset in the input of the first of these values
}

// SeamsOf returns the seams of a run that read the given number of bytes; of more than maxSeams it returns the first half and the last.
// It stops where the program has overwritten the trace, which nobody has checked yet. The cost is proportional to the length of the
// trace.
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
