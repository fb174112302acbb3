package exchange

import (
	"cmp"
	"slices"

	"fizzer/fizzer/formats"
	"fizzer/fizzer/hub/message"
)

// searches are what is known of the other searches, by id. At most maxMembers are known; what they say is for people only.
type searches map[string]*formats.Search

// get returns what is known of a search, which is new if its id is. nil: too many are known. The name that is shown differs from those of
// all others.
func (s searches) get(id, name string) *formats.Search {
	if known := s[id]; known != nil || len(s) >= maxMembers {
		return known
	}
	if s.named(name) {
		name += " " + id
	}
	s[id] = &formats.Search{Name: name}
	return s[id]
}

func (s searches) named(name string) bool {
	for _, one := range s {
		if one.Name == name {
			return true
		}
	}
	return false
}

// note notes how far a search says to be. Beats may arrive twice or in another order: no figure becomes smaller.
func (s searches) note(b *message.Beat) {
	if one := s.get(b.From, b.Name); one != nil {
		one.Executions, one.Directions = max(one.Executions, b.Executions), max(one.Directions, b.Directions)
	}
}

// list returns all, by name; alive tells whether the search with an id is.
func (s searches) list(alive func(id string) bool) (all []formats.Search) {
	for id, one := range s {
		shown := *one
		shown.Gone = !alive(id)
		all = append(all, shown)
	}
	slices.SortFunc(all, func(a, b formats.Search) int { return cmp.Compare(a.Name, b.Name) })
	return all
}
