package sandbox

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/launcher"
)

// nobody is the user that commands become if we are root.
const nobody = 65534

// way is one of the ways to start a sandbox.
type way struct {
	flags  uintptr // new namespaces; 0: none
	mapped []int   // users and groups of a new user namespace, each mapped to itself; none: no such namespace
	view   bool
	user   int // user that commands become, -1: no change
}

const namespaces = unix.CLONE_NEWPID | unix.CLONE_NEWNS | unix.CLONE_NEWNET | unix.CLONE_NEWIPC | unix.CLONE_NEWUTS

// ways returns the ways to start the sandbox, the best first.
func (c *confinement) ways() []way {
	root := os.Getuid() == 0
	change := root && !c.leaves(User) && c.mayRead(nobody) && mayBecome(nobody)
	var all []way
	if !c.leaves(Namespaces) {
		if root {
			if change {
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
		if view && c.leaves(View) {
			continue
		}
		for _, w := range all {
			w.view = view
			if view || w.user < 0 || c.canReach() {
				ways = append(ways, w)
			}
		}
	}
	if change && c.canReach() {
		ways = append(ways, way{user: nobody})
	}
	return append(ways, way{user: -1})
}

// launcherCapabilities are the capabilities that the launcher needs in its namespaces. Its commands have none.
var launcherCapabilities = []uintptr{
	unix.CAP_SYS_ADMIN, unix.CAP_SETUID, unix.CAP_SETGID, unix.CAP_SETPCAP, unix.CAP_KILL, unix.CAP_CHOWN, unix.CAP_DAC_OVERRIDE,
	unix.CAP_SYS_CHROOT,
	unix.CAP_SYS_PTRACE,
}

// launcherCommand returns the command that starts this executable as the launcher.
func launcherCommand(w way, socket *os.File) *exec.Cmd {
	attributes := &syscall.SysProcAttr{Setsid: true, Cloneflags: w.flags}
	if w.flags&unix.CLONE_NEWPID != 0 {
		attributes.Pdeathsig = unix.SIGKILL // all processes die with it; otherwise it notices the closed socket and kills them
	}
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

// mayRead tells whether another user may read what the sandbox shows. Tools may be installed for root alone.
func (c *confinement) mayRead(user int) bool {
	return !slices.ContainsFunc(c.options.Show, func(path string) bool { return !readable(path, user) })
}

// canReach tells whether another user could reach what the sandbox shows. Without a view, the folders above it matter, too.
func (c *confinement) canReach() bool {
	for _, paths := range [][]string{c.options.Show, c.options.Give, c.options.Keep, {c.options.Private}} {
		for _, path := range paths {
			if path != "" && !reachable(path) {
				return false
			}
		}
	}
	return true
}

// mayBecome tells whether root may become another user, give it files, and kill its processes: it has the capabilities, and its user
// namespace has that user. In a container either may be missing.
func mayBecome(user int) bool {
	var capabilities [2]unix.CapUserData
	header := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}
	const needed = 1<<unix.CAP_SETUID | 1<<unix.CAP_SETGID | 1<<unix.CAP_CHOWN | 1<<unix.CAP_KILL | 1<<unix.CAP_DAC_OVERRIDE
	if unix.Capget(&header, &capabilities[0]) != nil || capabilities[0].Effective&needed != needed {
		return false
	}
	setgroups, _ := os.ReadFile("/proc/self/setgroups") // missing before Linux 3.19
	if strings.TrimSpace(string(setgroups)) == "deny" {
		return false
	}
	for _, name := range []string{"/proc/self/uid_map", "/proc/self/gid_map"} {
		ids, err := os.ReadFile(name)
		if err != nil || !hasID(string(ids), user) {
			return false
		}
	}
	return true
}

// hasID tells whether a user namespace has the user or group, by the lines of its map: first number inside, first one outside, count.
func hasID(ids string, id int) bool {
	for line := range strings.Lines(ids) {
		var inside, outside, count int
		if n, _ := fmt.Sscan(line, &inside, &outside, &count); n == 3 && inside <= id && id-inside < count {
			return true
		}
	}
	return false
}

// prepareFor makes the user that commands become in this way the owner of what they may change. If they keep our user, it takes back what
// another way has handed over; what cannot be taken back never was another's.
func (c *confinement) prepareFor(w way) error {
	private := c.options.Private
	if w.user >= 0 {
		c.handed = true
		if private != "" && !w.view { // the view has a private folder of its own
			if err := os.Chown(private, w.user, w.user); err != nil {
				return err
			}
		}
		return c.handOver(w.user)
	}
	if c.handed {
		user, group := os.Getuid(), os.Getgid()
		if private != "" {
			_ = os.Chown(private, user, group)
		}
		for _, folder := range slices.Concat(c.options.Give, c.options.Keep) {
			_ = giveAll(folder, user, group)
		}
		c.handed = false
	}
	return nil
}

// handOver makes the user that commands become the owner of the folders Give and Keep and their contents.
func (c *confinement) handOver(user int) error {
	if user < 0 {
		return nil
	}
	for _, folder := range slices.Concat(c.options.Give, c.options.Keep) {
		if err := giveAll(folder, user, user); err != nil {
			return err
		}
	}
	return nil
}

// giveAll makes the user and the group the owners of the folder and everything in it. Meanwhile, a process of the sandbox may replace
// folders by symbolic links: names are looked up in open folders only, and no link is followed. Entries that disappear are skipped.
func giveAll(path string, user, group int) error {
	folder, err := os.OpenFile(path, unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer folder.Close()
	if err := folder.Chown(user, group); err != nil {
		return err
	}
	return giveEntries(folder, user, group)
}

func giveEntries(folder *os.File, user, group int) error {
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := giveEntry(folder, name, user, group); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s/%s: %w", folder.Name(), name, err)
		}
	}
	return nil
}

func giveEntry(folder *os.File, name string, user, group int) error {
	var status unix.Stat_t
	if err := unix.Fstatat(int(folder.Fd()), name, &status, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return err
	}
	if int(status.Uid) != user {
		if err := unix.Fchownat(int(folder.Fd()), name, user, group, unix.AT_SYMLINK_NOFOLLOW); err != nil {
			return err
		}
	}
	if status.Mode&unix.S_IFMT != unix.S_IFDIR {
		return nil
	}
	inner, err := unix.Openat(int(folder.Fd()), name, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err == unix.ENOTDIR || err == unix.ELOOP {
		return nil // it is not a folder any more
	}
	if err != nil {
		return err
	}
	file := os.NewFile(uintptr(inner), name)
	defer file.Close()
	return giveEntries(file, user, group)
}

// countsByNamespace tells whether the kernel counts a user's processes separately in each user namespace (RLIMIT_NPROC, since
// Linux 5.14). Older kernels count all of the user's processes.
func countsByNamespace() bool {
	var name unix.Utsname
	if unix.Uname(&name) != nil {
		return false
	}
	return newerThan(unix.ByteSliceToString(name.Release[:]), 5, 14)
}

// newerThan tells whether a release of the kernel has that version or a later one.
func newerThan(release string, major, minor int) bool {
	var gotMajor, gotMinor int
	n, _ := fmt.Sscanf(release, "%d.%d", &gotMajor, &gotMinor)
	return n == 2 && (gotMajor > major || gotMajor == major && gotMinor >= minor)
}
