package endtoend

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// hostile is a program that attacks, with what its header says of it.
type hostile struct {
	name    string   // of the file
	text    string   // with the prelude
	tries   string   //
	sees    []string // kinds of findings that tell of its success
	alone   string   // "seen", or why outside of every sandbox its success is not certain
	called  string   // name of the file in the task, when it is a hostile one
	raw     bool     // it is no C: nothing is put before it
	refused bool     // the run may end with an error in words
	works   bool     // it is innocent, and has to reach its goal
	ways    []string // to run it
	open    string   // what is not held yet; such a program is for the long test only
	needs   []string // layers of the sandbox without which nothing holds it
}

// kinds of findings, see state_test.go and perform_test.go.
var kinds = []string{"file", "process", "bystander", "shell", "terminal", "ipc", "machine", "connection", "secret", "crowd", "memory",
	"disk", "limits", "tool", "works"}

var headerField = regexp.MustCompile(`(?m)^ \* (tries|sees|alone|called|raw|ends|then|needs|open): (.+)$`)

// loadHostile returns the programs of the folder.
func loadHostile(t testing.TB, folder string) []hostile {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.c"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no programs: %v", err)
	}
	prelude := readFile(t, filepath.Join("testdata", "hostile", "world", "prelude.h"))
	var all []hostile
	for _, file := range files {
		text := readFile(t, file)
		h := hostile{ways: []string{waySearch, wayReplay}, name: strings.TrimSuffix(filepath.Base(file), ".c"),
			refused: filepath.Base(folder) == "compile"}
		for _, field := range headerField.FindAllStringSubmatch(text, -1) {
			switch value := field[2]; field[1] {
			case "tries":
				h.tries = value
			case "sees":
				h.sees = strings.Split(value, ", ")
			case "alone":
				h.alone = value
			case "called":
				h.called = value
			case "then":
				h.ways = append(h.ways, value)
			case "open":
				h.open = value
			case "needs":
				h.needs = strings.Split(value, ", ")
			case "raw":
				h.raw = true
			case "ends":
				h.refused = true
			}
		}
		h.works = slices.Contains(h.sees, "works")
		if h.tries == "" || len(h.sees) == 0 || h.alone == "" && !h.works && filepath.Base(folder) != "compile" {
			t.Fatalf("%s: the header needs lines 'tries:', 'sees:' and 'alone:'", file)
		}
		for _, kind := range h.sees {
			if !slices.Contains(kinds, kind) {
				t.Fatalf("%s: nothing finds %q", file, kind)
			}
		}
		h.text = strings.Replace(text, "#include \"prelude.h\"\n", prelude, 1)
		all = append(all, h)
	}
	return all
}

func readFile(t testing.TB, path string) string {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// hostileRun is one world for a program.
type hostileRun struct {
	user    string
	bits    int
	without string
}

func (r hostileRun) String() string {
	text := fmt.Sprintf("%s/%d", r.user, r.bits)
	if r.without != "" {
		text += "/without " + r.without
	}
	return text
}

// order returns what a world is to do with the program.
func (h hostile) order(r hostileRun, share, homeBase string, ways ...string) order {
	o := order{
		Name: h.name + ".c", Text: h.text, User: r.user, Bits: r.bits, Without: r.without, Ways: ways, Nested: r.user == userNobody &&
			!privileged(),
		Raw: h.raw, Refused: h.refused, Works: h.works, Reads: slices.Contains(h.sees, "secret"),
		Fills: slices.Contains(h.sees, "memory"), Share: share, HomeBase: homeBase,
	}
	if h.called != "" {
		o.Name = h.called
	}
	return o
}

// TestHostile: whatever a program tries, as a task of the tool, nothing outside has changed, nothing lives on and nothing was
// read: while tests are searched for and when they are replayed. Each program runs in one data model and as one of the users;
// TestLongHostile takes all, those that are not held yet (open) among them, and takes layers of the sandbox away.
func TestHostile(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		if h.open == "" {
			checkHostile(t, h, h.sample(i), share, homeBase)
		}
	}
}

