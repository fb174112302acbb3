//go:build llvm19

package pass

import "fizzer/instrument/llvm"

// backEdgeSources returns the sources of back edges: the edges to a block on the current path of a depth-first search from the
// entry. Each cycle of the control-flow graph has at least one, even if the graph is irreducible.
func backEdgeSources(function llvm.Value) map[llvm.BasicBlock]bool {
	const (
		onPath = 1
		done   = 2
	)
	state := map[llvm.BasicBlock]int{}
	sources := map[llvm.BasicBlock]bool{}
	type visit struct {
		block      llvm.BasicBlock
		successors []llvm.BasicBlock
	}
	enter := func(block llvm.BasicBlock) visit {
		state[block] = onPath
		return visit{block, llvm.Successors(block)}
	}
	path := []visit{enter(function.EntryBasicBlock())}
	for len(path) > 0 {
		last := &path[len(path)-1]
		if len(last.successors) == 0 {
			state[last.block] = done
			path = path[:len(path)-1]
			continue
		}
		next := last.successors[0]
		last.successors = last.successors[1:]
		switch state[next] {
		case onPath:
			sources[last.block] = true
		case done:
		default:
			path = append(path, enter(next))
		}
	}
	return sources
}

// monitorStep counts an iteration of a loop at the end of a block.
func (i *instrumenter) monitorStep(block llvm.BasicBlock) {
	i.insert.SetInsertPointBefore(block.LastInstruction())
	i.insert.call(i.insert.step())
}
