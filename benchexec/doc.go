// Package benchexec contains the benchmark definitions. Its tests run the tool with the real BenchExec, by these definitions and
// the project's tool-info module.
package benchexec
