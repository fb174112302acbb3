package launcher

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// report is a message of a process that is about to become the program. It names the step that failed. Without a step, the
// descriptor of the filter's listener follows (sendDescriptor), and the process waits for an answer. Once the process has
// become the program, there are no more reports.
type report struct {
	Step  string
	Errno int
}

// errEnd means that the connection was closed: the process has become the program, or died.
var errEnd = errors.New("end")

func socketPair() (ours, theirs *os.File, err error) {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, nil, err
	}
	return os.NewFile(uintptr(pair[0]), "launcher"), os.NewFile(uintptr(pair[1]), "command"), nil
}

// frame returns a value as it is sent: the length of its encoding, then the encoding.
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

// sendDescriptor sends a descriptor along with one byte.
func sendDescriptor(socket, descriptor int) error {
	return unix.Sendmsg(socket, []byte{0}, unix.UnixRights(descriptor), nil, unix.MSG_NOSIGNAL)
}

// receiveDescriptor receives a descriptor, which is closed at exec.
func receiveDescriptor(socket int) (int, error) {
	var data [1]byte
	rights := make([]byte, unix.CmsgSpace(4))
	for {
		n, filled, _, _, err := unix.Recvmsg(socket, data[:], rights, unix.MSG_CMSG_CLOEXEC)
		if err == unix.EINTR {
			continue
		}
		if err == nil && n == 0 {
			err = errEnd
		}
		if err != nil {
			return -1, err
		}
		descriptors, err := rightsOf(rights[:filled])
		if err == nil && len(descriptors) != 1 {
			err = errors.New("no descriptor came")
		}
		if err != nil {
			closeAll(descriptors)
			return -1, err
		}
		return descriptors[0], nil
	}
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
