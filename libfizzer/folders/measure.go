package folders

import (
	"os"

	"golang.org/x/sys/unix"
)

// Use is what the entries of a folder take.
type Use struct {
	Files uint64 // with folders and whatever else has a name
	Bytes uint64 // of blocks: holes in files take none
}

// Exceeds reports whether it is more than allowed.
func (u Use) Exceeds(most Use) bool { return u.Files > most.Files || u.Bytes > most.Bytes }

// Measure returns what the entries of the folder at path take, or anything that exceeds most as soon as that is known. Folders inside it
// may be nested to any depth; those that their owner cannot read or enter are made so that he can. An entry that cannot be looked at is
// gone: others may be at work there. Who moves a folder while it is measured exceeds everything. The cost is a system call for each entry,
// and two open descriptors.
func Measure(path string, most Use) Use {
	fd, err := unix.Open(path, Flags, 0)
	if err != nil {
		return Use{}
	}
	m := measuring{at: fd, most: most}
	m.look()
	for len(m.levels) > 0 && !m.used.Exceeds(most) {
		m.next()
	}
	unix.Close(m.at)
	return m.used
}

// measuring is a walk through a folder that has only the place where it is open.
type measuring struct {
	at         int     // descriptor of the folder where it is
	levels     []level // of this folder, at the end, and those above it
	used, most Use
}

// level is a folder on the way.
type level struct {
	device, inode uint64
	left          []string // folders in it that are still to be measured
}

// look measures the entries of the folder where the walk is, as the next level.
func (m *measuring) look() {
	var own unix.Stat_t
	if unix.Fstat(m.at, &own) != nil {
		return
	}
	here := level{device: own.Dev, inode: own.Ino}
	_, _ = each(m.at, func(name string) { // what cannot be read is not counted
		var entry unix.Stat_t
		if m.used.Exceeds(m.most) || unix.Fstatat(m.at, name, &entry, unix.AT_SYMLINK_NOFOLLOW) != nil {
			return
		}
		m.used.Files++
		m.used.Bytes += uint64(entry.Blocks) * 512
		if entry.Mode&unix.S_IFMT == unix.S_IFDIR {
			here.left = append(here.left, name)
		}
	})
	m.levels = append(m.levels, here)
}

// next goes down to the next folder, or up when none is left.
func (m *measuring) next() {
	last := &m.levels[len(m.levels)-1]
	if n := len(last.left); n > 0 {
		name := last.left[n-1]
		last.left = last.left[:n-1]
		if inner, err := enter(m.at, name); err == nil {
			m.move(inner)
			m.look()
		}
		return
	}
	if m.levels = m.levels[:len(m.levels)-1]; len(m.levels) == 0 {
		return
	}
	above := &m.levels[len(m.levels)-1]
	var found unix.Stat_t
	outer, err := unix.Openat(m.at, "..", Flags, 0)
	if err == nil {
		m.move(outer)
		err = unix.Fstat(outer, &found)
	}
	if err != nil || found.Dev != above.device || found.Ino != above.inode {
		m.used.Files = m.most.Files + 1
	}
}

func (m *measuring) move(fd int) {
	unix.Close(m.at)
	m.at = fd
}

// enter opens a folder. If its owner lacks a right, he gets it.
func enter(parent int, name string) (int, error) {
	fd, err := unix.Openat(parent, name, Flags, 0)
	if err == nil && os.Geteuid() != 0 {
		if err = unix.Faccessat(fd, ".", unix.X_OK, unix.AT_EACCESS); err != nil {
			unix.Close(fd)
		}
	}
	if err != nil {
		return openForced(parent, name)
	}
	return fd, nil
}
