package goal

import "strings"

// maxDepth bounds the recursion. gcc's bound is the size of its stack.
const maxDepth = 50000

// cursor is a place among the tokens of a program, and how deep the recursion is that advances it.
type cursor struct {
	source  []byte
	tokens  []token
	at      int  // index of the current token
	depth   int  // depth of the recursion
	tooDeep bool // the recursion ended at maxDepth
}

func (c *cursor) kind() kind     { return c.tokens[c.at].kind }
func (c *cursor) next() kind     { return c.tokens[min(c.at+1, len(c.tokens)-1)].kind }
func (c *cursor) previous() kind { return c.tokens[max(c.at-1, 0)].kind }

// text returns the text of the token at index i.
func (c *cursor) text(i int) string { return string(c.source[c.tokens[i].start:c.tokens[i].stop]) }

// skip advances to the next token, if there is one.
func (c *cursor) skip() {
	if c.at < len(c.tokens)-1 {
		c.at++
	}
}

// accept advances over the current token if it is of kind k.
func (c *cursor) accept(k kind) bool {
	if c.kind() != k {
		return false
	}
	c.skip()
	return true
}

// declared returns the name of the function that the tokens from start to stop declare: the first word before a parenthesis, as
// in f(int) or (f)(int).
func (c *cursor) declared(start, stop int) string {
	for i := start; i+1 < stop; i++ {
		switch c.tokens[i].kind {
		case attribute, constant, typeOf:
			i = c.closing(i + 1)
		case identifier:
			if next := c.tokens[i+1].kind; next == '(' || next == ')' && c.tokens[i+2].kind == '(' {
				return c.text(i)
			}
		}
	}
	return ""
}

// closing returns the index of the token that closes the group that begins at index i, or i if there is none.
func (c *cursor) closing(i int) int {
	depth := 0
	for ; c.tokens[i].kind != end; i++ {
		switch c.tokens[i].kind {
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

// isDeclaration tells whether the statement at the current token is a declaration: it begins with a word that only
// declarations begin with, or with a name of a type.
func (c *cursor) isDeclaration() bool {
	i := c.at
	for c.tokens[i].kind == extension {
		i++
	}
	switch c.tokens[i].kind {
	case typeWord, aggregate, staticWord, typeOf, attribute, constant:
		return true
	case identifier:
		return c.isTypeName(i + 1)
	}
	return false
}

// isTypeName tells whether the tokens from index i on can follow the name of a type but not the name of a variable.
func (c *cursor) isTypeName(i int) bool {
	stars := i
	for c.tokens[i].kind == '*' {
		i++
	}
	if k := c.tokens[i].kind; k != identifier {
		return k == typeWord && strings.HasPrefix(c.text(i), "const")
	}
	if i == stars {
		return true
	}
	switch c.tokens[i+1].kind {
	case '=', ';', ',', '[':
		return true
	}
	return false
}

// enter counts the depth of the recursion and tells whether it may continue.
func (c *cursor) enter() bool {
	c.depth++
	if c.depth > maxDepth {
		c.tooDeep = true
		c.at = len(c.tokens) - 1
	}
	return !c.tooDeep
}

func (c *cursor) leave() { c.depth-- }

// offset returns where the current token begins, and behind returns where the previous one ends.
func (c *cursor) offset() int { return int(c.tokens[c.at].start) }
func (c *cursor) behind() int { return int(c.tokens[max(c.at-1, 0)].stop) }
