package flags

import (
	"errors"
	"reflect"
	"slices"
	"testing"
)

func TestParse(t *testing.T) {
	words := []string{"-Iinc", "-I", "/abs", "-isystem", "sys", "-DX=1", "-D", "Y", "-UZ", "-include", "config.h",
		"-std=c11", "-O2", "-Wall", "-g", "-fno-common", "-funsigned-char", "-msse4.2", "-m32", "-c", "-o", "x.o", "-MD", "-MF", "x.d",
		"-fPIC", "-pthread"}
	c, left, err := Parse("/w", words)
	if err != nil {
		t.Fatal(err)
	}
	want := Compile{
		Folder: "/w",
		Search: []Search{{"-I", "/w/inc", "inc"}, {"-I", "/abs", "/abs"}, {"-isystem", "/w/sys", "sys"}},
		Macros: []string{"-DX=1", "-DY", "-UZ", "-D_REENTRANT"}, Include: []string{"config.h"},
		Language: []string{"-std=c11", "-fno-common", "-funsigned-char", "-msse4.2"}, Bits: 32,
	}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
	if !slices.Equal(left, []string{"-fPIC"}) {
		t.Errorf("left out %q", left)
	}
}

// Options by which a compiler runs other code, or reads and writes other files, are refused.
func TestRefused(t *testing.T) {
	for _, words := range [][]string{
		{"-fplugin=x.so"}, {"-wrapper", "sh,-c"}, {"-specs=x"}, {"@list"}, {"-B."}, {"-Xclang", "-load"}, {"-Wa,-a=x"}, {"-Wp,-MD,x"}, {"file.c"},
		{"-I"}, {"-D"}, {"-D", "A\n#include \"/etc/passwd\""}, {"-fdump-tree-all"}, {"-imacros", "x"}, {"--sysroot=/x"}, {"-I", ""},
	} {
		var refused *RefusedError
		if c, _, err := Parse("/w", words); !errors.As(err, &refused) {
			t.Errorf("%q gave %+v, %v", words, c, err)
		}
	}
}

// Words of others may say nothing but the language and the processor.
func TestOnlyLanguage(t *testing.T) {
	if err := OnlyLanguage([]string{"-std=gnu89", "-ansi", "-fno-signed-char", "-mavx2"}); err != nil {
		t.Error(err)
	}
	for _, word := range []string{"-I/etc", "-I", "-DX", "-include", "-include/etc/passwd", "-m32", "-O2", "-Wall", "-c", "-fplugin=x.so",
		"@x", "x.c", "-", "", "-pthread", "-funknown", "-o", "-MF", "-B/tmp", "-Xclang", "-Wa,x", "--config=x"} {
		if err := OnlyLanguage([]string{"-ansi", word}); err == nil {
			t.Errorf("%q is passed on", word)
		}
	}
}

func TestParseLink(t *testing.T) {
	l, left, err := ParseLink("/w", []string{"-L", "lib", "-lz", "-lm", "libx.a", "-pthread", "-Wl,-z,now"})
	want := Link{Folders: []string{"/w/lib"}, Libraries: []string{"-lz", "-lm", "/w/libx.a", "-pthread"}}
	if err != nil || !reflect.DeepEqual(l, want) || !slices.Equal(left, []string{"-Wl,-z,now"}) {
		t.Errorf("got %+v, %q, %v", l, left, err)
	}
	for _, words := range [][]string{{"-Tscript"}, {"x.so"}, {"@list"}, {"-l/etc/x"}, {"-fuse-ld=x"}} {
		var refused *RefusedError
		if l, _, err := ParseLink("/w", words); !errors.As(err, &refused) {
			t.Errorf("%q gave %+v, %v", words, l, err)
		}
	}
}

func TestSplit(t *testing.T) {
	for text, want := range map[string][]string{
		"":                        nil,
		" -Ia  -DX ":              {"-Ia", "-DX"},
		`-DX="a b" '-DY=c d'`:     {"-DX=a b", "-DY=c d"},
		`-DS='"x.h"' -DT=\"y\"`:   {`-DS="x.h"`, `-DT="y"`},
		`"a\b" a\ b "" "\$x\\\""`: {`a\b`, "a b", "", `$x\"`},
	} {
		if got, err := Split(text); err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{`"a`, `'`, `\`} {
		if got, err := Split(text); err == nil {
			t.Errorf("%q gave %q", text, got)
		}
	}
}

func FuzzQuote(f *testing.F) {
	f.Add("a b", "it's")
	f.Fuzz(func(t *testing.T, a, b string) {
		if got, err := Split(Quote(a, b)); err != nil || !slices.Equal(got, []string{a, b}) {
			t.Errorf("%q became %q, %v", []string{a, b}, got, err)
		}
	})
}
