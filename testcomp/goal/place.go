package goal

import (
	"cmp"

	"fizzer/testcomp/property"
)

// unnamed stands for the name of a function that was not found.
const unnamed = "?"

// placer advances over the tokens once, finds the goals and writes the marked program.
type placer struct {
	*cursor
	scope
	list  *list
	out   *markedText
	mark  func(number int) string // see Options
	calls bool                    // likewise
	glued glued
}

func newPlacer(source []byte, options Options) *placer {
	tokens, markers := scan(source)
	return &placer{cursor: &cursor{source: source, tokens: tokens}, scope: scope{property: options.Property},
		list: newList(source, markers), out: newMarkedText(source), mark: options.Mark, calls: options.Calls}
}

// before writes text before the current token; after writes it behind the previous one.
func (p *placer) before(text string) { p.out.insert(p.offset(), text) }
func (p *placer) after(text string)  { p.out.insert(p.behind(), text) }

// here returns the place of the current token.
func (p *placer) here() owner { return p.list.owner(p.offset()) }

// goal adds a goal on the line of the previous token and returns the text that marks it. If allowed is false, it adds nothing.
func (p *placer) goal(allowed bool, k Kind, by owner) string {
	if !allowed {
		return ""
	}
	number := p.list.add(k, p.function, by, int(p.tokens[max(p.at-1, 0)].start))
	return lineBreak + p.mark(number) + lineBreak
}

// program advances over the whole text.
func (p *placer) program() error {
	for p.kind() != end {
		p.external()
	}
	if p.tooDeep {
		return ErrTooDeep
	}
	return nil
}

// external advances over one declaration or function definition. The declarations of an old-style function's parameters count as
// separate declarations, so a body may come without a head.
func (p *placer) external() {
	var name string
	if p.kind() != '{' {
		p.stopped, p.silent = false, 1
		name = p.head()
	}
	p.function = cmp.Or(name, p.function, unnamed)
	if p.kind() != '{' {
		p.skip()
		return
	}
	p.silent = 0
	p.entry()
	p.block()
	p.function = ""
}

// head advances over a declaration, up to its end or the body of a function, and returns the function's name. A goal in an array
// size among the parameters sets stopped.
func (p *placer) head() string {
	start := p.at
	outer := p.function
	p.function = unnamed // goals in array sizes are noticed but not placed
	p.run(";", true)
	p.function = outer
	return p.declared(start, p.at)
}

// entry advances over the brace that begins a function's body. In the error function, it marks the beginning.
func (p *placer) entry() {
	by := p.here()
	p.skip()
	if wanted := p.property; wanted.Kind == property.Error && p.function == wanted.Function {
		p.after(p.goal(true, Entry, by))
	}
}

// block advances over the statements of a block, from behind its opening brace, and over its closing brace.
func (p *placer) block() {
	for p.kind() != '}' && p.kind() != end {
		before := p.at
		p.statement()
		if p.at == before {
			p.skip()
		}
	}
	p.accept('}')
}

// statement advances over one statement and the labels before it.
func (p *placer) statement() {
	if !p.enter() {
		return
	}
	defer p.leave()
	for p.label() {
	}
	switch p.kind() {
	case '{':
		p.skip()
		p.block()
	case wordIf:
		p.ifStatement()
	case wordWhile, wordFor:
		p.loop()
	case wordDo:
		p.doLoop()
	case wordSwitch:
		p.skip()
		p.group()
		p.body("")
	case '}', end:
	default:
		p.simple()
	}
}

// label advances over a label, case or default, and tells whether there was one.
func (p *placer) label() bool {
	switch k := p.kind(); {
	case k == wordCase, k == wordDefault:
		p.caseLabel()
	case k == identifier && p.next() == ':':
		p.skip()
		p.skip()
	default:
		return false
	}
	return true
}

func (p *placer) caseLabel() {
	allowed, k, by := p.allowed(), Case, p.here()
	if p.kind() == wordDefault {
		k = Default
	}
	p.skip()
	p.silent++
	p.run(":;", false)
	p.silent--
	if p.accept(':') {
		p.after(p.goal(allowed, k, by))
	}
}

// ifStatement advances over an if and its whole chain of else if.
func (p *placer) ifStatement() {
	for p.kind() == wordIf {
		allowed, by := p.allowed(), p.here()
		p.skip()
		p.group()
		braced := p.body(p.goal(allowed, Then, by))
		if !p.accept(wordElse) {
			if allowed {
				p.after(" else {" + p.goal(allowed, Else, by) + "}")
				p.glued.before = p.at // whatever is between is before TestCov's else
			} else {
				p.glued.note(p.cursor, braced)
			}
			return
		}
		if p.kind() != wordIf {
			p.glued.note(p.cursor, p.body(p.goal(allowed, Else, by)))
			return
		}
	}
}

func (p *placer) loop() {
	allowed, by := p.allowed(), p.here()
	p.skip()
	p.group()
	braced := p.body(p.goal(allowed, LoopBody, by))
	if allowed {
		p.after(p.goal(allowed, LoopExit, by))
		p.glued.before = 0 // a label is between
	} else {
		p.glued.note(p.cursor, braced)
	}
}

func (p *placer) doLoop() {
	allowed := p.allowed()
	p.skip()
	p.body("")
	by := p.here()
	if p.accept(wordWhile) {
		p.group()
		p.accept(';')
	}
	p.after(p.goal(allowed, LoopExit, by))
}

// body advances over the statement under an if, loop or switch. It puts the statement into braces, with text at the beginning, and
// tells whether these are its own.
func (p *placer) body(text string) (braced bool) {
	if p.accept('{') {
		p.after(text)
		p.block()
		return false
	}
	p.before("{" + text)
	p.statement()
	p.after(lineBreak + "}")
	return true
}

// group advances over a parenthesised group, if there is one.
func (p *placer) group() {
	if p.accept('(') {
		p.inside(false)
	}
}

// simple advances over a declaration, an expression or a jump.
func (p *placer) simple() {
	if p.glued.spoils(p.cursor) {
		p.before("{}") // directly before the word, as TestCov's
	}
	declaration := p.isDeclaration()
	p.run(";", declaration)
	switch p.kind() {
	case '{': // a nested function: it has no goals
		p.at = p.closing(p.at)
		p.skip()
	case '}', end:
	default:
		p.skip()
	}
}
