// Package endtoend tests the built tool as a user has it: bin/fizzer with bin/fizzer-instrument beside it, judged by the
// real TestCov. It holds tests only.
package endtoend
