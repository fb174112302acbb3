package source

import "testing"

func TestIsPlain(t *testing.T) {
	for text, want := range map[string]bool{
		"":                                       true,
		"int main(void) { return 0; } // x\n":    true,
		"# 1 \"a.c\"\n  #line 7 \"b.c\"\nint x;": true,
		"# 1 \"a.c\" 2\n/* # */ int x;":          true,
		"#define X if (y)\nint x;":               false,
		"#pragma pack(1)\nint x;":                false,
		"#pragma merger(0,\"/tmp/aaaa/nxt.bug1.i\",\"-S\")\nint x;": true,
		"#pragma merger(0,\"a.i\",\"\") /* a\n*/ int x;":            false,
		"#pragma mergers(0)\nint x;":                                false,
		"#include <stdio.h>\n":                                      false,
		"/* */ #define X\n":                                         false,
		"/* */ %:define X\n":                                        false,
		"#\nint x;":                                                 false,
		"# 1 \"a#b.c\"\nint x;":                                     true,
		"//#include <stdio.h>\nint x;":                              true,
		"int x; // #\nchar *s = \"#\"; /* # */":                     true,
		"/* # */ #define X\n":                                       false,
		"/*\n// */ #define X\n":                                     false,
		"/*\n*/ # define X\n":                                       false,
		"int g; \x00\nint x;":                                       false,
		"// c\rint x;\n":                                            false,
		"int x;\r":                                                  false,
		"int x;\r\n// y\r\n":                                        true,
		"# 5 /* a\n b */ \"x.c\"\nint x;":                           false,
		"# 5 \"a/b/../x.c\" 3 4\nint x;":                            true,
		"# 5 \"a\\x41.c\"\nint x;":                                  false,
		"int \\u00e9t;":                                             false,
		"int f(void) __attribute__((__alias__(\"g\")));":            false,
		"\v#define X\n":                                             false,
		"int a = __LINE__;":                                         false,
		"int a = __COUNTER__ + 1;":                                  false,
		"typedef __SIZE_TYPE__ size_t;":                             false,
		"int a = __VERIFIER_nondet_int();":                          true,
		"int a = __i386__;":                                         true,
		"_Pragma(\"pack(1)\") int x;":                               false,
		"int a\\\n;":                                                false,
		"int a\\ \r\n;":                                             false,
		"??=define X\n":                                             false,
		"\xef\xbb\xbfint x;":                                        false,
	} {
		if IsPlain([]byte(text)) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
