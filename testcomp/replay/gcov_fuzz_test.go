package replay

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
)

// FuzzGcov: what gcov writes is refused or has a unit; the lines of a file whose name has any bytes are found in it again.
func FuzzGcov(f *testing.F) {
	for _, output := range []string{
		`{"data_file": "a.gcda", "files": [{"file": "a.c", "lines": [{"line_number": 3, "count": 2, "function_name": "main", "branches": [{"count": 1}]}]}]}`,
		"{\"files\": [{\"file\": \"a\x01.c\", \"lines\": [{}]}]}\n{}", `{"files": [{"lines": [{"line_number": -1, "count": 18446744073709551615}]}]}`,
		"", "{", "[]", "null", "{}{}{}", `{"files": null} x`,
	} {
		f.Add([]byte(output), "a\x01.c")
	}
	f.Fuzz(func(t *testing.T, output []byte, name string) {
		all, err := decodeGcov(output)
		if err == nil && len(all) == 0 {
			t.Error("neither units nor an error")
		}
		for i := range all {
			all[i].linesOf(&unit{File: &source.File{Given: name}, name: name}, property.Branches)
		}
		var written bytes.Buffer
		for _, c := range []byte(name) { // as gcov does
			switch c {
			case '"', '\\':
				written.Write([]byte{'\\', c})
			case '\b', '\f', '\n', '\r', '\t':
				text, _ := json.Marshal(string(rune(c))) // a character can be written
				written.Write(text[1 : len(text)-1])
			default:
				written.WriteByte(c)
			}
		}
		all, err = decodeGcov(slices.Concat([]byte(`{"files": [{"file": "`), written.Bytes(), []byte(`", "lines": [{"line_number": 7}]}]}`)))
		if err != nil || len(all) != 1 || len(all[0].Files) != 1 || all[0].Files[0].File != nameInJSON(name) {
			t.Fatalf("%q is read as %v, %v", name, all, err)
		}
		lines := all[0].linesOf(&unit{File: &source.File{Given: name}}, property.Branches)
		if len(lines) != 1 || lines[0].Line != 7 {
			t.Errorf("%q has the lines %v", name, lines)
		}
	})
}
