package flow

import "testing"

// chain is a hash without collisions for the tests: up to ten sites, up to four deep.
func chain(context uint32, site int) uint32 { return context*11 + uint32(site) + 1 }

// lossy is a hash with many collisions: it ignores the context, and it maps two sites to the same hash.
func lossy(_ uint32, site int) uint32 { return uint32(site)/2 + 1 }

func calls(sites ...Call) Function { return Function{Calls: sites} }

func TestContexts(t *testing.T) {
	diamond := Program{Functions: []Function{ // main calls left and right, and both call the leaf, twice
		calls(Call{Site: 0, Callees: []int{1}}, Call{Site: 1, Callees: []int{2}}),
		calls(Call{Site: 2, Callees: []int{3}}, Call{Site: 3, Callees: []int{3}}),
		calls(Call{Site: 4, Callees: []int{3}}, Call{Site: 5, Callees: []int{3}}),
		calls(),
	}}
	recursive := Program{Functions: []Function{calls(Call{Site: 0, Callees: []int{1}}), calls(Call{Site: 1, Callees: []int{1}})}}
	handed := Program{Callbacks: true, AddressTaken: []int{1}, Functions: []Function{ // the second is called from outside, and calls the third
		calls(Call{Site: 0, Callees: []int{2}}), calls(Call{Site: 1, Callees: []int{2}}), calls(),
	}}
	constructed := Program{AddressTaken: []int{1}, Functions: []Function{ // the second one is also entered without a call site
		{Blocks: []Block{{Steps: []Step{{Condition: -1, Callees: []int{1}}, {Condition: -1, Callees: []int{1}, Kept: true}}}},
			Calls: []Call{{Site: 0, Any: true}}},
		calls(Call{Site: 1, Callees: []int{2}}), calls(),
	}}
	var wide Program // 600 functions, each of which calls all of them through a pointer
	for f := range 600 {
		wide.Functions = append(wide.Functions, calls(Call{Site: f, Any: true}))
		wide.AddressTaken = append(wide.AddressTaken, f)
	}
	threads := diamond
	threads.Untold = true
	for name, c := range map[string]struct {
		program Program
		step    func(uint32, int) uint32
		steps   int
		want    Contexts
	}{
		"no calls":    {Program{Functions: []Function{{}}}, chain, 100, Contexts{1, 0, true}},
		"diamond":     {diamond, chain, 100, Contexts{7, 0, true}},
		"collisions":  {diamond, lossy, 100, Contexts{4, 3, true}},
		"too many":    {diamond, chain, 3, Contexts{3, 0, false}},
		"recursive":   {recursive, chain, 100, Contexts{5, 0, true}},
		"handed over": {handed, chain, 100, Contexts{9, 0, true}},
		"constructor": {constructed, chain, 100, Contexts{4, 0, true}},
		"wide":        {wide, chain, 1 << 16, Contexts{}},
		"threads":     {threads, chain, 100, Contexts{7, 0, false}},
	} {
		got := c.program.Contexts(4, c.steps, c.step)
		if c.want.Complete && got != c.want || got.Complete != c.want.Complete {
			t.Errorf("%s: %+v instead of %+v", name, got, c.want)
		}
	}
}
