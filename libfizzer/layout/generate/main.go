// Command generate writes the shared-memory layout in Go and in C from layout.yaml.
//
// It is run by `go generate ./libfizzer/layout` with the layout's folder as working directory.
package main

import (
	"bytes"
	"fmt"
	"go/format"
	"hash/fnv"
	"log"
	"os"
	"strings"

	"gopkg.in/yaml.v3"
)

type constant struct {
	Name  string
	Value uint64
	Doc   string
}

type enum struct {
	Name   string
	Doc    string
	Values []string
}

type field struct {
	Name string
	Type string
	Doc  string
}

type structure struct {
	Name   string
	Doc    string
	Fields []field
}

type layout struct {
	Constants []constant
	Enums     []enum
	Structs   []structure
}

var sizes = map[string]int{"u8": 1, "u16": 2, "u32": 4, "u64": 8}

func main() {
	source, err := os.ReadFile("layout.yaml")
	if err != nil {
		log.Fatal(err)
	}
	goText, cText, err := Generate(source)
	if err != nil {
		log.Fatal(err)
	}
	for name, text := range map[string][]byte{"layout_generated.go": goText, "../c/layout.h": cText} {
		if err := os.WriteFile(name, text, 0o644); err != nil {
			log.Fatal(err)
		}
	}
}

// Generate returns the Go file and the C header for the layout in source (YAML).
func Generate(source []byte) (goText, cText []byte, err error) {
	var l layout
	decoder := yaml.NewDecoder(bytes.NewReader(source))
	decoder.KnownFields(true)
	if err := decoder.Decode(&l); err != nil {
		return nil, nil, fmt.Errorf("layout.yaml: %w", err)
	}
	for _, s := range l.Structs {
		if _, err := size(s); err != nil {
			return nil, nil, err
		}
	}
	hash := layoutHash(l)
	goText, err = format.Source(goFile(l, hash))
	return goText, cFile(l, hash), err
}

// layoutHash hashes everything that determines the meaning of the bytes. Comments do not change it.
func layoutHash(l layout) uint64 {
	h := fnv.New64a()
	for _, c := range l.Constants {
		fmt.Fprintln(h, c.Name, c.Value)
	}
	for _, e := range l.Enums {
		fmt.Fprintln(h, e.Name, e.Values)
	}
	for _, s := range l.Structs {
		fmt.Fprintln(h, s.Name)
		for _, f := range s.Fields {
			fmt.Fprintln(h, f.Name, f.Type)
		}
	}
	return h.Sum64()
}

// size returns the size of s in bytes, or an error if a field is not naturally aligned.
func size(s structure) (int, error) {
	offset, widest := 0, 1
	for _, f := range s.Fields {
		n, ok := sizes[f.Type]
		if !ok {
			return 0, fmt.Errorf("layout.yaml: %s.%s has the unknown type %q", s.Name, f.Name, f.Type)
		}
		if offset%n != 0 {
			return 0, fmt.Errorf("layout.yaml: %s.%s is at offset %d, not a multiple of %d: put a padding field before it", s.Name, f.Name, offset,
				n)
		}
		offset += n
		widest = max(widest, n)
	}
	if offset%widest != 0 {
		return 0, fmt.Errorf("layout.yaml: %s has %d bytes, not a multiple of %d: put a padding field at its end", s.Name, offset, widest)
	}
	return offset, nil
}

func camel(name string) string {
	var b strings.Builder
	for _, part := range strings.Split(name, "_") {
		b.WriteString(strings.ToUpper(part[:1]) + part[1:])
	}
	return b.String()
}

