package endtoend

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/formats"
	"fizzer/libfizzer/sandbox"
	"fizzer/libfizzer/sandbox/launcher"
	testcomp "fizzer/testcomp/replay"
	"fizzer/testcomp/suite"
)

// Limits that the tool gets, and those that the harness checks: a tenth more, and some time for start and end. A world with patience
// multiplies the tool's limits, and has twice the time for start and end.
const (
	hostileCPU    = 5 * time.Second
	hostileWall   = 10 * time.Second
	roomCPU       = 2 * time.Second
	roomWall      = 3 * time.Second
	maxAlone      = 4 * time.Second  // of a program outside of the sandbox
	maxCompiling  = 10 * time.Second // of a compiler there
	maxFilling    = 40 * time.Second // of one that fills the memory there
	patience      = 10               // of a second try, where only the time was short
	hostileMemory = "1GB"
	maxProcesses  = 200      // of a run at one moment: the tool, and three sandboxes at their bound of 64 (search, fresh process, replay)
	maxTasks      = 300      // threads and processes of a run at one moment
	maxMemory     = 6 << 28  // bytes, over all processes of a run: its bound, a tenth, and what they take between two counts
	maxScratch    = 96 << 20 // bytes in the temporary folder at one moment, if a view bounds the private folder
	maxMeasured   = 1 << 28  // if the tool has to measure it: a busy machine measures late (docs/security.md)
	maxFiles      = 10000    // files in it
	sampleEvery   = 20 * time.Millisecond
	settleTime    = 3 * time.Second // time in which killed processes must be gone
	goalReached   = 99              // exit code of a program that runs alone
	sandboxTokens = "fizzer"        // prefix of the tool's messages
)

// errShellEnded ends a world: nobody can run the program in another way.
var errShellEnded = errors.New("the shell of the terminal ended")

// perform runs the program in one way and examines what it did.
func (w *world) perform() error {
	c, err := w.call()
	if err != nil {
		return err
	}
	before := w.look()
	calls := w.listeners.calls.Load()
	peak := w.sample()
	e, err := w.shell.do(c)
	torn := peak.stop()
	w.processes(torn)
	w.judgePeak(peak, torn)
	defer w.changes(before, w.look()) // there may be thousands of findings, and only the first ones are reported
	if err != nil {
		w.find("shell", "it ended: %v", err)
		return errShellEnded
	}
	switch {
	case e.Error != "" && w.way == wayAlone: // without a sandbox a program may take the needed resources from its parent
		w.find("tool", "the one who started it fails: %s", e.Error)
		return nil
	case e.Error != "":
		return errors.New(e.Error)
	}
	w.judgeEnding(e, torn)
	if n := w.listeners.calls.Load() - calls; n > 0 {
		w.find("connection", "%d connections or messages came", n)
	}
	w.secretsIn(c.Output, outputFolder)
	return w.judgeOutput(e, c.Output)
}

// patient returns the time limit of this world.
func (w *world) patient(limit time.Duration) time.Duration {
	return limit * time.Duration(max(w.Patience, 1))
}

// seconds returns the time limit of this world as an option's value.
func (w *world) seconds(limit time.Duration) string {
	return fmt.Sprintf("%.0fs", w.patient(limit).Seconds())
}

// bounds returns the bounds of what the tool may take of CPU and wall time. The tenth is of the short limits: else a constant delay would
// pass in the second try.
func (w *world) bounds() (cpu, wall time.Duration) {
	room := time.Duration(min(max(w.Patience, 1), 2))
	return w.patient(hostileCPU) + hostileCPU/10 + room*roomCPU, w.patient(hostileWall) + hostileWall/10 + room*roomWall
}

// call returns the command of this way.
func (w *world) call() (call, error) {
	c := call{Environment: w.environment(), Directory: taskFolder, Output: filepath.Join(printedFolder, w.way)}
	fizzer := filepath.Join(shareFolder, "bin", "fizzer")
	limits := []string{"--cpu-time", w.seconds(hostileCPU), "--wall-time", w.seconds(hostileWall), "--memory", hostileMemory}
	switch w.way {
	case waySearch, waySecond:
		if w.way == waySecond {
			limits = append(limits, "--strategy", "symbolic")
		}
		c.Arguments = slices.Concat([]string{fizzer, "--max-executions", "60", "--output", filepath.Join(outputFolder, w.way)}, limits,
			[]string{"task.yml"})
	case wayReplay:
		c.Arguments = slices.Concat([]string{fizzer, "replay", "--json"}, limits, []string{"suite", "task.yml"})
	case wayScript:
		scripts, err := filepath.Glob(filepath.Join(outputFolder, waySearch, "crashes", "*", "*", "reproduce.sh"))
		if err != nil || len(scripts) == 0 {
			return c, fmt.Errorf("search has left no script: %w", err)
		}
		c.Arguments = []string{scripts[0], "plain"}
	case wayAlone:
		c.Arguments, c.Directory = []string{filepath.Join(aloneFolder, "program")}, workFolder
		return c, w.compileAlone()
	}
	return c, nil
}

