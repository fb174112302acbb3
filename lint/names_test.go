package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// written are the packages whose types become the JSON that users see.
var written = []string{"fizzer/formats", "fizzer/cli", "libfizzer/locations", "testcomp/goal", "testcomp/replay"}

// jsonName matches the names in our files.
var jsonName = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)

// TestNamesInJSON: all names in files and output of ours are of small letters with underscores.
func TestNamesInJSON(t *testing.T) {
	names := 0
	for _, folder := range written {
		paths, err := filepath.Glob("../" + folder + "/*.go")
		if err != nil || len(paths) == 0 {
			t.Fatalf("%s: %v", folder, err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			tagged, wrong := namesInJSON(file, folder == "fizzer/formats")
			names += tagged
			for _, name := range wrong {
				t.Errorf("%s: %s", path, name)
			}
		}
	}
	if names < 150 {
		t.Errorf("%d names only", names)
	}
}

// namesInJSON counts the fields of structures with a JSON name, and returns the wrong names and, if each field must have one, the
// fields without.
func namesInJSON(file *ast.File, each bool) (tagged int, wrong []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		structure, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range structure.Fields.List {
			if len(field.Names) == 0 {
				continue // its fields stand in place of it
			}
			name, found := jsonTag(field)
			switch {
			case !found && each:
				wrong = append(wrong, field.Names[0].Name+" has no name in JSON")
			case found && name != "-" && !jsonName.MatchString(name):
				wrong = append(wrong, name+" is not of small letters with underscores")
			}
			if found {
				tagged++
			}
		}
		return true
	})
	return tagged, wrong
}

// jsonTag returns the name that a field has in JSON.
func jsonTag(field *ast.Field) (name string, found bool) {
	if field.Tag == nil {
		return "", false
	}
	text, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return "", false
	}
	tag, found := reflect.StructTag(text).Lookup("json")
	name, _, _ = strings.Cut(tag, ",")
	return name, found
}

func TestWrongNamesAreFound(t *testing.T) {
	const source = "package p\ntype T struct {\n A int `json:\"a_b2\"`\n B int `json:\"aB\"`\n C int `json:\"a-b\"`\n D int\n E\n F int `json:\"-\"`\n" +
		" G struct { H int `json:\"A\"` } `json:\"g,omitempty\"`\n}\n"
	file, err := parser.ParseFile(token.NewFileSet(), "p.go", source, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if tagged, wrong := namesInJSON(file, true); tagged != 6 || len(wrong) != 4 {
		t.Errorf("%d names, %q instead of aB, a-b, D and A", tagged, wrong)
	}
	if _, wrong := namesInJSON(file, false); len(wrong) != 3 {
		t.Errorf("%q instead of aB, a-b and A", wrong)
	}
}
