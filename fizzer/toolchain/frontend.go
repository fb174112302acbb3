package toolchain

import (
	"errors"
	"fmt"

	"fizzer/testcomp/source"
)

// common are the flags of every compilation and of the link.
func (t *tools) common() []string { return []string{fmt.Sprintf("-m%d", t.Bits), "-fno-pie"} }

// frontEndFlags keep the program's behaviour close to that of gcc -O0, which the validators use: optimisation of the
// instrumented program may not exploit undefined behaviour, and uninitialised variables are zero. Character classes are
// function calls instead of table look-ups, so that they can be monitored.
func (t *tools) frontEndFlags() []string {
	flags := append(t.common(), "-std=gnu11", "-O0", "-Xclang", "-disable-O0-optnone", "-gline-tables-only", "-gcolumn-info",
		"-fdebug-compilation-dir=/", // otherwise clang drops the prefix that a file's path shares with the current folder
		"-fwrapv", "-fno-strict-aliasing", "-fno-builtin", "-fno-delete-null-pointer-checks", "-fno-stack-protector", "-U_FORTIFY_SOURCE",
		"-ftrivial-auto-var-init=zero", "-D__alias__(x)=", "-D__NO_CTYPE", "-w", "-Wno-unknown-warning-option",
		"-Wno-error=implicit-function-declaration", "-Wno-error=implicit-int", "-Wno-error=int-conversion",
		"-Wno-error=incompatible-function-pointer-types", "-Wno-error=incompatible-pointer-types", "-Wno-error=return-type",
		"-fbracket-depth=1000000", // gcc has no limit
		"-fno-caret-diagnostics", "-fno-color-diagnostics")
	if t.ClangMajor < 16 {
		flags = append(flags, "-enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang")
	}
	return flags
}

// frontEnd compiles the program's files to bitcode.
type frontEnd struct {
	*tools
	goals []Goal // marked so far
}

// compileAll returns the files with the bitcode of the program's files, in their order.
func (f *frontEnd) compileAll() (bitcode []string, err error) {
	for i := range f.Sources.Files {
		file, err := f.compile(i)
		if err != nil {
			return nil, err
		}
		bitcode = append(bitcode, file)
	}
	return bitcode, nil
}

// compile compiles one file, with its goals marked if the front end takes that.
func (f *frontEnd) compile(index int) (bitcode string, err error) {
	bitcode = f.bitcode(index)
	file := &f.Sources.Files[index]
	if f.Goals && !file.Harness {
		if done, err := f.compileMarked(index, file, bitcode); done || err != nil {
			return bitcode, err
		}
	}
	flags := f.flagsFor(file)
	message, err := f.run(f.Clang, append(flags, "-emit-llvm", "-c", file.Path, "-o", bitcode)...)
	if rejected(err) {
		err = f.compileDialect(index, file, bitcode, message)
	}
	f.compiling += f.used
	if rejected(err) && message == "" {
		return "", noOutput(f.Clang, errors.New("it failed without a message"))
	}
	if rejected(err) {
		return "", &CompileError{Program: file.Given, Stage: "compile", Message: f.given(message)}
	}
	return bitcode, err
}

// flagsFor returns the flags for a file without marks. The debug information of a text that is too long for the run's time is left out:
// it costs a quarter of the front end's time, and only the report needs it. If the program has several files, columns alone are left
// out: the linker gives static functions other names then, and debug information has those of the source.
func (f *frontEnd) flagsFor(file *source.File) []string {
	flags := append(f.frontEndFlags(), file.Options()...)
	switch {
	case f.affords(len(file.Text)):
	case len(f.Sources.Files) == 1:
		flags = append(flags, "-g0")
		f.placeless = true
	default:
		flags = append(flags, "-gno-column-info")
	}
	return flags
}

// compileDialect compiles a program that the front end rejected with a message, if there are options that help.
func (f *frontEnd) compileDialect(index int, file *source.File, bitcode, message string) error {
	options, err := f.acceptable(index, message)
	if err != nil {
		return err
	}
	flags := append(f.flagsFor(file), options...)
	_, err = f.run(f.Clang, append(flags, "-emit-llvm", "-c", file.Path, "-o", bitcode)...)
	return err
}
