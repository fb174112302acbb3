package flags

import (
	"reflect"
	"testing"
)

func TestCommands(t *testing.T) {
	commands, err := ReadCommands([]byte(`[
		{"directory": "/b", "file": "../s/a.c", "command": "/usr/bin/cc -DX=\"a b\" -I../inc -O2 -o a.o -c ../s/a.c"},
		{"directory": "/b", "file": "/s/b.c", "arguments": ["gcc", "-std=c99", "-c", "/s/b.c", "-include", "p.h"]},
		{"directory": "/b/d", "file": "/s/a.c", "arguments": ["cc", "-c", "-DX=a b", "-I/inc", "-O3", "-Wall", "/s/a.c"]},
		{"directory": "/b", "file": "/s/a.c", "arguments": ["cc", "-c", "-DX=c", "-I../inc", "/s/a.c"]},
		{"directory": "/b", "file": "/s/d.c", "arguments": ["cc", "-c", "-fplugin=x.so", "/s/d.c"]}]`))
	if err != nil {
		t.Fatal(err)
	}
	search := []Search{{"-I", "/inc", "../inc"}}
	for path, want := range map[string][]Compile{
		"/s/a.c": {{Folder: "/b", Macros: []string{"-DX=a b"}, Search: search}, {Folder: "/b", Macros: []string{"-DX=c"}, Search: search}},
		"/s/b.c": {{Folder: "/b", Language: []string{"-std=c99"}, Include: []string{"p.h"}}},
		"/s/c.c": nil,
	} {
		if got, err := Find(commands, path); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", path, got, err, want)
		}
	}
	if ways, err := Find(commands, "/s/d.c"); err == nil {
		t.Errorf("an option that loads code gave %+v", ways)
	}
	for _, text := range []string{"", "{}", `[{"file": "a.c"}]`, `[{"directory": "b", "file": "a.c"}]`} {
		if commands, err := ReadCommands([]byte(text)); err == nil {
			t.Errorf("%q gave %+v", text, commands)
		}
	}
}

func FuzzCommands(f *testing.F) {
	f.Add([]byte(`[{"directory": "/b", "file": "a.c", "command": "cc -I. a.c"}]`))
	f.Fuzz(func(t *testing.T, content []byte) {
		commands, err := ReadCommands(content)
		for i := range commands {
			if err == nil {
				_, _, _ = commands[i].Parse()
			}
		}
	})
}
