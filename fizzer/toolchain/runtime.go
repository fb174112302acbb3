package toolchain

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
// long as it is used. It takes half a second of CPU time, or some milliseconds where an earlier run left one in the user's cache folder.
// Errors are *MissingError or failures of the machine.
func CompileRuntime(ctx context.Context, o Options) (*Runtime, error) {
	b, err := newBuilder(ctx, o)
	if err != nil {
		return nil, err
	}
	defer b.close()
	r := &Runtime{object: b.path("runtime.o"), monitor: b.path("monitor.bc")}
	for i := range libfizzer.LibrarySources() {
		r.libraries = append(r.libraries, b.path(fmt.Sprintf("library%d.bc", i)))
	}
	cached, err := b.cacheEntry("runtime")
	if err != nil {
		return r, b.compileRuntime(r)
	}
	if cached.load(r.files()) {
		return r, nil
	}
	if err := b.compileRuntime(r); err != nil {
		return nil, err
	}
	_ = cached.store(r.files())
	return r, nil
}

// files are all files of the runtime; no two have the same name.
func (r *Runtime) files() []string { return append([]string{r.object, r.monitor}, r.libraries...) }

func (b *builder) runtimeFlags() []string {
	return append(b.common(), "-std=c11", "-O2", "-fno-stack-protector", "-w")
}

// compileSymbolic makes the object file of what the second form of a program is linked with besides, or takes it from the cache.
func (b *builder) compileSymbolic() (object string, err error) {
	object = b.path("symbolic.o")
	cached, err := b.cacheEntry("symbolic")
	if err == nil && cached.load([]string{object}) {
		return object, nil
	}
	kept := err == nil
	folder := b.path("symbolic")
	if err := os.CopyFS(folder, libfizzer.Sources); err != nil {
		return "", fmt.Errorf("scratch folder %s: %w", b.Scratch, err)
	}
	all := filepath.Join(folder, "all.c")
	if err := os.WriteFile(all, libfizzer.SymbolicSources(), 0o644); err != nil {
		return "", err
	}
	if err := b.compileRuntimeFile(append(b.runtimeFlags(), "-c", all, "-o", object)); err != nil {
		return "", err
	}
	if kept {
		_ = cached.store([]string{object})
	}
	return object, nil
}

func (b *builder) compileRuntime(r *Runtime) error {
	folder := b.path("runtime")
	if err := os.CopyFS(folder, libfizzer.Sources); err != nil {
		return fmt.Errorf("scratch folder %s: %w", b.Scratch, err)
	}
	all := filepath.Join(folder, "all.c")
	if err := os.WriteFile(all, libfizzer.AllSources(), 0o644); err != nil {
		return err
	}
	if err := b.compileRuntimeFile(append(b.runtimeFlags(), "-c", all, "-o", r.object)); err != nil {
		return err
	}
	source := filepath.Join(folder, "c", "monitor.c")
	if err := b.compileRuntimeFile(append(b.runtimeFlags(), "-emit-llvm", "-c", source, "-o", r.monitor)); err != nil {
		return err
	}
	return b.compileLibraries(r, folder)
}

// compileLibraries compiles with the flags of a program, whose part the functions become. In the location table their
// files have names without the scratch folder.
func (b *builder) compileLibraries(r *Runtime, folder string) error {
	for i, source := range libfizzer.LibrarySources() {
		arguments := append(b.frontEndFlags(), "-ffile-prefix-map="+folder+"=libfizzer", "-emit-llvm", "-c",
			filepath.Join(folder, filepath.FromSlash(source)), "-o", r.libraries[i])
		if err := b.compileRuntimeFile(arguments); err != nil {
			return err
		}
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
