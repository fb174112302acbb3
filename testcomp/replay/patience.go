package replay

import "time"

// patience decides when a run takes too long: when it has used its limit of CPU time, so that a busy machine turns no run into a hang. A
// run that sleeps is ended when it has used none for as long as the limit, or at the latest after sleepFactor times the limit by the clock.
type patience struct {
	limit time.Duration
	clock time.Duration // so far, counted in checks: no time passes while this process is stopped, too
	used  time.Duration // CPU time at the last change that was seen
	moved time.Duration // clock at that change
}

// sleepFactor is how many times its limit a run may take by the clock.
const sleepFactor = 20

// checksPerLook is the number of checks from one look at the CPU time to the next. A look takes some reads of /proc.
const checksPerLook = 5

// ends is called every watchInterval; it tells whether the run takes too long. cpu returns the CPU time used so far.
func (p *patience) ends(cpu func() time.Duration) bool {
	p.clock += watchInterval
	if p.clock/watchInterval%checksPerLook != 0 {
		return false
	}
	used := cpu()
	if used > p.used {
		p.used, p.moved = used, p.clock
	}
	return used > p.limit || p.clock-p.moved > p.limit || p.clock > sleepFactor*p.limit
}
