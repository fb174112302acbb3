package quantity

import (
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"900s": 900 * time.Second, "900": 900 * time.Second, "15min": 15 * time.Minute, "15 min": 15 * time.Minute,
		"1.5h": 90 * time.Minute, "250ms": 250 * time.Millisecond, "2m": 2 * time.Minute, " 3s ": 3 * time.Second,
	} {
		if got, err := Duration(text); err != nil || got != want {
			t.Errorf("Duration(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "s", "-1s", "5 parsecs", "2e9s", "1e400s", "1e30h", "nan", "inf", "1.2.3s", "0x10s"} {
		if got, err := Duration(text); err == nil {
			t.Errorf("Duration(%q) = %v, want an error", text, got)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]uint64{
		"15GB": 15e9, "15 GB": 15e9, "512MiB": 512 << 20, "1000": 1000, "1.5kB": 1500, "2TB": 2e12, "7B": 7,
	} {
		if got, err := Size(text); err != nil || got != want {
			t.Errorf("Size(%q) = %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "GB", "-1GB", "5 GP", "1e40", "99999999TB", "nan"} {
		if got, err := Size(text); err == nil {
			t.Errorf("Size(%q) = %v, want an error", text, got)
		}
	}
}

func TestGroup(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 12: "12", 999: "999", 1000: "1_000", 123456: "123_456",
		18446744073709551615: "18_446_744_073_709_551_615"} {
		if got := Group(n, "_"); got != want {
			t.Errorf("%d: %s instead of %s", n, got, want)
		}
	}
}
