// Package sandbox runs code that is not trusted: the program under test, and the compilers that read its text. Each sandbox has
// a launcher (package launcher), which starts every command in it, and layers, each of which stops something by itself:
//
//   - namespaces: processes, mounts, network, IPC and names of the sandbox's own; all die with its first process;
//   - the view: a root with the system's programs and libraries, the files shown, and a private folder of bounded size in memory;
//   - Landlock: enforces the same a second time, and also without a view;
//   - the filter: a list of system calls that are allowed (package filter);
//   - the user: root becomes nobody, no capabilities, no privileges from executables;
//   - limits: of each process, and of all together (by control groups if allowed, otherwise by counting and killing).
//
// Layers that the kernel or a container refuses are left out; Missing names them. docs/security.md says what each layer stops.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// Layer is a part of the protection.
type Layer string

// The layers.
const (
	Namespaces Layer = "namespaces" // of users (unless root), processes, mounts, network, IPC, names
	View       Layer = "view"       // a root of its own
	Landlock   Layer = "landlock"
	Filter     Layer = "filter" // of system calls
	User       Layer = "user"   // not root
	Groups     Layer = "cgroup" // the kernel bounds all processes together
)

// Layers lists all layers.
var Layers = []Layer{Namespaces, View, Landlock, Filter, User, Groups}

// Required are the layers without which a run that requires the sandbox does not start. Control groups are not among them,
// because processes can be counted instead.
var Required = []Layer{Namespaces, View, Landlock, Filter, User}

// WithoutVariable names the environment variable that lists layers to leave out, separated by commas, to test the others.
const WithoutVariable = "FIZZER_SANDBOX_WITHOUT"

// Policy says what to do if layers are missing.
type Policy string

// The policies.
const (
	Auto    Policy = "auto"    // continue with the other layers
	Require Policy = "require" // refuse to start
)

// Options describe a sandbox.
type Options struct {
	Policy    Policy
	Show      []string // files and folders that commands may read besides the system's
	Give      []string // folders of the caller that commands may read, whichever user they become
	Keep      []string // folders of the caller that commands may change on disk
	Private   string   // existing folder that becomes the commands' own; what they leave in it is deleted. Empty: none
	Proc      bool     // commands see a /proc of their own; compilers look up their own path there
	Bytes     uint64   // size of the private folder; default 64 MiB
	Memory    uint64   // bytes of all processes together; 0: unlimited
	Processes int      // maximum number at once; default 64
	Started   func(pid int)
	Ended     func(pid int) // both called with the launcher's id; may be nil
}

const (
	defaultBytes     = 64 << 20
	defaultProcesses = 64
	bytesPerFile     = 4 << 10 // the private folder's size over this is the number of files that it may hold
)

// MissingError means that required layers are missing.
type MissingError struct {
	Layers []Layer
	Notes  []string // why
}

// Error names the layers and why each is missing.
func (e *MissingError) Error() string {
	return fmt.Sprintf("the sandbox lacks %s (%s): allow what is refused, or run without --sandbox require", join(e.Layers),
		strings.Join(e.Notes, "; "))
}

func join(layers []Layer) string {
	var names []string
	for _, layer := range layers {
		names = append(names, string(layer))
	}
	return strings.Join(names, ", ")
}

// Sandbox is a running launcher. It is safe for concurrent use.
type Sandbox struct {
	options  Options
	without  []Layer // layers to leave out
	mute     bool    // the kernel does not allow to ask the launcher about signals
	missing  []Layer
	reasons  map[Layer]string // why each is missing
	refused  map[Layer]string // why a way in failed, by its best layer
	config   launcher.Config
	landlock int  // version in force, 0: none
	user     int  // user that commands become, -1: no change
	counted  bool // the kernel counts processes for this sandbox alone (RLIMIT_NPROC)

	command *exec.Cmd
	conn    *launcher.Conn
	group   *group
	gone    chan struct{} // closed when the launcher has ended
	heard   chan struct{} // closed when all its messages have been handled

	order    sync.Mutex // held from sending a message until its answer
	closed   bool       // the connection is closed
	answers  chan answer
	mutex    sync.Mutex
	running  map[int]*Process
	exceeded string // the bound of all processes together that was exceeded
	stop     chan struct{}
	stopped  sync.Once
}

