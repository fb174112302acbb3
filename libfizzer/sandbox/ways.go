package sandbox

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// nobody is whom commands become when we are root.
const nobody = 65534

// way is one of the ways into a sandbox.
type way struct {
	flags  uintptr // new namespaces; 0: none
	mapped []int   // users and groups of a new user namespace, all with their own numbers; none: no such namespace
	view   bool
	user   int // whom commands become, -1: who we are
}

const namespaces = unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// ways returns the ways in, the best first.
func (s *Sandbox) ways() []way {
	root := os.Getuid() == 0
	var all []way
	if !s.leaves(Namespaces) {
		if root {
			if !s.leaves(User) {
				all = append(all, way{flags: namespaces | unix.CLONE_NEWUSER, mapped: []int{0, nobody}, user: nobody},
					way{flags: namespaces, user: nobody})
			}
			all = append(all, way{flags: namespaces | unix.CLONE_NEWUSER, mapped: []int{0}, user: -1}, way{flags: namespaces, user: -1})
		} else {
			all = append(all, way{flags: namespaces | unix.CLONE_NEWUSER, mapped: []int{os.Getuid()}, user: -1})
		}
	}
	var ways []way
	for _, view := range []bool{true, false} {
		if view && s.leaves(View) {
			continue
		}
		for _, w := range all {
			w.view = view
			if view || w.user < 0 || s.canBecome(w.user) {
				ways = append(ways, w)
			}
		}
	}
	if root && !s.leaves(User) && s.canBecome(nobody) {
		ways = append(ways, way{user: nobody})
	}
	return append(ways, way{user: -1})
}

// launcherCapabilities are what the launcher needs in its namespaces; what it starts has none.
var launcherCapabilities = []uintptr{
	unix.CAP_SYS_ADMIN, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_SETPCAP, unix.CAP_KILL, unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE, unix.CAP_SYS_CHROOT,
	unix.CAP_SYS_PTRACE,
}

// launcherCommand is this executable as the launcher.
func (s *Sandbox) launcherCommand(w way, socket *os.File) *exec.Cmd {
	attributes := &syscall.SysProcAttr{Setsid: true, Pdeathsig: unix.SIGKILL, Cloneflags: w.flags}
	if w.mapped != nil {
		groups := w.mapped
		if os.Getuid() != 0 {
			groups = []int{os.Getgid()}
		}
		attributes.UidMappings, attributes.GidMappings = same(w.mapped), same(groups)
		attributes.GidMappingsEnableSetgroups = os.Getuid() == 0
		attributes.AmbientCaps = launcherCapabilities
	}
	return &exec.Cmd{
		Path: "/proc/self/exe", Args: []string{launcher.Name}, Env: []string{"GOMAXPROCS=1"}, Dir: "/",
		ExtraFiles: []*os.File{socket}, SysProcAttr: attributes,
	}
}

func same(ids []int) []syscall.SysProcIDMap {
	var mapped []syscall.SysProcIDMap
	for _, id := range ids {
		mapped = append(mapped, syscall.SysProcIDMap{ContainerID: id, HostID: id, Size: 1})
	}
	return mapped
}

// canBecome says whether another user could reach what the sandbox shows: without a view, folders above it count.
func (s *Sandbox) canBecome(user int) bool {
	for _, paths := range [][]string{s.options.Show, s.options.Give, s.options.Keep, {s.options.Private}} {
		for _, path := range paths {
			if path != "" && !reachable(path) {
				return false
			}
		}
	}
	return s.options.Private == "" || os.Chown(s.options.Private, user, user) == nil
}

// handOver gives what is in the folders that are given and kept to the user that commands become, as far as it is ours.
func (s *Sandbox) handOver(user int) error {
	if user < 0 {
		return nil
	}
	for _, folder := range slices.Concat(s.options.Give, s.options.Keep) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			info, err := entry.Info()
			if err != nil {
				return err
			}
			if status, ok := info.Sys().(*syscall.Stat_t); ok && int(status.Uid) != user {
				return os.Lchown(path, user, user)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}
