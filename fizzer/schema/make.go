package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"reflect"
	"strings"
)

// module is the prefix of the project's packages.
const module = "fizzer/"

// maker makes the definitions of one schema.
type maker struct {
	root        string                       // top of the project
	definitions map[string]any               // by name of the type
	comments    map[string]map[string]string // of types and fields, by package; see commentsOf
}

// value returns the schema of a type. That of a structure is a reference to its definition.
func (m *maker) value(t reflect.Type) (map[string]any, error) {
	switch t.Kind() {
	case reflect.Bool:
		return map[string]any{"type": "boolean"}, nil
	case reflect.String:
		return map[string]any{"type": "string"}, nil
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return map[string]any{"type": "integer"}, nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return map[string]any{"type": "integer", "minimum": 0}, nil
	case reflect.Interface:
		return map[string]any{}, nil
	case reflect.Pointer:
		return m.value(t.Elem())
	case reflect.Slice, reflect.Array:
		if t.Elem().Kind() == reflect.Uint8 && t.Kind() == reflect.Slice {
			return map[string]any{"type": "string", "contentEncoding": "base64"}, nil
		}
		items, err := m.value(t.Elem())
		schema := map[string]any{"type": "array", "items": items}
		if t.Kind() == reflect.Array {
			schema["minItems"], schema["maxItems"] = t.Len(), t.Len()
		}
		return schema, err
	case reflect.Map:
		values, err := m.value(t.Elem())
		return map[string]any{"type": "object", "additionalProperties": values}, err
	case reflect.Struct:
		return m.structure(t)
	}
	return nil, fmt.Errorf("%v has no schema", t)
}

// structure returns a reference to the definition of a structure, which it makes if it is new.
func (m *maker) structure(t reflect.Type) (map[string]any, error) {
	name := path.Base(t.PkgPath()) + "." + t.Name()
	reference := map[string]any{"$ref": "#/$defs/" + name}
	if m.definitions[name] != nil {
		return reference, nil
	}
	definition := map[string]any{"type": "object", "additionalProperties": false}
	m.definitions[name] = definition // a structure may contain itself
	comments, err := m.commentsOf(t.PkgPath())
	if err != nil {
		return nil, err
	}
	properties, required := map[string]any{}, []string{}
	if err := m.fields(t, properties, &required); err != nil {
		return nil, err
	}
	definition["properties"], definition["required"] = properties, required
	describe(definition, comments[t.Name()])
	return reference, nil
}

// fields adds the fields of a structure; those of embedded structures stand in place of these.
func (m *maker) fields(t reflect.Type, properties map[string]any, required *[]string) error {
	comments, err := m.commentsOf(t.PkgPath())
	if err != nil {
		return err
	}
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-":
			continue
		case field.Anonymous && name == "": // also of a type that is not exported
			if err := m.fields(field.Type, properties, required); err != nil {
				return err
			}
			continue
		case name == "":
			return fmt.Errorf("%v.%s has no name in JSON", t, field.Name)
		}
		schema, err := m.value(field.Type)
		if err != nil {
			return err
		}
		if options != "omitempty" {
			*required = append(*required, name)
			schema = nullable(field.Type, schema)
		}
		describe(schema, comments[t.Name()+"."+field.Name])
		properties[name] = schema
	}
	return nil
}

// nullable allows null where Go writes it.
func nullable(t reflect.Type, schema map[string]any) map[string]any {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return map[string]any{"anyOf": []any{schema, map[string]any{"type": "null"}}}
	}
	return schema
}

// describe adds a description, if there is one.
func describe(schema map[string]any, text string) {
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		schema["description"] = text
	}
}

// commentsOf returns the comments of a package's types, as "Type", and of their fields, as "Type.Field".
func (m *maker) commentsOf(pkg string) (map[string]string, error) {
	if known := m.comments[pkg]; known != nil {
		return known, nil
	}
	paths, err := filepath.Glob(filepath.Join(m.root, strings.TrimPrefix(pkg, module), "*.go"))
	if err != nil || len(paths) == 0 {
		return nil, fmt.Errorf("no sources of %s (%v); call it at the top of the project", pkg, err)
	}
	found := map[string]string{}
	for _, source := range paths {
		file, err := parser.ParseFile(token.NewFileSet(), source, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		addComments(found, file)
	}
	m.comments[pkg] = found
	return found, nil
}

func addComments(found map[string]string, file *ast.File) {
	for _, declaration := range file.Decls {
		general, ok := declaration.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range general.Specs {
			named, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			found[named.Name.Name] = general.Doc.Text()
			structure, ok := named.Type.(*ast.StructType)
			if !ok {
				continue
			}
			for _, field := range structure.Fields.List {
				for _, name := range field.Names {
					found[named.Name.Name+"."+name.Name] = field.Doc.Text() + " " + field.Comment.Text()
				}
			}
		}
	}
}

// encode returns JSON for people.
func encode(content any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(content)
	return out.Bytes(), err
}