// compileAlone compiles the program to an executable, as somebody does who expects nothing bad: the compiler gets its name as it is. What
// the compiler shows of secrets is a finding; then there may be no executable, and one that does nothing takes its place.
func (w *world) compileAlone() error {
	program := filepath.Join(aloneFolder, "program")
	ctx, cancel := context.WithTimeout(context.Background(), w.patient(maxCompiling))
	defer cancel()
	command := exec.CommandContext(ctx, w.Compiler, "-std=gnu11", "-w", fmt.Sprintf("-m%d", w.Bits), "-DALONE", "-o", program,
		w.Name, filepath.Join(shareFolder, "nondet.c"), "-lm", "-lpthread", "-lrt")
	command.Dir, command.WaitDelay = taskFolder, time.Second
	out, err := command.CombinedOutput()
	shown := w.secretsInText("the compiler's messages", out)
	if ctx.Err() != nil {
		w.killOthers() // what the compiler has started
		w.find("limits", "the compiler has not ended after %v", w.patient(maxCompiling))
	}
	switch _, missing := os.Stat(program); {
	case err == nil && missing == nil:
		return nil
	case shown, w.AttacksCompiler:
		_ = os.Remove(program) // half of one may be there
		return os.Symlink("/bin/true", program)
	}
	return fmt.Errorf("%s: %w\n%s", w.Compiler, err, out)
}

// peak is the maximum at any moment.
type peak struct {
	tasks, processes       int
	memory, scratch, files uint64
	torn                   string // why the harness stopped this way
	end, ended             chan struct{}
}

// sample watches the world until this way has ended, and stops it when it exceeds the bounds.
func (w *world) sample() *peak {
	p := &peak{end: make(chan struct{}), ended: make(chan struct{})}
	_, allowed := w.bounds()
	allowed += 10 * time.Second
	if w.way == wayAlone {
		allowed = w.patient(maxAlone)
		if w.Fills {
			allowed = w.patient(maxFilling)
		}
	}
	begin := time.Now()
	go func() {
		defer close(p.ended)
		for {
			select {
			case <-p.end:
				return
			case <-time.After(sampleEvery):
			}
			now := w.measure()
			p.take(now)
			switch {
			case now.tasks > tornTasks:
				p.torn = fmt.Sprintf("%d processes and threads", now.tasks)
			case now.memory > tornMemory:
				p.torn = fmt.Sprintf("%d MB", now.memory>>20)
			case time.Since(begin) > allowed:
				p.torn = fmt.Sprintf("not ended after %v", allowed)
			default:
				continue
			}
			w.killOthers()
		}
	}()
	return p
}

func (p *peak) take(now peak) {
	p.tasks, p.processes = max(p.tasks, now.tasks), max(p.processes, now.processes)
	p.memory, p.scratch, p.files = max(p.memory, now.memory), max(p.scratch, now.scratch), max(p.files, now.files)
}

// stop ends the watch. It returns why this way had to be stopped.
func (p *peak) stop() string {
	close(p.end)
	<-p.ended
	return p.torn
}

// measure returns the present use of resources.
func (w *world) measure() peak {
	var now peak
	for _, pid := range w.others() {
		status := statusOf(pid)
		now.processes++
		now.tasks += number(status["Threads"])
		now.memory += uint64(number(status["RssAnon"])+number(status["RssShmem"])) << 10
	}
	var system unix.Statfs_t
	if unix.Statfs(scratchFolder, &system) == nil {
		now.scratch = (system.Blocks - system.Bfree) * uint64(system.Bsize)
		now.files = system.Files - system.Ffree
	}
	return now
}

// number returns the number at the beginning of the text; 0: there is none.
func number(text string) int {
	word, _, _ := strings.Cut(text, " ")
	n, _ := strconv.Atoi(word)
	return n
}

// others returns the living processes that do not belong to the harness.
func (w *world) others() []int {
	var found []int
	entries, _ := os.ReadDir("/proc")
	own := []int{1, w.bystander.pid(), w.shell.pid()}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || slices.Contains(own, pid) {
			continue
		}
		if state := statusOf(pid)["State"]; state != "" && state[0] != 'Z' && state[0] != 'X' {
			found = append(found, pid)
		}
	}
	return found
}

