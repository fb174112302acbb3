package cli

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/build"
)

func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:   "doctor",
		Usage:  "tell which needed programs and libraries are there, and how to get the missing ones",
		Action: doctor,
	}
}

// finding is one line of the doctor: what was looked for and what came of it.
type finding struct {
	what    string
	version string // when found
	remedy  string // the exact command, when missing
}

func doctor(c *cli.Context) error {
	if err := noFiles(c); err != nil {
		return err
	}
	findings := append([]finding{findClang(), findInstrumenter(), findGCC()}, findLibraries()...)
	missing := 0
	for _, f := range findings {
		if f.remedy == "" {
			fmt.Fprintf(c.App.Writer, "%-24s found    %s\n", f.what, f.version)
			continue
		}
		missing++
		fmt.Fprintf(c.App.Writer, "%-24s missing  %s\n", f.what, f.remedy)
	}
	if missing > 0 {
		return &build.MissingError{What: fmt.Sprintf("something that fizzer needs (%d of %d)", missing, len(findings)), Remedy: "run the commands above"}
	}
	return nil
}

func findClang() finding {
	path, _, err := build.FindClang()
	if err != nil {
		return finding{what: "clang 14 to 19", remedy: "apt-get install clang-19"}
	}
	return finding{what: "clang 14 to 19", version: versionOf(path) + " (" + path + ")"}
}

func findInstrumenter() finding {
	what := build.InstrumenterName
	path, err := build.FindInstrumenter()
	if err != nil {
		return finding{what: what, remedy: "make build"}
	}
	version := versionOf(path)
	if version == "" {
		return finding{what: what, remedy: "apt-get install libllvm19 (it is at " + path + " and does not start)"}
	}
	return finding{what: what, version: version + " (" + path + ")"}
}

func findGCC() finding {
	path, err := exec.LookPath("gcc")
	if err != nil {
		return finding{what: "gcc", remedy: "apt-get install gcc libc6-dev"}
	}
	return finding{what: "gcc", version: versionOf(path) + " (" + path + ")"}
}

// versionOf returns the first line of `program --version`, or "" when it does not run.
func versionOf(program string) string {
	output, err := exec.Command(program, "--version").Output()
	if err != nil {
		return ""
	}
	line, _, _ := strings.Cut(string(output), "\n")
	return line
}

// findLibraries links a small program for each data model with each of the compilers.
func findLibraries() []finding {
	folder, remove, err := temporaryFolder()
	if err != nil {
		return []finding{{what: "temporary folder", remedy: "set TMPDIR to a folder that can be written: " + err.Error()}}
	}
	defer remove()
	source := filepath.Join(folder, "probe.c")
	if err := os.WriteFile(source, []byte("#include <stdio.h>\n#include <math.h>\nint main(int c, char **v) { return (int)sin(c); }\n"), 0o644); err != nil {
		return []finding{{what: "temporary folder", remedy: "set TMPDIR to a folder that can be written: " + err.Error()}}
	}
	compilers := []string{"gcc"}
	if clang, _, err := build.FindClang(); err == nil {
		compilers = append(compilers, clang)
	}
	var findings []finding
	for _, model := range []struct{ name, flag, remedy string }{
		{"LP64", "-m64", "apt-get install gcc libc6-dev"},
		{"ILP32", "-m32", "apt-get install gcc-multilib libc6-dev-i386"},
	} {
		for _, compiler := range compilers {
			f := finding{what: model.name + " with " + filepath.Base(compiler), version: "C library, libm"}
			if err := exec.Command(compiler, model.flag, source, "-lm", "-o", filepath.Join(folder, "probe")).Run(); err != nil {
				f.remedy = model.remedy
			}
			findings = append(findings, f)
		}
	}
	return findings
}
