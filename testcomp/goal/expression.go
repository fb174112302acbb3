package goal

import "strings"

// run advances to the next token at the same level that is in stops or closes the level. In a declaration it also stops at the
// brace that begins a function's body.
func (p *placer) run(stops string, declaration bool) {
	if !p.enter() {
		return
	}
	defer p.leave()
	r := runner{placer: p, declaration: declaration, declarator: declaration}
	for {
		k := p.kind()
		if k == end || k == ')' || k == ']' || k == '}' || k < 128 && strings.IndexByte(stops, byte(k)) >= 0 {
			break
		}
		if k == '{' && r.isBody() && strings.Contains(stops, ";") {
			break
		}
		r.step(k)
	}
	p.silent -= r.silenced
}

// runner is the state of run at one level.
type runner struct {
	*placer
	declaration bool // the level is, or is part of, a declaration
	declarator  bool // the current token is before the initialiser
	aggregate   bool // the members of a struct, union or enum may follow
	static      bool // initialisers are constant
	silenced    int  // 1 inside a constant initialiser
}

// isBody tells whether a brace begins the body of a function.
func (r *runner) isBody() bool { return r.declarator && !r.aggregate }

// step advances over one token, or over a whole group or choice.
func (r *runner) step(k kind) {
	switch k {
	case '?':
		r.choice()
		return
	case '(':
		r.parenthesis()
		return
	case '[':
		r.bracket()
		return
	case '{':
		r.brace()
		return
	case typeOf, attribute, constant:
		r.operand(k)
		return
	case aggregate:
		r.aggregate = true
	case staticWord:
		r.static = true
	case '=':
		r.initialiser()
	case ',', ';':
		r.separator()
	}
	r.skip()
}

// initialiser begins an initialiser.
func (r *runner) initialiser() {
	r.aggregate = false
	if r.declarator && r.static && r.silenced == 0 {
		r.silenced = 1
		r.silent++
	}
	r.declarator = false
}

// separator ends one declarator of several.
func (r *runner) separator() {
	r.silent -= r.silenced
	r.silenced = 0
	r.aggregate = false
	r.declarator = r.declaration
}

// operand advances over a word and the group that belongs to it.
func (r *runner) operand(k kind) {
	r.skip()
	if r.kind() != '(' {
		return
	}
	if k == attribute {
		r.at = r.closing(r.at)
		r.skip()
		return
	}
	counter := &r.silent
	if k == typeOf {
		counter = &r.barred
	}
	*counter++
	r.group()
	*counter--
}

// parenthesis advances over a group in parentheses, or over a statement expression.
func (r *runner) parenthesis() {
	r.aggregate = false
	r.skip()
	if r.kind() == '{' && r.silent == 0 {
		r.skip()
		r.block()
	}
	r.inside(r.declarator)
}

// bracket advances over an index, a designator or the size of an array.
func (r *runner) bracket() {
	counter := new(int)
	switch before := r.previous(); {
	case r.declarator || before == typeWord:
		counter = &r.barred
	case before == '{' || before == ',':
		counter = &r.silent
	}
	r.skip()
	*counter++
	r.inside(false)
	*counter--
}

// brace advances over the members of a struct, union or enum, or over the values of an initialiser.
func (r *runner) brace() {
	members := r.aggregate
	r.aggregate = false
	r.skip()
	if members {
		r.silent++
		r.inside(true)
		r.silent--
		return
	}
	r.inside(false)
}

// inside advances over the content of a group and its end.
func (p *placer) inside(declaration bool) {
	for {
		p.run("", declaration)
		if p.kind() == end {
			return
		}
		closer := p.kind()
		p.skip()
		if closer == ')' || closer == ']' || closer == '}' {
			return
		}
	}
}

// choice advances over the two values behind a question mark. TestCov turns each into a statement expression.
func (r *runner) choice() {
	by := r.here()
	r.skip()
	if r.accept(':') {
		return
	}
	allowed := r.allowed()
	r.value(allowed, ChoiceFirst, by, ":;")
	if r.accept(':') {
		r.value(allowed, ChoiceSecond, by, ":,;")
	}
}

func (r *runner) value(allowed bool, k Kind, by owner, stops string) {
	if !allowed {
		r.run(stops, false)
		return
	}
	mark, opened, closed := r.goal(allowed, k, by), "({", ";})"
	if call, isCall := strings.CutSuffix(strings.Trim(mark, lineBreak), ";"); isCall && r.calls {
		mark, opened, closed = call+",", "(", ")"
	}
	r.before(opened + mark)
	r.run(stops, false)
	r.after(closed)
}
