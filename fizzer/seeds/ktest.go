package seeds

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// Object is a named piece of symbolic memory in a file of KLEE.
type Object struct {
	Name  string
	Bytes []byte
}

// KTest is the content of a .ktest file.
type KTest struct {
	Arguments []string // command line of the program
	Objects   []Object // in the order in which the program made them
}

// ktestMagic begins each .ktest file.
const ktestMagic = "KTEST"

// Bounds of a file's counts; picked by hand, far above what KLEE writes.
const (
	maxArguments = 1 << 16
	maxObjects   = 1 << 20
)

// symbolicArguments is the version from which on a file has two more numbers, about symbolic arguments.
const symbolicArguments = 2

var (
	errNoKTest = errors.New("it does not begin with " + ktestMagic)
	errShort   = errors.New("it ends too early")
)

// ReadKTest reads a .ktest file. All numbers are 32 bits wide, the highest byte first: magic "KTEST", version, number of arguments
// and each with its length before it; from version 2 on the number and length of symbolic arguments; number of objects, and each as
// name and content with their lengths before them.
func ReadKTest(content []byte) (*KTest, error) {
	rest, found := strings.CutPrefix(string(content), ktestMagic)
	if !found {
		return nil, errNoKTest
	}
	r := ktestReader{left: rest}
	version := r.number()
	t := new(KTest)
	for range r.count(maxArguments) {
		t.Arguments = append(t.Arguments, strings.TrimRight(r.text(), "\x00"))
	}
	if version >= symbolicArguments {
		_, _ = r.number(), r.number()
	}
	for range r.count(maxObjects) {
		name := r.text()
		t.Objects = append(t.Objects, Object{strings.TrimRight(name, "\x00"), []byte(r.text())})
		if r.err != nil {
			break
		}
	}
	if r.err == nil && r.left != "" {
		r.err = fmt.Errorf("%d bytes follow its end", len(r.left))
	}
	if r.err != nil {
		return nil, r.err
	}
	return t, nil
}

// Input returns the bytes of all objects, one after the other. It leaves out what KLEE's model of files makes beside the input: the
// object model_version and those whose name ends with -stat.
func (t *KTest) Input() (input []byte) {
	for _, object := range t.Objects {
		if object.Name == "model_version" || strings.HasSuffix(object.Name, "-stat") {
			continue
		}
		input = append(input, object.Bytes...)
	}
	return input
}

// ktestReader takes numbers and texts from the front. After the first error all are empty.
type ktestReader struct {
	left string
	err  error
}

func (r *ktestReader) take(size uint32) string {
	if r.err != nil || uint64(size) > uint64(len(r.left)) {
		if r.err == nil {
			r.err = errShort
		}
		return ""
	}
	taken := r.left[:size]
	r.left = r.left[size:]
	return taken
}

func (r *ktestReader) number() uint32 {
	if four := r.take(4); four != "" {
		return binary.BigEndian.Uint32([]byte(four))
	}
	return 0
}

// text returns a text with its length before it.
func (r *ktestReader) text() string { return r.take(r.number()) }

// count returns a number that is at most limit.
func (r *ktestReader) count(limit uint32) uint32 {
	n := r.number()
	if n > limit && r.err == nil {
		r.err = fmt.Errorf("it counts %d parts; at most %d are read", n, limit)
	}
	if r.err != nil {
		return 0
	}
	return n
}
