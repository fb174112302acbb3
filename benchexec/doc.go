// Package benchexec holds the benchmark definitions and tests that the real BenchExec runs the tool by them and by the
// project's tool-info module.
package benchexec
