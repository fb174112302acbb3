package sandbox

import (
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"fizzer/libfizzer/sandbox/launcher"
)

// While the launcher owes an answer, a stopped process that is no command is killed; a command that has stopped is not.
func TestAwaitKillsStopped(t *testing.T) {
	command := exec.Command("sh", "-c", `sleep 1000 & known=$!
sleep 1000 & unknown=$!
kill -STOP $known $unknown
echo $known $unknown
wait $unknown
echo $?
read line
kill -KILL $known`)
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
	read := func() []string {
		text := make([]byte, 100)
		n, err := output.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Fields(string(text[:n]))
	}
	known, err := strconv.Atoi(read()[0])
	if err != nil {
		t.Fatal(err)
	}
	s := newSession(nil, true)
	s.command, s.running[1] = command, &Process{host: known}
	answered := make(chan answer)
	go func() {
		a, _ := s.await()
		answered <- a
	}()
	if status := read(); len(status) != 1 || status[0] != "137" {
		t.Errorf("the unknown process ended with %v", status)
	}
	if !isStopped(known) {
		t.Error("the known process is not stopped any more")
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
