package suite

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/beevik/etree"
)

// Check returns nil if the directory or zip file at path is a suite that is valid by the format's DTDs and that the validators
// can read; otherwise it returns everything that is wrong. It is stricter than Read.
func Check(suite string) error {
	files, err := open(suite, WideLimits())
	if err != nil {
		return fmt.Errorf("test suite %s: %w", suite, err)
	}
	defer files.close()
	var found []error
	if !slices.Contains(files.names, metadataName) {
		found = append(found, ErrNoMetadata)
	}
	for _, name := range files.names {
		content, err := files.read(name, WideLimits().Bytes)
		if err == nil && path.Base(name) == metadataName {
			err = checkMetadata(content)
		} else if err == nil {
			err = checkTest(content)
		}
		if err != nil {
			found = append(found, fmt.Errorf("%s: %w", name, err))
		}
	}
	if err := errors.Join(found...); err != nil {
		return fmt.Errorf("test suite %s: %w", suite, err)
	}
	return nil
}

// checkHead checks the first two lines and returns the root.
func checkHead(content []byte, doctype, root string) (*etree.Element, error) {
	head := "<?xml " + declaration + "?>\n<!" + doctype + ">\n"
	if !bytes.HasPrefix(content, []byte(head)) {
		return nil, fmt.Errorf("the first two lines are not\n%s", head)
	}
	doc := etree.NewDocument()
	if err := doc.ReadFromBytes(content); err != nil {
		return nil, err
	}
	element := doc.Root()
	if element == nil || element.FullTag() != root {
		return nil, fmt.Errorf("the root is not the element %s", root)
	}
	return element, nil
}

func checkMetadata(content []byte) error {
	root, err := checkHead(content, metadataType, "test-metadata")
	if err != nil {
		return err
	}
	var got, want []string
	for _, element := range root.ChildElements() {
		got = append(got, element.FullTag())
	}
	for _, f := range (Metadata{}).fields() {
		want = append(want, f.name)
	}
	if !slices.Equal(got, want) {
		return fmt.Errorf("the elements are %v instead of %v", got, want)
	}
	if bits := root.SelectElement("architecture").Text(); bits != "32bit" && bits != "64bit" {
		return fmt.Errorf("the architecture is %q instead of 32bit or 64bit", bits)
	}
	_, err = decodeMetadata(content)
	return err
}

func checkTest(content []byte) error {
	root, err := checkHead(content, testcaseType, "testcase")
	if err != nil {
		return err
	}
	if err := checkAttributes(root, "coversError"); err != nil {
		return err
	}
	if covers := root.SelectAttrValue("coversError", "false"); covers != "true" && covers != "false" {
		return fmt.Errorf("coversError is %q instead of true or false", covers)
	}
	if text := looseText(root); text != "" {
		return fmt.Errorf("there is text outside the inputs: %.40q", text)
	}
	for i, element := range root.ChildElements() {
		if err := checkElement(element); err != nil {
			return fmt.Errorf("input %d: %w", i, err)
		}
	}
	return nil
}

func checkElement(element *etree.Element) error {
	if element.FullTag() != "input" || len(element.ChildElements()) > 0 {
		return fmt.Errorf("the element %s is not an input, or has elements inside", element.FullTag())
	}
	if err := checkAttributes(element, "type"); err != nil {
		return err
	}
	input := Input{element.SelectAttrValue("type", ""), element.Text()}
	if err := CheckInput(input); err != nil {
		return err
	}
	if !isNumber(input.Value) {
		return fmt.Errorf("the value %.40q is not a decimal number", input.Value)
	}
	return nil
}

func checkAttributes(element *etree.Element, allowed string) error {
	for _, attribute := range element.Attr {
		if attribute.FullKey() != allowed {
			return fmt.Errorf("the attribute %s of %s is not in the format, or not for us", attribute.FullKey(), element.FullTag())
		}
	}
	return nil
}

// looseText returns the text directly inside element, without white space.
func looseText(element *etree.Element) string {
	var text strings.Builder
	for _, token := range element.Child {
		if data, ok := token.(*etree.CharData); ok {
			text.WriteString(strings.TrimSpace(data.Data))
		}
	}
	return text.String()
}

// isNumber accepts values that every validator reads as a number: decimal, without suffix; integers of any width.
func isNumber(value string) bool {
	switch value {
	case "nan", "inf", "-inf":
		return true
	}
	if strings.ContainsFunc(value, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }) {
		return false
	}
	_, err := strconv.ParseFloat(value, 64)
	return err == nil || errors.Is(err, strconv.ErrRange)
}
