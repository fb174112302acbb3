package launcher

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func connect(t *testing.T) (a, b *Conn) {
	t.Helper()
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	a, b = NewConn(pair[0]), NewConn(pair[1])
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

func openDescriptors(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(entries)
}

func TestMessagesOfAnyLength(t *testing.T) {
	a, b := connect(t)
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	before := openDescriptors(t)
	for _, length := range []int{0, 1, 1000, maxPacket - 100, maxPacket, maxPacket + 1, 1 << 20, maxMessage - 1000} {
		sent := make(chan error, 1)
		go func() {
			sent <- a.Send(&Message{Command: &Command{Path: Text(strings.Repeat("x", length))}}, int(null.Fd()), int(null.Fd()))
		}()
		message, descriptors, err := b.Receive()
		if err := errors.Join(err, <-sent); err != nil {
			t.Fatalf("%d bytes: %v", length, err)
		}
		if message.Command == nil || len(message.Command.Path) != length || len(descriptors) != 2 || message.Long != 0 {
			t.Errorf("%d bytes do not arrive as they were sent", length)
		}
		closeAll(descriptors)
	}
	if got := openDescriptors(t); got != before {
		t.Errorf("%d descriptors were left open", got-before)
	}
	err = a.Send(&Message{Command: &Command{Path: Text(strings.Repeat("x", maxMessage))}})
	if err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("a message beyond the bound: %v", err)
	}
}

// Names and arguments of any bytes arrive as they are, also those that are no UTF-8.
func TestMessagesOfAnyBytes(t *testing.T) {
	const odd = "/tmp/la\xe9\xff\x80{[\"\u2028"
	for _, text := range []string{"", "plain", "{", "\u00e9\u2028", odd} {
		a, b := connect(t)
		texts := Texts{text, "plain", odd[:7], text}
		config := Config{Show: texts, Keep: Texts{text}, Private: Private{Folder: Text(text)}}
		command := Command{Path: Text(text), Arguments: texts, Environment: Texts{}, Folder: Text(text),
			Landlock: Landlock{Read: texts, Execute: texts, Write: nil}}
		for _, message := range []*Message{{Config: &config}, {Command: &command}} {
			if err := a.Send(message); err != nil {
				t.Fatal(err)
			}
			received, _, err := b.Receive()
			if err != nil || !reflect.DeepEqual(received, message) {
				t.Errorf("%q: %+v instead of %+v, %v", text, received, message, err)
			}
		}
	}
	for _, wrong := range []string{`{"Bytes": "x"}`, `{"Bytes": ["?"]}`, `7`, `[7]`} {
		for _, field := range []string{"Path", "Arguments"} {
			if m, _, err := parse([]byte(`{"Command": {"`+field+`": `+wrong+`}}`), nil); err == nil {
				t.Errorf("%s as %s gives %+v", wrong, field, m.Command)
			}
		}
	}
}

// receiveRaw sends the bytes as they are, with descriptors, and receives.
func receiveRaw(t testing.TB, text []byte, descriptors ...int) (*Message, []int, error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(pair[1])
	conn := NewConn(pair[0])
	defer conn.Close()
	var rights []byte
	if len(descriptors) > 0 {
		rights = unix.UnixRights(descriptors...)
	}
	if err := unix.Sendmsg(pair[1], text, rights, nil, 0); err != nil {
		t.Fatal(err)
	}
	if err := unix.Shutdown(pair[1], unix.SHUT_RDWR); err != nil {
		t.Fatal(err)
	}
	return conn.Receive()
}

