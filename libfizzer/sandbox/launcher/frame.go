package launcher

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// report is what a process on its way to become the program says: the step that failed, or the descriptor of the listener of its
// filter, after which it waits for an answer. It says nothing more when it has become the program.
type report struct {
	Step     string
	Errno    int
	Listener int
}

// errEnd is the end of the conversation: the process has become the program, or died.
var errEnd = errors.New("end")

func socketPair() (ours, theirs *os.File, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(pair[0]), "launcher"), os.NewFile(uintptr(pair[1]), "command"), nil
}

// frame returns a value as it is sent: its length, then its text.
func frame(value any) ([]byte, error) {
	text, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...), nil
}

func writeMessage(w io.Writer, value any) error {
	message, err := frame(value)
	if err != nil {
		return err
	}
	_, err = w.Write(message)
	return err
}

func readMessage(r io.Reader, value any) error {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return errEnd
	}
	length := binary.LittleEndian.Uint32(head[:])
	if length > maxMessage {
		return errors.New("a message is too long")
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(r, text); err != nil {
		return err
	}
	return json.Unmarshal(text, value)
}
