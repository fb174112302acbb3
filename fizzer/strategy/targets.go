package strategy

import "fizzer/fizzer/tree"

// targets is a source of primary targets in the order of report Alg. 7: S or U.
type targets struct {
	*scope
	queue
	stays   func(tree.Node) bool // whether a node that comes up still belongs to this source
	belongs func(tree.Node) bool // whether a target belongs to this source
}

// newSensitive returns S: the targets whose sensitive bits are known.
func newSensitive(s *scope) *targets {
	is := func(n tree.Node) bool { return s.wanted(n) && s.analysed(n) }
	return &targets{scope: s, queue: newShared(s), stays: is, belongs: is}
}

// newUntouched returns U: the targets that are not analysed and whose execution ID has no pivots.
func newUntouched(s *scope) *targets {
	return &targets{
		scope: s, queue: newShared(s),
		stays: func(n tree.Node) bool {
			if !s.wanted(n) || s.analysed(n) {
				return false
			}
			if s.pivots.Has(s.tree.ID(n)) {
				s.enqueue(n) // its execution ID now has pivots: it may be a twin
				return false
			}
			return true
		},
		belongs: func(n tree.Node) bool { return s.wanted(n) && !s.analysed(n) && !s.pivots.Has(s.tree.ID(n)) },
	}
}

func (t *targets) observe(n tree.Node) {
	if t.begun[n] == 0 && t.belongs(n) {
		t.add(n)
	}
}

// peek returns the smallest node. When there is none, the nodes that were left out in favour of better ones get their turn.
func (t *targets) peek() tree.Node {
	n := t.first(t.stays)
	if n != tree.None || !t.lacks() {
		return n
	}
	t.scope.tree.Walk(func(n tree.Node) {
		if t.belongs(n) {
			t.add(n)
		}
	})
	return t.first(t.stays)
}

func (t *targets) next() tree.Node {
	n := t.peek()
	if n != tree.None {
		t.drop()
	}
	return n
}

func (t *targets) retain(limit int) []tree.Node { return t.best(limit, t.stays) }

func (t *targets) forget(int) { t.filter(t.scope.tree.Alive) }
