package cli

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"
)

func TestArrange(t *testing.T) {
	tests := []struct{ given, want string }{
		{"fizzer", "fizzer"},
		{"fizzer --version", "fizzer --version"},
		{"fizzer p.c", "fizzer run -- p.c"},
		{"fizzer run p.c --seed 7", "fizzer run --seed 7 -- p.c"},
		{"fizzer p.c --seed=7 --jobs 2", "fizzer run --seed=7 --jobs 2 -- p.c"},
		{"fizzer --output o p.c --memory 1GB", "fizzer run --output o --memory 1GB -- p.c"},
		{"fizzer replay s p.c --json --time-limit 1s", "fizzer replay --json --time-limit 1s -- s p.c"},
		{"fizzer -- --seed", "fizzer run -- --seed"},
		{"fizzer p.c --seed", "fizzer run --seed -- p.c"},
		{"fizzer run --help", "fizzer run --help"},
		{"fizzer doctor", "fizzer doctor"},
	}
	app := newApp(io.Discard, io.Discard)
	for _, test := range tests {
		got := arrange(app, strings.Fields(test.given))
		if !slices.Equal(got, strings.Fields(test.want)) {
			t.Errorf("arrange(%q) = %q, want %q", test.given, strings.Join(got, " "), test.want)
		}
	}
}

func TestUsageErrors(t *testing.T) {
	for _, line := range []string{
		"fizzer", "fizzer --no-such-option p.c", "fizzer run", "fizzer a.c b.c", "fizzer p.c --seed x", "fizzer p.c --seed -1",
		"fizzer p.c --jobs 0", "fizzer p.c --cpu-time soon", "fizzer p.c --memory 1", "fizzer p.c --max-executions 0",
		"fizzer p.c --seed", "fizzer replay s", "fizzer replay s p.c --time-limit x", "fizzer instrument",
	} {
		var stdout, stderr bytes.Buffer
		if code := Main(strings.Fields(line), &stdout, &stderr); code != exitUsage {
			t.Errorf("%q ended with %d, want %d: %s", line, code, exitUsage, stderr.String())
		}
		if stderr.Len() == 0 {
			t.Errorf("%q says nothing", line)
		}
	}
}

func TestMissingFiles(t *testing.T) {
	for _, line := range []string{"fizzer none.c", "fizzer none.yml", "fizzer instrument none.i", "fizzer replay none-suite none.c"} {
		var stdout, stderr bytes.Buffer
		if code := Main(strings.Fields(line), &stdout, &stderr); code != exitNoFile {
			t.Errorf("%q ended with %d, want %d: %s", line, code, exitNoFile, stderr.String())
		}
	}
}

func TestVersionStartsWithADigit(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := Main([]string{"fizzer", "--version"}, &stdout, &stderr); code != exitDone || stderr.Len() > 0 {
		t.Errorf("ended with %d, standard error %q", code, stderr.String())
	}
	if text := stdout.String(); strings.Count(text, "\n") != 1 || text[0] < '0' || text[0] > '9' {
		t.Errorf("version %q", text)
	}
}

func TestOutputIsBounded(t *testing.T) {
	var out bytes.Buffer
	log := logger(&out)
	for range 100_000 {
		log(strings.Repeat("x", 100))
	}
	if out.Len() > 1<<20 {
		t.Errorf("%d bytes", out.Len())
	}
	if long := shorten(strings.Repeat("x", 1<<22)); len(long) > longestMessage+100 {
		t.Errorf("a message of %d bytes", len(long))
	}
}
