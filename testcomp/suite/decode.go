package suite

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxDepth bounds the nesting of elements. A test has two levels.
const maxDepth = 100

// decode reads the file of a test as a validator does. Each child of the root is an input, whatever its name. The value is the
// child's text up to the first element inside it; it ends at a line end and at the maximum length. decode reads the content as a
// stream, since a tree of it can be a hundred times as large. It returns errTooMany if there are more than limit inputs.
func decode(content []byte, limit int) (Test, error) {
	reader := bytes.NewReader(content) // read byte by byte: after a token it is at its end
	tokens := xml.NewDecoder(reader)
	tokens.CharsetReader = func(_ string, input io.Reader) (io.Reader, error) { return input, nil } // numbers are the same in any charset
	d := decoder{limit: limit, types: map[string]string{}}
	for {
		token, err := tokens.RawToken()
		if err == nil {
			err = d.take(token)
			if _, closed := token.(xml.EndElement); closed && err == nil && len(d.open) == 1 && !d.ended {
				rest := content[len(content)-reader.Len():]
				var read int
				read, err = d.plain(rest)
				reader.Seek(int64(read), io.SeekCurrent) // cannot fail
			}
		} else if errors.Is(err, io.EOF) {
			return d.test, d.end()
		}
		if err != nil {
			return Test{}, err
		}
	}
}

// decoder is the state of decode.
type decoder struct {
	test   Test
	limit  int
	open   []xml.Name        // open elements
	rooted bool              // the root has begun
	ended  bool              // the root has ended: the rest does not count
	reads  bool              // text belongs to the value
	types  map[string]string // one copy of each type
	kind   string            // type of the current input
	value  strings.Builder
}

var errNested = errors.New("the elements do not fit into each other")

// take processes one token.
func (d *decoder) take(token xml.Token) error {
	switch t := token.(type) {
	case xml.StartElement:
		return d.start(t)
	case xml.EndElement:
		return d.close(t)
	case xml.CharData:
		if d.reads {
			d.value.Write(t)
		}
	case xml.ProcInst, xml.Directive:
		d.reads = false
	}
	return nil
}

func (d *decoder) start(element xml.StartElement) error {
	if len(d.open) == maxDepth {
		return fmt.Errorf("more than %d elements within each other", maxDepth)
	}
	d.open = append(d.open, element.Name)
	d.reads = false
	switch {
	case len(d.open) == 1 && !d.rooted:
		d.rooted = true
		d.test.CoversError = attribute(element, "coversError") == "true"
	case len(d.open) == 2 && !d.ended:
		d.value.Reset()
		d.reads, d.kind = true, d.unique([]byte(attribute(element, "type")))
	}
	return nil
}

func (d *decoder) close(element xml.EndElement) error {
	depth := len(d.open)
	if depth == 0 || d.open[depth-1] != element.Name {
		return errNested
	}
	d.open, d.reads = d.open[:depth-1], false
	if depth == 2 && !d.ended {
		return d.input()
	}
	d.ended = d.ended || depth == 1
	return nil
}

// plain adds the inputs at the beginning of the rest that are written as we write them, with numbers of ordinary characters. It returns
// how many bytes they have. Most tests have no others, and token by token an input takes ten times as long.
func (d *decoder) plain(rest []byte) (read int, err error) {
	for len(d.test.Inputs) <= d.limit {
		at := rest[read:]
		at = bytes.TrimLeft(at, " \n")
		kind, found := []byte(nil), false
		if at, found = bytes.CutPrefix(at, []byte("<input")); !found {
			return read, nil
		}
		if quoted, typed := bytes.CutPrefix(at, []byte(` type="`)); typed {
			kind, at = cutPlain(quoted, true)
			if at, found = bytes.CutPrefix(at, []byte(`"`)); !found {
				return read, nil
			}
		}
		if at, found = bytes.CutPrefix(at, []byte(">")); !found {
			return read, nil
		}
		value, at := cutPlain(at, false)
		if at, found = bytes.CutPrefix(at, []byte("</input>")); !found || len(value) == 0 || len(value) > MaxValueLength {
			return read, nil
		}
		d.kind = d.unique(kind)
		d.add(string(value))
		read = len(rest) - len(at)
	}
	return read, errTooMany
}

// cutPlain divides a text behind its letters, digits, dots and signs, and spaces where they are allowed.
func cutPlain(text []byte, spaces bool) (plain, rest []byte) {
	for i, c := range text {
		letter, digit := c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9'
		if !letter && !digit && c != '.' && c != '-' && c != '+' && (c != ' ' || !spaces) {
			return text[:i], text[i:]
		}
	}
	return text, nil
}

// input adds the input that has just ended.
func (d *decoder) input() error {
	text := strings.TrimSpace(d.value.String())
	if text == "" {
		return fmt.Errorf("input %d: %w", len(d.test.Inputs), ErrEmptyValue)
	}
	for line := range strings.SplitSeq(text, "\n") {
		for len(line) > MaxValueLength+1 { // a validator reads into a buffer of 3000 bytes
			d.add(line[:MaxValueLength+1])
			line = line[MaxValueLength+1:]
		}
		d.add(line)
	}
	if len(d.test.Inputs) > d.limit {
		return errTooMany
	}
	return nil
}

func (d *decoder) add(value string) {
	if len(d.test.Inputs) <= d.limit {
		d.test.Inputs = append(d.test.Inputs, Input{Type: d.kind, Value: value})
	}
}

func (d *decoder) end() error {
	switch {
	case len(d.open) > 0:
		return errNested
	case !d.rooted:
		return errors.New("there is no element")
	}
	return nil
}

// unique returns the same string for equal texts. A known text costs no memory.
func (d *decoder) unique(text []byte) string {
	known, ok := d.types[string(text)]
	if !ok {
		known = string(text)
		d.types[known] = known
	}
	return known
}

// attribute returns the value of the attribute with the given local name. If the first such attribute occurs several times under
// its full name, the last value counts.
func attribute(element xml.StartElement, name string) (value string) {
	var found *xml.Attr
	for i := range element.Attr {
		a := &element.Attr[i]
		if found == nil && a.Name.Local == name || found != nil && a.Name == found.Name {
			found = a
		}
	}
	if found == nil {
		return ""
	}
	return found.Value
}
