//go:build long

package recorder

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/execution"
	"fizzer/fizzer/toolchain"
	"fizzer/libfizzer/sandbox"
)

// Limits of a run of 15 minutes. The second form gets a part of that time, on a busy machine too.
const (
	runCPU    = 15 * time.Minute
	runMemory = 15_000_000_000 // bytes
	buildTime = 5 * time.Minute
)

// peak measures the memory of processes below a launcher: the most that one of them occupied at any moment.
type peak struct {
	stop     chan struct{}
	watching sync.WaitGroup
	most     uint64 // bytes; to be read when the launcher has ended
}

// started begins to look at the processes every 20 ms.
func (p *peak) started(launcher int) {
	p.stop = make(chan struct{})
	p.watching.Go(func() {
		for {
			for _, pid := range sandbox.Family(launcher) {
				p.take(pid)
			}
			select {
			case <-p.stop:
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	})
}

// take looks at a process, which the kernel has measured since its start.
func (p *peak) take(pid int) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)) // it may have ended
	for line := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			var kilobytes uint64
			fmt.Sscan(value, &kilobytes)
			p.most = max(p.most, kilobytes<<10)
		}
	}
}

func (p *peak) ended(int) {
	close(p.stop)
	p.watching.Wait()
}

// cpuOfChildren returns the CPU time of all processes that were started and have ended.
func cpuOfChildren() time.Duration {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_CHILDREN, &usage); err != nil {
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestLongLarge: a state machine of 4 MB gets a second form within the limits of a run, or is refused in words; its runs are recorded as
// those of any program.
func TestLongLarge(t *testing.T) {
	path := generate(t)
	tool, err := instrumenter()
	if err != nil {
		t.Fatal(err)
	}
	clang, major, err := toolchain.FindClang(t.Context())
	if err != nil {
		t.Fatalf("%v; run make setup", err)
	}
	began, used := time.Now(), cpuOfChildren()
	built, err := toolchain.Build(context.Background(), toolchain.Options{
		Programs: []string{path}, Bits: 64, Scratch: t.TempDir(), Clang: clang, ClangMajor: major, Instrumenter: tool,
		Long: true, CPU: runCPU, Memory: runMemory,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("first form: %v, %v of CPU time", time.Since(began), cpuOfChildren()-used)
	memory := &peak{}
	ctx, stop := context.WithTimeout(context.Background(), buildTime)
	defer stop()
	began, used = time.Now(), cpuOfChildren()
	executable, err := built.Second(ctx, memory.started, memory.ended)
	t.Logf("second form: %v, %v of CPU time, %d MB", time.Since(began), cpuOfChildren()-used, memory.most>>20)
	if memory.most > runMemory {
		t.Errorf("%d bytes were used", memory.most)
	}
	if err != nil {
		if took := time.Since(began); took > buildTime+10*time.Second || len(err.Error()) < 20 {
			t.Errorf("after %v: %v", took, err)
		}
		t.Logf("refused: %v", err)
		return
	}
	p := &program{built: built}
	p.start(t, executable, limits, 0)
	recordLarge(t, p)
}

// generate writes the state machine.
func generate(t *testing.T) (path string) {
	t.Helper()
	folder := t.TempDir()
	output, err := exec.Command("go", "run", "fizzer/examples/generate", "-directory", folder, "-name", "large", "-states", "2300",
		"-arithmetic", "12", "-properties", folder).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	path = filepath.Join(folder, "large.c")
	if status, err := os.Stat(path); err != nil || status.Size() < 4<<20 {
		t.Fatalf("%v, %v", status, err)
	}
	return path
}

// recordLarge records the longest of some runs of the state machine, which compares its state with all others in each step.
func recordLarge(t *testing.T, p *program) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	batch := &execution.Batch{Limits: limits}
	for range 200 {
		var input []byte
		for range 40 {
			input = binary.LittleEndian.AppendUint32(input, 1+random.Uint32N(6))
		}
		batch.Inputs = append(batch.Inputs, input)
	}
	runs, err := p.first.Execute(context.Background(), batch)
	if err != nil {
		t.Fatal(err)
	}
	longest := 0
	for i := range runs {
		if runs[i].Conditions.Len() > runs[longest].Conditions.Len() {
			longest = i
		}
	}
	began := time.Now()
	recording := p.record(t, limits, batch.Inputs[longest])
	took := time.Since(began)
	path := check(t, recording)
	t.Logf("a run: %v; %v, %d conditions, %d expressions, %d constraints, %d nodes left, concrete %+v", took, recording.Ending,
		recording.Conditions, len(recording.Nodes), len(recording.Constraints), path.Graph.Len(), recording.Concrete)
	if recording.Conditions == 0 || len(recording.Nodes) == 0 || len(recording.Constraints) == 0 {
		t.Error("nothing was recorded")
	}
	if len(recording.Nodes) > DefaultExpressions {
		t.Errorf("%d expressions", len(recording.Nodes))
	}
}
