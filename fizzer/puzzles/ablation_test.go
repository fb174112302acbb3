package puzzles

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/toolchain"
)

var ablationFile = flag.String("ablation", "", "`FILE` for a table of what the puzzles take without each analysis and source")

// nothing is the whole engine, as a configuration.
const nothing = "nothing"

// report is the configuration of the report's engine: without all that is beyond it.
const report = "all beyond the report"

var only = flag.String("configurations", "", "`NAMES` of configurations for the table, separated by commas; all when empty")

// configurations are the parts left out: each analysis and source, and groups with plus signs in between.
func configurations() []string {
	if *only != "" {
		return strings.Split(*only, ",")
	}
	return slices.Concat([]string{report}, []string{nothing}, engine.Parts(),
		[]string{"twins+pivots+far+stuck", "direct+repair+fresh+tail+changed+far+stuck"})
}

// ablation holds the executions of the puzzles by configuration. Its methods may be called from several goroutines.
type ablation struct {
	mutex   sync.Mutex
	of      map[string]map[string]uint64 // by configuration and puzzle; only solved ones
	allowed map[string]uint64            // by puzzle
}

func (a *ablation) add(configuration string, p *puzzle, executions uint64, solved bool) {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	a.allowed[p.name] = p.executions
	if a.of[configuration] == nil {
		a.of[configuration] = map[string]uint64{}
	}
	if solved {
		a.of[configuration][p.name] = executions
	}
}

// tryTime is the time limit of a try.
const tryTime = 10 * time.Second

// try lets the engine solve a puzzle without some part, within ten times its executions and ten seconds.
func (a *ablation) try(t *testing.T, p *puzzle, bits int, built *toolchain.Target, configuration string) {
	run := &attempt{puzzle: p, table: built.Locations, missing: wanted(p, built.Locations), end: time.Now().Add(tryTime)}
	switch configuration {
	case nothing:
	case report:
		run.without = engine.Beyond()
	default:
		run.without = strings.Split(configuration, "+")
	}
	run.run(t, startTarget(t, p, built))
	a.add(configuration, p, run.last, run.solved())
}

// write stores the table as Markdown.
func (a *ablation) write(t *testing.T, path string) {
	t.Helper()
	var text strings.Builder
	text.WriteString("| without | solved as allowed | within ten times | executions | worse than by half | not solved |\n|---|---|---|---|---|---|\n")
	whole := a.of[nothing]
	for _, configuration := range configurations() {
		solved, allowed, executions := a.of[configuration], 0, uint64(0)
		var worse, lost []string
		for name, most := range a.allowed {
			now, ok := solved[name]
			if !ok {
				lost = append(lost, name)
				now = overrun * most
			} else if 2*now > 3*whole[name] {
				worse = append(worse, name)
			}
			if ok && now <= most {
				allowed++
			}
			executions += now
		}
		slices.Sort(lost)
		fmt.Fprintf(&text, "| %s | %d | %d | %d | %d | %s |\n", configuration, allowed, len(solved), executions, len(worse),
			strings.Join(lost, ", "))
	}
	a.writePuzzles(&text)
	if err := os.WriteFile(path, []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// writePuzzles appends the executions of each puzzle; the cell is empty where the puzzle was not solved.
func (a *ablation) writePuzzles(text *strings.Builder) {
	text.WriteString("\n| puzzle | allowed |")
	for _, configuration := range configurations() {
		fmt.Fprintf(text, " without %s |", configuration)
	}
	text.WriteString("\n|---|---|" + strings.Repeat("---|", len(configurations())) + "\n")
	for _, name := range slices.Sorted(maps.Keys(a.allowed)) {
		fmt.Fprintf(text, "| %s | %d |", name, a.allowed[name])
		for _, configuration := range configurations() {
			if executions, solved := a.of[configuration][name]; solved {
				fmt.Fprintf(text, " %d |", executions)
			} else {
				text.WriteString(" |")
			}
		}
		text.WriteString("\n")
	}
}

// TestAblation: with the option, it runs every puzzle without each analysis and source. Otherwise it runs two of
// them, which shows that the table works: a parabola cannot be solved without the sensitivity analysis.
func TestAblation(t *testing.T) {
	puzzles, err := readPuzzles("testdata")
	if err != nil {
		t.Fatal(err)
	}
	all := *ablationFile != ""
	a := &ablation{of: map[string]map[string]uint64{}, allowed: map[string]uint64{}}
	t.Run("all", func(t *testing.T) {
		for _, p := range puzzles {
			if bits := p.models[len(p.models)-1]; all || p.name == "parabola" || p.name == "loop-count" {
				t.Run(p.name, func(t *testing.T) {
					t.Parallel()
					built := buildPuzzle(t, p, bits)
					for _, configuration := range configurations() {
						a.try(t, p, bits, built, configuration)
					}
				})
			}
		}
	})
	if all {
		a.write(t, *ablationFile)
		return
	}
	path := filepath.Join(t.TempDir(), "ablation.md")
	a.write(t, path)
	content, err := os.ReadFile(path)
	for _, line := range []string{"| nothing | 2 | 2 | ", "| sensitivity | 1 | 1 | "} {
		if err != nil || !strings.Contains(string(content), line) {
			t.Errorf("no line %q in\n%s error %v", line, content, err)
		}
	}
}
