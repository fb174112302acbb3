package tree

// facts is what the analyses know about the nodes.
type facts struct {
	pages   pool[page]
	sets    sets
	setRoom int // bytes that sets may take
}

// page is what the analyses know about the nodes of one block.
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

// pageOf returns the page of a block, a new one if it has none. There are as many pages as blocks, so there is always
// room.
func (f *facts) pageOf(b *block) *page {
	if b.page == none {
		b.page = f.pages.take()
	}
	return f.pages.at(b.page)
}

// workLeft reports whether a node with known sensitive bits has any, and an analysis that needs them is left.
func (f *facts) workLeft(b *block, k uint) bool {
	if b.page == none {
		return false
	}
	p := f.pages.at(b.page)
	const last = BitshareDone | MinimizationDone
	return p.sets[k] != 0 && p.flags[k]&last != last
}