// killOthers kills these processes and continues the shell if it was stopped.
func (w *world) killOthers() {
	_ = unix.Kill(w.shell.pid(), unix.SIGCONT)
	for _, pid := range w.others() {
		_ = unix.Kill(pid, unix.SIGKILL) // it may have ended
	}
	w.bury()
}

// bury reaps dead processes whose parents are dead.
func (w *world) bury() {
	children := strings.Fields(readText("/proc/1/task/1/children"))
	for _, child := range children {
		if pid := number(child); pid != w.bystander.pid() && pid != w.shell.pid() {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		}
	}
}

// processes reports the surviving processes and kills them.
func (w *world) processes(torn string) {
	var left []int
	for end := time.Now().Add(settleTime); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if left = w.others(); len(left) == 0 {
			w.bury()
			return
		}
		if torn != "" {
			w.killOthers()
		}
	}
	var names []string
	for _, pid := range left {
		names = append(names, named(pid))
	}
	w.find("process", "%d live on: %s", len(left), strings.Join(names, "; "))
	for range 100 {
		w.killOthers()
		time.Sleep(5 * time.Millisecond)
		if len(w.others()) == 0 {
			break
		}
	}
	w.bury()
}

func (w *world) judgePeak(p *peak, torn string) {
	if p.processes > maxProcesses || p.tasks > maxTasks {
		w.find("crowd", "%d processes with %d threads at once", p.processes, p.tasks)
	}
	if p.memory > maxMemory {
		w.find("memory", "%d MB at once", p.memory>>20)
	}
	bound := uint64(maxScratch)
	if w.onDisk() {
		bound = maxMeasured
	}
	if p.scratch > bound || p.files > maxFiles {
		w.find("disk", "%d MB and %d files in the folder for temporary files at once", p.scratch>>20, p.files)
	}
	if torn != "" {
		w.find("limits", "the harness had to end the run: %s", torn)
	}
}

// onDisk reports whether the private folder is on disk: the sandbox has no view.
func (w *world) onDisk() bool {
	return strings.Contains(w.Without, "view") || strings.Contains(w.Without, "namespaces")
}

// judgeEnding checks how the tool ended.
func (w *world) judgeEnding(e ending, torn string) {
	if len(e.Signals) > 0 {
		w.find("shell", "it got %s", strings.Join(e.Signals, ", "))
	}
	if w.way == wayAlone {
		w.reached[w.way] = e.Exit == goalReached
		switch {
		case w.Works && e.Exit != goalReached:
			w.find("works", "the program does not work: %v", e)
		case !w.Works && e.Exit == goalReached:
			w.find("secret", "the program has found it")
		}
		return
	}
	if e.Signal != "" && torn == "" {
		w.find("tool", "ended by %s", e.Signal)
	}
	if cpu, wall := w.bounds(); e.CPU > cpu || e.Wall > wall {
		w.find("limits", "%v of CPU and %v of wall time", e.CPU, e.Wall)
	}
}

// secretsIn looks for secrets in all that the tool wrote.
func (w *world) secretsIn(places ...string) {
	for _, place := range places {
		err := filepath.WalkDir(place, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case path == outputFolder+"/earlier":
				return fs.SkipDir
			case entry.IsDir():
				return nil
			}
			content, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			w.secretsInText(path, content)
			return nil
		})
		if err != nil {
			w.find("file", "what the tool wrote cannot be read: %v", err)
		}
	}
}

// secretsInText looks for secrets in a text.
func (w *world) secretsInText(name string, text []byte) (found bool) {
	for _, secret := range append(w.secrets, mark) {
		if bytes.Contains(text, []byte(secret)) {
			w.find("secret", "%s is in %s", secret, name)
			found = true
		}
	}
	return found
}

// judgeOutput checks what the tool wrote.
func (w *world) judgeOutput(e ending, printed string) error {
	content, err := os.ReadFile(printed)
	if err != nil || w.way == wayAlone || w.way == wayScript {
		return err
	}
	if bytes.Contains(content, []byte("goroutine ")) || len(content) > outputLimit {
		w.find("tool", "panics or prints too much, %d bytes: %s", len(content), content)
	}
	reached, goal := false, ""
	switch {
	case e.Exit != 0 && w.Refused && bytes.Contains(content, []byte(sandboxTokens)):
		return nil // refused with a message
	case e.Exit == exitLimit && w.way == wayReplay && !w.Works && bytes.Contains(content, []byte("is used up")):
		return nil // it used all its time
	case e.Exit != 0:
		w.find("tool", "%v: %s", e, content)
		return nil
	case w.way == waySearch || w.way == waySecond:
		reached, goal = w.searchResult()
	default:
		reached, goal = replayResult(content)
	}
	if goal != "" {
		w.find("tool", "%s: %s", goal, content)
	}
	w.reached[w.way] = reached
	switch {
	case w.Works && !reached:
		w.find("works", "the program does not work: its goal is not reached: %s", content)
	case w.Reads && reached:
		w.find("secret", "the program has found it, and says so by reaching its goal")
	}
	return nil
}

