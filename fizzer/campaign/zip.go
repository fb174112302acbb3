package campaign

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// zipShare bounds the time that zips of an unfinished suite take: one in so many.
const zipShare = 100

// zipKeeper keeps a zip of the tests found so far beside the suite while the engine works, so that a run that is killed,
// as BenchExec does beyond the limits of memory, leaves one too.
type zipKeeper struct {
	tests int       // in the zip
	next  time.Time // no zip before
}

func (c *campaign) zipPath() string { return filepath.Join(c.Output, SuiteZip) }

// keepZip writes the zip again when there are new tests. What fails here fails once more at the end of the run, and is told then.
func (c *campaign) keepZip() {
	start := c.Clock()
	if c.suite.Len() == c.zip.tests || start.Before(c.zip.next) {
		return
	}
	if c.suite.Zip(c.zipPath()) == nil {
		c.zip.tests = c.suite.Len()
	}
	end := c.Clock()
	c.zip.next = end.Add(zipShare * end.Sub(start))
}

// removeZip removes the zip of a run before in the same folder: it is of other tests.
func (c *campaign) removeZip() error {
	if err := os.Remove(c.zipPath()); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
