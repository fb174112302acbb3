package build

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"fizzer/libfizzer"
)

// Runtime is what a target is made of besides the program, compiled for one data model.
type Runtime struct {
	object    string   // object file
	monitor   string   // bitcode of its hot path
	libraries []string // bitcode of the functions of the C library that are instrumented with the program
}

// CompileRuntime makes the runtime for the options' data model in their scratch folder, where its files have to stay as
// long as it is used. It takes half a second of CPU time. Errors are *MissingError or failures of the machine.
func CompileRuntime(ctx context.Context, o Options) (*Runtime, error) {
	b := builder{Options: o, ctx: ctx}
	folder := b.path("runtime")
	if err := os.CopyFS(folder, libfizzer.Sources); err != nil {
		return nil, fmt.Errorf("scratch folder %s: %w", b.Scratch, err)
	}
	all := filepath.Join(folder, "all.c")
	if err := os.WriteFile(all, libfizzer.AllSources(), 0o644); err != nil {
		return nil, err
	}
	r := &Runtime{object: b.path("runtime.o"), monitor: b.path("monitor.bc")}
	flags := append(b.common(), "-std=c11", "-O2", "-fno-stack-protector", "-w")
	if err := b.compileRuntimeFile(append(flags, "-c", all, "-o", r.object)); err != nil {
		return nil, err
	}
	source := filepath.Join(folder, "c", "monitor.c")
	if err := b.compileRuntimeFile(append(flags, "-emit-llvm", "-c", source, "-o", r.monitor)); err != nil {
		return nil, err
	}
	return r, b.compileLibraries(r, folder)
}

// compileLibraries compiles with the flags of a program, whose part the functions become. In the location table their
// files have names without the scratch folder.
func (b *builder) compileLibraries(r *Runtime, folder string) error {
	for i, source := range libfizzer.LibrarySources() {
		bitcode := b.path(fmt.Sprintf("library%d.bc", i))
		arguments := append(b.frontEndFlags(), "-ffile-prefix-map="+folder+"=libfizzer", "-emit-llvm", "-c",
			filepath.Join(folder, filepath.FromSlash(source)), "-o", bitcode)
		if err := b.compileRuntimeFile(arguments); err != nil {
			return err
		}
		r.libraries = append(r.libraries, bitcode)
	}
	return nil
}

// compileRuntimeFile compiles a file of ours, which fails only where the headers of the C library are missing.
func (b *builder) compileRuntimeFile(arguments []string) error {
	message, err := b.run(b.Clang, arguments...)
	if rejected(err) {
		return b.missingLibraries(message)
	}
	return err
}
