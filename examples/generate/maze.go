package main

// cell is a room of a maze; its doors lead to other cells.
type cell struct{ doors []int }

// maze writes a maze: each cell reads two bytes and checks one door after the other whether they open it. The maze is a tree of
// corridors with some more doors, which make loops. The error is in the cell that is farthest from the first.
func (s *source) maze(d *drawn) {
	size := d.size
	if size == 0 {
		size = s.between(12, 40)
	}
	cells, from := s.corridors(max(size, 2), d.loops)
	way := map[int]int{} // from each cell on the way to the error to the next one
	last := farthest(from)
	for at := last; at != 0; at = from[at] {
		way[from[at]] = at
	}
	s.line("extern unsigned char __VERIFIER_nondet_uchar(void);\n\nstatic int steps;\n")
	for i := range cells {
		s.line("static void cell_%d(void);", i)
	}
	written := make([][2]uint64, len(cells))
	for i := range cells {
		written[i] = s.room(i, &cells[i], way, i == last, d.doors)
	}
	for at, more := 0, true; more; at, more = step(way, at) {
		s.witness = append(s.witness, written[at][0], written[at][1])
	}
	s.line("\nint main(void) {\n  cell_0();\n  return 0;\n}")
}

func step(way map[int]int, at int) (next int, more bool) {
	next, more = way[at]
	return next, more
}

// corridors returns cells, and for each of them the cell from which the corridor leads to it.
func (s *source) corridors(size, loops int) (cells []cell, from []int) {
	cells, from = make([]cell, size), make([]int, size)
	for i := 1; i < size; i++ {
		from[i] = max(0, i-1-s.random.IntN(3)) // long corridors
		cells[from[i]].doors = append(cells[from[i]].doors, i)
	}
	for i := range cells {
		if s.random.IntN(100) < loops {
			cells[i].doors = append(cells[i].doors, s.random.IntN(size))
		}
	}
	return cells, from
}

// farthest returns the cell with the most corridors between it and the first one.
func farthest(from []int) int {
	depth, best := make([]int, len(from)), 0
	for i := 1; i < len(from); i++ {
		if depth[i] = depth[from[i]] + 1; depth[i] > depth[best] {
			best = i
		}
	}
	return best
}

// room writes a cell, and returns the two bytes that open the door on the way to the error.
func (s *source) room(number int, c *cell, way map[int]int, last bool, percentage int) (bytes [2]uint64) {
	x, y := uint64(s.random.IntN(256)), uint64(s.random.IntN(256))
	if last { // x must be above y
		y = uint64(s.random.IntN(255))
		x = y + 1 + uint64(s.random.IntN(int(255-y)))
	}
	next, onWay := way[number]
	s.line("\nstatic void cell_%d(void) {", number)
	s.line("  unsigned char x = __VERIFIER_nondet_uchar();\n  unsigned char y = __VERIFIER_nondet_uchar();")
	s.line("  if (++steps > 400) {\n    return;\n  }")
	if last {
		k := s.between(1, 127)*2 + 1
		s.line("  if ((unsigned char)(x * %d + y) == %d && x > y) {\n    reach_error();\n  }", k, (x*uint64(k)+y)&255)
	}
	s.random.Shuffle(len(c.doors), func(i, j int) { c.doors[i], c.doors[j] = c.doors[j], c.doors[i] })
	for _, to := range c.doors {
		s.door(to, x, y, onWay && to == next, percentage)
	}
	s.line("}")
	return [2]uint64{x, y}
}

// door writes a door, which the bytes open or not.
func (s *source) door(to int, x, y uint64, opens bool, percentage int) {
	if s.random.IntN(100) < percentage {
		k := uint64(s.between(1, 127))*2 + 1
		want := (x*k ^ y) & 255
		if !opens {
			want = (want + 1 + uint64(s.random.IntN(255))) & 255
		}
		s.line("  if ((unsigned char)(x * %d ^ y) == %d) {\n    cell_%d();\n    return;\n  }", k, want, to)
		return
	}
	sign := ">="
	if (x < 128) == opens {
		sign = "<"
	}
	s.line("  if (x %s 128) {\n    cell_%d();\n    return;\n  }", sign, to)
}
