// Command fizzer generates test suites for C programs by gray-box fuzzing: it covers the Boolean instructions of the
// program by sensitivity analysis and gradient descent, and writes tests in the Test-Comp exchange format.
package main

import (
	"os"

	"fizzer/fizzer/cli"
)

func main() {
	os.Exit(cli.Main(os.Args, os.Stdout, os.Stderr))
}
