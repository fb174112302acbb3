// Package launcher is the other side of the sandbox: the processes between the tool and the programs that it confines.
//
// The tool starts itself again as the launcher of a sandbox (sandbox.Open), by the name Name. It is the first process in the
// sandbox's namespaces, where these can be had: it mounts the view of the files, starts what the tool orders, reaps every
// process, and kills all when the tool ends, however it does. For each command it starts itself once more, as Enter, which
// takes away what the command must not have and then becomes the command. So everything is in force before the first instruction
// of a program, and nothing of the program can stand in the way.
//
// Importing the package is enough: its initialisation turns a process of one of these names into the launcher before main.
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

// The names (argument 0) by which this executable is a part of a sandbox.
const (
	Name  = "fizzer-sandbox"
	Enter = "fizzer-sandbox-enter"
)

// Descriptor is where the launcher has its socket to the tool.
const Descriptor = 3

// Config is the first message to the launcher.
type Config struct {
	Processes bool     // it is the first process of a PID namespace
	Mounts    bool     // it has a mount namespace, and is to make the view of the files
	Show      []string // files and folders that the view shows, read-only, besides the system's
	Keep      []string // folders that the view shows and lets be changed
	Private   Private
	Proc      bool // the view has a /proc of the sandbox's processes
	User      int  // who owns the private folder, -1: who the launcher is
}

// Private is the folder of the commands themselves. With a view it is a file system in memory.
type Private struct {
	Folder string // existing
	Bytes  uint64
	Files  uint64
}

// Ready answers a Config.
type Ready struct {
	Error string // why the launcher gives up; it ends then
	Proc  string // why the view has no /proc
}

// Limit is a resource limit, soft and hard, as setrlimit(2) has them.
type Limit struct {
	Resource int
	Value    uint64
}

// Command is the order to start a program. Its standard input, output and error and further descriptors from 3 on come with
// the message.
type Command struct {
	Path        string // absolute
	Arguments   []string
	Environment []string
	Folder      string // working directory
	Limits      []Limit
	Fixed       bool // addresses are the same in every run (no randomisation)
	User        int  // whom to become, of user and group; -1: stay who it is
	Landlock    Landlock
	Filter      []byte // struct sock_filter, one after the other; none: no filter
	Secret      [2]int // instructions of the filter whose constants become the halves of the address of the path; equal: none
	Asks        bool   // the filter asks the launcher about signals (filter.Options.Ask)
	Last        bool   // when it has ended, kill what it left and empty the private folder
}

// Landlock is what files a command may use beneath paths. Everything else is refused.
type Landlock struct {
	Version int // 0: not used
	Read    []string
	Execute []string
	Write   []string // besides reading
	Signals bool     // signals are to stay among the command's own processes
}

// Started answers a Command: it runs, or why it does not. A descriptor of the process (pidfd) comes with it.
type Started struct {
	PID   int    // as the launcher sees it
	Error string // which step of the way in failed
	Errno int    // why
}

// Ended tells the end of a Command.
type Ended struct {
	PID    int
	Status syscall.WaitStatus
	Usage  syscall.Rusage
}

// Message is what goes over the socket; one of the fields is set.
type Message struct {
	Config  *Config  `json:",omitempty"`
	Command *Command `json:",omitempty"`
	Clear   bool     `json:",omitempty"` // kill all processes of the sandbox but the launcher, and empty the private folder
	Ready   *Ready   `json:",omitempty"`
	Started *Started `json:",omitempty"`
	Ended   *Ended   `json:",omitempty"`
	Cleared bool     `json:",omitempty"` // answers Clear
	Long    int      `json:",omitempty"` // the message has so many bytes and is in the file that is the last descriptor
}

// maxPacket bounds what is sent in one piece, in bytes; a longer message goes as a file in memory. maxMessage bounds that: it is
// more than the arguments that the kernel lets a program have. maxDescriptors bounds the descriptors that come with a message.
const (
	maxPacket      = 128 << 10 // the kernel's default for what may wait in a socket is a little more
	maxMessage     = 8 << 20
	maxDescriptors = 17
)

// Conn is a SOCK_SEQPACKET socket between tool and launcher. One goroutine may receive, and one at a time send.
type Conn struct {
	socket         int
	buffer, rights []byte
}

// NewConn takes over the socket.
func NewConn(socket int) *Conn {
	unix.CloseOnExec(socket)
	return &Conn{socket, make([]byte, maxPacket), make([]byte, unix.CmsgSpace(4*maxDescriptors))}
}

// Shutdown ends the connection: the other side, and who receives on this one, get os.ErrClosed.
func (c *Conn) Shutdown() { _ = unix.Shutdown(c.socket, unix.SHUT_RDWR) }

// Close closes the socket; nobody may use it any more.
func (c *Conn) Close() { _ = unix.Close(c.socket) }

// Send writes a message and descriptors.
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
		if err = unix.Sendmsg(c.socket, text, rights, nil, unix.MSG_NOSIGNAL); err != unix.EINTR {
			return err
		}
	}
}

// errClosed says that the other side is gone.
var errClosed = fmt.Errorf("the other side of the sandbox has gone: %w", os.ErrClosed)

// Receive reads a message and the descriptors that came with it, which are closed at exec. The error is os.ErrClosed when the
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
	if err == nil && flags&(unix.MSG_TRUNC|unix.MSG_CTRUNC) != 0 {
		err = fmt.Errorf("a message of the sandbox is longer than %d bytes, or has more than %d descriptors", maxPacket, maxDescriptors)
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

// parse reads a message and, when that is a long one, its file; the descriptors that are left are the message's own.
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

// file reads from a descriptor.
type file int

// ReadAt reads as pread(2) does, with io.EOF at the end.
func (f file) ReadAt(p []byte, offset int64) (int, error) {
	n, err := unix.Pread(int(f), p, offset)
	if err == nil && n == 0 {
		err = io.EOF
	}
	return max(n, 0), err
}

// inMemory returns the descriptor of a file in memory with the text.
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
