package harness

import (
	"encoding/binary"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/fizzer/confined"
)

const functions = `#include <stddef.h>
#include <stdio.h>
enum mode { OFF = 3, ON = 7 };
struct node { char tag; unsigned low : 3; unsigned high : 5; struct node *next; };
union either { int whole; float part; };
typedef struct { short at[2]; char label[5]; union either u; enum mode mode; } record;
typedef int callback(int);
struct unknown;
void numbers(_Bool b, signed char c, unsigned short s, int i) { printf("%d %d %d %d", b, c, s, i); }
void text(const char *name, char *room) { printf("%s|%s", name, room); room[5] = 0; }
void bytes(const unsigned char *data, size_t size, void *more, int more_len) {
  printf("%zu:", size);
  for (size_t i = 0; i < size; i++) printf("%d,", data[i]);
  printf("%d:%d", more_len, more_len > 0 ? *(unsigned char *)more : -1);
}
void list(struct node *n) {
  for (; n; n = n->next) printf("%d %u %u;", n->tag, n->low, n->high);
}
void records(int count, const record *r) {
  for (int i = 0; i < count; i++) printf("%d %d %s %d %d;", r[i].at[0], r[i].at[1], r[i].label, r[i].u.whole, r[i].mode);
}
void rest(FILE *f, callback *c, struct unknown *u, int **p) { printf("%d%d%d %d", f == NULL, c == NULL, u == NULL, **p); }
void byvalue(record r, double d, int table[3]) { printf("%d %d %.0f %d", r.at[1], r.mode, d, table[0]); }
typedef struct { char tag; int size; struct inner { short a; double d; } in; long long wide; int *list; } __attribute__((packed)) tight;
typedef struct { char tag; int size; char end; } __attribute__((packed, aligned(4))) partly;
struct both { tight t; int i; };
void squeezed(tight *t, partly p, struct both *both) {
  printf("%d %d %d %.0f %lld %d;", t->tag, t->size, t->in.a, t->in.d, t->wide, t->list ? *t->list : -1);
  printf("%d %d %d;%d %d", p.tag, p.size, p.end, both->t.in.a, both->i);
}
static void hidden(void) {}
void nothing(void) { hidden(); }
`

