package toolchain

import (
	"slices"
	"testing"
)

func TestUndefinedNames(t *testing.T) {
	tests := []struct {
		name, message string
		want          []string
	}{
		{"several, some twice", "/usr/bin/ld: program.o: in function `main':\nprogram.c:(.text+0x5): undefined reference to `second'\n" +
			"/usr/bin/ld: program.c:(.text+0x9): undefined reference to `first'\n/usr/bin/ld: program.o: undefined reference to `second'\n" +
			"clang: error: linker command failed with exit code 1", []string{"first", "second"}},
		{"more of them", "/usr/bin/ld: program.o: more undefined references to `second' follow", nil},
		{"another failure", "/usr/bin/ld: cannot find -lc", nil},
		{"none", "", nil},
	}
	for _, test := range tests {
		if got := undefinedNames(test.message); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q instead of %q", test.name, got, test.want)
		}
	}
}