// answer is a message of the launcher to the goroutine that waits for it.
type answer struct {
	message *launcher.Message
	process *Process // the process that was started
}

// Open starts a sandbox with as many layers as the machine allows. It takes a few milliseconds.
func Open(options Options) (*Sandbox, error) {
	if options.Bytes == 0 {
		options.Bytes = defaultBytes
	}
	if options.Processes == 0 {
		options.Processes = defaultProcesses
	}
	if err := makeAbsolute(&options); err != nil {
		return nil, err
	}
	s := &Sandbox{options: options, user: -1, landlock: launcher.LandlockVersion(), reasons: map[Layer]string{}, refused: map[Layer]string{}}
	for name := range strings.SplitSeq(os.Getenv(WithoutVariable), ",") {
		s.without = append(s.without, Layer(name))
	}
	s.lacks(Landlock, s.landlock == 0, "the kernel has none, or it is not switched on (lsm=)")
	if s.leaves(Landlock) {
		s.landlock = 0
	}
	for _, layer := range s.without {
		s.lacks(layer, slices.Contains(Required, layer) && (layer != User || os.Getuid() == 0), leftOut)
	}
	if err := s.open(); err != nil {
		return nil, fmt.Errorf("the sandbox does not start: %w", err)
	}
	if err := s.require(); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// makeAbsolute makes the paths absolute, since the launcher has another working directory.
func makeAbsolute(o *Options) (err error) {
	absolute := func(path string) string {
		a, failure := filepath.Abs(path)
		err = errors.Join(err, failure)
		return a
	}
	for _, paths := range []*[]string{&o.Show, &o.Give, &o.Keep} {
		var all []string
		for _, path := range *paths {
			all = append(all, absolute(path))
		}
		slices.Sort(all)
		*paths = slices.Compact(all)
	}
	if o.Private != "" {
		o.Private = absolute(o.Private)
	}
	return err
}

func (s *Sandbox) leaves(layer Layer) bool { return slices.Contains(s.without, layer) }

// leftOut is the reason why a layer is missing that WithoutVariable names.
const leftOut = "left out, as " + WithoutVariable + " says"

// lacks notes that a layer is missing, once.
func (s *Sandbox) lacks(layer Layer, missing bool, why string) {
	if missing && !slices.Contains(s.missing, layer) {
		s.missing = append(s.missing, layer)
		s.reasons[layer] = why
	}
}

// Missing returns the layers that are not in force, and for each the reason.
func (s *Sandbox) Missing() ([]Layer, []string) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var notes []string
	for _, layer := range s.missing {
		notes = append(notes, fmt.Sprintf("%s: %s", layer, s.reasons[layer]))
	}
	return slices.Clone(s.missing), notes
}

func (s *Sandbox) require() error {
	if s.options.Policy != Require {
		return nil
	}
	e := &MissingError{}
	missing, notes := s.Missing()
	for i, layer := range missing {
		if slices.Contains(Required, layer) {
			e.Layers, e.Notes = append(e.Layers, layer), append(e.Notes, notes[i])
		}
	}
	if len(e.Layers) == 0 {
		return nil
	}
	return e
}

// scarce tells whether a sandbox did not start for want of memory, processes or descriptors, or because its launcher was killed.
// Then it is not replaced by a weaker one: whoever uses up what the machine has does not get rid of a layer.
func scarce(err error) bool {
	return slices.ContainsFunc([]error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE, os.ErrClosed}, func(e error) bool {
		return errors.Is(err, e)
	})
}

