package goal

import "bytes"

// Origin is where a line of a preprocessed program comes from.
type Origin struct {
	File string // empty before the first line directive
	Line int    // from 1
}

// Origins returns for each line of the program where its line directives say that it comes from.
func Origins(source []byte) []Origin {
	_, markers := scan(source)
	p := position{source: source, markers: markers, physical: 1}
	var result []Origin
	for offset := 0; offset < len(source); {
		file, line, _ := p.of(offset)
		result = append(result, Origin{file, line})
		length := bytes.IndexByte(source[offset:], '\n')
		if length < 0 {
			break
		}
		offset += length + 1
	}
	return result
}

// position finds the lines of offsets that only grow.
type position struct {
	source   []byte
	markers  []marker // those behind offset
	file     string
	shift    int // of the line by the directives against physical
	physical int // line of offset in source, from 1
	offset   int
}

// of returns the file and line by the line directives, and the line in the source, of the character at offset, which is
// not less than before.
func (p *position) of(offset int) (file string, line, physical int) {
	for len(p.markers) > 0 && p.markers[0].offset <= offset {
		p.advance(p.markers[0].offset)
		p.file, p.shift = p.markers[0].file, p.markers[0].line-p.physical
		p.markers = p.markers[1:]
	}
	p.advance(offset)
	return p.file, p.physical + p.shift, p.physical
}

func (p *position) advance(offset int) {
	if offset > p.offset {
		p.physical += bytes.Count(p.source[p.offset:offset], []byte("\n"))
		p.offset = offset
	}
}
