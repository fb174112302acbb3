// Package launcher is the inner side of the sandbox: the processes between the tool and the programs that it confines.
//
// The tool starts its own executable again as the launcher of a sandbox (sandbox.Open), under the name Name. If namespaces are
// available, the launcher is the first process in them. It mounts the view of the files, starts the commands that the tool
// orders, reaps every process, and kills all when the tool ends, in whatever way. For each command, the launcher makes a process
// that drops what the command must not have, by a list of prepared system calls, and then becomes the command (spawn.go). A command
// whose filter asks the launcher begins as the executable once more, under the name Enter, which does the same (enter.go). So all
// restrictions are in force before the first instruction of a program, and the program cannot interfere with them.
//
// Importing the package is enough: its initialisation turns a process of one of these names into its part before main.
package launcher

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"
)

// The names (argument 0) under which this executable acts as a part of a sandbox.
const (
	Name  = "fizzer-sandbox"
	Enter = "fizzer-sandbox-enter"
)

// Descriptor is the launcher's descriptor of its socket to the tool.
const Descriptor = 3

// Config is the first message to the launcher.
type Config struct {
	Processes bool     // the launcher is the first process of a PID namespace
	Mounts    bool     // the launcher has a mount namespace and is to make the view of the files
	Show      Texts    // files and folders that the view shows read-only, besides the system's
	Keep      Texts    // folders that the view shows and that commands may change
	Devices   []string // those of the list Devices that the view shows
	Private   Private
	Proc      bool // the view has a /proc of the sandbox's processes
	Children  int  // processes that commands may have at once, if their filter asks about new ones
	User      int  // owner of the private folder, -1: the launcher's user
}

// Private is the folder that the commands may write. With a view it is a file system in memory.
type Private struct {
	Folder Text // existing
	Bytes  uint64
	Files  uint64
}

// Ready answers a Config.
type Ready struct {
	Error string // why the launcher gives up; it then ends
	Errno int    // errno of that, 0: none
	Proc  string // why the view has no /proc
}

// fail notes why the launcher gives up.
func (r *Ready) fail(err error) {
	var errno syscall.Errno
	errors.As(err, &errno)
	r.Error, r.Errno = err.Error(), int(errno)
}

// Limit is a resource limit, soft and hard, as in setrlimit(2).
type Limit struct {
	Resource int
	Value    uint64
}

// Command is the order to start a program. The program's standard input, output and error, and further descriptors from 3 on,
// come with the message.
type Command struct {
	Path        Text // absolute
	Arguments   Texts
	Environment Texts
	Folder      Text // working directory
	Limits      []Limit
	Fixed       bool // addresses are the same in every run (no randomisation)
	User        int  // user and group to become; -1: no change
	Landlock    Landlock
	Filter      []byte // array of struct sock_filter; empty: no filter
	Secret      [2]int // instructions of the filter whose constants become the halves of the path's address; equal: none
	Asks        bool   // the filter asks the launcher about signals or new processes (filter.Options.Ask, AskFork)
	Ends        bool   // when the command has ended, kill what it left
	Last        bool   // the same, and empty the private folder
}

// Landlock lists paths and what a command may do with the files beneath them. Everything else is refused.
type Landlock struct {
	Version int // 0: not used
	Read    Texts
	Execute Texts
	Write   Texts // writing, in addition to reading
	Signals bool  // confine signals to the command's own processes
}

// Started answers a Command: the program runs, or why it does not. A descriptor of the process (pidfd) comes with the message.
type Started struct {
	PID   int    // process id as the launcher sees it
	Error string // the step that failed
	Errno int    // its error number
}

// Ended reports the end of a Command.
type Ended struct {
	PID    int
	Status syscall.WaitStatus
	Usage  syscall.Rusage
}

// Message is what is sent over the socket. Exactly one field is set.
type Message struct {
	Config  *Config  `json:",omitempty"`
	Command *Command `json:",omitempty"`
	Clear   bool     `json:",omitempty"` // kill all processes of the sandbox but the launcher, and empty the private folder
	Ready   *Ready   `json:",omitempty"`
	Started *Started `json:",omitempty"`
	Ended   *Ended   `json:",omitempty"`
	Cleared bool     `json:",omitempty"` // answers Clear
	Long    int      `json:",omitempty"` // the message is in the file of the last descriptor and has this many bytes
}

// maxPacket bounds what is sent in one piece, in bytes; a longer message is sent as a file in memory. maxMessage bounds such a
// message; it is larger than the arguments that the kernel allows a program. maxDescriptors bounds the descriptors that come
// with a message.
const (
	maxPacket      = 128 << 10 // a little less than the kernel's default size of a socket's buffer
	maxMessage     = 8 << 20
	maxDescriptors = 17
)

// Conn is a SOCK_SEQPACKET socket between tool and launcher. Only one goroutine at a time may receive, and only one send.
type Conn struct {
	socket         int
	buffer, rights []byte
}

