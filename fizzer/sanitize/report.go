package sanitize

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"fizzer/fizzer/confined"
	"fizzer/libfizzer/sandbox"
)

// Finding is one report of a sanitizer.
type Finding struct {
	Kind      string  // as a folder name, such as heap-buffer-overflow or signed-integer-overflow
	Sanitizer string  // one of Sanitizers
	Message   string  // the sanitizer's own line, without addresses of the process
	Stack     []Frame // innermost first, only functions of the program; empty: unknown
	Signal    bool    // a signal ended the run: a crash that is seen without sanitizers, too
	Text      string  // the whole report, with functions and lines
}

// Frame is a function that had not returned.
type Frame struct {
	Function string
	File     string // as the user gave it, or a header
	Line     int
}

// keyFrames is how many functions on the stack tell findings of a kind apart; picked by hand.
const keyFrames = 3

// Key is equal for findings that count as the same.
func (f *Finding) Key() string {
	return fmt.Sprint(f.Kind, f.Stack[:min(len(f.Stack), keyFrames)])
}

var (
	errorLine   = regexp.MustCompile(`^==\d+==(?:ERROR|WARNING): (Address|Memory|UndefinedBehavior)Sanitizer: (.*)$`)
	runtimeLine = regexp.MustCompile(`^(.+):(\d+):(\d+): runtime error: (.*)$`)
	frameLine   = regexp.MustCompile(`^( +#(\d+) 0x[0-9a-f]+) .*\((.*)\+0x([0-9a-f]+)\)`)
	position    = regexp.MustCompile(` \((?:pc|BuildId|/).*$| at pc .*$| \(0x.*$`)
	plainWord   = regexp.MustCompile(`^[a-z][a-z-]{0,39}$`)
)

// signals are the kinds that stand for a signal.
var signals = map[string]bool{"segv": true, "fpe": true, "abrt": true, "bus": true, "ill": true, "trap": true, "stack-overflow": true}

// maxFindings bounds the findings of a run that are read; picked by hand: UndefinedBehaviorSanitizer reports each place once.
const maxFindings = 1000

// findings reads the report of a run, at most maxFindings of it. It is an error if the run ended before the program began, or ctx is
// done. The cost is linear in the text, and that of learn.
func (e *executable) findings(ctx context.Context, o confined.Options, text string, status sandbox.Status) (all []Finding, err error) {
	text, started := strings.CutPrefix(text, "started\n")
	if !started && status.Exited() {
		return nil, fmt.Errorf("the program with sanitizers does not start in the sandbox: %s", status)
	}
	texts, addresses := e.split(text)
	if err := e.learn(ctx, o, addresses); err != nil {
		return nil, err
	}
	for _, lines := range texts {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		finding := *begin(lines[0])
		first := true
		for i, line := range lines {
			lines[i] = e.place(line, &finding, &first)
		}
		finding.Text = strings.Join(lines, "\n") + "\n"
		all = append(all, finding)
	}
	return all, nil
}

// split returns the lines of each finding, and the addresses of the program in them. What follows a summary is about the sanitizer's own
// memory.
func (e *executable) split(text string) (findings [][]string, addresses []string) {
	inside := false
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case begin(line) != nil:
			if len(findings) == maxFindings {
				return findings, addresses
			}
			findings, inside = append(findings, nil), true
		case strings.HasPrefix(line, "SUMMARY: "):
			inside = false
		}
		if !inside {
			continue
		}
		last := &findings[len(findings)-1]
		*last = append(*last, line)
		if address, found := e.addressIn(line); found {
			addresses = append(addresses, address)
		}
	}
	return findings, addresses
}

// place returns a line of a finding, with the function and the line if it has an address that is known. first tells whether the line is of
// the finding's first stack, and becomes false after that.
func (e *executable) place(line string, finding *Finding, first *bool) string {
	parts := frameLine.FindStringSubmatch(line)
	if parts == nil {
		return line
	}
	if parts[2] == "0" && len(finding.Stack) > 0 {
		*first = false
	}
	var at place
	if address, found := e.addressIn(line); found {
		at = e.places.known[address]
	}
	if !at.Known {
		return fmt.Sprintf("%s (%s+0x%s)", parts[1], filepath.Base(parts[3]), parts[4])
	}
	if *first {
		finding.Stack = append(finding.Stack, at.Frame)
	}
	return fmt.Sprintf("%s in %s %s:%d", parts[1], at.Function, at.File, at.Line)
}

// begin returns the finding that a line begins, nil if it begins none.
func begin(line string) *Finding {
	if parts := errorLine.FindStringSubmatch(line); parts != nil {
		sanitizer := map[string]string{"Address": Address, "Memory": Memory, "UndefinedBehavior": Undefined}[parts[1]]
		message := position.ReplaceAllString(parts[2], "")
		what, _, _ := strings.Cut(message, " on ")
		kind := slug(strings.TrimPrefix(what, "attempting "))
		return &Finding{Kind: kind, Sanitizer: sanitizer, Message: what, Signal: signals[kind]}
	}
	if parts := runtimeLine.FindStringSubmatch(line); parts != nil {
		number, _ := strconv.Atoi(parts[2]) // 0: too large
		what, _, _ := strings.Cut(parts[4], ":")
		what, _, _ = strings.Cut(what, " for type ")
		return &Finding{Kind: slug(what), Sanitizer: Undefined, Message: fmt.Sprintf("%s (%s:%d)", parts[4], filepath.Base(parts[1]), number)}
	}
	return nil
}

// slugWords bounds the words of a kind.
const slugWords = 5

// slug returns the first words of a message as the name of a folder. Words of anything but letters are left out: numbers, names, and
// what the program may have written.
func slug(text string) string {
	var words []string
	for _, word := range strings.Fields(text) {
		word = strings.ToLower(strings.Trim(word, ",.;:"))
		if !plainWord.MatchString(word) || len(words) == slugWords {
			continue
		}
		words = append(words, word)
	}
	if len(words) == 0 {
		return "unknown"
	}
	return strings.Join(words, "-")
}
