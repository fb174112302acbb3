// Package cc stands in the place of the compiler of a build: it calls the real one, and adds to each object file and executable a
// section that says how it was made. From the section of an executable it tells which sources, options and libraries make the program
// (decision 045).
//
// What is built is what the real compiler builds, and its messages and exit codes are the only ones, so that the build, the checks of
// its configuration and the tests of the project work as ever.
package cc

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"fizzer/testcomp/files"
	"fizzer/testcomp/flags"
)

// Variable is the environment variable that names the real compiler, perhaps with options.
const Variable = "FIZZER_CC"

// Name is the name under which the executable is the compiler, for builds that want a single file.
const Name = "fizzer-cc"

// Exit codes of the wrapper itself; that of a command that is missing is the one of shells.
const (
	exitFailed  = 1
	exitMissing = 127
)

// Main does what the words after the compiler's name ask for, and returns the exit code of the real compiler.
func Main(words []string, stderr io.Writer) int {
	compiler, err := realCompiler()
	if err != nil {
		fmt.Fprintf(stderr, "fizzer cc: %v\n", err)
		return exitMissing
	}
	all := slices.Concat(compiler.words, words)
	c := parse(expand(slices.Concat(onlyOptions(compiler.words), words)))
	if !c.makes() {
		err := syscall.Exec(compiler.path, all, os.Environ())
		fmt.Fprintf(stderr, "fizzer cc: %s: %v\n", compiler.path, err)
		return exitFailed
	}
	ctx, end := untilSignal()
	hashes := c.hashes() // of the sources as the compiler sees them
	status, err := execute(ctx, compiler.path, all)
	if err != nil {
		if ended := end(); ended != 0 { // before the compiler was started
			return endBy(ended)
		}
		fmt.Fprintf(stderr, "fizzer cc: %s: %v\n", compiler.path, err)
		return exitFailed
	}
	done := status.Exited() && status.ExitStatus() == 0
	if done {
		// A file without a record is as good as any other for the build; whoever wants to test the program is told.
		_ = c.record(ctx, hashes)
	}
	switch ended := end(); {
	case status.Signaled():
		return endBy(status.Signal())
	case done && ended != 0: // it came too late for the compiler
		return endBy(ended)
	}
	return status.ExitStatus()
}

// untilSignal returns a context that ends by a signal that ends a compiler, unless it is ignored. end returns the signal, or 0 if none
// came, and lets the signals have their usual effect again.
func untilSignal() (ctx context.Context, end func() syscall.Signal) {
	ctx, cancel := context.WithCancel(context.Background())
	arrived := make(chan os.Signal, 1)
	for _, s := range []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT} {
		if !signal.Ignored(s) {
			signal.Notify(arrived, s)
		}
	}
	var first atomic.Int64
	go func() {
		if s, ok := (<-arrived).(syscall.Signal); ok {
			first.Store(int64(s))
		}
		cancel()
	}()
	return ctx, func() syscall.Signal {
		signal.Stop(arrived)
		return syscall.Signal(first.Load())
	}
}

// crashes are the signals of which Go's runtime would tell at length.
var crashes = []syscall.Signal{
	syscall.SIGSEGV, syscall.SIGABRT, syscall.SIGBUS, syscall.SIGILL, syscall.SIGFPE, syscall.SIGTRAP, syscall.SIGSYS,
}

// endBy ends this process by a signal that has ended the compiler; instead of SIGQUIT, of which the runtime tells, too, by SIGTERM. It
// returns the exit code that shells give, for a signal that is ignored or a crash.
func endBy(s syscall.Signal) int {
	code := 128 + int(s)
	switch {
	case slices.Contains(crashes, s):
		return code
	case s == syscall.SIGQUIT:
		s = syscall.SIGTERM
	}
	_ = syscall.Kill(os.Getpid(), s)
	time.Sleep(time.Second) // it arrives, unless it is ignored
	return code
}

// onlyOptions leaves out what stands before the compiler's own options, as in "ccache gcc -m32".
func onlyOptions(words []string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(word string) bool { return !strings.HasPrefix(word, "-") })
}

// real is the compiler that does the work.
type real struct {
	path  string
	words []string // its name, which it shows in its messages, and options that it always gets
}

func realCompiler() (real, error) {
	candidates := [][]string{{"cc"}, {"gcc"}, {"clang"}}
	if text := os.Getenv(Variable); text != "" {
		words, err := flags.Split(text)
		if err != nil || len(words) == 0 {
			return real{}, fmt.Errorf("%s=%q names no compiler", Variable, text)
		}
		candidates = [][]string{words}
	}
	own, err := os.Stat("/proc/self/exe")
	if err != nil {
		return real{}, err
	}
	for _, words := range candidates {
		path, err := exec.LookPath(words[0])
		if err != nil {
			continue
		}
		if info, err := os.Stat(path); err == nil && !os.SameFile(own, info) && filepath.Base(path) != Name {
			return real{path, words}, nil
		}
	}
	return real{}, fmt.Errorf("no compiler other than this tool is on PATH (%s names one); install gcc", Variable)
}

