// Package puzzles holds only tests: small programs, one behaviour each, that the engine must solve with a real target
// within a number of executions (testdata, the header of each program says what it exercises).
package puzzles