// searchResult returns whether the suite reaches the goal, and what is wrong with the files of the run.
func (w *world) searchResult() (reached bool, wrong string) {
	folder := filepath.Join(outputFolder, w.way)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false, err.Error()
	}
	for _, entry := range entries {
		if !slices.Contains(written, entry.Name()) {
			w.find("file", "%s is in the folder of the run", entry.Name())
		}
	}
	for _, name := range []string{formats.SuiteFolder, formats.SuiteZip} {
		tests, err := suite.Read(filepath.Join(folder, name))
		if err != nil {
			return false, err.Error()
		}
		for _, test := range tests.Tests {
			reached = reached || test.CoversError
		}
	}
	var statistics formats.Statistics
	content, err := os.ReadFile(filepath.Join(folder, formats.StatisticsFile))
	if err == nil {
		err = json.Unmarshal(content, &statistics)
	}
	if err == nil && statistics.Executions > 0 { // a sandbox was made for the program
		w.judgeLayers(statistics.SandboxLacks)
	}
	switch {
	case err != nil:
		return reached, err.Error()
	case statistics.Executions == 0 && w.Refused && statistics.StoppedBy != "":
		return reached, "" // the time was over while it was compiled
	case statistics.Executions == 0 && (statistics.StoppedBy == "cpu-time" || statistics.StoppedBy == "wall-time"):
		return reached, "before the first run ended the time is used up" // see ofTime
	case statistics.Executions == 0:
		return reached, "the program was never run"
	case w.way == waySecond && !w.Refused && !statistics.ErrorReached && statistics.Tests > 0 && !ranSecond(&statistics):
		return reached, "the second form was never run"
	case w.Works && (statistics.Goals == nil || statistics.Goals.Covered == 0):
		return false, ""
	}
	return reached || statistics.ErrorReached || statistics.Goals != nil && statistics.Goals.Covered > 0, ""
}

// judgeLayers checks that the layers that were to be removed are not in force, and all others that a world allows are. Without a view
// nobody but the tool's user may pass through its temporary folder, so that the program remains that user.
func (w *world) judgeLayers(lacking []string) {
	removed := strings.Split(w.Without, ",")
	for _, layer := range sandbox.Required {
		gone := slices.Contains(removed, string(layer)) || layer == sandbox.View && slices.Contains(removed, string(sandbox.Namespaces))
		switch {
		case layer == sandbox.User && (w.User == userNobody || !gone && (slices.Contains(lacking, string(sandbox.View)) || !hasNobody())),
			layer == sandbox.Landlock && !gone && !hasLandlock():
		case gone != slices.Contains(lacking, string(layer)):
			w.find("tool", "the sandbox lacks %q, and %q was to be removed", lacking, w.Without)
		}
	}
}

// hasNobody tells whether the world has another user than root.
func hasNobody() bool { return strings.Count(readText("/proc/self/uid_map"), "\n") > 1 }

// hasLandlock tells whether the kernel has it.
func hasLandlock() bool { return launcher.LandlockVersion() > 0 }

// ranSecond reports whether a run of the second form was made, whatever became of it.
func ranSecond(s *formats.Statistics) bool {
	if s.Engine.Symbolic == nil {
		return false
	}
	symbolic := s.Engine.Symbolic
	return symbolic.Recorded+symbolic.Failed+symbolic.Diverged > 0
}

// replayResult returns whether the test reaches the goal, and what is wrong with the report.
func replayResult(content []byte) (reached bool, wrong string) {
	var report testcomp.Report
	begin := bytes.IndexByte(content, '{')
	if begin < 0 {
		return false, "replay reports nothing"
	}
	if err := json.NewDecoder(bytes.NewReader(content[begin:])).Decode(&report); err != nil {
		return false, err.Error()
	}
	if len(report.Tests) != 1 {
		return false, "the test was not run"
	}
	return report.Covered > 0, ""
}

// written lists the files that a run leaves in its folder.
var written = []string{formats.SuiteFolder, formats.SuiteZip, formats.StatisticsFile, "details.json", "progress.jsonl", "run.json",
	"crashes"}
