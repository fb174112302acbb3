//go:build long

package endtoend

import "testing"

// Meson builds the project as make and CMake do in TestBuilt.
func TestLongMeson(t *testing.T) {
	testBuild(t, ready(t), `CC=fizzer-cc meson setup build; meson compile -C build; meson test -C build`,
		[]string{"build/table", "build/table-of-shared"})
}
