package sandbox

import (
	"bytes"
	"regexp"

	"golang.org/x/sys/unix"
)

// MessageBytes bounds Messages.
const MessageBytes = 1 << 20

// Messages keeps the beginning of what a tool writes, at most MessageBytes: it may write without end.
type Messages struct{ kept bytes.Buffer }

// Write implements io.Writer. It never fails.
func (m *Messages) Write(p []byte) (int, error) {
	m.kept.Write(p[:min(len(p), MessageBytes-m.kept.Len())])
	return len(p), nil
}

// String returns what was kept.
func (m *Messages) String() string { return m.kept.String() }

// troubles maps messages of the C library, of LLVM, gcc and Go on a machine that lacks a resource to their errors. The C library's end a
// line, perhaps within quotation marks.
var troubles = []struct {
	message *regexp.Regexp
	errno   unix.Errno
}{
	{regexp.MustCompile(`(?m): '?No space left on device(?:'?$|;)`), unix.ENOSPC},
	{regexp.MustCompile(`(?m): '?Disk quota exceeded(?:'?$|;)`), unix.EDQUOT},
	{regexp.MustCompile(`(?m): '?Too many open files in system(?:'?$|;)|^runtime: \w+ failed with 23$`), unix.ENFILE},
	{regexp.MustCompile(`(?m): '?Too many open files(?:'?$|;)|^runtime: \w+ failed with 24$`), unix.EMFILE},
	{regexp.MustCompile(`(?m): '?File too large(?:'?$|;)|\[File size limit exceeded\]`), unix.EFBIG},
	{regexp.MustCompile(`(?m): '?Cannot allocate memory(?:'?$|;)|^LLVM ERROR: out of memory|: out of memory allocating \d+ bytes` +
		`|: failed to map segment from shared object|^(?:fatal error|runtime): .*(?:out of memory|cannot allocate|reserve)`), unix.ENOMEM},
	{regexp.MustCompile(`(?m): '?Resource temporarily unavailable(?:'?$|;)|^runtime: failed to create new OS thread`), unix.EAGAIN},
}

// aboutText matches what compilers say about a place in the program, and the program's own lines that they show. Neither is about the
// machine, unless it is fatal.
var aboutText = regexp.MustCompile(`(?m)^(?:.*:\d+(?::\d+)?: (?:[Ee]rror|[Ww]arning|[Nn]ote): .*| *\d* \| .*)$`)

// Trouble returns the error of a machine that lacks a resource (a unix.Errno), if the messages of a compiler or linker that failed complain
// of one; it is no fault of the program. Otherwise it returns nil. It takes time linear in the length of the messages.
func Trouble(messages string) error {
	messages = aboutText.ReplaceAllString(messages, "")
	for i := range troubles {
		if troubles[i].message.MatchString(messages) {
			return troubles[i].errno
		}
	}
	return nil
}
