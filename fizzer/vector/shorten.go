package vector

import "fizzer/libfizzer/layout"

// Shortened returns how many of the reads belong into the test of a run with this ending.
//
// A validator keeps the coverage of a test that runs out of inputs, but not of one that crashes or hangs. So the test
// of a run that ended badly leaves out the last value: the program then ends where it asks for it.
func Shortened(ending layout.Ending, reads int) int {
	switch ending {
	case layout.EndingCrashed, layout.EndingTimeout, layout.EndingLost, layout.EndingLimitSteps, layout.EndingLimitMemory,
		layout.EndingLimitConditions, layout.EndingLimitDepth:
		return max(reads-1, 0)
	}
	return reads
}

// ReadsWithin returns how many of the reads lie within the first bytes of the input.
func ReadsWithin(reads []layout.Read, bytes uint32) int {
	for i, read := range reads {
		if read.Offset+uint32(read.Size) > bytes {
			return i
		}
	}
	return len(reads)
}
