package engine

import (
	"slices"

	"fizzer/fizzer/engine/corpus"
)

// fresh holds entries of the corpus for a stage that works once on each that it wants.
type fresh struct {
	corpus  *corpus.Corpus
	seen    uint64          // entries of the corpus that were looked at, as in Corpus.Added
	waiting []*corpus.Entry // the newest last
}

// maxFresh bounds the entries that wait; the oldest go first. Picked by hand.
const maxFresh = 64

// look adds the entries that are new and wanted.
func (f *fresh) look(wanted func(*corpus.Entry) bool) {
	added := f.corpus.Added()
	if added == f.seen {
		return
	}
	covering := f.corpus.Covering()
	newest := int(min(added-f.seen, maxFresh, uint64(len(covering))))
	for _, entry := range covering[len(covering)-newest:] {
		if wanted(entry) {
			f.waiting = append(f.waiting, entry)
		}
	}
	f.waiting = f.waiting[max(len(f.waiting)-maxFresh, 0):]
	f.seen = added
}

// next returns the index of the newest entry that waits and is ready, -1 if there is none.
func (f *fresh) next(ready func(*corpus.Entry) bool) int {
	for i, entry := range slices.Backward(f.waiting) {
		if ready(entry) {
			return i
		}
	}
	return -1
}

// take takes entry i of those that wait.
func (f *fresh) take(i int) *corpus.Entry {
	entry := f.waiting[i]
	f.waiting = slices.Delete(f.waiting, i, i+1)
	return entry
}
