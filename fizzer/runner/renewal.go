package runner

import "sync/atomic"

// renewal replaces the target's executable by another build of the same program.
type renewal struct {
	built atomic.Pointer[string] // executable from the next batch on; nil: the present one
}

// Renew lets the target use another executable from its next batch on. It must have been built of the same program, for the same data
// model and with the same locations. Any goroutine may call it at any time.
func (r *renewal) Renew(executable string) { r.built.Store(&executable) }

// renew starts a server of another executable if Renew was called; one of the present executable if the other does not start.
func (p *Process) renew() error {
	executable := p.built.Swap(nil)
	if executable == nil {
		return nil
	}
	present := p.options.Executable
	p.options.Executable = *executable
	err := p.Discard()
	if err == nil || p.ctx.Err() != nil {
		return err
	}
	p.options.Executable = present
	return p.restart()
}