// open tries the ways to start the sandbox, the best first. It goes on to a weaker one where the kernel refuses the better one.
func (s *Sandbox) open() error {
	var failure error
	for _, way := range s.ways() {
		if failure = s.try(way); failure == nil {
			s.lacks(Namespaces, way.flags == 0, s.why(Namespaces, "not allowed"))
			s.lacks(View, !way.view, s.why(View, "mounts are not allowed"))
			s.lacks(User, os.Getuid() == 0 && s.user < 0, "no other user can be had, or may pass through the folders above those that are shown")
			return nil
		}
		if scarce(failure) {
			return failure
		}
		s.refuse(way, failure)
	}
	return failure
}

// refuse notes why a way failed. If the launcher did not even start, the namespaces were the reason.
func (s *Sandbox) refuse(w way, failure error) {
	layer := View
	if w.flags == 0 {
		return
	}
	if s.command == nil || s.command.Process == nil || !w.view {
		layer = Namespaces
	}
	if s.refused[layer] == "" {
		s.refused[layer] = failure.Error()
	}
}

func (s *Sandbox) why(layer Layer, otherwise string) string {
	if why := s.refused[layer]; why != "" {
		return why
	}
	if layer == View && slices.Contains(s.missing, Namespaces) {
		return "it needs namespaces"
	}
	return otherwise
}

// try starts a launcher in one way.
func (s *Sandbox) try(w way) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	theirs := os.NewFile(uintptr(pair[1]), "sandbox")
	conn := launcher.NewConn(pair[0])
	s.user, s.counted, s.command = w.user, w.mapped != nil && countsByNamespace(), nil
	err = s.handOver(w.user)
	if err == nil {
		s.command = s.launcherCommand(w, theirs)
		err = s.command.Start()
	}
	theirs.Close() // the launcher has the only other end: when it dies, the connection ends
	if err != nil {
		conn.Close()
		return err
	}
	s.conn, s.gone, s.stop, s.stopped = conn, make(chan struct{}), make(chan struct{}), sync.Once{}
	if s.options.Started != nil {
		s.options.Started(s.command.Process.Pid)
	}
	go s.wait(s.command, s.gone)
	if err := s.greet(w); err != nil {
		s.end()
		conn.Close()
		return err
	}
	s.answers, s.running, s.heard = make(chan answer, 1), map[int]*Process{}, make(chan struct{})
	go s.listen()
	if s.group == nil && (s.options.Memory > 0 || s.options.Processes > 0) {
		go s.count()
	}
	return nil
}

// refusal is why a launcher could not prepare its sandbox.
type refusal struct {
	text  string
	errno syscall.Errno // 0: none
}

func (r *refusal) Error() string { return r.text }

func (r *refusal) Unwrap() error { return r.errno }

// greet puts the launcher into its control group and tells it what to prepare.
func (s *Sandbox) greet(w way) error {
	s.joinGroup()
	s.config = launcher.Config{
		Processes: w.flags&unix.CLONE_NEWPID != 0, Mounts: w.view, Show: slices.Concat(s.options.Show, s.options.Give), Keep: s.options.Keep,
		Proc: s.options.Proc, User: s.user,
		Private: launcher.Private{Folder: s.options.Private, Bytes: s.options.Bytes, Files: s.options.Bytes/bytesPerFile + 16},
	}
	if err := s.conn.Send(&launcher.Message{Config: &s.config}); err != nil {
		return err
	}
	message, _, err := s.conn.Receive()
	switch {
	case err != nil:
		return err
	case message.Ready == nil:
		return errors.New("unexpected answer")
	case message.Ready.Error != "":
		return &refusal{message.Ready.Error, syscall.Errno(message.Ready.Errno)}
	}
	return nil
}

// wait waits for the launcher's end.
func (s *Sandbox) wait(command *exec.Cmd, gone chan struct{}) {
	_ = command.Wait()
	if s.options.Ended != nil {
		s.options.Ended(command.Process.Pid)
	}
	close(gone)
}

