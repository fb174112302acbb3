package goal

// list is the goals found so far, in the order of the text.
type list struct {
	goals    []Goal
	named    map[Name]int // number of goals by name, with Nth 0
	position position
}

func newList(source []byte, markers []marker) *list {
	return &list{named: map[Name]int{}, position: position{source: source, markers: markers, physical: 1}}
}

// owner is the place of a word that makes goals.
type owner struct{ line, text int }

// owner returns the place of a word at offset, which must not be less than an offset of an earlier call.
func (l *list) owner(offset int) owner {
	_, line, physical := l.position.of(offset)
	return owner{line, physical}
}

// add adds a goal on the line of offset, which must not be less than an offset of an earlier call. It returns the goal's number.
func (l *list) add(k Kind, function string, by owner, offset int) int {
	file, line, physical := l.position.of(offset)
	g := Goal{Kind: k, Function: function, File: file, Line: line, TextLine: physical, Owner: by.line, OwnerText: by.text}
	name := g.Name()
	g.Nth = l.named[name]
	l.named[name]++
	l.goals = append(l.goals, g)
	return len(l.goals) - 1
}
