// Command structure shows how the module is built: which packages import which, as a picture, and which types are the largest.
//
//	go run ./lint/structure imports > imports.svg   # a matrix: a row for each importer, a column for each imported package
//	go run ./lint/structure types                   # a table in Markdown, the largest types first
//
// The order of packages is one in which none imports an earlier one, so that all marks are on one side of the diagonal. The further
// a mark is from the diagonal, the more layers the import skips. Of a type, the methods declared for it and the fields of its own
// struct count; an embedded type counts as one field.
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
