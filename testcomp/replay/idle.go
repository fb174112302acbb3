package replay

import (
	"errors"
	"sync"

	"fizzer/libfizzer/sandbox"
)

// idle keeps sandboxes for reuse by later runs. Each run has one to itself.
type idle struct {
	mutex sync.Mutex
	boxes []*sandbox.Sandbox
}

// take returns an empty sandbox.
func (i *idle) take(p *Program) (*sandbox.Sandbox, error) {
	i.mutex.Lock()
	defer i.mutex.Unlock()
	for last := len(i.boxes) - 1; last >= 0; last-- {
		box := i.boxes[last]
		i.boxes = i.boxes[:last]
		if !box.Gone() {
			return box, nil
		}
		_ = box.Close() // somebody has killed it
	}
	return p.openRun()
}

// put takes back a sandbox whose processes have ended.
func (i *idle) put(box *sandbox.Sandbox) error {
	if box.Exceeded() != "" || box.Gone() {
		return box.Close()
	}
	i.mutex.Lock()
	defer i.mutex.Unlock()
	i.boxes = append(i.boxes, box)
	return nil
}

// Close ends the sandboxes that the program keeps between tests.
func (p *Program) Close() error {
	p.idle.mutex.Lock()
	defer p.idle.mutex.Unlock()
	var failures []error
	for _, box := range p.idle.boxes {
		failures = append(failures, box.Close())
	}
	p.idle.boxes = nil
	return errors.Join(failures...)
}

// openRun opens a sandbox for runs. gcov also reads a run's data in it.
func (p *Program) openRun() (*sandbox.Sandbox, error) {
	o := &p.options
	show := []string{p.executable}
	if p.gcov != nil {
		show = append(show, p.folder)
	}
	memory := 2 * uint64(o.MemoryLimit)
	if o.ToolMemory > 0 {
		memory = min(memory, o.ToolMemory)
	}
	return sandbox.Open(sandbox.Options{
		Policy: o.Policy, Show: show, Private: work(o.Scratch), Memory: memory, Started: o.Started, Ended: o.Ended,
	})
}
