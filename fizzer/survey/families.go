package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"fizzer/testcomp/plain"
)

// margin is the difference in points from which on a task counts as better or worse with another configuration.
const margin = 1.0

// families prints the mean coverage of goals of each configuration by family, over the tasks that have goals in all
// configurations. It lists the tasks on which the first configuration is behind by more than a point.
func families(w io.Writer, results []*result) {
	var configurations, names []string
	byTask := map[string]map[string]*result{}
	for _, r := range results {
		if !slices.Contains(configurations, r.Configuration) {
			configurations = append(configurations, r.Configuration)
		}
		if byTask[r.Task] == nil {
			byTask[r.Task] = map[string]*result{}
			names = append(names, r.Task)
		}
		if r.measured() {
			byTask[r.Task][r.Configuration] = r
		}
	}
	if len(results) == 0 {
		return
	}
	drawn := len(names)
	names = slices.DeleteFunc(names, func(name string) bool { return len(byTask[name]) < len(configurations) })
	var order []string
	tasks, shares := map[string]int{}, map[[2]string]float64{}
	const total = "all"
	for _, name := range names {
		for _, r := range byTask[name] {
			shares[[2]string{r.Family, r.Configuration}] += 100 * r.share()
			shares[[2]string{total, r.Configuration}] += 100 * r.share()
		}
		family := byTask[name][configurations[0]].Family
		if tasks[family] == 0 {
			order = append(order, family)
		}
		tasks[family]++
		tasks[total]++
	}
	slices.Sort(order)
	fmt.Fprint(w, "| family | tasks |")
	for _, c := range configurations {
		fmt.Fprintf(w, " %s |", plain.Cell(cmp.Or(c, "whole engine")))
	}
	fmt.Fprint(w, "\n|---|---|")
	for range configurations {
		fmt.Fprint(w, "---|")
	}
	fmt.Fprintln(w)
	for _, family := range append(order, total) {
		fmt.Fprintf(w, "| %s | %d |", plain.Cell(family), tasks[family])
		for _, c := range configurations {
			fmt.Fprintf(w, " %.2f %% |", shares[[2]string{family, c}]/float64(max(tasks[family], 1)))
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "\n%d of %d tasks are left out: some configuration has no measurement, because the program was not built, say.\n",
		drawn-len(names), drawn)
	losses(w, names, configurations, byTask)
}

// losses prints, for each other configuration, on how many tasks it is ahead and behind by more than a point, and the
// tasks on which it is ahead.
func losses(w io.Writer, names, configurations []string, byTask map[string]map[string]*result) {
	for _, c := range configurations[1:] {
		ahead, behind := 0, 0
		var lines []string
		for _, name := range names {
			first, other := byTask[name][configurations[0]], byTask[name][c]
			switch difference := 100 * (first.share() - other.share()); {
			case difference > margin:
				ahead++
			case difference < -margin:
				behind++
				lines = append(lines, fmt.Sprintf("- %s: %d instead of %d of %d goals", plain.Cell(name), first.Statistics.Goals.Covered,
					other.Statistics.Goals.Covered, first.Statistics.Goals.Total))
			}
		}
		fmt.Fprintf(w, "\nAgainst %s, by more than a point: better on %d tasks, worse on %d.\n", plain.Cell(c), ahead, behind)
		for _, line := range lines {
			fmt.Fprintln(w, line)
		}
	}
}
