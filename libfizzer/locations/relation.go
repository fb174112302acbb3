package locations

// Relation is the relation that a comparison of integers or pointers tests, regardless of signedness.
type Relation uint8

// The relations.
const (
	NoRelation Relation = iota // no comparison of integers
	Equal
	NotEqual
	Less
	LessOrEqual
	Greater
	GreaterOrEqual
)

// integerRelations maps the predicates of integers and pointers to their relation without signedness.
var integerRelations = map[Predicate]Relation{
	"eq": Equal, "ne": NotEqual, "lt": Less, "le": LessOrEqual, "gt": Greater, "ge": GreaterOrEqual,
}

// Relation returns the relation of a comparison of integers, and whether the operands are unsigned. eq and ne do not tell;
// unsigned is false for them.
func (p Predicate) Relation() (relation Relation, unsigned bool) {
	if len(p) == 3 {
		p, unsigned = p[1:], p[0] == 'u'
	}
	return integerRelations[p], unsigned
}

// When returns the relation that holds if the comparison has that outcome.
func (r Relation) When(outcome bool) Relation {
	if outcome {
		return r
	}
	switch r {
	case Equal:
		return NotEqual
	case NotEqual:
		return Equal
	case Less:
		return GreaterOrEqual
	case LessOrEqual:
		return Greater
	case Greater:
		return LessOrEqual
	case GreaterOrEqual:
		return Less
	}
	return NoRelation
}
