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
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
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

// WithoutVariable names the environment variable that lists layers to leave out, separated by commas, to test the others. "landlock=2"
// leaves out what later versions of Landlock than 2 added, as on an older kernel.
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
	Give      []string // folders of the caller that commands may read, whichever user they become; none of Show and Give is in one of Keep
	Keep      []string // folders of the caller that commands may change on disk
	Private   string   // existing folder that becomes the commands' own; what they leave in it is deleted. Empty: none
	Proc      bool     // commands see a /proc of their own; compilers look up their own path there
	Bytes     uint64   // size of the private folder; default 64 MiB
	Memory    uint64   // bytes of all processes together; 0: unlimited
	Processes int      // maximum number at once; default 64
	Started   func(pid int)
	Ended     func(pid int) // both called with the launcher's id; may be nil

	patience time.Duration // with the launcher until it has prepared the sandbox; 0: launcherStartWait
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

// Sandbox is a running launcher with the confinement of its commands. It is safe for concurrent use.
type Sandbox struct {
	confinement
	*session
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
	if err := options.checkApart(); err != nil {
		return nil, err
	}
	s := &Sandbox{confinement: confinement{
		layers:  layers{reasons: map[Layer]string{}, refused: map[Layer]string{}},
		options: options, user: -1, landlock: launcher.LandlockVersion(),
	}}
	for name := range strings.SplitSeq(os.Getenv(WithoutVariable), ",") {
		if version, older := strings.CutPrefix(name, string(Landlock)+"="); older {
			if highest, err := strconv.Atoi(version); err == nil {
				s.landlock = min(s.landlock, highest)
			}
			continue
		}
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

// checkApart refuses to show what is in a folder that commands may change: they could put something else in its place, which the next
// sandbox would show, or give to the user that commands become.
func (o *Options) checkApart() error {
	for _, path := range slices.Concat(o.Show, o.Give) {
		for _, folder := range slices.Concat(o.Keep, []string{o.Private}) {
			if folder != "" && (path == folder || strings.HasPrefix(path, folder+"/")) {
				return fmt.Errorf("sandbox: %s cannot be shown, because it is in %s, which commands may change", path, folder)
			}
		}
	}
	return nil
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

// scarce tells whether a sandbox did not start for lack of memory, processes or descriptors, or because its launcher was killed.
// Then no weaker sandbox replaces it: using up the machine's resources must not remove a layer.
func scarce(err error) bool {
	return slices.ContainsFunc([]error{unix.EAGAIN, unix.ENOMEM, unix.EMFILE, unix.ENFILE, os.ErrClosed}, func(e error) bool {
		return errors.Is(err, e)
	})
}

// open tries the ways to start the sandbox, the best first. It tries a weaker one only if the kernel refuses the better one.
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
		s.refuse(way, s.launched(), failure)
	}
	return failure
}

// try starts a launcher in one way.
func (s *Sandbox) try(w way) error {
	pair, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_SEQPACKET|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	theirs := os.NewFile(uintptr(pair[1]), "sandbox")
	conn := launcher.NewConn(pair[0])
	s.user, s.counted = w.user, w.mapped != nil && countsByNamespace()
	s.session = newSession(conn, w.flags&unix.CLONE_NEWPID != 0)
	err = s.prepareFor(w)
	if err == nil {
		s.command = launcherCommand(w, theirs)
		s.findGroups()
		err = s.command.Start()
	}
	theirs.Close() // the launcher has the only other end: when it dies, the connection ends
	if err != nil {
		conn.Close()
		return err
	}
	if s.options.Started != nil {
		s.options.Started(s.command.Process.Pid)
	}
	go s.wait(s.options.Ended)
	go s.continued()
	if err := s.greetPatiently(w); err != nil {
		s.end()
		conn.Close()
		return err
	}
	go s.listen()
	if s.group == nil && (s.options.Memory > 0 || s.options.Processes > 0) {
		go s.count(s.options.Processes, s.options.Memory)
	}
	if !w.view && s.options.Private != "" {
		go s.measure(s.config.Private)
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

// greetPatiently is greet, and kills a launcher that gives no answer: somebody may have stopped it. The error is ErrEnded if the launcher
// died.
func (s *Sandbox) greetPatiently(w way) error {
	patience := cmp.Or(s.options.patience, launcherStartWait)
	timer := time.AfterFunc(patience, func() { _ = s.command.Process.Kill() })
	err := s.greet(w)
	if !timer.Stop() {
		err = fmt.Errorf("its launcher gave no answer for %v: %w", patience, os.ErrClosed)
	}
	if errors.Is(err, os.ErrClosed) {
		err = fmt.Errorf("%w: %w", ErrEnded, err)
	}
	return err
}

// greet puts the launcher into its control group and tells it what to prepare.
func (s *Sandbox) greet(w way) error {
	s.joinGroup()
	s.config = launcher.Config{
		Processes: w.flags&unix.CLONE_NEWPID != 0, Mounts: w.view, Show: slices.Concat(s.options.Show, s.options.Give), Keep: s.options.Keep,
		Devices: s.devices(), Proc: s.options.Proc, Children: s.options.Processes, User: s.user,
		Private: launcher.Private{Folder: launcher.Text(s.options.Private), Bytes: s.options.Bytes, Files: s.options.Bytes/bytesPerFile + 16},
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
