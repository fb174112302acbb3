package locations

// Relation is what a comparison of integers or pointers asks of its operands, whatever their sign.
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

// integerRelations are the predicates of integers and pointers without their sign.
var integerRelations = map[Predicate]Relation{
	"eq": Equal, "ne": NotEqual, "lt": Less, "le": LessOrEqual, "gt": Greater, "ge": GreaterOrEqual,
}

// Relation returns the relation of a comparison of integers, and whether the operands are unsigned: for eq and ne, which do not
// say, they are not.
func (p Predicate) Relation() (relation Relation, unsigned bool) {
	if len(p) == 3 {
		p, unsigned = p[1:], p[0] == 'u'
	}
	return integerRelations[p], unsigned
}

// When returns the relation that holds when the comparison has that outcome.
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
