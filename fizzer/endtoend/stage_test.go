package endtoend

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"

	"fizzer/libfizzer/layout"
)

// What is in a world before the program runs.

// mark is written by programs to places where they must not write.
const mark = "HOSTILE-MARK-1"

// Keys of the precious System V objects.
const ipcKey = 0x46495a5a

// longAgo is the time of precious files; no program would set it by accident.
var longAgo = time.Date(2001, 2, 3, 4, 5, 6, 7, time.UTC)

// fill writes the files that the program must not change, and those that it must not read.
func (w *world) fill() error {
	files := map[string]struct {
		mode    fs.FileMode
		content string
	}{
		outsideFolder + "/precious":                       {0o644, "precious\n"},
		outsideFolder + "/log":                            {0o666, "one line\n"},
		outsideFolder + "/run.sh":                         {0o755, "#!/bin/sh\n"},
		outsideFolder + "/folder/inner":                   {0o600, "inner\n"},
		outsideFolder + "/secret":                         {0o600, w.secret("outside") + "\n"},
		w.home + "/secret":                                {0o600, w.secret("home") + "\n"},
		w.home + "/string":                                {0o600, strconv.Quote(w.secret("string")) + "\n"},
		"/var/tmp/other-run/secret":                       {0o600, w.secret("run") + "\n"},
		w.home + "/.bashrc":                               {0o644, "# nothing\n"},
		w.home + "/.ssh/id_ed25519":                       {0o600, w.secret("key") + "\n"},
		taskFolder + "/other.c":                           {0o644, "int other;\n"},
		taskFolder + "/suite/metadata.xml":                {0o644, suiteMetadata},
		taskFolder + "/suite/testcase-000001.xml":         {0o644, suiteTest},
		outputFolder + "/earlier/test-suite/testcase.xml": {0o600, w.secret("earlier") + "\n"},
		"/dev/shm/precious":                               {0o666, "precious\n"},
		"/var/tmp/precious":                               {0o666, "precious\n"},
	}
	for _, tool := range []string{"as", "ld", "cc1", "collect2", "ld.lld", "script"} { // whoever runs one of these runs the program's code
		files[outsideFolder+"/tools/"+tool] = struct {
			mode    fs.FileMode
			content string
		}{0o755, "#!/bin/sh\necho x > " + outsideFolder + "/made-by-tool\nexit 1\n"}
	}
	for path, file := range files {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, []byte(file.content), file.mode); err != nil {
			return err
		}
		if err := os.Chmod(path, file.mode); err != nil {
			return err
		}
	}
	if err := os.Symlink("precious", outsideFolder+"/link"); err != nil {
		return err
	}
	// On some kernels tmpfs has no attributes.
	_ = unix.Setxattr(outsideFolder+"/precious", "user.note", []byte("precious"), 0)
	for _, folder := range []string{outputFolder + "/" + waySearch, outputFolder + "/" + waySecond, printedFolder, workFolder} {
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	for _, folder := range []string{outsideFolder, w.home, taskFolder, outputFolder, printedFolder, workFolder, "/var/tmp/other-run"} {
		if err := w.own(folder); err != nil {
			return err
		}
	}
	return errors.Join(w.cache(), w.shadow())
}

const suiteMetadata = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata>
  <sourcecodelang>C</sourcecodelang>
  <producer>by hand</producer>
  <specification>COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )</specification>
  <programfile>program.c</programfile>
  <programhash>0000000000000000000000000000000000000000000000000000000000000000</programhash>
  <entryfunction>main</entryfunction>
  <architecture>64bit</architecture>
  <creationtime>2001-02-03T04:05:06Z</creationtime>
</test-metadata>
`

const suiteTest = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase>
  <input type="int">0</input>
  <input type="int">0</input>
  <input type="int">0</input>
</testcase>
`

// own gives the folder to the user, with an old time.
func (w *world) own(folder string) error {
	return filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := os.Lchown(path, w.id, w.id); err != nil || entry.Type()&fs.ModeSymlink != 0 {
			return err
		}
		return os.Chtimes(path, longAgo, longAgo)
	})
}

// cache puts the compiled runtime where the tool finds it, so that it is not compiled for each world.
func (w *world) cache() error {
	folder := filepath.Join(w.home, ".cache")
	if err := os.CopyFS(folder, os.DirFS(filepath.Join(shareFolder, "cache"))); err != nil {
		return err
	}
	return w.own(folder)
}

