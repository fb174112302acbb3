// Command bench measures executions per CPU second of the whole process tree on whole programs. It measures all ways in one run, because
// only their ratios matter: our ways, from a process per run to the whole engine; AFL++ and libFuzzer with
// their own loops; and, as the physical limit, calls of the program without any monitor.
//
//	bench [-seconds S] [-rounds N] [-output DIR] [-ways NAME,...] PROGRAM.c ...
//
// The programs should evaluate the same number of conditions for every input, because the fuzzers choose their own
// inputs. It prints a JSON line per measurement, then a table in Markdown, and leaves both in the folder.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// Names of the files in the output folder.
const (
	linesFile = "bench.jsonl"
	tableFile = "bench.md"
)

// settings are the command line.
type settings struct {
	programs []string
	ways     []string      // names of the ways to measure; empty: all
	duration time.Duration // CPU time of each measurement
	rounds   int           // measurements of each way; the ways take turns
	output   string
}

func main() {
	var s settings
	seconds := flag.Float64("seconds", 2, "CPU seconds of each measurement")
	ways := flag.String("ways", "", "names of the ways to measure, separated by commas; all when empty")
	flag.IntVar(&s.rounds, "rounds", 3, "how often each way is measured; the table has the medians")
	flag.StringVar(&s.output, "output", filepath.Join("build", "bench"), "folder for "+linesFile+" and "+tableFile)
	flag.Parse()
	s.programs, s.duration = flag.Args(), time.Duration(*seconds*float64(time.Second))
	if *ways != "" {
		s.ways = strings.Split(*ways, ",")
	}
	if err := run(os.Stdout, s); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(w io.Writer, s settings) error {
	if len(s.programs) == 0 || s.rounds < 1 {
		return fmt.Errorf("nothing to measure: give programs and at least one round")
	}
	for _, name := range s.ways {
		if !slices.ContainsFunc(waysOf(nil), func(w way) bool { return w.name == name }) {
			return fmt.Errorf("no way is called %q; the names are those of the table", name)
		}
	}
	// Processes that a fuzzer leaves behind become our children, so that their CPU time is counted.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		return err
	}
	if err := os.MkdirAll(s.output, 0o755); err != nil {
		return err
	}
	lines, err := os.Create(filepath.Join(s.output, linesFile))
	if err != nil {
		return err
	}
	defer lines.Close()
	all, err := measureAll(io.MultiWriter(w, lines), s)
	if err != nil {
		return err
	}
	text := table(all)
	fmt.Fprintf(w, "\n%s", text)
	return os.WriteFile(filepath.Join(s.output, tableFile), []byte(text), 0o644)
}

// measureAll measures every way on every program and writes each measurement as a line.
func measureAll(w io.Writer, s settings) ([]measurement, error) {
	var all []measurement
	encoder := json.NewEncoder(w)
	for _, program := range s.programs {
		b, err := newBench(program, s.duration)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", program, err)
		}
		for round := range s.rounds {
			for _, way := range waysOf(b) {
				if len(s.ways) > 0 && !slices.Contains(s.ways, way.name) {
					continue
				}
				m, err := b.measure(way, round)
				if err != nil {
					return nil, fmt.Errorf("%s: %s: %w", program, way.name, err)
				}
				if err := encoder.Encode(m); err != nil {
					return nil, err
				}
				all = append(all, m)
			}
		}
		if err := os.RemoveAll(b.scratch); err != nil {
			return nil, err
		}
	}
	return all, nil
}
