package suite

import (
	"bytes"
	"fmt"
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

// encode returns the file of a test. Lines: head, start tag, one line for each input, end tag.
func encode(test Test) ([]byte, error) {
	doc, root := newDocument(testcaseType, "testcase")
	if test.CoversError {
		root.CreateAttr("coversError", "true")
	}
	for i, input := range test.Inputs {
		if err := CheckInput(input); err != nil {
			return nil, fmt.Errorf("input %d of a test: %w", i, err)
		}
		root.CreateText("\n  ")
		element := root.CreateElement("input")
		if input.Type != "" {
			element.CreateAttr("type", input.Type)
		}
		element.SetText(input.Value)
	}
	root.CreateText("\n")
	doc.CreateText("\n")
	return doc.WriteToBytes()
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
