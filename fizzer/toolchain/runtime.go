package toolchain

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"fizzer/libfizzer"
	"fizzer/testcomp/files"
)

// Runtime is the part of a target that does not depend on the program, compiled for one data model.
type Runtime struct {
	object    string   // object file
	monitor   string   // bitcode of its hot path
	lean      string   // the same for lean forms
	libraries []string // bitcode of the functions of the C library that are instrumented with the program
	linker    string   // JSON of command
	defined   string   // the names that a program may use without defining them, a line each
	command   []string // the linker's command line with places for paths; empty if only the front end knows it
}

// CompileRuntime makes the runtime for the options' data model in their scratch folder. Its files must stay there as long as the
// runtime is used. It takes half a second of CPU time, or some milliseconds if the user's cache folder has the runtime of an
// earlier run. Errors are *MissingError or failures of the machine.
func CompileRuntime(ctx context.Context, o Options) (*Runtime, error) {
	t, err := newTools(ctx, o)
	if err != nil {
		return nil, err
	}
	defer t.close()
	c := runtimeCompiler{t}
	r := &Runtime{object: c.path("runtime.o"), monitor: c.path("monitor.bc"), lean: c.path("lean.bc"),
		linker: c.path("linker.json"), defined: c.path("defined.txt")}
	for i := range libfizzer.LibrarySources() {
		r.libraries = append(r.libraries, c.path(fmt.Sprintf("library%d.bc", i)))
	}
	cached, failure := c.cacheEntry(runtimePart)
	if failure == nil && cached.load(r.files()) {
		if r.readLinker() == nil {
			return r, nil
		}
		_ = os.RemoveAll(cached.folder) // store would keep it
	}
	if err := c.compile(r); err != nil {
		return nil, err
	}
	if failure != nil { // one run does not repay the cost of learning
		return r, r.writeLinker(&linkage{})
	}
	lasting, err := c.learnLinker(r)
	if err != nil {
		return nil, err
	}
	if lasting {
		_ = cached.store(r.files())
	}
	return r, nil
}

// files returns all files of the runtime. Their base names differ.
func (r *Runtime) files() []string {
	return append([]string{r.object, r.monitor, r.lean, r.linker, r.defined}, r.libraries...)
}

// runtimeCompiler compiles the runtime, or takes it from the cache.
type runtimeCompiler struct{ *tools }

// flags are those of all files that are not instrumented.
func (c runtimeCompiler) flags() []string {
	return append(c.common(), "-std=c11", "-O2", "-fno-stack-protector", "-w")
}

// compileSymbolic makes the object file of the runtime's part that only the second form of a program needs.
func (c runtimeCompiler) compileSymbolic() (object string, err error) {
	object = c.path("symbolic.o")
	cached, err := c.cacheEntry(symbolicPart)
	if err == nil && cached.load([]string{object}) {
		return object, nil
	}
	kept := err == nil
	folder := c.path("symbolic")
	if err := copySources(folder); err != nil {
		return "", fmt.Errorf("scratch folder %s: %w", c.Scratch, err)
	}
	all := filepath.Join(folder, "all.c")
	if err := files.Write(all, libfizzer.SymbolicSources(), 0o644); err != nil {
		return "", err
	}
	if err := c.compileFile(append(c.flags(), "-c", all, "-o", object)); err != nil {
		return "", err
	}
	if kept {
		_ = cached.store([]string{object})
	}
	return object, nil
}

// copySources writes the sources of the runtime into a new folder, in place of whatever has its name.
func copySources(folder string) error {
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o755)); err != nil {
		return err
	}
	return os.CopyFS(folder, libfizzer.Sources)
}

func (c runtimeCompiler) compile(r *Runtime) error {
	folder := c.path("runtime")
	if err := copySources(folder); err != nil {
		return fmt.Errorf("scratch folder %s: %w", c.Scratch, err)
	}
	all := filepath.Join(folder, "all.c")
	if err := files.Write(all, libfizzer.AllSources(), 0o644); err != nil {
		return err
	}
	if err := c.compileFile(append(c.flags(), "-c", all, "-o", r.object)); err != nil {
		return err
	}
	source := filepath.Join(folder, "c", "monitor.c")
	if err := c.compileFile(append(c.flags(), "-emit-llvm", "-c", source, "-o", r.monitor)); err != nil {
		return err
	}
	if err := c.compileFile(append(c.flags(), "-DFIZZER_LEAN", "-emit-llvm", "-c", source, "-o", r.lean)); err != nil {
		return err
	}
	return c.compileLibraries(r, folder)
}

// compileLibraries compiles the C library's functions with the flags of a program, because they become part of it. Their file
// names in the location table do not contain the scratch folder.
func (c runtimeCompiler) compileLibraries(r *Runtime, folder string) error {
	for i, source := range libfizzer.LibrarySources() {
		arguments := append(c.frontEndFlags(), "-ffile-prefix-map="+folder+"=libfizzer", "-emit-llvm", "-c",
			filepath.Join(folder, filepath.FromSlash(source)), "-o", r.libraries[i])
		if err := c.compileFile(arguments); err != nil {
			return err
		}
	}
	return nil
}

// compileFile compiles a file of ours. It fails only if the headers of the C library are missing.
func (c runtimeCompiler) compileFile(arguments []string) error {
	message, err := c.run(c.Clang, arguments...)
	if rejected(err) {
		return c.missingLibraries(message)
	}
	return err
}