// Parameters of all kinds get the drawn values.
func TestEntry(t *testing.T) {
	object := objectOf(t, functions)
	for _, test := range []struct{ function, values, want string }{
		{"numbers", "1, 200, 7, 9,", "1 -56 7 9"},
		{"text", "'a', 'b', 0, 'c', 0,", "ab|c"},
		{"bytes", "5, 255, 0, 0, 77, 0,", "2:5,0,1:77"},
		{"list", "65, 9, 31, 1, 66, 2, 3, 0,", "65 1 31;66 2 3;"},
		{"records", "2, 1, 2, 'x', 'y', 0, 6, 1, 8, 9, 0, 5, 0,", "1 2 xy 6 7;8 9  5 3;"},
		{"rest", "1, 5,", "111 5"},
		{"byvalue", "1, 2, 0, 4, 0, 6, 8,", "2 3 6 8"},
		{"squeezed", "1, 2, 3, 4, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 0, 14,", "1 2 3 4 5 -1;6 7 8;11 14"},
		{"nothing", "", ""},
	} {
		h, err := ForFunction(t.Context(), confined.Options{}, test.function, []string{object}, [][]byte{[]byte("int x;")})
		if err != nil {
			t.Errorf("%s: %v", test.function, err)
			continue
		}
		if got := outputOf(t, functions, h.Text, test.values); got != test.want {
			t.Errorf("%s printed %q, want %q\n%s", test.function, got, test.want, h.Text)
		}
	}
	for name, want := range map[string]string{"hidden": "static", "absent": "defines no function", "hidden; system": "defines no",
		FuzzTarget: "defines no function"} {
		_, err := ForFunction(t.Context(), confined.Options{}, name, []string{object}, nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// endless describes a parameter of the function f whose type contains itself: a constant one, a pointer, an array, or a structure. %d is
// the tag of the type. %s may describe another type at 6, %d is the
// number of that of the parameter, 5 or 6.
const endless = `int f(int x) { return x; }
__asm__(".pushsection .debug_abbrev,\"\",@progbits\n"
".byte 1,0x11,1,0,0\n"                           /* unit */
".byte 2,0x2e,1,3,8,0x3f,0x0c,0,0\n"             /* function: name, external */
".byte 3,5,0,0x49,0x13,0,0\n"                    /* parameter: type */
".byte 4,%d,1,0x49,0x13,0x0b,0x0b,0,0\n"         /* the type: of what, size */
".byte 5,0x0d,0,3,8,0x49,0x13,0x38,0x0b,0,0\n"   /* member: name, type, place */
".byte 6,0x16,0,3,8,0x49,0x13,0,0\n"            /* typedef: name, of what */
".byte 7,1,1,0x49,0x13,0,0\n"                   /* array: of what */
".byte 8,0x21,0,0x37,0x0b,0,0\n"                /* dimension: count */
".byte 9,0x24,0,0x0b,0x0b,0,0\n"                /* number: size */
".byte 10,0x0f,0,0x49,0x13,0,0,0\n"             /* pointer: to what */
".popsection\n"
".pushsection .debug_info,\"\",@progbits\n"
"7: .long 2f-1f\n1: .value 4\n.long 0\n.byte 8,1\n"
"5: .byte 4\n.long 5b-7b\n.byte 4\n.byte 5\n.asciz \"m\"\n.long 5b-7b\n.byte 0,0\n"
%s
".byte 2\n.asciz \"f\"\n.byte 1\n"
".byte 3\n.long %db-7b\n.byte 0,0\n2:\n.popsection\n");
`

// TestEndless: types of debug information that a program's text wrote are refused if no C has them, and a structure may be nested deeply.
// Both once kept the tool busy for ever, whatever its limits.
func TestEndless(t *testing.T) {
	nested := "struct s0 { char c; };\n"
	const depth = 60
	for i := range depth {
		nested += fmt.Sprintf("struct s%d { struct s%d inner; };\n", i+1, i)
	}
	texts := map[string]string{"nested": nested + fmt.Sprintf("void f(struct s%d *p) {}\n", depth)}
	for name, tag := range map[string]int{"constant": 0x26, "pointer": 0x0f, "typedef": 0x16, "structure": 0x13, "array": 0x01} {
		texts[name] = fmt.Sprintf(endless, tag, "", 5)
	}
	texts["named constant"] = fmt.Sprintf(endless, 0x26, `"6: .byte 6\n.asciz \"t\"\n.long 5b-7b\n"`, 6)
	texts["many dimensions"] = fmt.Sprintf(endless, 0x01, `"6: .byte 7\n.long 8f-7b\n.fill 16000000,2,0x0108\n.byte 0\n8: .byte 9,4\n"`, 6)
	texts["long chain"] = fmt.Sprintf(endless, 0x13, fmt.Sprintf(`"6: .incbin \"%s\"\n.byte 9,4\n"`, chain(t)), 6)
	texts["own size"] = fmt.Sprintf(endless, 0x13, `"6: .byte 9,4\n.popsection\n.pushsection .debug_loc,\"\",@progbits\n.ascii \"ZLIB\"\n.quad -1\n.popsection\n.pushsection .debug_info,\"\",@progbits\n"`, 6)
	for name, text := range texts {
		path := objectOf(t, text)
		done := make(chan error, 1)
		go func() {
			_, err := ForFunction(t.Context(), confined.Options{}, "f", []string{path}, nil)
			done <- err
		}()
		select {
		case err := <-done:
			if (err == nil) != (name == "nested") {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(2 * time.Minute):
			t.Fatalf("%s: no end", name)
		}
	}
}

// chain returns the path of a file with the entries of a pointer to a pointer to a pointer, and so on, as they are in the unit of endless.
func chain(t *testing.T) string {
	t.Helper()
	const length, first, size = 4_000_000, 27, 5
	var all []byte
	for i := range length {
		all = binary.LittleEndian.AppendUint32(append(all, 10), uint32(first+size*(i+1)))
	}
	path := filepath.Join(t.TempDir(), "chain")
	if err := os.WriteFile(path, all, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// objectOf compiles a text with debug information.
func objectOf(t *testing.T, text string) string {
	t.Helper()
	folder := t.TempDir()
	source, object := filepath.Join(folder, "f.c"), filepath.Join(folder, "f.o")
	if err := os.WriteFile(source, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("gcc", "-g", "-c", source, "-o", object).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return object
}
