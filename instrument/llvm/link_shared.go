//go:build llvm19 && !byollvm

package llvm

// LLVM as a shared library: quick to link, for developing and testing.

// #cgo CPPFLAGS: -I/usr/include/llvm-19 -I/usr/include/llvm-c-19 -D_GNU_SOURCE -D__STDC_CONSTANT_MACROS -D__STDC_FORMAT_MACROS -D__STDC_LIMIT_MACROS
// #cgo LDFLAGS: -L/usr/lib/llvm-19/lib -lLLVM-19
import "C"
