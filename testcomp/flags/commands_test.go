package flags

import (
	"reflect"
	"testing"
)

func TestCommands(t *testing.T) {
	commands, err := ReadCommands([]byte(`[
		{"directory": "/b", "file": "../s/a.c", "command": "/usr/bin/cc -DX=\"a b\" -I../inc -O2 -o a.o -c ../s/a.c"},
		{"directory": "/b", "file": "/s/b.c", "arguments": ["gcc", "-std=c99", "-c", "/s/b.c", "-include", "p.h"]}]`))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]Compile{
		"/s/a.c": {Folder: "/b", Macros: []string{"-DX=a b"}, Search: []Search{{"-I", "/inc", "../inc"}}},
		"/s/b.c": {Folder: "/b", Language: []string{"-std=c99"}, Include: []string{"p.h"}},
	} {
		command := Find(commands, path)
		if command == nil {
			t.Fatalf("no entry for %s", path)
		}
		if got, _, err := command.Parse(); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", path, got, err, want)
		}
	}
	if Find(commands, "/s/c.c") != nil {
		t.Error("an entry for a file that has none")
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
