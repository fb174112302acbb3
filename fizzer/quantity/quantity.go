// Package quantity reads durations and memory sizes as users and BenchExec write them, and writes long numbers.
package quantity

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

var durations = map[string]time.Duration{
	"": time.Second, "ms": time.Millisecond, "s": time.Second, "min": time.Minute, "m": time.Minute, "h": time.Hour,
}

var sizes = map[string]float64{
	"": 1, "B": 1, "kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12,
	"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30, "TiB": 1 << 40,
}

// maxDuration is the longest that Duration takes: sums and small multiples of it can still be computed.
const maxDuration = math.MaxInt64 / 8

// Duration reads a number with one of the units ms, s, min, m, h; without a unit it means seconds: "900s", "15 min".
func Duration(text string) (time.Duration, error) {
	number, unit, err := split(text)
	factor, known := durations[unit]
	value := number * float64(factor)
	if err != nil || !known || value > maxDuration {
		return 0, fmt.Errorf("%q is not a duration: write for example 900s, 15min or 1.5h, at most 36 years", text)
	}
	return time.Duration(value), nil
}

// Size reads a number of bytes with one of the units B, kB, MB, GB, TB, KiB, MiB, GiB, TiB: "15GB", "512 MiB".
func Size(text string) (uint64, error) {
	number, unit, err := split(text)
	factor, known := sizes[unit]
	value := number * factor
	if err != nil || !known || value >= math.MaxInt64 {
		return 0, fmt.Errorf("%q is not a size: write for example 15GB, 512MiB or a number of bytes", text)
	}
	return uint64(value), nil
}

// split separates a non-negative number from its unit.
func split(text string) (float64, string, error) {
	text = strings.TrimSpace(text)
	end := len(text)
	for end > 0 && !strings.ContainsRune("0123456789.", rune(text[end-1])) {
		end--
	}
	number, err := strconv.ParseFloat(text[:end], 64)
	if err == nil && (number < 0 || math.IsNaN(number) || math.IsInf(number, 0)) {
		err = strconv.ErrRange
	}
	return number, strings.TrimSpace(text[end:]), err
}

// Group writes a number with gap between its groups of three digits.
func Group(n uint64, gap string) string {
	digits := strconv.FormatUint(n, 10)
	var text strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 {
			text.WriteString(gap)
		}
		text.WriteRune(d)
	}
	return text.String()
}
