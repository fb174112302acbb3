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

// hostile is a program that attacks, with the facts in its header.
type hostile struct {
	name            string   // of the file
	text            string   // with the prelude
	tries           string   //
	sees            []string // kinds of findings that show its success
	alone           string   // "seen", or why its success is not certain outside of every sandbox; empty: not tried
	called          string   // file name in the task, if the name itself is hostile
	attacksCompiler bool     // and not what runs it
	raw             bool     // it is not C: no prelude is added
	refused         bool     // the run may end with an error message
	works           bool     // it is harmless and must reach its goal
	ways            []string // to run it
	open            string   // a defence that is still missing; such a program is for the long test only
	needs           []string // layers of the sandbox that are needed to stop it
}

// kinds of findings; see state_test.go and perform_test.go.
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
			attacksCompiler: filepath.Base(folder) == "compile"}
		h.refused = h.attacksCompiler
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
		if h.tries == "" || len(h.sees) == 0 || h.alone == "" && !h.works && !h.attacksCompiler {
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

// order returns the world's instructions for the program.
func (h hostile) order(r hostileRun, share, homeBase string, ways ...string) order {
	o := order{
		Name: h.name + ".c", Text: h.text, User: r.user, Bits: r.bits, Without: r.without, Ways: ways, Nested: r.user == userNobody &&
			!privileged(),
		Raw: h.raw, Refused: h.refused, AttacksCompiler: h.attacksCompiler, Works: h.works, Reads: slices.Contains(h.sees, "secret"),
		Fills: slices.Contains(h.sees, "memory"), Share: share, HomeBase: homeBase,
	}
	if h.called != "" {
		o.Name = h.called
	}
	return o
}

// TestHostile: whatever a program tries as a task of the tool, during the search and in replay, nothing outside has changed, no
// process survives, and nothing was read. Where nothing is wrong but that the time was short, the program gets more of it. Each
// program runs in one data model and as one user. TestLongHostile runs all combinations, also the programs that are not stopped yet
// (open), and removes layers of the sandbox.
func TestHostile(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		if h.open == "" {
			checkHostile(t, h, h.sample(i), share, homeBase, h.ways...)
		}
	}
}

// TestHostileSecond: the same of the second form of a program, which records expressions. Here are some programs; TestLongHostileSecond
// runs all of them.
func TestHostileSecond(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		if h.open == "" && i%12 == 5 {
			checkHostile(t, h, h.sample(i), share, homeBase, waySecond)
		}
	}
}

// sample returns one user and data model for the i-th program, in turn, unless the program needs a certain user.
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

// checkHostile runs a subtest, which fails for each finding.
func checkHostile(t *testing.T, h hostile, r hostileRun, share, homeBase string, ways ...string) {
	t.Run(h.name+"/"+r.String(), func(t *testing.T) {
		t.Parallel()
		result := runPatiently(t, h.order(r, share, homeBase, ways...), func(o outcome) bool {
			return len(o.Findings) > 0 && !slices.ContainsFunc(o.Findings, func(f finding) bool { return !f.ofTime() })
		})
		for _, f := range result.Findings {
			t.Errorf("%v (it tries %s)", f, h.tries)
		}
	})
}

// TestHostileIsSeen: attacks would be noticed. Outside of the sandbox the harness finds what the programs' headers promise, and
// nothing for harmless programs. Of those that attack the compiler, only the ones that are seen are tried: others would use up memory or
// time.
func TestHostileIsSeen(t *testing.T) {
	share, homeBase := hostileShare(t)
	for i, h := range allHostile(t) {
		r := h.sample(i)
		if h.attacksCompiler && !strings.HasPrefix(h.alone, "seen") {
			continue
		}
		t.Run(h.name+"/"+r.String(), func(t *testing.T) {
			t.Parallel()
			o := h.order(r, share, homeBase, wayAlone)
			if o.Compiler = "gcc"; h.alone == "seen by clang" {
				o.Compiler = clang(t)
			}
			result := runPatiently(t, o, func(o outcome) bool {
				return (h.works || strings.HasPrefix(h.alone, "seen") && !h.told(o.Findings)) && slices.ContainsFunc(o.Findings, finding.ofTime)
			})
			h.checkSeen(t, result.Findings)
		})
	}
}

// told tells whether a finding shows the success of the program.
func (h hostile) told(findings []finding) bool {
	return slices.ContainsFunc(findings, func(f finding) bool { return slices.Contains(h.sees, f.Kind) })
}

// checkSeen fails the test if nothing shows the success of the program outside of the sandbox, although its header says so.
func (h hostile) checkSeen(t *testing.T, findings []finding) {
	t.Helper()
	switch told := h.told(findings); {
	case h.works && len(findings) > 0:
		t.Error(findings)
	case strings.HasPrefix(h.alone, "seen") && !told:
		t.Errorf("it tries %s, and none of %v was found, only %v", h.tries, h.sees, findings)
	case !h.works && !told:
		t.Logf("not seen; %s", h.alone)
	}
}

// hostileShare makes the folder that all worlds need and every user can read: the tool, its properties, the compiled runtime, the
// bystander. It also returns the folder for the home folders of the worlds.
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

// homeFolders returns a folder of home folders outside of the project. Worlds replace it by their own.
func homeFolders(p places) string {
	if strings.HasPrefix(p.root, "/home/") {
		return "/root"
	}
	return "/home"
}
