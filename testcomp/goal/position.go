package goal

import "bytes"

// position finds the lines of offsets that only grow.
type position struct {
	source  []byte
	markers []marker // those behind offset
	file    string
	line    int // of offset, by the line directives
	offset  int
}

// of returns the file and line of the character at offset, which is not less than before.
func (p *position) of(offset int) (file string, line int) {
	for len(p.markers) > 0 && p.markers[0].offset <= offset {
		p.file, p.line, p.offset = p.markers[0].file, p.markers[0].line, p.markers[0].offset
		p.markers = p.markers[1:]
	}
	if offset > p.offset {
		p.line += bytes.Count(p.source[p.offset:offset], []byte("\n"))
		p.offset = offset
	}
	return p.file, p.line
}