// execute runs the compiler with all that this process has. The end of ctx ends it.
func execute(ctx context.Context, path string, words []string) (syscall.WaitStatus, error) {
	command := exec.CommandContext(ctx, path)
	command.Args = words
	command.Cancel = func() error { return command.Process.Signal(syscall.SIGTERM) }
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	if err := command.Run(); command.ProcessState == nil {
		return 0, err
	}
	return command.ProcessState.Sys().(syscall.WaitStatus), nil
}

// hashes returns the hash of each source; empty: it cannot be read.
func (c *call) hashes() (all []string) {
	for _, s := range c.sources {
		hash := ""
		if content, err := files.Read(s.path, files.MaxSource); err == nil { // no more is tested
			hash = hashOf(content)
		}
		all = append(all, hash)
	}
	return all
}

func hashOf(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}

// record adds records to what the call has made, until ctx ends.
func (c *call) record(ctx context.Context, hashes []string) error {
	folder, err := os.Getwd()
	if err != nil {
		return err
	}
	var records []record
	options := append(c.options, searchedByEnvironment()...)
	for i, s := range c.sources {
		r := record{Compiled: &compiled{folder, s.path, s.language, hashes[i], options}}
		if c.compiles {
			err = errors.Join(err, attach(ctx, c.object(s), encode(r)))
		}
		records = append(records, r)
	}
	if c.compiles {
		return err
	}
	link, shared := c.libraries(folder)
	lines := append(encode(append(records, record{Linked: link})...), shared...)
	output := c.output
	if output == "" {
		output = "a.out"
	}
	return attach(ctx, output, lines)
}

// searchedByEnvironment returns the folders of headers that environment variables give to compilers, as options.
func searchedByEnvironment() (options []string) {
	for _, v := range []struct{ variable, option string }{{"CPATH", "-I"}, {"C_INCLUDE_PATH", "-isystem"}} {
		for _, folder := range filepath.SplitList(os.Getenv(v.variable)) {
			if folder != "" {
				options = append(options, v.option, folder)
			}
		}
	}
	return options
}

// systemFolders have the libraries that every build may name.
var systemFolders = []string{"/lib", "/usr/lib", "/lib32", "/usr/lib32", "/lib64", "/usr/lib64", "/usr/local/lib"}

// libraries returns what is linked besides sources, and the records of shared libraries.
func (c *call) libraries(folder string) (*linked, []byte) {
	l := &linked{Folder: folder}
	folders := filepath.SplitList(os.Getenv("LIBRARY_PATH"))
	for _, word := range c.linker {
		if given, ok := strings.CutPrefix(word, "-L"); ok {
			folders = append(folders, given)
		}
	}
	var shared []byte
	for _, word := range c.linker {
		switch name, library := strings.CutPrefix(word, "-l"); {
		case strings.HasPrefix(word, "-L"):
		case library:
			if path := c.find(folders, name); path != "" {
				shared = append(shared, l.add(flags.Inside(folder, path))...)
			} else {
				l.Libraries = append(l.Libraries, word)
			}
		case strings.HasPrefix(word, "-"):
			l.Libraries = append(l.Libraries, word)
		default:
			shared = append(shared, l.add(flags.Inside(folder, word))...)
		}
	}
	return l, shared
}

// find returns the file of a library in the folders of -L; empty: it is one of the system, or there is none.
func (c *call) find(folders []string, name string) string {
	for _, folder := range folders {
		if absolute, err := filepath.Abs(folder); err != nil || isSystem(absolute) {
			continue
		}
		names := []string{"lib" + name + ".so", "lib" + name + ".a"}
		if c.static {
			names = names[1:]
		}
		if exact, ok := strings.CutPrefix(name, ":"); ok {
			names = []string{exact}
		}
		for _, file := range names {
			if path := filepath.Join(folder, file); begins(path, "") {
				return path
			}
		}
	}
	return ""
}

func isSystem(path string) bool {
	return slices.ContainsFunc(systemFolders, func(folder string) bool { return path == folder || strings.HasPrefix(path, folder+"/") })
}

// add adds a file that was linked. It returns the records of a shared library, which no linker copies.
func (l *linked) add(path string) []byte {
	switch {
	case isELF(path):
		lines, err := recordOf(path)
		isShared := strings.Contains(filepath.Base(path), ".so")
		switch {
		case err == nil && isShared:
			return lines
		case err == nil: // the linker has copied it
		case isShared && isSystem(path):
			name, _, _ := strings.Cut(strings.TrimPrefix(filepath.Base(path), "lib"), ".so")
			l.Libraries = append(l.Libraries, "-l"+name)
		default:
			l.Without = append(l.Without, path)
		}
	case begins(path, archiveMagic), begins(path, thinMagic):
		if !archiveRecorded(path) {
			l.Libraries = append(l.Libraries, path)
		}
	}
	return nil
}
