// Command archive makes the files to submit to the competition: the tool's archive, which is a zip with one top folder, its
// FM-Tools entry, and the tool-info module for BenchExec. `make archive` builds the executables and calls it.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	binaries := flag.String("binaries", "build/archive/bin", "folder with fizzer and fizzer-instrument")
	output := flag.String("output", "build/archive", "folder for "+toolID+".zip, "+toolID+".yml and "+moduleName)
	facts := flag.String("submission", "benchexec/archive/submission.yml", "what only the submitter knows")
	flag.Parse()
	if err := run(*binaries, *output, *facts, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "archive:", err)
		os.Exit(1)
	}
}

// run makes the files and logs their sizes.
func run(binaries, output, facts string, log io.Writer) error {
	release, err := releaseOf(filepath.Join(binaries, "fizzer"))
	if err != nil {
		return err
	}
	parts, err := contents(binaries)
	if err != nil {
		return err
	}
	path := filepath.Join(output, toolID+".zip")
	if err := writeZip(path, toolID, parts); err != nil {
		return err
	}
	if err := tellSizes(log, path, parts); err != nil {
		return err
	}
	s, err := readSubmission(facts)
	if err != nil {
		return err
	}
	if err := errors.Join(writeEntry(filepath.Join(output, toolID+".yml"), s, release, log),
		writeModule(filepath.Join(output, moduleName), s, log)); err != nil {
		return err
	}
	if err := s.missing(); err != nil {
		fmt.Fprintf(log, "before submitting, fill in %s:\n%v\n", facts, err)
	}
	return nil
}

// releaseOf asks the executable for its version.
func releaseOf(executable string) (string, error) {
	out, err := exec.Command(executable, "--version").Output()
	if err != nil {
		return "", fmt.Errorf("%s --version: %w; call make archive, which builds it", executable, err)
	}
	return strings.TrimSpace(string(out)), nil
}

func writeEntry(path string, s submission, release string, log io.Writer) error {
	content, err := newEntry(s, release).encode()
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%s\n", path)
	return os.WriteFile(path, content, 0o644)
}

func writeModule(path string, s submission, log io.Writer) error {
	source, err := os.ReadFile("tool-info.py")
	if err != nil {
		return err
	}
	module, err := upstreamModule(string(source), s.ProjectURL)
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%s\n", path)
	return os.WriteFile(path, []byte(module), 0o644)
}

func tellSizes(log io.Writer, path string, parts []part) error {
	status, err := os.Stat(path)
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%s: %d bytes\n", path, status.Size())
	for _, p := range parts {
		fmt.Fprintf(log, "  %-32s %10d bytes\n", p.name, len(p.content))
	}
	return nil
}
