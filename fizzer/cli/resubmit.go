package cli

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"

	"fizzer/fizzer/campaign"
	"fizzer/fizzer/hub"
	"fizzer/fizzer/hub/message"
	"fizzer/testcomp/files"
)

// Files in the folder of results.
const (
	indexFile      = "results.jsonl"   // a line for each result; it is locked by the submit that is at work
	submissionFile = "submission.json" // is there until all results are
)

// begun is the content of submissionFile. With it the same command goes on where a killed one stopped.
type begun struct {
	ID      string `json:"id"`      // of the submission
	Command string `json:"command"` // hash of tasks and options
}

// openResults makes the folder of results, or goes on with that of a submission that was killed. Any other folder with results is refused:
// they would be mixed.
func (s *submission) openResults() error {
	folder := s.String("results")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return &campaign.OutputError{Err: err}
	}
	name := filepath.Join(folder, indexFile)
	index, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o644)
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	s.index = index
	if err := unix.Flock(int(index.Fd()), unix.LOCK_EX|unix.LOCK_NB); err != nil {
		return &campaign.OutputError{Err: fmt.Errorf("%s is in use by another fizzer submit (%w); give a new folder by --results", name, err)}
	}
	return s.identify(filepath.Join(folder, submissionFile))
}

// identify decides which submission this is: the one that the file names, whose results so far are read, or a new one.
func (s *submission) identify(file string) error {
	command, err := s.command()
	if err != nil {
		return err
	}
	text, err := files.Read(file, 1<<16)
	if errors.Is(err, fs.ErrNotExist) {
		return s.begin(file, command)
	}
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	before := begun{}
	if err := json.Unmarshal(text, &before); err != nil || message.CheckID(before.ID) != nil {
		return &campaign.OutputError{Err: fmt.Errorf("%s is not of fizzer submit; give a new folder by --results", file)}
	}
	if before.Command != command {
		return &campaign.OutputError{Err: fmt.Errorf("%s is of a submission of other tasks or options, which was not finished; "+
			"give these, to go on with it, or a new folder by --results", file)}
	}
	s.record.ID, s.resumed = before.ID, true
	return s.readIndex()
}

// begin starts a new submission. From now on it can be resumed.
func (s *submission) begin(file, command string) error {
	if info, err := s.index.Stat(); err != nil || info.Size() > 0 {
		return &campaign.OutputError{Err: errors.Join(err, fmt.Errorf("%s has results already; give a new folder by --results", s.index.Name()))}
	}
	for _, name := range s.names { // a folder that is there when this is resumed is of an unfinished result
		if _, err := os.Lstat(filepath.Join(filepath.Dir(file), name)); !errors.Is(err, fs.ErrNotExist) {
			return &campaign.OutputError{Err: errors.Join(err, fmt.Errorf("there is a %s in the folder of results already; give a new one by --results", name))}
		}
	}
	s.record.ID = hub.NewID()
	text, err := json.Marshal(begun{ID: s.record.ID, Command: command})
	if err != nil {
		return err
	}
	if err := files.Write(file, append(text, '\n'), 0o644); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// command is the hash of what is submitted.
func (s *submission) command() (string, error) {
	tasks := make([][2]string, len(s.entries))
	for n, e := range s.entries {
		path, err := filepath.Abs(e.Path)
		if err != nil {
			return "", err
		}
		tasks[n] = [2]string{path, string(e.DataModel)}
	}
	program := optionsOf(s.Context)
	delete(program, "sandbox") // the policy of this machine changes no task
	text, err := json.Marshal([]any{tasks, s.options, program})
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), err
}

// readIndex notes the results that were taken before. A line that was not written to its end is removed: its result comes again.
func (s *submission) readIndex() error {
	text, err := io.ReadAll(s.index)
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	whole := text[:bytes.LastIndexByte(text, '\n')+1]
	for line := range bytes.Lines(whole) {
		var r indexed
		if err := json.Unmarshal(line, &r); err != nil || r.Number < 0 || r.Number >= len(s.entries) || s.earlier[r.Number] {
			return &campaign.OutputError{Err: fmt.Errorf("%s: %.200q is not a result of this submission", s.index.Name(), line)}
		}
		s.earlier[r.Number] = true
		s.states[r.State]++
	}
	if err := s.index.Truncate(int64(len(whole))); err != nil {
		return &campaign.OutputError{Err: err}
	}
	if _, err := s.index.Seek(int64(len(whole)), io.SeekStart); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// open tells the hub of the submission.
func (s *submission) open(ctx context.Context) error {
	if err := s.queue.Open(ctx, &s.record); err != nil || !s.resumed {
		return err
	}
	return s.queue.Rewind(ctx, &s.record) // a machine that went down may have lost the last results, which the hub counts as taken
}

// keep adds a line to the index. When it returns, the line and the files of the result are on the disk, and the hub may forget them.
func (s *submission) keep(line indexed) error {
	err := json.NewEncoder(s.index).Encode(line)
	if err == nil {
		err = unix.Syncfs(int(s.index.Fd()))
	}
	if err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}

// finish notes that nothing is left to resume.
func (s *submission) finish() error {
	if err := os.Remove(filepath.Join(s.String("results"), submissionFile)); err != nil {
		return &campaign.OutputError{Err: err}
	}
	return nil
}
