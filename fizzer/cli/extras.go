package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/quantity"
	"fizzer/fizzer/toolchain"
)

// extra is an optional program.
type extra struct{ name, use, remedy string }

// extras are used by reproduce.sh of a bad end, by fizzer cc, and as solvers in experiments with path constraints.
var extras = []extra{
	{"gdb", "reproduce.sh gdb shows where a crash is", "apt-get install gdb"},
	{"objcopy", "fizzer cc records builds", "apt-get install binutils"},
	{"z3", "a solver", "apt-get install z3"},
	{"cvc5", "a solver", "apt-get install cvc5"},
	{"bitwuzla", "a solver", "apt-get install bitwuzla"},
	{"cadical", "a solver", "apt-get install cadical"},
}

// minSpace is the space in the temporary folder, in bytes, that runs of large programs need; picked by hand.
const minSpace = 256 << 20

// tellMachine writes a line for each resource of the machine that a run uses, and for each optional program.
func tellMachine(ctx context.Context, w io.Writer) {
	tellSpace(w, os.TempDir())
	tellMemory(w)
	if err := checkRoom(1); err != nil {
		fmt.Fprintf(w, "%-24s low      %v\n", "resource limits", err)
	}
	tellExtra(w, "AddressSanitizer", "reproduce.sh shows what a crash does wrong", "apt-get install libclang-rt-19-dev, or gcc",
		sanitizes(ctx))
	for _, e := range extras {
		path, _ := exec.LookPath(e.name) // empty: it is missing
		tellExtra(w, e.name, e.use, e.remedy, path)
	}
}

func tellExtra(w io.Writer, name, use, remedy, found string) {
	if found == "" {
		fmt.Fprintf(w, "%-24s absent   optional; %s: %s\n", name, use, remedy)
		return
	}
	fmt.Fprintf(w, "%-24s found    %s\n", name, found)
}

// tellSpace writes the free space of the temporary folder.
func tellSpace(w io.Writer, folder string) {
	var status unix.Statfs_t
	if err := unix.Statfs(folder, &status); err != nil {
		fmt.Fprintf(w, "%-24s missing  %s: %v; name another folder with TMPDIR\n", "temporary folder", folder, err)
		return
	}
	free := status.Bavail * uint64(status.Bsize)
	state := "found   "
	advice := ""
	if free < minSpace {
		state, advice = "low     ", "; large programs need more: name another folder with TMPDIR"
	}
	fmt.Fprintf(w, "%-24s %s %s: %s MiB free%s\n", "temporary folder", state, folder, quantity.Group(free>>20, " "), advice)
}

// tellMemory writes the memory limit of a run without --memory.
func tellMemory(w io.Writer) {
	planned, err := memorySize(defaultMemory)
	if err != nil {
		fmt.Fprintf(w, "%-24s missing  %v\n", "memory", err)
		return
	}
	fmt.Fprintf(w, "%-24s found    at most %s MiB will be used, of the %s of --memory\n", "memory", quantity.Group(planned>>20, " "),
		defaultMemory)
}

// sanitizes returns a compiler that links programs with AddressSanitizer; empty: there is none.
func sanitizes(ctx context.Context) string {
	folder, remove, err := temporaryFolder()
	if err != nil {
		return ""
	}
	defer remove()
	source := filepath.Join(folder, "probe.c")
	if os.WriteFile(source, []byte("int main(void) { return 0; }\n"), 0o600) != nil {
		return ""
	}
	for _, compiler := range compilers(ctx) {
		if _, err := toolchain.AskIn(ctx, folder, compiler, "-fsanitize=address", source, "-o", filepath.Join(folder, "probe")); err == nil {
			return compiler
		}
	}
	return ""
}
