package flow

import "testing"

// chain is a hash without collisions for the tests: ten sites at most, four deep.
func chain(context uint32, site int) uint32 { return context*11 + uint32(site) + 1 }

// lossy is one with many: it forgets the context, and two sites have the same hash.
func lossy(_ uint32, site int) uint32 { return uint32(site)/2 + 1 }

func calls(sites ...Call) Function { return Function{Calls: sites} }

func TestContexts(t *testing.T) {
	diamond := Program{Functions: []Function{ // main calls left and right, and both call the leaf, twice
		calls(Call{0, []int{1}}, Call{1, []int{2}}),
		calls(Call{2, []int{3}}, Call{3, []int{3}}),
		calls(Call{4, []int{3}}, Call{5, []int{3}}),
		calls(),
	}}
	recursive := Program{Functions: []Function{calls(Call{0, []int{1}}), calls(Call{1, []int{1}})}}
	handed := Program{Functions: []Function{ // main hands the second one to somebody else; it calls the third
		{Blocks: []Block{{Steps: []Step{{Condition: -1, Handed: []int{1}, Passes: true}}}}, Calls: []Call{{0, []int{2}}}},
		calls(Call{1, []int{2}}),
		calls(),
	}}
	constructed := Program{Functions: []Function{ // entered without a call site
		{Blocks: []Block{{Steps: []Step{{Condition: -1, Callees: []int{1}}}}}},
		calls(Call{0, []int{2}}),
		calls(),
	}}
	for name, c := range map[string]struct {
		program Program
		step    func(uint32, int) uint32
		most    int
		want    Contexts
	}{
		"no calls":    {Program{Functions: []Function{{}}}, chain, 100, Contexts{1, 0, true}},
		"diamond":     {diamond, chain, 100, Contexts{7, 0, true}},
		"collisions":  {diamond, lossy, 100, Contexts{4, 3, true}},
		"too many":    {diamond, chain, 3, Contexts{3, 0, false}},
		"recursive":   {recursive, chain, 100, Contexts{5, 0, true}},
		"handed over": {handed, chain, 100, Contexts{9, 0, true}},
		"constructor": {constructed, chain, 100, Contexts{2, 0, true}},
	} {
		got := c.program.Contexts(4, c.most, c.step)
		if c.want.Complete && got != c.want || !c.want.Complete && got.Complete {
			t.Errorf("%s: %+v instead of %+v", name, got, c.want)
		}
	}
}
