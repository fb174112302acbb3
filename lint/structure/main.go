// Command structure shows how the module is built: which packages import which, as a picture, and which types are the largest.
//
//	go run ./lint/structure imports > imports.svg   # a matrix: a row for each importer, a column for each imported package
//	go run ./lint/structure types                   # a table in Markdown, the largest types first
//
// Packages are in an order in which none imports one before it, so that all marks are on one side of the diagonal; the further a
// mark is from it, the more layers it skips. A type's methods are those that are declared for it, its fields those of its own struct,
// an embedded type counting as one.
package main

import (
	"fmt"
	"os"
)

func main() {
	var text string
	var err error
	switch command := append(os.Args[1:], "")[0]; command {
	case "imports":
		text, err = picture()
	case "types":
		text, err = largest(".")
	default:
		err = fmt.Errorf("there is no %q; known are imports and types", command)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "structure:", err)
		os.Exit(1)
	}
	fmt.Print(text)
}