func TestGarbledMessages(t *testing.T) {
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	many := make([]int, maxDescriptors+3) // the kernel rounds the room up by one
	for i := range many {
		many[i] = int(null.Fd())
	}
	before := openDescriptors(t)
	for name, test := range map[string]struct {
		text        string
		descriptors []int
	}{
		"nothing":              {"", nil},
		"no JSON":              {"\x00\xff{", many[:2]},
		"another type":         {`{"Started":"x"}`, many[:1]},
		"half":                 {`{"Started":{"PID":1`, many[:1]},
		"too many descriptors": {`{"Clear":true}`, many},
		"long without a file":  {`{"Long":100}`, nil},
		"long, file too short": {`{"Long":100}`, many[:1]},
		"long beyond bounds":   {`{"Long":1000000000000}`, many[:1]},
		"negative length":      {`{"Long":-1}`, many[:1]},
	} {
		if m, _, err := receiveRaw(t, []byte(test.text), test.descriptors...); err == nil {
			t.Errorf("%s: no error, but %+v", name, m)
		}
		if got := openDescriptors(t); got != before {
			t.Errorf("%s: %d descriptors were left open", name, got-before)
			before = got
		}
	}
}

func TestTheOtherSideGoes(t *testing.T) {
	a, b := connect(t)
	a.Shutdown()
	if _, _, err := b.Receive(); !errors.Is(err, os.ErrClosed) {
		t.Errorf("receiving: %v, want os.ErrClosed", err)
	}
	if err := b.Send(&Message{Clear: true}); err == nil {
		t.Error("sending to nobody is no error")
	}
}

func FuzzReceive(f *testing.F) {
	for _, seed := range []string{"", "{}", `{"Long":3}`, `{"Ended":{"PID":3,"Status":9}}`, `{"Command":{"Filter":"AAAA","Secret":[1,2]}}`,
		`{"Started":{"PID":-1}}`} {
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, withFile bool) {
		if len(text) > maxPacket {
			return
		}
		var descriptors []int
		if withFile {
			file, err := inMemory(text)
			if err != nil {
				t.Fatal(err)
			}
			defer unix.Close(file)
			descriptors = []int{file}
		}
		m, got, err := receiveRaw(t, text, descriptors...)
		if (m == nil) != (err != nil) || err != nil && len(got) > 0 || len(got) > len(descriptors) {
			t.Errorf("%q: message %v, descriptors %v, error %v", text, m, got, err)
		}
		closeAll(got)
	})
}

func FuzzReadMessage(f *testing.F) {
	good, err := frame(Command{Path: "/x"})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range [][]byte{nil, good, good[:7], {255, 255, 255, 255}, {2, 0, 0, 0, '{', '}'}} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var c Command
		if err := readMessage(bytes.NewReader(text), &c); err == nil {
			again, err := frame(c)
			if err != nil {
				t.Fatal(err)
			}
			var same Command
			if err := readMessage(bytes.NewReader(again), &same); err != nil {
				t.Errorf("%q is read and cannot be read again: %v", text, err)
			}
		}
	})
}

func TestDescriptorsGoThroughStreams(t *testing.T) {
	ours, theirs, err := socketPair()
	if err != nil {
		t.Fatal(err)
	}
	defer ours.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	if err := errors.Join(writeMessage(theirs, report{}), sendDescriptor(int(theirs.Fd()), int(null.Fd()))); err != nil {
		t.Fatal(err)
	}
	var r report
	if err := readMessage(ours, &r); err != nil {
		t.Fatal(err)
	}
	got, err := receiveDescriptor(int(ours.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(fmt.Sprintf("/proc/self/fd/%d", got)); err != nil || target != os.DevNull {
		t.Errorf("the descriptor is of %s (%v)", target, err)
	}
	closeAll([]int{got})
	if _, err := theirs.Write([]byte{0}); err != nil {
		t.Fatal(err)
	}
	if _, err := receiveDescriptor(int(ours.Fd())); err == nil {
		t.Error("a byte without a descriptor is no error")
	}
	theirs.Close()
	if _, err := receiveDescriptor(int(ours.Fd())); err == nil {
		t.Error("the end is no error")
	}
}

func TestDescendants(t *testing.T) {
	if all := descendants(os.Getppid()); len(all) == 0 {
		t.Error("this process does not descend from its parent")
	}
	s := &server{}
	for pid, want := range map[int32]bool{0: true, -1: false, 1: false, int32(os.Getpid()): false, int32(os.Getppid()): false,
		-1 << 31: false} {
		if got := s.mayBeSignalled(pid); got != want {
			t.Errorf("process %d may be signalled: %t, want %t", pid, got, want)
		}
	}
}
