package export

import (
	"fmt"
	"strings"

	"fizzer/testcomp/replay"
)

// LcovFile is the name of the file by Lcov.
const LcovFile = "lcov.info"

// Lcov returns a trace file of lcov, which genhtml and editors read: lines, functions and the outcomes of jumps of each file.
func Lcov(counts []replay.FileCount) File {
	var text strings.Builder
	text.WriteString("TN:\n")
	for _, file := range counts {
		fmt.Fprintf(&text, "SF:%s\n", strings.ReplaceAll(file.Path, "\n", "_"))
		writeFunctions(&text, file.Lines)
		writeBranches(&text, file.Lines)
		writeLines(&text, file.Lines)
		text.WriteString("end_of_record\n")
	}
	return File{LcovFile, []byte(text.String())}
}

// writeFunctions writes each function with the count of its first line.
func writeFunctions(text *strings.Builder, lines []replay.LineCount) {
	var counts strings.Builder
	seen := map[string]bool{"": true}
	found, hit := 0, 0
	for _, line := range lines {
		if seen[line.Function] {
			continue
		}
		seen[line.Function] = true
		fmt.Fprintf(text, "FN:%d,%s\n", line.Line, line.Function)
		fmt.Fprintf(&counts, "FNDA:%d,%s\n", line.Count, line.Function)
		found++
		if line.Count > 0 {
			hit++
		}
	}
	fmt.Fprintf(text, "%sFNF:%d\nFNH:%d\n", counts.String(), found, hit)
}

func writeBranches(text *strings.Builder, lines []replay.LineCount) {
	found, hit := 0, 0
	for number, block := 0, 0; number < len(lines); number++ {
		line := lines[number]
		if number == 0 || lines[number-1].Line != line.Line {
			block = 0 // functions of the same line are told apart by their block
		} else {
			block++
		}
		for i, count := range line.Branches {
			taken := fmt.Sprint(count)
			if line.Count == 0 {
				taken = "-"
			}
			fmt.Fprintf(text, "BRDA:%d,%d,%d,%s\n", line.Line, block, i, taken)
			found++
			if count > 0 {
				hit++
			}
		}
	}
	fmt.Fprintf(text, "BRF:%d\nBRH:%d\n", found, hit)
}

// writeLines writes each line once, with the maximum of its functions.
func writeLines(text *strings.Builder, lines []replay.LineCount) {
	found, hit := 0, 0
	for i := 0; i < len(lines); {
		number, count := lines[i].Line, uint64(0)
		for ; i < len(lines) && lines[i].Line == number; i++ {
			count = max(count, lines[i].Count)
		}
		fmt.Fprintf(text, "DA:%d,%d\n", number, count)
		found++
		if count > 0 {
			hit++
		}
	}
	fmt.Fprintf(text, "LF:%d\nLH:%d\n", found, hit)
}
