package launcher

import (
	"path/filepath"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Rights of Landlock.
const (
	readRights    = unix.LANDLOCK_ACCESS_FS_READ_FILE | unix.LANDLOCK_ACCESS_FS_READ_DIR
	executeRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_READ_FILE
	// fileRights are the rights that a rule about a file, not a folder, may give.
	fileRights = unix.LANDLOCK_ACCESS_FS_EXECUTE | unix.LANDLOCK_ACCESS_FS_WRITE_FILE | unix.LANDLOCK_ACCESS_FS_READ_FILE |
		unix.LANDLOCK_ACCESS_FS_TRUNCATE | unix.LANDLOCK_ACCESS_FS_IOCTL_DEV
	// The first version has all rights below REFER.
	firstVersionRights = unix.LANDLOCK_ACCESS_FS_REFER - 1
)

// Versions of Landlock that added something.
const (
	versionRefer    = 2
	versionTruncate = 3
	versionNet      = 4
	versionIoctl    = 5
	// VersionScope is the first version that can confine signals to a sandbox's processes.
	VersionScope = 6
)

// LandlockVersion returns the version that the kernel has, 0 for none.
func LandlockVersion() int {
	version, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return 0
	}
	return int(version)
}

// restrictFiles applies the rules to this thread and to the program that it becomes.
func restrictFiles(l *Landlock) error {
	set, err := ruleset(l)
	if set < 0 {
		return err
	}
	defer unix.Close(set)
	if _, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_RESTRICT_SELF, uintptr(set), 0, 0); errno != 0 {
		return errno
	}
	return nil
}

// ruleset returns a descriptor of the rules, -1 if there are none or with an error.
func ruleset(l *Landlock) (int, error) {
	if l.Version == 0 {
		return -1, nil
	}
	handled := unix.LandlockRulesetAttr{Access_fs: firstVersionRights}
	for _, later := range []struct {
		version int
		right   uint64
	}{
		{versionRefer, unix.LANDLOCK_ACCESS_FS_REFER},
		{versionTruncate, unix.LANDLOCK_ACCESS_FS_TRUNCATE},
		{versionIoctl, unix.LANDLOCK_ACCESS_FS_IOCTL_DEV},
	} {
		if l.Version >= later.version {
			handled.Access_fs |= later.right
		}
	}
	if l.Version >= versionNet {
		handled.Access_net = unix.LANDLOCK_ACCESS_NET_BIND_TCP | unix.LANDLOCK_ACCESS_NET_CONNECT_TCP
	}
	if l.Version >= VersionScope {
		handled.Scoped = unix.LANDLOCK_SCOPE_ABSTRACT_UNIX_SOCKET
		if l.Signals {
			handled.Scoped |= unix.LANDLOCK_SCOPE_SIGNAL
		}
	}
	set, _, errno := unix.RawSyscall(unix.SYS_LANDLOCK_CREATE_RULESET, uintptr(unsafe.Pointer(&handled)), unsafe.Sizeof(handled), 0)
	if errno != 0 {
		return -1, errno
	}
	for _, rule := range []struct {
		paths  []string
		rights uint64
	}{
		{l.Read, readRights},
		{l.Execute, executeRights},
		{l.Write, handled.Access_fs &^ unix.LANDLOCK_ACCESS_FS_EXECUTE},
	} {
		for _, path := range rule.paths {
			if err := permit(int(set), path, rule.rights&handled.Access_fs); err != nil {
				_ = unix.Close(int(set))
				return -1, err
			}
		}
	}
	return int(set), nil
}

// permit adds a rule for everything beneath the path. A path that does not exist needs none.
func permit(set int, path string, rights uint64) error {
	beneath, err := unix.Open(filepath.Clean(path), unix.O_PATH|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	defer unix.Close(beneath)
	var status unix.Stat_t
	if err := unix.Fstat(beneath, &status); err != nil {
		return err
	}
	if status.Mode&unix.S_IFMT != unix.S_IFDIR {
		rights &= fileRights
	}
	rule := unix.LandlockPathBeneathAttr{Allowed_access: rights, Parent_fd: int32(beneath)}
	_, _, errno := unix.RawSyscall6(unix.SYS_LANDLOCK_ADD_RULE, uintptr(set), unix.LANDLOCK_RULE_PATH_BENEATH,
		uintptr(unsafe.Pointer(&rule)), 0, 0, 0)
	if errno != 0 {
		return errno
	}
	return nil
}
