package expression

const maxCopied = 1 << 15 // picked by hand

// Copy makes an expression of another graph in g. Variables correspond if they are the same bytes of the input. It returns false if one
// has no counterpart, or if the expression selects from a table or has more than maxCopied nodes. The cost is proportional to the
// size of the other graph.
func (g *Graph) Copy(from *Graph, r Ref) (Ref, bool) {
	type place struct {
		offset uint32
		bytes  uint8
	}
	numbers := make(map[place]int, len(g.Variables))
	for i, v := range g.Variables {
		numbers[place{v.Offset, v.Bytes}] = i
	}
	cone := from.Cone([]Ref{r})
	if len(cone) > maxCopied {
		return 0, false
	}
	made := map[Ref]Ref{0: 0}
	for _, old := range cone {
		n := from.Node(old)
		switch Kind(n.Kind) {
		case Constant:
			v, _ := from.Constant(old)
			made[old] = g.Const(int(n.Width), v)
		case Read:
			v := from.Variables[n.A]
			number, same := numbers[place{v.Offset, v.Bytes}]
			if !same || g.Variables[number].Boolean != v.Boolean {
				return 0, false
			}
			made[old] = g.Variable(number)
		case Table:
			return 0, false
		default:
			operands := [3]*Ref{&n.A, &n.B, &n.C}
			for i := range shapes[n.Kind].operands {
				*operands[i] = made[*operands[i]]
			}
			made[old] = g.intern(g.ordered(n))
		}
	}
	return made[r], true
}
