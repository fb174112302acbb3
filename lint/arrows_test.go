package lint

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "fizzer"

// folders lists the folders of the module that each folder may import, besides itself.
var folders = map[string][]string{
	"fizzer":     {"testcomp", "libfizzer"},
	"instrument": {"libfizzer"},
	"libfizzer":  {},
	"testcomp":   {"libfizzer"}, // the sandbox
	"benchexec":  {"testcomp"},
	"examples":   {},
	"lint":       {},
}

// homes lists the packages below which a dependency may be imported; elsewhere it may not.
var homes = map[string][]string{
	"C":                                           {"fizzer/instrument/llvm"},
	"tinygo.org/x/go-llvm":                        {"fizzer/instrument/llvm"},
	"github.com/beevik/etree":                     {"fizzer/testcomp", "fizzer/benchexec"},
	"github.com/urfave/cli/v2":                    {"fizzer/fizzer/cli", "fizzer/fizzer/bench", "fizzer/fizzer/survey", "fizzer/instrument"},
	"github.com/chromedp/chromedp":                {"fizzer/fizzer/endtoend"},
	"github.com/charmbracelet/bubbletea":          {"fizzer/fizzer/cli/live"},
	"github.com/charmbracelet/lipgloss":           {"fizzer/fizzer/cli/live"},
	"github.com/elastic/go-seccomp-bpf/arch":      {"fizzer/libfizzer/sandbox/filter"},
	"github.com/nats-io/nats-server/v2/server":    {"fizzer/fizzer/hub/server"},
	"github.com/nats-io/nats.go":                  {"fizzer/fizzer/hub"},
	"github.com/nats-io/nats.go/jetstream":        {"fizzer/fizzer/hub"},
	"github.com/nats-io/nkeys":                    {"fizzer/fizzer/hub/server"},
	"github.com/synadia-io/orbit.go/jetstreamext": {"fizzer/fizzer/hub"},
	"github.com/santhosh-tekuri/jsonschema/v6":    {"fizzer/fizzer/endtoend"},
	"golang.org/x/net/bpf":                        {"fizzer/libfizzer/sandbox/filter"},
	"gopkg.in/yaml.v3":                            {"fizzer/testcomp", "fizzer/libfizzer/layout/generate", "fizzer/benchexec", "fizzer/lint"},
}

// layers are packages of the engine from top to bottom. A package must not import one of a layer above.
var layers = []string{
	"fizzer/fizzer/survey",
	"fizzer/fizzer/bench",
	"fizzer/fizzer/cli",
	"fizzer/fizzer/report",
	"fizzer/fizzer/output",
	"fizzer/fizzer/campaign",
	"fizzer/fizzer/hub/exchange",
	"fizzer/fizzer/crew",
	"fizzer/fizzer/engine",
	"fizzer/fizzer/strategy",
	"fizzer/fizzer/analysis",
	"fizzer/fizzer/tree",
	"fizzer/fizzer/trace",
}

// proposers are packages that propose what to run; they must not be able to run it.
var proposers = []string{"fizzer/fizzer/strategy", "fizzer/fizzer/analysis", "fizzer/fizzer/tree", "fizzer/fizzer/trace"}

// data are packages of types that are written to disk, with what they may import from this module: only other such types.
var data = map[string][]string{
	"fizzer/fizzer/formats":      {"fizzer/libfizzer/locations"},
	"fizzer/libfizzer/locations": {},
}

// goPackage is what `go list -json` says about one package.
type goPackage struct {
	ImportPath   string
	Imports      []string
	TestImports  []string
	XTestImports []string
}

func TestArrows(t *testing.T) {
	packages, err := list()
	if err != nil {
		t.Fatal(err)
	}
	if len(packages) < len(folders) {
		t.Fatalf("go list names %d packages only", len(packages))
	}
	for _, p := range packages {
		for _, complaint := range broken(p) {
			t.Error(complaint)
		}
	}
}

