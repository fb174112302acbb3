package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/engine"
	"fizzer/fizzer/formats"
	"fizzer/fizzer/solve"
	"fizzer/testcomp/tasklist"
)

// result is one run of the tool.
type result struct {
	Task          string              `json:"task"`
	Family        string              `json:"family"`
	Configuration string              `json:"configuration"` // see the option; empty for the whole engine
	Same          bool                `json:"same"`          // not run: the whole engine does not use what is switched off
	Code          int                 `json:"code"`          // exit status, -1 when it was ended by a signal
	Hung          bool                `json:"hung"`          // killed because it took too long
	Line          string              `json:"line"`          // last line of standard output
	Message       string              `json:"message"`       // end of standard error, when the run failed
	Seconds       float64             `json:"seconds"`       // wall time
	Statistics    *formats.Statistics `json:"statistics"`    // null when the run left none

	entry tasklist.Entry // what to run
}

func (r *result) key() [2]string { return [2]string{r.Task, r.Configuration} }

// same reports whether the run r of the whole engine is also the run of a configuration. A run depends only on its
// seed, so it changes nothing to switch off analyses that were never started and sources that no node was chosen
// from. What the symbolic search consists of is unused if that was not started; other parts are always used.
func (r *result) same(configuration string) bool {
	if r.Statistics == nil {
		return false
	}
	used := map[string]bool{
		engine.PartCut: true, engine.PartSpare: true, engine.PartBandit: true, engine.PartReach: true, engine.PartBehind: true,
		engine.PartImplied: r.Statistics.Implied > 0, engine.PartExcerpt: r.Statistics.Excerpt != nil,
	}
	for _, a := range r.Statistics.Engine.Analyses {
		used[a.Name] = a.Started > 0
	}
	symbolic := []string{engine.PartSupport, engine.PartScores, engine.PartDetours, engine.PartRoom, engine.PartRestarts}
	for _, part := range append(symbolic, solve.Names()...) {
		used[part] = used[engine.StepSymbolic]
	}
	for _, source := range r.Statistics.Engine.Sources {
		used[source.Name] = source.Chosen > 0
	}
	for name := range strings.SplitSeq(configuration, "+") {
		if used[name] || !slices.Contains(engine.Parts(), name) {
			return false
		}
	}
	return true
}

// readResults reads the JSON lines. It drops an incomplete last line.
func readResults(path string) ([]*result, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var results []*result
	decoder := json.NewDecoder(bufio.NewReader(file))
	for decoder.More() {
		r := new(result)
		if err := decoder.Decode(r); err != nil {
			return results, fmt.Errorf("%s, line %d: %w; remove that line", path, len(results)+1, err)
		}
		results = append(results, r)
	}
	return results, nil
}

// runList runs every task in every configuration that the results do not have yet.
func runList(c *cli.Context) error {
	tasks, err := listOf(c)
	if err != nil {
		return err
	}
	before, err := readResults(c.String("results"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	done := map[[2]string]*result{}
	for _, r := range before {
		done[r.key()] = r
	}
	file, err := os.OpenFile(c.String("results"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	for _, e := range tasks {
		for _, without := range append([]string{""}, c.StringSlice("configuration")...) {
			r := result{Task: e.Path, Family: e.Family, Configuration: without, entry: e}
			if done[r.key()] != nil {
				continue
			}
			if whole := done[[2]string{e.Path, ""}]; without != "" && whole.same(without) {
				r = *whole
				r.Configuration, r.Same = without, true
			} else if err := r.runAs(c); err != nil {
				return err
			}
			done[r.key()] = &r
			if err := json.NewEncoder(file).Encode(&r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *result) runAs(c *cli.Context) error {
	if r.Configuration == peerAFL {
		return r.runPeer(c)
	}
	return r.run(c)
}

// run makes one run in an output folder of its own.
func (r *result) run(c *cli.Context) error {
	output, err := os.MkdirTemp("", "survey-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(output)
	limited, cancel := context.WithTimeout(c.Context, c.Duration("wall-time"))
	defer cancel()
	arguments := []string{"--cpu-time", c.String("cpu-time"), "--seed", c.String("seed"), "--output", output}
	if model := r.entry.DataModel; model != "" {
		arguments = append(arguments, "--data-model", string(model))
	}
	if property := c.String("property"); property != "" {
		arguments = append(arguments, "--property", property)
	}
	for name := range strings.SplitSeq(r.Configuration, "+") {
		if seed, ok := strings.CutPrefix(name, "seed="); ok {
			arguments = append(arguments, "--seed", seed)
		} else if strategy, ok := strings.CutPrefix(name, "strategy="); ok {
			arguments = append(arguments, "--strategy", strategy)
		} else if name != "" {
			arguments = append(arguments, "--without", name)
		}
	}
	command := exec.CommandContext(limited, c.String("tool"), append(arguments, "--", r.Task)...)
	var stdout, stderr strings.Builder
	command.Stdout, command.Stderr = &stdout, &stderr
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	command.WaitDelay = time.Second
	start := time.Now()
	err = command.Run()
	if c.Context.Err() != nil {
		return c.Context.Err()
	}
	if err != nil && command.ProcessState == nil {
		return err
	}
	r.Seconds = time.Since(start).Seconds()
	r.Code = command.ProcessState.ExitCode()
	r.Hung = limited.Err() != nil
	r.Line = lastLine(stdout.String())
	if r.Code != 0 {
		r.Message = tail(stderr.String(), 1000)
	}
	return r.readStatistics(filepath.Join(output, formats.StatisticsFile))
}

func (r *result) readStatistics(path string) error {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &r.Statistics)
}

func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return lines[len(lines)-1]
}

func tail(text string, limit int) string { return text[max(0, len(text)-limit):] }
