package tree

// facts is what analyses know of the nodes.
type facts struct {
	pages   pool[page]
	sets    sets
	setRoom int // bytes that sets may take
}

// page is what analyses know of the nodes of one block.
type page struct {
	sets  [blockNodes]int32 // sensitive bytes
	flags [blockNodes]Flag
}

// flags returns the flags of node k of a block.
func (f *facts) flags(b *block, k uint) Flag {
	flags := Flag(b.done >> k & 1)
	if b.page != none {
		flags |= f.pages.at(b.page).flags[k]
	}
	return flags
}

// sensitive returns the sensitive bytes of node k of a block.
func (f *facts) sensitive(b *block, k uint) []uint32 {
	if b.page == none {
		return nil
	}
	return f.sets.all[f.pages.at(b.page).sets[k]]
}

// pageOf returns the page of a block, a new one if it has none. There is room for as many pages as there are blocks.
func (f *facts) pageOf(b *block) *page {
	if b.page == none {
		b.page = f.pages.take()
	}
	return f.pages.at(b.page)
}

// workLeft reports whether a node whose sensitive bits are known has some, and an analysis to which they matter is left.
func (f *facts) workLeft(b *block, k uint) bool {
	if b.page == none {
		return false
	}
	p := f.pages.at(b.page)
	const last = BitshareDone | MinimizationDone
	return p.sets[k] != 0 && p.flags[k]&last != last
}