func TestBrokenArrowsAreFound(t *testing.T) {
	tests := []struct {
		name     string
		importer goPackage
		want     string // part of the only complaint; empty: no complaint
	}{
		{"engine to suites", goPackage{ImportPath: "fizzer/fizzer/engine", Imports: []string{"fizzer/testcomp/suite"}}, ""},
		{"suites to engine", goPackage{ImportPath: "fizzer/testcomp/suite", Imports: []string{"fizzer/fizzer/engine"}}, "folder"},
		{"suites' tests to engine", goPackage{ImportPath: "fizzer/testcomp/suite", XTestImports: []string{"fizzer/fizzer/engine"}}, "folder"},
		{"layout to instrumenter", goPackage{ImportPath: "fizzer/libfizzer/layout", Imports: []string{"fizzer/instrument/llvm"}}, "folder"},
		{"unknown folder", goPackage{ImportPath: "fizzer/another", Imports: []string{"fmt"}}, "no folder"},
		{"LLVM in its wrapper", goPackage{ImportPath: "fizzer/instrument/llvm", Imports: []string{"tinygo.org/x/go-llvm"}}, ""},
		{"LLVM beside its wrapper", goPackage{ImportPath: "fizzer/instrument/pass", Imports: []string{"tinygo.org/x/go-llvm"}}, "below"},
		{"LLVM in a namesake", goPackage{ImportPath: "fizzer/instrument/llvmother", Imports: []string{"tinygo.org/x/go-llvm"}}, "below"},
		{"cgo in the engine", goPackage{ImportPath: "fizzer/fizzer/runner", Imports: []string{"C"}}, "below"},
		{"XML in the engine", goPackage{ImportPath: "fizzer/fizzer/engine", Imports: []string{"github.com/beevik/etree"}}, "below"},
		{"tree to trace", goPackage{ImportPath: "fizzer/fizzer/tree", Imports: []string{"fizzer/fizzer/trace"}}, ""},
		{"trace to tree", goPackage{ImportPath: "fizzer/fizzer/trace", Imports: []string{"fizzer/fizzer/tree"}}, "layer"},
		{"analysis to strategy", goPackage{ImportPath: "fizzer/fizzer/analysis/binary", Imports: []string{"fizzer/fizzer/strategy"}}, "layer"},
		{"helper to engine", goPackage{ImportPath: "fizzer/fizzer/budget", Imports: []string{"fizzer/fizzer/engine"}}, "layer"},
		{"helper to tree", goPackage{ImportPath: "fizzer/fizzer/report", Imports: []string{"fizzer/fizzer/tree"}}, ""},
		{"analysis to target", goPackage{ImportPath: "fizzer/fizzer/analysis/binary", Imports: []string{"fizzer/fizzer/runner"}}, "proposes"},
		{"formats to the run", goPackage{ImportPath: "fizzer/fizzer/formats", Imports: []string{"fizzer/fizzer/budget"}}, "files"},
		{"formats to a format", goPackage{ImportPath: "fizzer/fizzer/formats", Imports: []string{"fizzer/libfizzer/locations", "time"}}, ""},
		{"a format to formats", goPackage{ImportPath: "fizzer/libfizzer/locations", Imports: []string{"fizzer/libfizzer/layout"}}, "files"},
		{"analysis' tests to target", goPackage{ImportPath: "fizzer/fizzer/analysis/binary", TestImports: []string{"fizzer/fizzer/runner"}}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := broken(test.importer)
			if test.want == "" && len(got) > 0 {
				t.Errorf("complaints %q about an arrow that is allowed", got)
			}
			if test.want != "" && (len(got) != 1 || !strings.Contains(got[0], test.want)) {
				t.Errorf("complaints are %q, want one with %q", got, test.want)
			}
		})
	}
}

// list asks the go command for all packages of the module.
func list() ([]goPackage, error) {
	command := exec.Command("go", "list", "-tags", "llvm19", "-json=ImportPath,Imports,TestImports,XTestImports", module+"/...")
	out, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return nil, fmt.Errorf("go list: %w", err)
	}
	var all []goPackage
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, fmt.Errorf("go list: %w", err)
		}
		all = append(all, p)
	}
}

// broken returns a sentence for each import of p that breaks a rule.
func broken(p goPackage) []string {
	var complaints []string
	for _, imported := range p.Imports {
		complaints = append(complaints, brokenLayer(p.ImportPath, imported)...)
	}
	all := slices.Concat(p.Imports, p.TestImports, p.XTestImports)
	slices.Sort(all)
	for _, imported := range slices.Compact(all) {
		complaints = append(complaints, brokenFolder(p.ImportPath, imported)...)
	}
	if _, known := folders[folder(p.ImportPath)]; !known {
		complaints = append(complaints, fmt.Sprintf("%s is in no folder of the architecture", p.ImportPath))
	}
	return complaints
}

func brokenFolder(importer, imported string) []string {
	if where, limited := homes[imported]; limited && !slices.ContainsFunc(where, func(home string) bool { return below(importer, home) }) {
		return []string{fmt.Sprintf("%s imports %s, which is allowed below %s only", importer, imported, strings.Join(where, " and "))}
	}
	if also, limited := data[importer]; limited && folder(imported) != "" && !slices.Contains(also, imported) {
		return []string{fmt.Sprintf("%s imports %s: whoever reads its files would depend on it", importer, imported)}
	}
	from, to := folder(importer), folder(imported)
	allowed, known := folders[from]
	if !known || to == "" || to == from || slices.Contains(allowed, to) {
		return nil
	}
	return []string{fmt.Sprintf("%s imports %s: folder %s must not use folder %s", importer, imported, from, to)}
}

func brokenLayer(importer, imported string) []string {
	if slices.ContainsFunc(proposers, func(p string) bool { return below(importer, p) }) && below(imported, "fizzer/fizzer/runner") {
		return []string{fmt.Sprintf("%s imports %s: it proposes inputs and does not run them", importer, imported)}
	}
	from, to := layer(importer), layer(imported)
	if importer == module+"/fizzer" || folder(importer) != "fizzer" || to < 0 {
		return nil
	}
	if helper := from < 0; helper && to > layer("fizzer/fizzer/engine") || !helper && from <= to {
		return nil
	}
	return []string{fmt.Sprintf("%s imports %s, which is in a layer above it", importer, imported)}
}

// folder returns the folder at the top of the module, "" for a package of another module.
func folder(path string) string {
	rest, inside := strings.CutPrefix(path, module+"/")
	if !inside {
		return ""
	}
	top, _, _ := strings.Cut(rest, "/")
	return top
}

// layer returns the index of the package's layer, -1 if it has none.
func layer(path string) int {
	return slices.IndexFunc(layers, func(l string) bool { return below(path, l) })
}

func below(path, parent string) bool {
	return path == parent || strings.HasPrefix(path, parent+"/")
}
