package goal

import (
	"bytes"
	"cmp"
	"strings"

	"fizzer/testcomp/property"
)

// lineBreak marks a place in the output where TestCov breaks a line and we do not. We keep the text's lines, so that the
// compiler's messages fit, and yet addDumps sees TestCov's lines.
const lineBreak = "\x01"

// maxDepth bounds the recursion. gcc's bound is the size of its stack.
const maxDepth = 50000

// unnamed stands for the name of a function that was not found.
const unnamed = "?"

// placer advances over the tokens once and writes the marked program.
type placer struct {
	options  Options
	source   []byte
	tokens   []token
	at       int  // index of the current token
	depth    int  // depth of the recursion
	tooDeep  bool //
	copied   int  // the source up to this offset is in out
	out      bytes.Buffer
	goals    []Goal
	named    map[Name]int // number of goals by name, with Nth 0
	position position
	function string // name of the current function, empty between functions
	stopped  bool   // the current function has no more goals
	barred   int    // > 0: inside an array size or the operand of typeof, where a goal sets stopped
	silent   int    // > 0: inside a constant, or outside functions, where there are no goals
}

func newPlacer(source []byte, options Options) *placer {
	tokens, markers := scan(source)
	p := &placer{options: options, source: source, tokens: tokens, named: map[Name]int{},
		position: position{source: source, markers: markers, physical: 1}}
	p.out.Grow(len(source) + len(source)/2)
	return p
}

// output returns the marked program.
func (p *placer) output() []byte {
	p.out.Write(p.source[p.copied:])
	p.copied = len(p.source)
	return p.out.Bytes()
}

func (p *placer) kind() kind     { return p.tokens[p.at].kind }
func (p *placer) next() kind     { return p.tokens[min(p.at+1, len(p.tokens)-1)].kind }
func (p *placer) previous() kind { return p.tokens[max(p.at-1, 0)].kind }

// text returns the text of the token at index i.
func (p *placer) text(i int) string { return string(p.source[p.tokens[i].start:p.tokens[i].stop]) }

// skip advances to the next token, if there is one.
func (p *placer) skip() {
	if p.at < len(p.tokens)-1 {
		p.at++
	}
}

// accept advances over the current token if it is of kind k.
func (p *placer) accept(k kind) bool {
	if p.kind() != k {
		return false
	}
	p.skip()
	return true
}

// before writes text before the current token; after writes it behind the previous one.
func (p *placer) before(text string) { p.insert(int(p.tokens[p.at].start), text) }
func (p *placer) after(text string)  { p.insert(int(p.tokens[max(p.at-1, 0)].stop), text) }

// insert writes text at offset or, if a statement is missing, behind the text inserted there before.
func (p *placer) insert(offset int, text string) {
	offset = max(offset, p.copied)
	p.out.Write(p.source[p.copied:offset])
	p.out.WriteString(text)
	p.copied = offset
}

// enter counts the depth of the recursion and tells whether it may continue.
func (p *placer) enter() bool {
	p.depth++
	if p.depth > maxDepth {
		p.tooDeep = true
		p.at = len(p.tokens) - 1
	}
	return !p.tooDeep
}

func (p *placer) leave() { p.depth-- }

// allowed tells whether a construct gets its goals here. TestCov decides this for all goals of an if, loop or ?: at once, before
// it looks inside.
func (p *placer) allowed() bool {
	if p.options.Property.Kind != property.Branches || p.function == "" {
		return false
	}
	if p.barred > 0 {
		p.stopped = true
	}
	return !p.stopped && p.silent == 0
}

// owner is the place of a word that makes goals.
type owner struct{ line, text int }

// here returns the place of the current token.
func (p *placer) here() owner {
	_, line, physical := p.position.of(int(p.tokens[p.at].start))
	return owner{line, physical}
}

