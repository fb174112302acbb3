package launcher

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/folders"
)

// SystemFolders hold programs and libraries; every view shows them, read-only.
var SystemFolders = []string{"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}

// SystemFiles are the files that programs, compilers and the C library look up in /etc.
var SystemFiles = []string{
	"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime", "/etc/os-release",
	"/etc/lsb-release", "/etc/debian_version",
}

// Devices are the devices that are harmless to use.
var Devices = []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}

const (
	base    = "/usr" // where the new root is first mounted; every system has this folder
	oldRoot = "/.old"
	self    = "/.launcher" // where the view shows this executable
)

// view makes the mounts. It keeps the first failure.
type view struct{ err error }

func (v *view) do(what string, err error) {
	if v.err == nil && err != nil {
		v.err = fmt.Errorf("%s: %w", what, err)
	}
}

// makeView gives this process a root of its own, with the files that it is to see. noProc says why there is no separate /proc.
func makeView(c *Config) (noProc, err error) {
	sources, err := resolve(slices.Concat(c.Show, c.Keep))
	if err != nil {
		return nil, err
	}
	executable, err := os.Executable()
	if err != nil {
		return nil, err
	}
	v := &view{}
	v.do("mounts of its own", unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""))
	v.do("new root", unix.Mount("sandbox", base, "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, "size=4m,nr_inodes=8192,mode=0755"))
	v.do("old root", os.Mkdir(base+oldRoot, 0o700))
	v.do("new root", unix.PivotRoot(base, base+oldRoot))
	v.do("new root", unix.Chdir("/"))
	if v.err != nil {
		return nil, v.err
	}
	for _, folder := range SystemFolders {
		v.system(folder)
	}
	for _, file := range SystemFiles {
		v.system(file)
	}
	for _, device := range c.Devices {
		v.bind(oldRoot+device, device, 0)
	}
	v.bind(oldRoot+executable, self, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV)
	noProc = v.proc(c.Proc)
	for _, path := range shortFirst(c.Show) {
		v.bind(oldRoot+sources[path], path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV)
	}
	for _, path := range shortFirst(c.Keep) {
		v.bind(oldRoot+sources[path], path, unix.MOUNT_ATTR_NODEV)
	}
	v.private(c)
	v.do("old root", unix.Unmount(oldRoot, unix.MNT_DETACH))
	v.do("old root", os.Remove(oldRoot))
	v.do("new root", unix.Mount("", "/", "", unix.MS_REMOUNT|unix.MS_BIND|unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV, ""))
	return noProc, v.err
}

// resolve maps each path to the path without symbolic links.
func resolve(paths []string) (map[string]string, error) {
	sources := map[string]string{}
	for _, path := range paths {
		source, err := filepath.EvalSymlinks(path)
		if err != nil {
			return nil, err
		}
		sources[path] = source
	}
	return sources, nil
}

// shortFirst sorts folders before their contents.
func shortFirst(paths []string) []string {
	return slices.SortedStableFunc(slices.Values(paths), func(a, b string) int { return len(a) - len(b) })
}

// system shows a file or folder of the system, or copies it if it is a symbolic link. It leaves out what the machine lacks.
func (v *view) system(path string) {
	if v.err != nil {
		return
	}
	if link, err := os.Readlink(oldRoot + path); err == nil {
		v.do(path, makeParent(path))
		v.do(path, os.Symlink(link, path))
		return
	}
	if _, err := os.Lstat(oldRoot + path); err == nil {
		v.bind(oldRoot+path, path, unix.MOUNT_ATTR_RDONLY|unix.MOUNT_ATTR_NODEV)
	}
}

// bind shows source at path with the attributes, which also apply to everything mounted below it. Executables give no privileges.
func (v *view) bind(source, path string, attributes uint64) {
	if v.err != nil {
		return
	}
	status, err := os.Stat(source)
	if errors.Is(err, fs.ErrNotExist) && slices.Contains(Devices, path) {
		return
	}
	if err != nil {
		v.do("show "+path, errors.New(strings.ReplaceAll(err.Error(), oldRoot, "")))
		return
	}
	v.do("show "+path, makePlace(path, status.IsDir()))
	v.do("show "+path, unix.Mount(source, path, "", unix.MS_BIND|unix.MS_REC, ""))
	v.do("show "+path, unix.MountSetattr(unix.AT_FDCWD, path, unix.AT_RECURSIVE, &unix.MountAttr{
		Attr_set: attributes | unix.MOUNT_ATTR_NOSUID, Propagation: unix.MS_PRIVATE,
	}))
}

func makeParent(path string) error { return os.MkdirAll(filepath.Dir(path), 0o755) }

// makePlace makes the folder or empty file to mount on, unless it exists.
func makePlace(path string, folder bool) error {
	if _, err := os.Lstat(path); err == nil {
		return nil
	}
	old := unix.Umask(0o022)
	defer unix.Umask(old)
	if folder {
		return os.MkdirAll(path, 0o755)
	}
	if err := makeParent(path); err != nil {
		return err
	}
	return os.WriteFile(path, nil, 0o644)
}

// proc mounts a /proc of the sandbox's processes, read-only: it has the machine's settings, too. Containers may forbid that; compilers can
// do without.
func (v *view) proc(wanted bool) error {
	if !wanted || v.err != nil {
		return nil
	}
	v.do("/proc", makePlace("/proc", true))
	return unix.Mount("proc", "/proc", "proc", unix.MS_RDONLY|unix.MS_NOSUID|unix.MS_NODEV|unix.MS_NOEXEC, "")
}

// private mounts the commands' private folder.
func (v *view) private(c *Config) {
	folder := string(c.Private.Folder)
	if folder == "" || v.err != nil {
		return
	}
	v.do(folder, makePlace(folder, true))
	v.do(folder, mountPrivate(c))
}

func mountPrivate(c *Config) error {
	options := fmt.Sprintf("size=%d,nr_inodes=%d,mode=0700", c.Private.Bytes, c.Private.Files)
	if c.User >= 0 {
		options += fmt.Sprintf(",uid=%d,gid=%d", c.User, c.User)
	}
	return unix.Mount("private", string(c.Private.Folder), "tmpfs", unix.MS_NOSUID|unix.MS_NODEV, options)
}

// emptyPrivate removes what commands left in their private folder. No command may be running.
func (s *server) emptyPrivate() {
	folder := string(s.config.Private.Folder)
	if folder == "" {
		return
	}
	if !s.config.Mounts {
		_ = folders.Empty(folder) // what resists stays
		return
	}
	var status unix.Statfs_t
	var top unix.Stat_t
	if unix.Statfs(folder, &status) == nil && status.Files-status.Ffree <= 1 && unix.Stat(folder, &top) == nil && top.Mode&0o7777 == 0o700 {
		return // as it was mounted
	}
	// A file system that cannot be replaced keeps its contents, which the next command would find. So there is no next command.
	if unix.Unmount(folder, unix.MNT_DETACH) != nil || mountPrivate(&s.config) != nil {
		os.Exit(1)
	}
}
