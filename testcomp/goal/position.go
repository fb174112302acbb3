package goal

import "bytes"

// Origin is where a line of a preprocessed program comes from.
type Origin struct {
	File string // empty before the first line directive
	Line int    // from 1
}

// Origins returns, for each line of the program, its origin according to the line directives.
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

// position finds the lines of offsets, which must not decrease.
type position struct {
	source   []byte
	markers  []marker // the markers behind offset
	file     string
	shift    int // line by the directives minus physical
	physical int // line of offset in source, from 1
	offset   int
}

// of returns, for the character at offset, the file and line by the line directives and the line in the source. offset must not
// be less than in the previous call.
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