// shadow puts a secret into the password file.
func (w *world) shadow() error {
	const folder = "/tmp/etc"
	if err := os.Mkdir(folder, 0o700); err != nil {
		return err
	}
	if err := os.WriteFile(folder+"/shadow", []byte("root:"+w.secret("shadow")+":::::::\n"), 0o640); err != nil {
		return err
	}
	return unix.Mount(folder+"/shadow", "/etc/shadow", "", unix.MS_BIND, "")
}

// ipc makes one System V object of each kind.
func (w *world) ipc() error {
	shm, err := unix.SysvShmGet(ipcKey, 4096, unix.IPC_CREAT|0o666)
	if err != nil {
		return fmt.Errorf("shared memory: %w", err)
	}
	memory, err := unix.SysvShmAttach(shm, 0, 0)
	if err != nil {
		return err
	}
	copy(memory, w.secret("shm"))
	if err := unix.SysvShmDetach(memory); err != nil {
		return err
	}
	if _, _, errno := unix.Syscall(unix.SYS_SEMGET, ipcKey, 1, unix.IPC_CREAT|0o666); errno != 0 {
		return fmt.Errorf("semaphores: %w", errno)
	}
	queue, _, errno := unix.Syscall(unix.SYS_MSGGET, ipcKey, unix.IPC_CREAT|0o666, 0)
	if errno != 0 {
		return fmt.Errorf("messages: %w", errno)
	}
	message := append(make([]byte, 8), w.secret("message")...)
	message[0] = 1
	if _, _, errno := unix.Syscall6(unix.SYS_MSGSND, queue, uintptr(unsafe.Pointer(&message[0])), uintptr(len(message)-8), 0, 0,
		0); errno != 0 {
		return fmt.Errorf("messages: %w", errno)
	}
	return nil
}

// console is the terminal from which the tool is started.
type console struct {
	master, slave *os.File
	path          string
	printed       atomic.Bool // a mark was printed
}

func openConsole(owner int) (*console, error) {
	master, err := os.OpenFile("/dev/pts/ptmx", os.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		return nil, err
	}
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		return nil, err
	}
	t := &console{master: master, path: "/dev/pts/" + strconv.Itoa(number)}
	if err := os.Chown(t.path, owner, owner); err != nil {
		return nil, err
	}
	if t.slave, err = os.OpenFile(t.path, os.O_RDWR|unix.O_NOCTTY|unix.O_CLOEXEC|unix.O_NONBLOCK, 0); err != nil {
		return nil, err
	}
	go t.read()
	return t, nil
}

// read collects the output.
func (t *console) read() {
	var all []byte
	buffer := make([]byte, 4096)
	for {
		n, err := t.master.Read(buffer)
		if err != nil {
			return
		}
		all = append(all, buffer[:n]...)
		if bytes.Contains(all, []byte(mark)) {
			t.printed.Store(true)
		}
		all = all[max(0, len(all)-len(mark)):]
	}
}

// typed returns what the shell would read next.
func (t *console) typed() string {
	buffer := make([]byte, 4096)
	n, err := unix.Read(int(t.slave.Fd()), buffer)
	if err != nil || n < 0 {
		return "" // nothing yet
	}
	return string(buffer[:n])
}

// listeners wait for forbidden connections.
type listeners struct {
	port, datagramPort int
	calls              atomic.Int64
}

// abstractName and pathName are sockets of the world.
const (
	abstractName = "\x00hostile-abstract"
	pathName     = outsideFolder + "/socket"
)

func listenAll() (*listeners, error) {
	l := new(listeners)
	tcp, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l.port = tcp.Addr().(*net.TCPAddr).Port
	go l.accept(tcp)
	udp, err := net.ListenPacket("udp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	l.datagramPort = udp.LocalAddr().(*net.UDPAddr).Port
	go l.receive(udp)
	for _, name := range []string{abstractName, pathName} {
		stream, err := net.ListenUnix("unix", &net.UnixAddr{Name: name, Net: "unix"})
		if err != nil {
			return nil, err
		}
		go l.accept(stream)
	}
	datagrams, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: abstractName + "-datagrams", Net: "unixgram"})
	if err != nil {
		return nil, err
	}
	go l.receive(datagrams)
	return l, os.Chmod(pathName, 0o777)
}

func (l *listeners) accept(listener net.Listener) {
	for {
		connection, err := listener.Accept()
		if err != nil {
			return
		}
		l.calls.Add(1)
		connection.Close()
	}
}

func (l *listeners) receive(packets net.PacketConn) {
	buffer := make([]byte, 4096)
	for {
		if _, _, err := packets.ReadFrom(buffer); err != nil {
			return
		}
		l.calls.Add(1)
	}
}