func goFile(l layout, hash uint64) []byte {
	var b bytes.Buffer
	b.WriteString("// Code generated from layout.yaml by libfizzer/layout/generate. DO NOT EDIT.\n\npackage layout\n\n")
	fmt.Fprintf(&b, "// Hash identifies this layout: both sides compare it before the first batch.\nconst Hash uint64 = %#x\n\n", hash)
	for _, c := range l.Constants {
		fmt.Fprintf(&b, "// %s is the %s.\nconst %s = %#x\n\n", camel(c.Name), c.Doc, camel(c.Name), c.Value)
	}
	for _, e := range l.Enums {
		fmt.Fprintf(&b, "// %s is %s.\ntype %s uint32\n\n", camel(e.Name), e.Doc, camel(e.Name))
		fmt.Fprintf(&b, "// The values of %s.\nconst (\n", camel(e.Name))
		for i, v := range e.Values {
			fmt.Fprintf(&b, "\t%s%s %s = %d\n", camel(e.Name), camel(v), camel(e.Name), i)
		}
		fmt.Fprintf(&b, ")\n\nvar names%s = [...]string{", camel(e.Name))
		for _, v := range e.Values {
			fmt.Fprintf(&b, "%q, ", v)
		}
		fmt.Fprintf(&b, "}\n\n// String returns the name of v in the layout.\nfunc (v %s) String() string { return nameOf(names%s[:], uint32(v)) }\n\n", camel(e.Name), camel(e.Name))
	}
	for _, s := range l.Structs {
		n, _ := size(s)
		fmt.Fprintf(&b, "// %s is %s.\ntype %s struct {\n", camel(s.Name), s.Doc, camel(s.Name))
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "\t%s uint%d // %s\n", camel(f.Name), 8*sizes[f.Type], f.Doc)
		}
		fmt.Fprintf(&b, "}\n\n// %sSize is the number of bytes of a %s.\nconst %sSize = %d\n\n", camel(s.Name), camel(s.Name), camel(s.Name), n)
	}
	b.WriteString("var structSizes = map[string][2]uintptr{\n")
	for _, s := range l.Structs {
		fmt.Fprintf(&b, "\t%q: {unsafe.Sizeof(%s{}), %sSize},\n", s.Name, camel(s.Name), camel(s.Name))
	}
	b.WriteString("}\n")
	return bytes.Replace(b.Bytes(), []byte("package layout\n"), []byte("package layout\n\nimport \"unsafe\"\n"), 1)
}

func cFile(l layout, hash uint64) []byte {
	var b bytes.Buffer
	b.WriteString("/* Generated from layout.yaml by libfizzer/layout/generate. Do not edit. */\n#ifndef FIZZER_LAYOUT_H\n#define FIZZER_LAYOUT_H\n\n#include <stddef.h>\n#include <stdint.h>\n\n/* clang-format off */\n\n")
	fmt.Fprintf(&b, "#define FIZZER_LAYOUT_HASH UINT64_C(%#x)\n", hash)
	for _, c := range l.Constants {
		suffix := ""
		if c.Value > 0x7fffffff {
			suffix = "u"
		}
		if c.Value > 0xffffffff {
			fmt.Fprintf(&b, "#define FIZZER_%s UINT64_C(%#x) /* %s */\n", strings.ToUpper(c.Name), c.Value, c.Doc)
			continue
		}
		fmt.Fprintf(&b, "#define FIZZER_%s %#x%s /* %s */\n", strings.ToUpper(c.Name), c.Value, suffix, c.Doc)
	}
	for _, e := range l.Enums {
		fmt.Fprintf(&b, "\n/* %s */\nenum fizzer_%s {\n", e.Doc, e.Name)
		for i, v := range e.Values {
			fmt.Fprintf(&b, "  FIZZER_%s_%s = %d,\n", strings.ToUpper(e.Name), strings.ToUpper(v), i)
		}
		b.WriteString("};\n")
	}
	for _, s := range l.Structs {
		n, _ := size(s)
		fmt.Fprintf(&b, "\n/* %s */\nstruct fizzer_%s {\n", s.Doc, s.Name)
		offset := 0
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "  uint%d_t %s; /* %s */\n", 8*sizes[f.Type], f.Name, f.Doc)
		}
		b.WriteString("};\n")
		fmt.Fprintf(&b, "_Static_assert(sizeof(struct fizzer_%s) == %d, \"size of %s\");\n", s.Name, n, s.Name)
		for _, f := range s.Fields {
			fmt.Fprintf(&b, "_Static_assert(offsetof(struct fizzer_%s, %s) == %d, \"offset of %s.%s\");\n", s.Name, f.Name, offset, s.Name, f.Name)
			offset += sizes[f.Type]
		}
	}
	b.WriteString("\n/* clang-format on */\n\n#endif\n")
	return b.Bytes()
}
