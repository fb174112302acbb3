package sandbox

import (
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/sandbox/filter"
	"fizzer/libfizzer/sandbox/launcher"
)

// confinement says how the commands of a sandbox are confined.
type confinement struct {
	layers
	options  Options
	config   launcher.Config // what the launcher prepared
	landlock int             // version in force, 0: none
	user     int             // user that commands become, -1: no change
	counted  bool            // the kernel counts processes for this sandbox alone (RLIMIT_NPROC)
	handed   bool            // another user got the folders
	mute     bool            // the kernel does not allow to ask the launcher
	room     groupRooms      // for the launcher's control group
}

// drop gives up the layer that the kernel refused; false: another step failed. The caller holds the lock order.
func (c *confinement) drop(failed *launcher.Started) bool {
	why := syscall.Errno(failed.Errno).Error()
	switch {
	case failed.Error == launcher.StepLandlock && c.landlock > 0:
		c.landlock = 0
		c.lacks(Landlock, true, why)
	case failed.Error == launcher.StepFilter && !c.mute && (c.asks() || c.asksForks(Program)) && !c.leaves(Filter):
		c.mute = true // the command then cannot send signals, and its processes are only counted
	case failed.Error == launcher.StepFilter && !c.leaves(Filter):
		c.without = append(c.without, Filter)
		c.lacks(Filter, true, why)
	default:
		return false
	}
	return true
}

// commandOf is the order to the launcher.
func (c *confinement) commandOf(command *Command) *launcher.Command {
	folder := command.Folder
	if folder == "" {
		folder = c.options.Private
	}
	order := &launcher.Command{
		Path: launcher.Text(command.Path), Arguments: command.Arguments, Environment: command.Environment, Folder: launcher.Text(folder),
		Limits: c.limitsOf(command), Fixed: command.Fixed, User: c.user, Landlock: c.rulesOf(command),
		Ends: command.Left != Stays, Last: command.Left == Removed,
	}
	if !c.leaves(Filter) {
		order.Asks = c.asks() || c.asksForks(command.Profile)
		f := filter.New(filter.Options{
			Profile: command.Profile, Bits: command.Bits, Private: c.config.Mounts, Beneath: c.landlock, Alone: c.alone(), Ask: c.asks(),
			AskFork: c.asksForks(command.Profile), Serves: command.Serves, Looked: c.lacking(Groups),
		})
		order.Filter, order.Secret = f.Bytes(), f.Secret
	}
	return order
}

// alone tells whether signals cannot leave the sandbox.
func (c *confinement) alone() bool { return c.config.Processes || c.landlock >= launcher.VersionScope }

// asks tells whether the filter asks the launcher about each signal.
func (c *confinement) asks() bool { return !c.alone() && !c.mute }

// asksForks tells whether the filter asks the launcher about each new process, because the kernel bounds their number nowhere. Compilers
// start others all the time: theirs are counted.
func (c *confinement) asksForks(profile Profile) bool {
	return profile != Compiler && !c.config.Processes && c.lacking(Groups) && !c.mute
}

// limitsOf returns the resource limits of one process.
func (c *confinement) limitsOf(command *Command) []launcher.Limit {
	limits := []launcher.Limit{
		{Resource: unix.RLIMIT_CORE, Value: noCore},
		{Resource: unix.RLIMIT_MSGQUEUE},
		{Resource: unix.RLIMIT_NICE},
		{Resource: unix.RLIMIT_RTPRIO},
		{Resource: unix.RLIMIT_SIGPENDING, Value: maxPending},
	}
	add := func(resource int, value uint64) {
		if value > 0 {
			limits = append(limits, launcher.Limit{Resource: resource, Value: value})
		}
	}
	add(unix.RLIMIT_FSIZE, command.FileBytes)
	add(unix.RLIMIT_NOFILE, command.Descriptors)
	add(unix.RLIMIT_CPU, uint64(command.CPU/time.Second))
	add(unix.RLIMIT_STACK, command.StackBytes)
	if c.counted {
		add(unix.RLIMIT_NPROC, uint64(c.options.Processes))
	}
	add(unix.RLIMIT_AS, command.AddressSpace) // last, because the launcher itself may use more memory
	return limits
}

// maxPending bounds the timers and the queued signals of a user's processes together, also of those outside, which would lack what a
// program uses up; picked by hand.
const maxPending = 1024

// noCore is the limit of a core dump at which the kernel makes none and starts no program for it either. Where dumps go to a program, such
// as that of systemd or Ubuntu, other limits do not count: each crash would start it, outside of the sandbox (core(5), core_pattern).
const noCore = 1

// rulesOf returns the Landlock rules: what the command may do with files.
func (c *confinement) rulesOf(command *Command) launcher.Landlock {
	rules := launcher.Landlock{Version: c.landlock, Signals: true}
	rules.Read = slices.Concat(launcher.SystemFolders, launcher.SystemFiles, c.options.Show, c.options.Give)
	rules.Write = slices.Concat(c.devices(), c.options.Keep)
	if c.options.Private != "" {
		rules.Write = append(rules.Write, c.options.Private)
	}
	if command.Profile == Compiler {
		rules.Execute = slices.Concat(launcher.SystemFolders, c.options.Show)
	} else {
		rules.Execute = append(slices.Clone(loaders), command.Path)
	}
	if command.Profile != Program && c.options.Proc && c.config.Processes && c.config.Mounts { // else it would see processes of others
		rules.Read = append(rules.Read, "/proc")
	}
	return rules
}

// devices returns the devices that commands may use. A shared mapping of /dev/zero is memory that nobody counts without control groups.
func (c *confinement) devices() []string {
	if !c.lacking(Groups) {
		return launcher.Devices
	}
	return slices.DeleteFunc(slices.Clone(launcher.Devices), func(device string) bool { return device == "/dev/zero" })
}

// loaders are the dynamic loaders of the two data models.
var loaders = []string{"/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux.so.2"}