// bystander is an unrelated process of the same user.
type bystander struct {
	command *exec.Cmd
	address uint64 // of a precious text in its memory
}

func (w *world) startBystander() (*bystander, error) {
	b := &bystander{command: exec.Command(filepath.Join(shareFolder, "bystander"), w.secret("argument"))}
	b.command.Env = []string{"BYSTANDERS_TOKEN=" + w.secret("bystander")}
	b.command.Dir = w.home
	b.command.SysProcAttr = w.credential()
	b.command.SysProcAttr.Setsid = true
	output, err := b.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := b.command.Start(); err != nil {
		return nil, fmt.Errorf("bystander: %w", err)
	}
	line, err := bufio.NewReader(output).ReadString('\n')
	if err != nil {
		return nil, fmt.Errorf("bystander: %w", err)
	}
	if b.address, err = strconv.ParseUint(strings.TrimSpace(line), 0, 64); err != nil {
		return nil, err
	}
	for end := time.Now().Add(maxWait); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if strings.HasPrefix(statusOf(b.pid())["State"], "S") {
			return b, nil
		}
	}
	return nil, errors.New("the bystander does not sleep")
}

func (b *bystander) pid() int { return b.command.Process.Pid }

// credential returns the attributes of a process that belongs to the user.
func (w *world) credential() *syscall.SysProcAttr {
	if !w.Nested {
		return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(w.id), Gid: uint32(w.id), NoSetGroups: true}}
	}
	ids := []syscall.SysProcIDMap{{ContainerID: idNobody, HostID: 0, Size: 1}}
	return &syscall.SysProcAttr{Cloneflags: unix.CLONE_NEWUSER, UidMappings: ids, GidMappings: ids}
}

// goalOfInnocents is the goal of a program that does not include the prelude.
const goalOfInnocents = `#ifdef ALONE
extern void hostile_goal(void);
#define GOAL hostile_goal()
#else
#define GOAL (void)0
#endif
`

// writeProgram writes the task, with the places to attack.
func (w *world) writeProgram() error {
	var text strings.Builder
	for name, value := range map[string]string{
		"OUTSIDE": strconv.Quote(outsideFolder), "HOME_FOLDER": strconv.Quote(w.home), "TASK_FOLDER": strconv.Quote(taskFolder),
		"OUTPUT": strconv.Quote(outputFolder), "SCRATCH": strconv.Quote(scratchFolder), "TERMINAL": strconv.Quote(w.terminal.path),
		"HOME_SECRET": strconv.Quote(w.home + "/secret"), "HOME_STRING": strconv.Quote(w.home + "/string"),
		"PORT": strconv.Itoa(w.listeners.port), "DATAGRAM_PORT": strconv.Itoa(w.listeners.datagramPort),
		"BYSTANDER": strconv.Itoa(w.bystander.pid()), "BYSTANDER_ADDRESS": fmt.Sprintf("%#xull", w.bystander.address),
		"SHELL": strconv.Itoa(w.shell.pid()), "IPC_KEY": fmt.Sprintf("%#x", ipcKey),
		// in parts, so that the source itself contains neither
		"SECRET": `"fz_sec" "ret_"`, "MARK": `"HOSTILE-" "MARK-1"`, "USER": strconv.Quote(w.User),
		"FORK_MARK": fmt.Sprintf("%#x", layout.ForkMark),
	} {
		fmt.Fprintf(&text, "#define %s %s\n", name, value)
	}
	program := strings.Join(slices.Sorted(strings.Lines(text.String())), "") + goalOfInnocents + w.Text
	if w.Raw {
		program = w.Text
	}
	files := map[string]string{w.Name: program}
	if name, found := strings.CutPrefix(w.Name, "@"); found { // @file stands for the options in a file, which must not contain it again
		files[name] = strings.ReplaceAll(program, "@", "")
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(taskFolder, name), []byte(content), 0o644); err != nil {
			return err
		}
	}
	model := map[int]string{32: "ILP32", 64: "LP64"}[w.Bits]
	definition := fmt.Sprintf("format_version: '2.0'\ninput_files: %q\nproperties:\n  - property_file: %s/goal.prp\noptions: {language: C, data_model: %s}\n",
		w.Name, shareFolder, model)
	if err := os.WriteFile(filepath.Join(taskFolder, "task.yml"), []byte(definition), 0o644); err != nil {
		return err
	}
	return w.own(taskFolder)
}