// sample returns the one user and data model of the i-th program: in turn, but for programs that need a user.
func (h hostile) sample(i int) hostileRun {
	r := hostileRun{user: []string{userRoot, userNobody}[i%2], bits: []int{64, 32}[i/2%2]}
	if user, found := strings.CutPrefix(h.alone, "seen as "); found {
		r.user = user
	}
	return r
}

func allHostile(t *testing.T) []hostile {
	t.Helper()
	return slices.Concat(loadHostile(t, filepath.Join("testdata", "hostile")), loadHostile(t, filepath.Join("testdata", "hostile", "compile")))
}

// checkHostile fails a test of its own for each thing that happened.
func checkHostile(t *testing.T, h hostile, r hostileRun, share, homeBase string) {
	t.Run(h.name+"/"+r.String(), func(t *testing.T) {
		t.Parallel()
		result, err := runWorld(h.order(r, share, homeBase, h.ways...))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range result.Findings {
			t.Errorf("%v (it tries %s)", f, h.tries)
		}
	})
}

// TestHostileIsSeen: what the programs try would be seen. Outside of the sandbox the harness finds what their headers promise,
// and nothing where they are innocent.
func TestHostileIsSeen(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range loadHostile(t, filepath.Join("testdata", "hostile")) {
		r := h.sample(i)
		t.Run(h.name+"/"+r.String(), func(t *testing.T) {
			t.Parallel()
			result, err := runWorld(h.order(r, share, homeBase, wayAlone))
			if err != nil {
				t.Fatal(err)
			}
			h.checkSeen(t, result.Findings)
		})
	}
}

// checkSeen fails the test when nothing tells of the success of the program, outside of the sandbox, though its header says so.
func (h hostile) checkSeen(t *testing.T, findings []finding) {
	t.Helper()
	told := slices.ContainsFunc(findings, func(f finding) bool { return slices.Contains(h.sees, f.Kind) })
	switch {
	case h.works && len(findings) > 0:
		t.Error(findings)
	case strings.HasPrefix(h.alone, "seen") && !told:
		t.Errorf("it tries %s, and none of %v was found, only %v", h.tries, h.sees, findings)
	case !h.works && !told:
		t.Logf("not seen; %s", h.alone)
	}
}

// hostileShare makes the folder with what all worlds need, which every user can read: the tool, its properties, the compiled
// runtime, the bystander. It also returns the folder that gets the home folders of the worlds.
func hostileShare(t *testing.T) (share, homeBase string) {
	t.Helper()
	p := ready(t)
	share, err := os.MkdirTemp("", "fizzer-hostile-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(share) })
	for _, command := range [][]string{
		{"mkdir", share + "/bin"},
		{"cp", p.fizzer, p.fizzer + "-instrument", share + "/bin"},
		{"cp", filepath.Join(p.root, "examples", "properties", "coverage-error-call.prp"), share + "/goal.prp"},
		{"gcc", "-no-pie", "-o", share + "/bystander", "testdata/hostile/world/bystander.c"},
		{"cp", "testdata/hostile/world/nondet.c", share},
		{"mkdir", "-m", "0777", share + "/empty"},
	} {
		if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	warm(t, p, share)
	if out, err := exec.Command("chmod", "-R", "a+rX", share).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return share, homeFolders(p)
}

// warm compiles the runtime for both data models into the share's cache.
func warm(t *testing.T, p places, share string) {
	t.Helper()
	program := filepath.Join(t.TempDir(), "good.c")
	if err := os.WriteFile(program, []byte(goodProgram), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"ILP32", "LP64"} {
		command := exec.Command(p.fizzer, "--quiet", "--max-executions", "1", "--data-model", model, "--output", t.TempDir(), program)
		command.Env = append(os.Environ(), "XDG_CACHE_HOME="+share+"/cache")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("fizzer: %v\n%s", err, out)
		}
	}
}

// homeFolders returns a folder of home folders without the project in it, which worlds replace by their own.
func homeFolders(p places) string {
	if strings.HasPrefix(p.root, "/home/") {
		return "/root"
	}
	return "/home"
}
