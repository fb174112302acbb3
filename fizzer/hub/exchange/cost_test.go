package exchange

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/hubtest"
	"fizzer/fizzer/hub/message"
)

// BenchmarkCost: what the exchange costs one of some searches: the share of a processor that its process uses, where it does nothing else.
// Hub and other searches are processes of their own. Each search makes so many finds a second, of 100 bytes with 20 values, and none is
// known already. One operation is a part of a second: -benchtime 240x is a minute of searching for each rate.
func BenchmarkCost(b *testing.B) {
	for _, finds := range []float64{0, 0.1, 1, 5} {
		b.Run(fmt.Sprintf("searches=64/finds=%v", finds), func(b *testing.B) { cost(b, 64, finds) })
	}
	for _, searches := range []int{2, 16, 256} {
		b.Run(fmt.Sprintf("searches=%d/finds=0", searches), func(b *testing.B) { cost(b, searches, 0) })
	}
}

// part is the time of one operation.
const part = 250 * time.Millisecond

func cost(b *testing.B, searches int, finds float64) {
	url := hubtest.StartProcess(b).URL
	run := hub.NewID()
	x, err := Join(Config{Hub: hubtest.Connect(b, url, hub.Settings{}), Run: run, ID: hub.NewID(), Name: "machine/12345", Limits: ownLimits})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(x.Close)
	startOthers(b, fmt.Sprintln(url, run, searches-1, finds))
	until(b, "all others are heard", func() bool { return len(x.Searches()) == searches-1 })
	x.Take()
	before, cpu, came, own := x.Hub.Conn.Stats(), used(b), 0, 0.0
	begun := time.Now()
	for b.Loop() {
		time.Sleep(part)
		for all := x.Take(); len(all) > 0; all = x.Take() {
			came += len(all)
		}
		for ; own < finds*time.Since(begun).Seconds(); own++ {
			found(x, fmt.Sprintf("%-100s", fmt.Sprint("own", own)), uint32(own))
		}
	}
	seconds := time.Since(begun).Seconds()
	after := x.Hub.Conn.Stats()
	each := func(before, after uint64) float64 { return float64(after-before) / seconds }
	b.ReportMetric(100*(used(b)-cpu).Seconds()/seconds, "%-of-a-processor")
	b.ReportMetric(float64(came)/seconds, "finds-got/s")
	b.ReportMetric(each(before.InMsgs, after.InMsgs), "messages-got/s")
	b.ReportMetric(each(before.OutMsgs, after.OutMsgs), "messages-sent/s")
	b.ReportMetric(each(before.InBytes, after.InBytes), "bytes-got/s")
	b.ReportMetric(each(before.OutBytes, after.OutBytes), "bytes-sent/s")
	b.ReportMetric(0, "ns/op") // the time of an operation is fixed
}

// used is the processor time of this process.
func used(t testing.TB) time.Duration {
	t.Helper()
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkTake is the cost of a look that finds nothing: the engine looks before each step.
func BenchmarkTake(b *testing.B) {
	x := join(b, hubtest.Start(b), "sharedrun1")
	for b.Loop() {
		if len(x.Take()) > 0 {
			b.Fatal("a find")
		}
	}
}

// othersVariable tells a test's executable to be the other searches of a run.
const othersVariable = "FIZZER_TEST_OTHERS"

// startOthers starts a process that says what searches say: their hub, the run, how many they are, and how many finds each makes a second.
func startOthers(b *testing.B, what string) {
	b.Helper()
	command := exec.Command(os.Args[0], "-test.run=^$")
	command.Env, command.Stderr = append(os.Environ(), othersVariable+"="+what), os.Stderr
	if _, err := command.StdinPipe(); err != nil { // it ends with this process
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = command.Process.Kill(), command.Wait() })
}

// othersMain is for TestMain: in the process of startOthers it never returns.
func othersMain() {
	what := os.Getenv(othersVariable)
	if what == "" {
		return
	}
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadByte()
		os.Exit(0)
	}()
	fmt.Fprintln(os.Stderr, "the other searches:", others(what))
	os.Exit(1)
}

// others publishes beats and finds of many searches, until an error.
func others(what string) error {
	var url, run string
	var searches int
	var finds float64
	if _, err := fmt.Sscan(what, &url, &run, &searches, &finds); err != nil {
		return err
	}
	h, err := hub.Connect(context.Background(), hub.Access{URL: url, Tool: hubtest.Tool, Name: "others"}, hub.Settings{})
	if err != nil {
		return err
	}
	ids := make([]string, searches)
	for i := range ids {
		ids[i] = hub.NewID()
	}
	say := func(subject string, m message.Message) error {
		text, err := message.Encode(m)
		if err == nil {
			err = h.Conn.Publish(subject, text)
		}
		return err
	}
	beats, made, begun := 0, 0, time.Now()
	for ; ; time.Sleep(5 * time.Millisecond) {
		seconds := time.Since(begun).Seconds()
		for ; float64(beats) < seconds/hub.Beat.Seconds()*float64(searches); beats++ {
			id := ids[beats%searches]
			beat := &message.Beat{From: id, Name: "machine/" + id, Executions: uint64(beats), Seconds: seconds}
			if err := say(hub.BeatSubject(run), beat); err != nil {
				return err
			}
		}
		for ; float64(made) < seconds*finds*float64(searches); made++ {
			id := ids[made%searches]
			find := &message.Find{From: id, Name: "machine/" + id, Input: fmt.Appendf(nil, "%-100d", made), Limits: message.Limits(ownLimits),
				Reads: make([]message.Read, 20), Covered: []uint32{uint32(made) + 1<<20}}
			if err := say(hub.FindSubject(run), find); err != nil {
				return err
			}
		}
	}
}
