package sandbox

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"fizzer/libfizzer/sandbox/launcher"
)

// Tool is a compiler, linker or the like, with the folders of the machine that it needs to see.
type Tool struct {
	Path string   // absolute
	Show []string // folders besides the system's: its own and the libraries beside it
}

// FindTool finds an executable by its name on the search path, or by its path.
func FindTool(name string) (Tool, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return Tool{}, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return Tool{}, err
	}
	t := Tool{Path: path}
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Tool{}, err
	}
	for _, executable := range []string{path, real} {
		if folder := filepath.Dir(executable); !ofSystem(executable) && !slices.Contains(t.Show, folder) {
			t.Show = append(t.Show, folder)
			t.Show = append(t.Show, beside(folder)...)
		}
	}
	return t, nil
}

// beside returns the folders of libraries and headers of an installation whose executables are in the folder. A home folder is
// not an installation.
func beside(folder string) []string {
	root := filepath.Dir(folder)
	if home, err := os.UserHomeDir(); filepath.Base(folder) != "bin" || err == nil && root == home {
		return nil
	}
	var found []string
	for _, name := range []string{"lib", "lib32", "lib64", "libexec", "include"} {
		if status, err := os.Stat(filepath.Join(root, name)); err == nil && status.IsDir() {
			found = append(found, filepath.Join(root, name))
		}
	}
	return found
}

// ofSystem tells whether every view shows the path.
func ofSystem(path string) bool {
	return slices.ContainsFunc(launcher.SystemFolders, func(folder string) bool { return strings.HasPrefix(path, folder+"/") })
}

// systemPath is where compilers look for other programs.
const systemPath = "/usr/local/bin:/usr/bin:/bin"

// Environment returns a tool's environment: where other programs are, and where temporary files go.
func (t Tool) Environment(temporary string) []string {
	return []string{"PATH=" + filepath.Dir(t.Path) + ":" + systemPath, "TMPDIR=" + temporary, "LC_ALL=C"}
}