// mark adds a goal on the line of the previous token and returns the text that marks it. If allowed is false, it adds nothing.
func (p *placer) mark(allowed bool, k Kind, by owner) string {
	if !allowed {
		return ""
	}
	file, line, physical := p.position.of(int(p.tokens[max(p.at-1, 0)].start))
	number := len(p.goals)
	g := Goal{Kind: k, Function: p.function, File: file, Line: line, TextLine: physical, Owner: by.line, OwnerText: by.text}
	name := g.Name()
	g.Nth = p.named[name]
	p.named[name]++
	p.goals = append(p.goals, g)
	return lineBreak + p.options.Mark(number) + lineBreak
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

// declared returns the name of the function that the tokens from start to stop declare: the first word before a parenthesis, as
// in f(int) or (f)(int).
func (p *placer) declared(start, stop int) string {
	for i := start; i+1 < stop; i++ {
		switch p.tokens[i].kind {
		case attribute, constant, typeOf:
			i = p.closing(i + 1)
		case identifier:
			if next := p.tokens[i+1].kind; next == '(' || next == ')' && p.tokens[i+2].kind == '(' {
				return p.text(i)
			}
		}
	}
	return ""
}

// closing returns the index of the token that closes the group that begins at index i, or i if there is none.
func (p *placer) closing(i int) int {
	depth := 0
	for ; p.tokens[i].kind != end; i++ {
		switch p.tokens[i].kind {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth--
		}
		if depth <= 0 {
			return i
		}
	}
	return i
}

// entry advances over the brace that begins a function's body. In the error function, it marks the beginning.
func (p *placer) entry() {
	by := p.here()
	p.skip()
	if wanted := p.options.Property; wanted.Kind == property.Error && p.function == wanted.Function {
		p.after(p.mark(true, Entry, by))
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
		p.after(p.mark(allowed, k, by))
	}
}

// ifStatement advances over an if and its whole chain of else if.
func (p *placer) ifStatement() {
	for p.kind() == wordIf {
		allowed, by := p.allowed(), p.here()
		p.skip()
		p.group()
		p.body(p.mark(allowed, Then, by))
		if !p.accept(wordElse) {
			if allowed {
				p.after(" else {" + p.mark(allowed, Else, by) + "}")
			}
			return
		}
		if p.kind() != wordIf {
			p.body(p.mark(allowed, Else, by))
			return
		}
	}
}

func (p *placer) loop() {
	allowed, by := p.allowed(), p.here()
	p.skip()
	p.group()
	p.body(p.mark(allowed, LoopBody, by))
	p.after(p.mark(allowed, LoopExit, by))
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
	p.after(p.mark(allowed, LoopExit, by))
}

// body advances over the statement under an if, loop or switch. It puts the statement into braces, with text at the beginning.
func (p *placer) body(text string) {
	if p.accept('{') {
		p.after(text)
		p.block()
		return
	}
	p.before("{" + text)
	p.statement()
	p.after(lineBreak + "}")
}

// group advances over a parenthesised group, if there is one.
func (p *placer) group() {
	if p.accept('(') {
		p.inside(false)
	}
}

// simple advances over a declaration, an expression or a jump.
func (p *placer) simple() {
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

// isDeclaration tells whether the statement at the current token is a declaration: it begins with a word that only
// declarations begin with, or with a name of a type.
func (p *placer) isDeclaration() bool {
	i := p.at
	for p.tokens[i].kind == extension {
		i++
	}
	switch p.tokens[i].kind {
	case typeWord, aggregate, staticWord, typeOf, attribute, constant:
		return true
	case identifier:
		return p.isTypeName(i + 1)
	}
	return false
}

// isTypeName tells whether the tokens from index i on can follow the name of a type but not the name of a variable.
func (p *placer) isTypeName(i int) bool {
	stars := i
	for p.tokens[i].kind == '*' {
		i++
	}
	if k := p.tokens[i].kind; k != identifier {
		return k == typeWord && strings.HasPrefix(p.text(i), "const")
	}
	if i == stars {
		return true
	}
	switch p.tokens[i+1].kind {
	case '=', ';', ',', '[':
		return true
	}
	return false
}
