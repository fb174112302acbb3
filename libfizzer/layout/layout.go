// Package layout is the shared memory between the engine and the target, byte for byte.
//
// layout.yaml is its one source: structs and constants for Go (layout_generated.go) and for C (../c/layout.h) are
// generated from it. All fields have fixed widths and natural alignment, so 32-bit and 64-bit targets agree.
package layout

import "strconv"

//go:generate go run ./generate

func nameOf(names []string, value uint32) string {
	if value < uint32(len(names)) {
		return names[value]
	}
	return "unknown-" + strconv.FormatUint(uint64(value), 10)
}
