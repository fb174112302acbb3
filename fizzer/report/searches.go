package report

import (
	"cmp"
	"slices"

	"fizzer/fizzer/formats"
)

// search is a line of the table of the searches of a shared run.
type search struct {
	formats.Search
	Own   bool // the run itself
	Tests int  // of the suite
	New   int  // goals that no earlier test reaches
}

// searchesOf returns the run itself and the searches on other machines, those first that found most; nil: there are no others.
func searchesOf(r *Run, tests []test) []search {
	s := &r.Statistics
	if len(s.Searches) == 0 {
		return nil
	}
	own := formats.Search{Name: "this machine", Executions: s.Executions, Directions: s.Engine.Tree.CoveredDirections}
	all := []search{{Own: true, Search: own}}
	for _, one := range s.Searches {
		all = append(all, search{Search: one})
	}
	for i := range tests {
		of := 0
		if name := tests[i].Details.Search; name != "" {
			of = 1 + slices.IndexFunc(s.Searches, func(one formats.Search) bool { return one.Name == name }) // 0: of a run before
		}
		all[of].Tests++
		all[of].New += tests[i].New
	}
	slices.SortStableFunc(all, func(a, b search) int {
		return cmp.Or(cmp.Compare(b.New, a.New), cmp.Compare(b.Tests, a.Tests), cmp.Compare(b.Counted, a.Counted))
	})
	return all
}