// NewConn takes over the socket.
func NewConn(socket int) *Conn {
	unix.CloseOnExec(socket)
	return &Conn{socket, make([]byte, maxPacket), make([]byte, unix.CmsgSpace(4*maxDescriptors))}
}

// Shutdown ends the connection: receivers on both sides get os.ErrClosed.
func (c *Conn) Shutdown() { _ = unix.Shutdown(c.socket, unix.SHUT_RDWR) }

// Close closes the socket, which must not be used any more.
func (c *Conn) Close() { _ = unix.Close(c.socket) }

// Send sends a message and descriptors.
func (c *Conn) Send(m *Message, descriptors ...int) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	if len(text) > maxMessage {
		return fmt.Errorf("a message of %d bytes is too long for the sandbox, which takes %d", len(text), maxMessage)
	}
	if len(text) > maxPacket {
		file, err := inMemory(text)
		if err != nil {
			return err
		}
		defer unix.Close(file)
		return c.Send(&Message{Long: len(text)}, append(slices.Clone(descriptors), file)...)
	}
	var rights []byte
	if len(descriptors) > 0 {
		rights = unix.UnixRights(descriptors...)
	}
	for {
		switch err = unix.Sendmsg(c.socket, text, rights, nil, unix.MSG_NOSIGNAL); err {
		case unix.EINTR:
		case unix.EPIPE, unix.ECONNRESET:
			return errClosed
		default:
			return err
		}
	}
}

// errClosed says that the other side is gone.
var errClosed = fmt.Errorf("the other side of the sandbox has gone: %w", os.ErrClosed)

// Receive receives a message and the descriptors that come with it, which are closed at exec. The error is os.ErrClosed if the
// other side is gone.
func (c *Conn) Receive() (m *Message, descriptors []int, err error) {
	var n, filled, flags int
	for {
		if n, filled, flags, _, err = unix.Recvmsg(c.socket, c.buffer, c.rights, unix.MSG_CMSG_CLOEXEC); err != unix.EINTR {
			break
		}
	}
	switch {
	case err == unix.ECONNRESET || err == nil && n == 0:
		return nil, nil, errClosed
	case err != nil:
		return nil, nil, err
	}
	descriptors, err = rightsOf(c.rights[:filled])
	switch {
	case err != nil:
	case flags&unix.MSG_TRUNC != 0:
		err = fmt.Errorf("a message of the sandbox is longer than %d bytes", maxPacket)
	case flags&unix.MSG_CTRUNC != 0:
		err = fmt.Errorf("a message of the sandbox has more than %d descriptors, or there was no room for them: %w", maxDescriptors, unix.EMFILE)
	}
	if err == nil {
		m, descriptors, err = parse(c.buffer[:n], descriptors)
	}
	if err != nil {
		closeAll(descriptors)
		return nil, nil, err
	}
	return m, descriptors, nil
}

// parse decodes a message and, if it is a long one, reads its file. The returned descriptors are the message's own.
func parse(text []byte, descriptors []int) (*Message, []int, error) {
	var m Message
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, descriptors, fmt.Errorf("the other side of the sandbox sends what is no message: %w", err)
	}
	if m.Long == 0 {
		return &m, descriptors, nil
	}
	last := len(descriptors) - 1
	if last < 0 || m.Long < 0 || m.Long > maxMessage {
		return nil, descriptors, errors.New("a long message of the sandbox has no file")
	}
	text = make([]byte, m.Long)
	if _, err := io.ReadFull(io.NewSectionReader(file(descriptors[last]), 0, int64(m.Long)), text); err != nil {
		return nil, descriptors, fmt.Errorf("a long message of the sandbox: %w", err)
	}
	_ = unix.Close(descriptors[last])
	m = Message{}
	return &m, descriptors[:last], json.Unmarshal(text, &m)
}

// file is a descriptor to read from.
type file int

// ReadAt reads as pread(2) does. It returns io.EOF at the end.
func (f file) ReadAt(p []byte, offset int64) (int, error) {
	n, err := unix.Pread(int(f), p, offset)
	if err == nil && n == 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

// inMemory writes the text to a file in memory and returns its descriptor.
func inMemory(text []byte) (int, error) {
	descriptor, err := unix.MemfdCreate("message", unix.MFD_CLOEXEC)
	if err != nil {
		return -1, err
	}
	for rest := text; len(rest) > 0; {
		n, err := unix.Write(descriptor, rest)
		if err != nil && err != unix.EINTR {
			_ = unix.Close(descriptor)
			return -1, err
		}
		rest = rest[max(n, 0):]
	}
	return descriptor, nil
}

func closeAll(descriptors []int) {
	for _, descriptor := range descriptors {
		_ = unix.Close(descriptor)
	}
}

func rightsOf(control []byte) (descriptors []int, err error) {
	messages, err := unix.ParseSocketControlMessage(control)
	if err != nil {
		return nil, err
	}
	for i := range messages {
		passed, err := unix.ParseUnixRights(&messages[i])
		if err != nil {
			return descriptors, err
		}
		descriptors = append(descriptors, passed...)
	}
	return descriptors, nil
}
