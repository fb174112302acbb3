// Package endtoend tests the built tool as a user runs it: bin/fizzer with bin/fizzer-instrument beside it, judged by the real
// TestCov. It has tests only.
//
// Hostile programs (testdata/hostile) make one attack each; the header says what it tries and which findings show its success. They
// run in worlds: namespaces with precious files, a bystander, a terminal and listeners, which are recorded before and after.
// hostile_test.go loads the programs, world_test.go is the first process of a world, stage_test.go prepares it, shell_test.go is the
// shell that calls the tool, perform_test.go makes one run, state_test.go compares.
package endtoend
