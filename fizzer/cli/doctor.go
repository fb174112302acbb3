package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/sandbox"
)

func doctorCommand() *cli.Command {
	return &cli.Command{
		Name:   "doctor",
		Usage:  "check for required programs and libraries, the sandbox, space and memory, and tell how to get what is missing",
		Action: doctor,
	}
}

// finding is one line of the doctor: what it looked for and the result.
type finding struct {
	what    string
	version string // if found
	remedy  string // the exact command, if missing
}

func doctor(c *cli.Context) error {
	if err := noFiles(c); err != nil {
		return err
	}
	ctx, stop := untilSignal(c.Context)
	defer stop()
	findings := append([]finding{findClang(ctx), findInstrumenter(ctx), findGCC(ctx)}, findLibraries(ctx)...)
	missing := 0
	for _, f := range findings {
		if f.remedy == "" {
			fmt.Fprintf(c.App.Writer, "%-24s found    %s\n", f.what, f.version)
			continue
		}
		missing++
		fmt.Fprintf(c.App.Writer, "%-24s missing  %s\n", f.what, f.remedy)
	}
	tellMachine(ctx, c.App.Writer)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	sandboxErr := tellSandbox(c.App.Writer)
	if missing > 0 {
		return &toolchain.MissingError{What: fmt.Sprintf("something that fizzer needs (%d of %d)", missing, len(findings)),
			Remedy: "run the commands above"}
	}
	return sandboxErr
}

// tellSandbox writes a line for each layer of the sandbox. It fails only if no layer is in force.
func tellSandbox(w io.Writer) error {
	missing, err := sandbox.Probe(sandbox.Options{})
	if err != nil {
		fmt.Fprintf(w, "%-24s missing  %v\n", "sandbox", err)
		return &toolchain.MissingError{What: "a sandbox", Remedy: "see docs/security.md"}
	}
	for _, layer := range sandbox.Layers {
		why, lacks := missing[layer]
		if !lacks {
			fmt.Fprintf(w, "%-24s in force\n", "sandbox: "+layer)
			continue
		}
		fmt.Fprintf(w, "%-24s missing  %s%s\n", "sandbox: "+layer, why, remedyOf(layer, os.DirFS("/")))
	}
	if len(missing) == len(sandbox.Layers) {
		return &toolchain.MissingError{What: "every layer of the sandbox", Remedy: "see docs/security.md"}
	}
	return nil
}

// namespaceSettings are the settings by which a system denies namespaces to users other than root.
var namespaceSettings = []struct{ name, bad, good string }{
	{"kernel.apparmor_restrict_unprivileged_userns", "1", "0"}, // Ubuntu since 23.10
	{"kernel.unprivileged_userns_clone", "0", "1"},             // Debian before 11
	{"user.max_user_namespaces", "0", "10000"},
}

// remedyOf returns how to get a missing layer, if the machine's settings tell.
func remedyOf(layer sandbox.Layer, machine fs.FS) string {
	switch layer {
	case sandbox.Namespaces, sandbox.View:
		for _, setting := range namespaceSettings {
			value, err := fs.ReadFile(machine, "proc/sys/"+strings.ReplaceAll(setting.name, ".", "/"))
			if err == nil && strings.TrimSpace(string(value)) == setting.bad {
				return fmt.Sprintf("; as root: sysctl -w %s=%s", setting.name, setting.good)
			}
		}
	case sandbox.Landlock:
		return "; Linux 5.13 has it, where lsm= on the kernel's command line names landlock"
	}
	return ""
}

func findClang(ctx context.Context) finding {
	path, _, err := toolchain.FindClang(ctx)
	if err != nil {
		return finding{what: "clang 14 to 19", remedy: "apt-get install clang-19"}
	}
	return found(ctx, "clang 14 to 19", path, "apt-get install clang-19")
}

func findInstrumenter(ctx context.Context) finding {
	what := toolchain.InstrumenterName
	path, err := toolchain.FindInstrumenter()
	if err != nil {
		return finding{what: what, remedy: "make build"}
	}
	return found(ctx, what, path, "apt-get install libllvm19")
}

func findGCC(ctx context.Context) finding {
	path, err := toolchain.FindGCC()
	if err != nil {
		return finding{what: "gcc", remedy: toolchain.NoGCC.Remedy}
	}
	return found(ctx, "gcc", path, toolchain.NoGCC.Remedy)
}

// found is the finding of a program at this path: the first line of `program --version`, or how to replace it if it does not work.
func found(ctx context.Context, what, path, remedy string) finding {
	output, err := toolchain.Ask(ctx, path, "--version")
	if err != nil {
		return finding{what: what, remedy: fmt.Sprintf("%s (%s does not work: %v)", remedy, path, err)}
	}
	line, _, _ := strings.Cut(output, "\n")
	return finding{what: what, version: line + " (" + path + ")"}
}

// compilers are the installed compilers for programs; gcc is always among them.
func compilers(ctx context.Context) []string {
	if clang, _, err := toolchain.FindClang(ctx); err == nil {
		return []string{"gcc", clang}
	}
	return []string{"gcc"}
}

// findLibraries links a small program for each data model with each compiler.
func findLibraries(ctx context.Context) []finding {
	folder, remove, err := temporaryFolder()
	if err != nil {
		return []finding{{what: "temporary folder", remedy: "set TMPDIR to a folder that can be written: " + err.Error()}}
	}
	defer remove()
	source := filepath.Join(folder, "probe.c")
	if err := os.WriteFile(source, []byte("#include <stdio.h>\n#include <math.h>\nint main(int c, char **v) { return (int)sin(c); }\n"),
		0o644); err != nil {
		return []finding{{what: "temporary folder", remedy: "set TMPDIR to a folder that can be written: " + err.Error()}}
	}
	var findings []finding
	for _, model := range []struct{ name, flag, remedy string }{
		{"LP64", "-m64", "apt-get install gcc libc6-dev"},
		{"ILP32", "-m32", "apt-get install gcc-multilib libc6-dev-i386"},
	} {
		for _, compiler := range compilers(ctx) {
			f := finding{what: model.name + " with " + filepath.Base(compiler), version: "C library, libm"}
			if _, err := toolchain.AskIn(ctx, folder, compiler, model.flag, source, "-lm", "-o", filepath.Join(folder, "probe")); err != nil {
				f.remedy = model.remedy
				if exit := new(exec.ExitError); !errors.As(err, &exit) { // it did not even say what is wrong
					f.remedy += fmt.Sprintf(" (%s does not work: %v)", filepath.Base(compiler), err)
				}
			}
			findings = append(findings, f)
		}
	}
	return findings
}
