package suite

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/beevik/etree"
)

// The heads of the two kinds of files. Validators compare the beginnings of these two lines.
const (
	declaration  = `version="1.0" encoding="UTF-8" standalone="no"`
	metadataType = `DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN" "https://sosy-lab.org/test-format/test-metadata-1.1.dtd"`
	testcaseType = `DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" "https://sosy-lab.org/test-format/testcase-1.1.dtd"`
)

const timeFormat = "2006-01-02T15:04:05Z07:00"

// newDocument returns a document whose root is on the third line.
func newDocument(doctype, root string) (*etree.Document, *etree.Element) {
	doc := etree.NewDocument()
	doc.CreateProcInst("xml", declaration)
	doc.CreateText("\n")
	doc.CreateDirective(doctype)
	doc.CreateText("\n")
	return doc, doc.CreateElement(root)
}

// testHead is the beginning of the file of a test.
const testHead = "<?xml " + declaration + "?>\n<!" + testcaseType + ">\n"

// escapeXML replaces what has a meaning in XML.
var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "'", "&apos;", `"`, "&quot;")

// write writes the file of a test, without a copy of it in memory. Lines: head, start tag, one line for each input, end tag.
func (t *Test) write(target io.Writer) error {
	w := bufio.NewWriter(target)
	w.WriteString(testHead) // the writer keeps the first error for Flush
	if t.CoversError {
		w.WriteString(`<testcase coversError="true">`)
	} else {
		w.WriteString("<testcase>")
	}
	for i := range t.Inputs {
		input := &t.Inputs[i]
		w.WriteString("\n  <input")
		if input.Type != "" {
			w.WriteString(` type="`)
			escapeXML.WriteString(w, input.Type)
			w.WriteByte('"')
		}
		w.WriteByte('>')
		escapeXML.WriteString(w, input.Value)
		w.WriteString("</input>")
	}
	w.WriteString("\n</testcase>\n")
	return w.Flush()
}

// check returns an error if a validator could not read the test.
func (t *Test) check() error {
	for i, input := range t.Inputs {
		if err := CheckInput(input); err != nil {
			return fmt.Errorf("input %d of a test: %w", i, err)
		}
	}
	return nil
}

// field is one element of metadata.xml.
type field struct{ name, value string }

// fields returns the elements of metadata.xml in the order that the DTD demands.
func (m Metadata) fields() []field {
	orElse := func(text, other string) string {
		if text == "" {
			return other
		}
		return text
	}
	return []field{
		{"sourcecodelang", orElse(m.Language, "C")},
		{"producer", m.Producer},
		{"specification", m.Specification},
		{"programfile", m.ProgramFile},
		{"programhash", m.ProgramHash},
		{"entryfunction", orElse(m.EntryFunction, "main")},
		{"architecture", m.Architecture},
		{"creationtime", m.Created.Format(timeFormat)},
	}
}

// encode returns metadata.xml.
func (m Metadata) encode() ([]byte, error) {
	doc, root := newDocument(metadataType, "test-metadata")
	for _, f := range m.fields() {
		root.CreateText("\n  ")
		root.CreateElement(f.name).SetText(f.value)
	}
	root.CreateText("\n")
	doc.CreateText("\n")
	return doc.WriteToBytes()
}

// decodeMetadata reads metadata.xml. It ignores unknown elements; missing ones are an error.
func decodeMetadata(content []byte) (Metadata, error) {
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(content); err != nil {
		return Metadata{}, err
	}
	root := doc.SelectElement("test-metadata")
	if root == nil {
		return Metadata{}, fmt.Errorf("the element test-metadata is missing")
	}
	values := map[string]string{}
	for _, f := range (Metadata{}).fields() {
		element := root.SelectElement(f.name)
		if element == nil {
			return Metadata{}, fmt.Errorf("the element %s is missing", f.name)
		}
		values[f.name] = strings.TrimSpace(element.Text())
	}
	created, _ := time.Parse(timeFormat, values["creationtime"]) // other tools write other forms, which nobody needs
	return Metadata{
		Language: values["sourcecodelang"], Producer: values["producer"], Specification: values["specification"],
		ProgramFile: values["programfile"], ProgramHash: values["programhash"], EntryFunction: values["entryfunction"],
		Architecture: values["architecture"], Created: created,
	}, nil
}

// isTest tells whether a validator takes content for a test, which it decides by the beginnings of two lines.
func isTest(content []byte) bool {
	first, rest, _ := bytes.Cut(content, []byte("\n"))
	return bytes.HasPrefix(first, []byte("<?xml ")) && bytes.HasPrefix(rest, []byte("<!DOCTYPE testcase "))
}
