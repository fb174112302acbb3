package sandbox

import (
	"bufio"
	"fmt"
	"os/exec"
	"testing"

	"fizzer/libfizzer/sandbox/launcher"
)

// While the launcher owes an answer, stopped processes that are still to become a command are killed. A stopped command is not, also if
// nobody knows of it yet, because the answer has not been handled.
func TestAwaitKillsStopped(t *testing.T) {
	command := exec.Command("bash", "-c", `sleep 1000 & known=$!
sleep 1000 & unheard=$!
(exec -a `+launcher.Name+` sleep 1000) & first=$!
(exec -a `+launcher.Enter+` sleep 1000) & second=$!
for pid in $first $second; do
	until grep -q ^fizzer-sandbox /proc/$pid/cmdline; do sleep 0.01; done
done
kill -STOP $known $unheard $first $second
echo $known $unheard
wait $first; echo $?
wait $second; echo $?
read line
kill -KILL $known $unheard`)
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	input, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(output)
	read := func() string {
		if !lines.Scan() {
			t.Fatal("no more output: ", lines.Err())
		}
		return lines.Text()
	}
	var known, unheard int
	if _, err := fmt.Sscan(read(), &known, &unheard); err != nil {
		t.Fatal(err)
	}
	s := newSession(nil, true)
	s.command, s.running[1] = command, &Process{host: known}
	answered := make(chan answer)
	go func() {
		a, _ := s.await()
		answered <- a
	}()
	for range 2 {
		if status := read(); status != "137" {
			t.Errorf("a process that was to become a command ended with %s", status)
		}
	}
	if !isStopped(known) || !isStopped(unheard) {
		t.Error("a command is not stopped any more")
	}
	s.answers <- answer{message: &launcher.Message{Cleared: true}}
	if a := <-answered; a.message == nil || !a.message.Cleared {
		t.Errorf("%+v", a)
	}
	if _, err := input.Write([]byte("\n")); err != nil {
		t.Fatal(err)
	}
	if err := command.Wait(); err != nil {
		t.Error(err)
	}
}