// listen receives the launcher's messages until the launcher is gone, or ends it because it sent an invalid one.
func (s *Sandbox) listen() {
	defer close(s.heard)
	for {
		message, descriptors, err := s.conn.Receive()
		if err != nil || !s.hear(message, descriptors) {
			break
		}
	}
	s.end()
	s.mutex.Lock()
	for _, process := range s.running {
		process.finish(Status{WaitStatus: syscall.WaitStatus(unix.SIGKILL)})
	}
	s.running = nil
	s.mutex.Unlock()
	close(s.answers) // the holder of the lock order waits for this
	s.order.Lock()
	defer s.order.Unlock()
	s.closed = true
	s.conn.Close()
}

// hear handles a message of the launcher; false: nobody waits for it.
func (s *Sandbox) hear(message *launcher.Message, descriptors []int) bool {
	if message.Ended != nil {
		s.mutex.Lock()
		process := s.running[message.Ended.PID]
		delete(s.running, message.Ended.PID)
		s.mutex.Unlock()
		if process != nil {
			process.finish(Status{WaitStatus: message.Ended.Status, Usage: message.Ended.Usage})
		}
		return true
	}
	a := answer{message: message}
	if message.Started != nil && len(descriptors) == 1 {
		a.process = s.begun(message.Started.PID, descriptors[0])
	}
	select {
	case s.answers <- a:
		return true
	default:
		return false
	}
}

// launcherEndWait bounds how long a launcher that was told to end may take until it is killed. Without a PID namespace it gets
// launcherKillWait, because processes that it has not found and killed by then would live on.
const (
	launcherEndWait  = 2 * time.Second
	launcherKillWait = 30 * time.Second
)

// end kills everything in the sandbox and waits for the launcher.
func (s *Sandbox) end() {
	s.stopped.Do(func() {
		close(s.stop)
		s.conn.Shutdown()
		wait := launcherEndWait
		if !s.config.Processes {
			wait = launcherKillWait
		}
		timer := time.AfterFunc(wait, func() { _ = s.command.Process.Kill() })
		<-s.gone
		timer.Stop()
		s.group.remove()
	})
}

// Close kills all processes in the sandbox and waits for their end.
func (s *Sandbox) Close() error {
	s.end()
	<-s.heard
	return nil
}

// Clear kills all processes in the sandbox and empties the private folder.
func (s *Sandbox) Clear() error {
	s.order.Lock()
	defer s.order.Unlock()
	_, err := s.ask(&launcher.Message{Clear: true})
	return err
}

// ask sends a message and waits for the answer. The caller holds the lock order.
func (s *Sandbox) ask(message *launcher.Message, descriptors ...int) (answer, error) {
	if s.closed {
		return answer{}, s.failure(os.ErrClosed)
	}
	if err := s.conn.Send(message, descriptors...); err != nil {
		return answer{}, s.failure(err)
	}
	a, ok := <-s.answers
	if !ok {
		return answer{}, s.failure(os.ErrClosed)
	}
	return a, nil
}

// failure explains why the sandbox is gone.
func (s *Sandbox) failure(err error) error {
	if exceeded := s.Exceeded(); exceeded != "" {
		return fmt.Errorf("the sandbox was ended: %s", exceeded)
	}
	return fmt.Errorf("the sandbox has ended: %w", err)
}

// Probe opens a sandbox and runs a small program in it. It returns, for each layer that this machine does not provide, why it
// is missing.
func Probe(options Options) (missing map[Layer]string, err error) {
	s, err := Open(options)
	if err != nil {
		return nil, err
	}
	err = s.Run(context.Background(), Command{Path: probeProgram, Arguments: []string{"true"}, Bits: 64, Folder: "/"}, nil, nil)
	return s.reasons, errors.Join(err, s.Close())
}

// probeProgram exists on every system and does nothing.
const probeProgram = "/bin/true"
