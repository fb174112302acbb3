//go:build llvm19

package pass

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"fizzer/instrument/llvm"
	"fizzer/libfizzer"
)

const frontEnd = "compile the program with clang 14 to 19, -O0 -emit-llvm -c"

// readProgram merges the files of a program and checks that the result can be instrumented.
func readProgram(context llvm.Context, paths []string) (llvm.Module, error) {
	if len(paths) == 0 {
		return llvm.Module{}, errors.New("no input was given; name the program's bitcode with --input")
	}
	program, err := readModule(context, paths[0])
	if err != nil {
		return llvm.Module{}, err
	}
	for _, path := range paths[1:] {
		if err := merge(context, program, path); err != nil {
			return llvm.Module{}, err
		}
	}
	if odd := program.NamedFunction(libfizzer.OddMain); !odd.IsNil() {
		odd.SetName("main")
	}
	if main := program.NamedFunction("main"); main.IsNil() || main.IsDeclaration() {
		return llvm.Module{}, errors.New("the program defines no function main, where a run begins; add one, or the file that has it: a task definition (.yml) names several in input_files")
	}
	return program, nil
}

// readModule reads one file and checks it.
func readModule(context llvm.Context, path string) (llvm.Module, error) {
	if _, err := os.Stat(path); err != nil {
		return llvm.Module{}, fmt.Errorf("%w; %s", err, frontEnd)
	}
	module, err := llvm.Read(context, path)
	if err != nil {
		return llvm.Module{}, fmt.Errorf("%s is not readable as LLVM IR: %s; %s", path, firstLine(err), frontEnd)
	}
	if err = llvm.Verify(module); err != nil {
		llvm.StripDebug(module) // LLVM drops broken debug information, too
		err = llvm.Verify(module)
	}
	if err != nil {
		return llvm.Module{}, fmt.Errorf("%s holds broken LLVM IR: %s; %s", path, firstLine(err), frontEnd)
	}
	if !isX86(module.Target()) {
		return llvm.Module{}, fmt.Errorf("%s is for the target %q; compile for Linux on x86 with -m32 or -m64", path, module.Target())
	}
	return module, nil
}

func isX86(triple string) bool {
	architecture, _, _ := strings.Cut(triple, "-")
	switch architecture {
	case "x86_64", "i386", "i486", "i586", "i686":
		return strings.Contains(triple, "linux")
	}
	return false
}

// merge links the module in a file into the program.
func merge(context llvm.Context, program llvm.Module, path string) error {
	module, err := readModule(context, path)
	if err != nil {
		return err
	}
	if err := sameModel(program, module, path); err != nil {
		return err
	}
	if err := llvm.Link(program, module); err != nil {
		return fmt.Errorf("%s does not fit the inputs before it: %s; define each function and variable once", path, firstLine(err))
	}
	return nil
}

// linkLibraries adds those functions of the libraries that the program uses but does not define.
func linkLibraries(context llvm.Context, program llvm.Module, paths []string) error {
	for _, path := range paths {
		library, err := readModule(context, path)
		if err != nil {
			return fmt.Errorf("library: %w", err)
		}
		if err := sameModel(program, library, path); err != nil {
			return fmt.Errorf("library: %w", err)
		}
		if err := llvm.LinkNeeded(program, library); err != nil {
			return fmt.Errorf("library: %s does not fit the program: %s", path, firstLine(err))
		}
	}
	return nil
}

// sameModel checks that a module has the program's data model, and gives it the program's triple and layout: different
// versions of clang only spell them differently.
func sameModel(program, module llvm.Module, path string) error {
	want, got := llvm.PointerBits(program), llvm.PointerBits(module)
	if want != got {
		return fmt.Errorf("%s has pointers of %d bits but the program has %d; compile all with the same of -m32 and -m64", path, got, want)
	}
	module.SetTarget(program.Target())
	module.SetDataLayout(program.DataLayout())
	return nil
}

// firstLine returns the first line of LLVM's message.
func firstLine(err error) string {
	line, _, _ := strings.Cut(strings.TrimSpace(err.Error()), "\n")
	return strings.TrimSuffix(line, ".")
}
