package tree

import "slices"

// Full reports whether the tree is near its bound, so that Prune should be called.
func (t *Tree) Full() bool {
	return t.blocks.nearlyFull() || t.bests.nearlyFull() || t.inputs.heads.nearlyFull() || t.inputs.cells.nearlyFull() ||
		t.facts.sets.bytes > t.facts.setRoom
}

// Crowded reports whether more than half of the bound is used.
func (t *Tree) Crowded() bool {
	return t.blocks.halfFull() || t.bests.halfFull() || t.inputs.heads.halfFull() || t.inputs.cells.halfFull() ||
		2*t.facts.sets.bytes > t.facts.setRoom
}

// Prune frees all nodes except those given and their ancestors; some others may stay as well. Of the given nodes it keeps the first
// ones, as many as fit into half of the bound: Alive tells which. Coverage is never forgotten. Edges to freed nodes keep their label; a
// later run that covers something new behind such an edge adds the nodes again. The cost is proportional to the tree.
func (t *Tree) Prune(keep []Node) {
	p := pruner{Tree: t}
	kept := p.choose(keep)
	for i := range t.blocks.length {
		if b := t.blocks.at(i); b.count > 0 && !kept[i] {
			p.free(b, i)
		}
	}
	for i := range t.blocks.length {
		if b := t.blocks.at(i); b.count > 0 {
			p.tidy(b)
		}
	}
	if t.root != None && !t.Alive(t.root) {
		t.root = None
	}
	t.index.rebuild(&t.blocks, len(t.index.places))
	t.facts.sets.retain(p.eachPage)
	p.reclose()
	t.pruned, t.inexact, t.changed = true, true, nil
	clear(t.paths.places)
}

// Pruned reports whether nodes were ever freed. A freed edge counts as closed (4.1), so nodes that nobody has finished may be closed,
// too, and a closed tree proves nothing about the program.
func (t *Tree) Pruned() bool { return t.pruned }

// pruner frees nodes of a tree.
type pruner struct {
	*Tree
	left        room   // what may still be kept
	charged     []bool // by input
	chargedSets []bool // by set of sensitive bytes
}

// choose returns for each block whether it stays.
func (p *pruner) choose(keep []Node) []bool {
	kept := make([]bool, p.blocks.length)
	p.charged, p.chargedSets = make([]bool, p.inputs.heads.length), make([]bool, len(p.facts.sets.all))
	p.left = room{int(p.blocks.limit / 2), int(p.bests.limit / 2), int(p.inputs.cells.limit / 2), p.facts.setRoom / 2}
	var path []int32
	for _, n := range slices.Concat([]Node{p.root}, keep) {
		path = path[:0]
		for ; n != None && !kept[int32(n)>>blockBits]; n = p.blocks.at(path[len(path)-1]).parent {
			path = append(path, int32(n)>>blockBits)
		}
		for _, i := range path {
			p.charge(p.blocks.at(i))
			p.chargeSets(p.blocks.at(i))
		}
		if p.left.used() {
			break
		}
		for _, i := range path {
			kept[i] = true
		}
	}
	return kept
}

// room is what may still be kept.
type room struct{ blocks, bests, cells, sets int }

func (r *room) used() bool { return r.blocks < 0 || r.bests < 0 || r.cells < 0 || r.sets < 0 }

// charge subtracts what a block needs, with its inputs that were not counted yet.
func (p *pruner) charge(b *block) {
	input := func(i int32) {
		if i != none && !p.charged[i] {
			p.charged[i] = true
			p.left.cells -= p.inputs.size(i)
		}
	}
	p.left.blocks--
	input(b.input)
	for e := b.best; e != none; e = p.bests.at(e).next {
		p.left.bests--
		input(p.bests.at(e).input)
	}
}

// chargeSets subtracts what the sensitive sets of a block need, except those counted before.
func (p *pruner) chargeSets(b *block) {
	if b.page == none {
		return
	}
	for _, set := range p.facts.pages.at(b.page).sets {
		if !p.chargedSets[set] {
			p.chargedSets[set] = true
			p.left.sets -= 4*len(p.facts.sets.all[set]) + setOverhead
		}
	}
}

// free releases everything that a block holds.
func (p *pruner) free(b *block, i int32) {
	for b.best != none {
		p.bests.forget(b, &b.best)
	}
	p.inputs.release(b.input)
	if b.page != none {
		p.facts.pages.release(b.page)
	}
	p.nodes -= int(b.count)
	b.count = 0
	p.blocks.release(i)
}

// tidy removes freed blocks from the links of a block that stays, and bests whose execution ID is covered.
func (p *pruner) tidy(b *block) {
	if b.next != none && p.blocks.at(b.next).count == 0 {
		b.next = none
	}
	for link := &b.child; *link != none; {
		child := p.blocks.at(*link)
		if child.count == 0 {
			*link = child.sibling
		} else {
			link = &child.sibling
		}
	}
	for link := &b.best; *link != none; {
		if p.isCovered(b.id(uint(p.bests.at(*link).place))) {
			p.bests.forget(b, link)
		} else {
			link = &p.bests.at(*link).next
		}
	}
}

func (p *pruner) eachPage(visit func(*page)) {
	for i := range p.blocks.length {
		if b := p.blocks.at(i); b.count > 0 && b.page != none {
			visit(p.facts.pages.at(b.page))
		}
	}
}

// reclose updates the closed state of nodes whose successor was freed, and of their ancestors.
func (p *pruner) reclose() {
	for i := range p.blocks.length {
		b := p.blocks.at(i)
		for k := range uint(b.count) {
			for direction := range 2 {
				if b.label(k, direction) == Visited && p.successor(i, b, k, direction) == None {
					p.refresh(first(i)+Node(k), int(b.depth)+int(k))
				}
			}
		}
	}
}
