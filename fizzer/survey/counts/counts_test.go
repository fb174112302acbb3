package counts

import (
	"strings"
	"testing"

	"fizzer/testcomp/tasklist"
)

func TestTable(t *testing.T) {
	rows := []row{
		{Entry: tasklist.Entry{Path: "a.c", Family: "f"}, Goals: 10, TheirAll: 10, Engine: 8, BadEnd: 1, Replay: 7, TestCov: 7, Tests: 2},
		{Entry: tasklist.Entry{Path: "b.c", Family: "f"}, Goals: 4, TheirAll: 4, Engine: 4, Replay: 4, TestCov: 4, Tests: 1},
		{Entry: tasklist.Entry{Path: "c.c", Family: "g"}, Failure: "gcc does not compile it"},
		{Entry: tasklist.Entry{Path: "d.c", Family: "g"}, Failure: "TestCov gives no coverage", Hopeless: true},
	}
	text := table(rows)
	for _, want := range []string{
		"| f | 2 | 2 | 14 | 12 | 11 | 11 | 8.33 % | 1 | 3 | 0 | 0 |", "| g | 2 | 0 | 0 | 0 | 0 | 0 | - | 0 | 0 | 0 | 0 |",
		"differ in the goals reached on 0 tasks, in the goals that there are on 0", "cannot judge 1 tasks", "- c.c: gcc does not compile it",
		"- a.c: engine 8 (1 by bad ends only), replay 7",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "- b.c") || strings.Contains(text, "- d.c") {
		t.Errorf("b.c and d.c need no remark:\n%s", text)
	}
}
