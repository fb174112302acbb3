// Package endtoend tests the built tool as a user has it: bin/fizzer with bin/fizzer-instrument beside it, judged by the
// real TestCov. It holds tests only.
//
// Hostile programs (testdata/hostile, one attempt each; the header says what it tries and which findings tell of its success) are
// run in worlds: namespaces with precious files, a bystander, a terminal and listeners, which are looked at before and after.
// hostile_test.go loads them, world_test.go is the first process of a world, stage_test.go what stands in it, shell_test.go the
// shell that calls the tool, perform_test.go one run, state_test.go what is compared.
package endtoend
