// Package output owns the output folder of a run: only one run at a time works in it, and no run overwrites the results of another.
//
// A run holds a lock (flock) on the folder; the kernel releases it when the process ends, in whatever way. The results of an earlier
// run are moved into a folder previous-N beside the new results, where they are still a complete run. A suite of another tool or of
// another program is moved only if the user asks for it. Only unfinished files are ever removed.
package output

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/formats"
	"fizzer/testcomp/files"
	"fizzer/testcomp/suite"
)

// previous is the prefix of the folders with results of earlier runs; their number follows.
const previous = "previous-"

// results are the names of all that runs leave. The suite comes last, so that the next run continues an interrupted move.
var results = []string{
	formats.StatisticsFile, formats.DetailsFile, formats.ProgressFile, formats.RunFile,
	formats.CrashFolder, formats.SuiteZip, formats.SuiteFolder,
}

// ForeignError means that the folder is not for this run. It says what to do.
type ForeignError struct{ Text string }

// Error returns the text.
func (e *ForeignError) Error() string { return e.Text }

// Request is what a run wants from its output folder.
type Request struct {
	Program string // path of the file that the suite is for
	Resume  bool   // continue with the existing suite
	Force   bool   // also move suites of others
}

// Folder is an output folder that this process has locked.
type Folder struct {
	Path  string
	Moved string // folder that now has the results of the earlier run; empty: there were none
	lock  *os.File
}

// Take creates the folder if it is missing, locks it, and moves the results of an earlier run aside unless the run is to be resumed.
// A *ForeignError means that another run works there, or that the suite there must not be touched. A *campaign.OutputError means that
// the folder cannot be written. After an error only the folder may be new.
func Take(path string, request Request) (*Folder, error) {
	if err := os.MkdirAll(path, 0o755); err != nil {
		return nil, &campaign.OutputError{Err: err}
	}
	folder := &Folder{Path: path}
	err := folder.hold()
	if err == nil {
		err = folder.clear(request)
	}
	if err != nil {
		return nil, errors.Join(err, folder.Release())
	}
	return folder, nil
}

// Release releases the lock.
func (f *Folder) Release() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Close()
}

// hold takes the lock. On a file system without locks there is none, and runs may disturb each other.
func (f *Folder) hold() error {
	lock, err := os.Open(f.Path)
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	f.lock = lock
	if err := unix.Flock(int(lock.Fd()), unix.LOCK_EX|unix.LOCK_NB); errors.Is(err, unix.EWOULDBLOCK) {
		return &ForeignError{fmt.Sprintf("another run works in the output folder %s; wait for its end or choose another folder with --output",
			f.Path)}
	}
	return nil
}

// clear makes room for the run, or says why it may not.
func (f *Folder) clear(request Request) error {
	if err := f.check(request); err != nil {
		return err
	}
	if request.Resume {
		return nil
	}
	if err := f.moveAside(request.Force); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// check returns a *ForeignError if the existing suite must not be touched.
func (f *Folder) check(request Request) error {
	if request.Force && !request.Resume {
		return nil
	}
	for _, name := range []string{formats.SuiteFolder, formats.SuiteZip} {
		path := filepath.Join(f.Path, name)
		what, err := foreign(path, request.Program)
		if err != nil {
			return &campaign.OutputError{Err: err}
		}
		if what == "" {
			continue
		}
		if request.Resume {
			return &ForeignError{fmt.Sprintf("%s is %s; start again with fizzer run --seeds %s --output and another folder", path, what, path)}
		}
		return &ForeignError{fmt.Sprintf("%s is %s; choose another folder with --output, or move it aside with --force", path, what)}
	}
	return nil
}

// foreign says why the suite at path is not for a run of this program; empty: there is none, or it is ours.
func foreign(path, program string) (string, error) {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && !info.IsDir() && filepath.Base(path) == formats.SuiteFolder:
		return "", nil // moveAside reports a file in place of the folder
	case err != nil:
		return "", err
	case info.IsDir() && begun(path), !info.IsDir() && !info.Mode().IsRegular():
		return "", nil
	}
	metadata, err := suite.ReadMetadata(path)
	if err != nil {
		return "not a test suite of fizzer (" + firstLine(err) + ")", nil
	}
	if producer, _, _ := strings.Cut(metadata.Producer, " "); producer != formats.Producer {
		return fmt.Sprintf("a test suite by %q", metadata.Producer), nil
	}
	content, err := files.Read(program, files.MaxSource)
	if err != nil {
		return "", err
	}
	if hash := sha256.Sum256(content); hex.EncodeToString(hash[:]) != metadata.ProgramHash {
		return fmt.Sprintf("the test suite of another program, or of another version of it (%s)", metadata.ProgramFile), nil
	}
	return "", nil
}

func firstLine(err error) string {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}

// begun tells whether nothing in the folder was finished: a run was killed before its suite had metadata.
func begun(path string) bool {
	entries, err := os.ReadDir(path)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), files.Unfinished) {
			return false
		}
	}
	return err == nil
}

// moveAside moves the results of an earlier run. It leaves files in place of folders to the user, unless forced.
func (f *Folder) moveAside(forced bool) error {
	var present []string
	for _, name := range results {
		info, err := os.Lstat(filepath.Join(f.Path, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return err
		}
		if isFolder := name == formats.SuiteFolder || name == formats.CrashFolder; isFolder && !info.IsDir() && !forced {
			_, err := files.Folder(f.Path, name)
			return err
		}
		present = append(present, name)
	}
	if len(present) == 0 {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(f.Path, formats.ReportFile)); err == nil {
		present = append([]string{formats.ReportFile}, present...)
	}
	aside, err := newFolder(f.Path)
	if err != nil {
		return err
	}
	for _, name := range present {
		if err := files.Move(filepath.Join(f.Path, name), filepath.Join(aside, name)); err != nil {
			return err
		}
	}
	f.Moved = aside
	return nil
}

// newFolder makes the first folder previous-N that does not exist.
func newFolder(parent string) (string, error) {
	for n := 1; ; n++ {
		path := filepath.Join(parent, fmt.Sprint(previous, n))
		if err := os.Mkdir(path, 0o755); !errors.Is(err, fs.ErrExist) {
			return path, err
		}
	}
}
