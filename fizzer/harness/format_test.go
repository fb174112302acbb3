package harness

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fizzer/testcomp/suite"
)

// inputs returns values as a test has them.
func inputs(all ...int) (values []suite.Input) {
	for _, value := range all {
		values = append(values, suite.Input{Type: "unsigned char", Value: fmt.Sprint(value)})
	}
	return values
}

// literals returns the values of a test for a C array.
func literals(values []suite.Input) string {
	var text strings.Builder
	for _, value := range values {
		text.WriteString(value.Value + ",")
	}
	return text.String()
}

// What a test is decoded to is what the harness in C gives the program: words, raw bytes, ends, bounds, and values that are missing.
func TestDecode(t *testing.T) {
	program := `#include <stdio.h>
#include <stdlib.h>
const char *words[] = {"section", "net"};
int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) printf("%s,", argv[i]);
  char *set = getenv("SET");
  printf("%s,", set ? set : "(none)");
  FILE *f = fopen("name", "r");
  for (int c; (c = getc(f)) != EOF;) printf("%d,", c);
  printf("|");
  for (int c; (c = getchar()) != EOF;) printf("%d,", c);
  return 0;
}
`
	texts := [][]byte{[]byte(program)}
	format := FormatOf(Inputs{Stdin: true, Arguments: true, Variables: []string{"SET"}, Files: []string{"name"}}, false, texts)
	h, err := format.Inputs.ForMain(texts)
	if err != nil || len(format.Words) != 5 {
		t.Fatalf("%v %q", err, format.Words)
	}
	random := rand.New(rand.NewPCG(1, 2))
	cases := [][]suite.Input{inputs(), inputs(1), inputs(9, 128, 0, 'x', 255, 0, 129), inputs(0, 1, 255, 'v', 0, 255, 255, 255, 0, 7, 0, 128)}
	long := inputs(1)
	for range 70 {
		long = append(long, inputs(128)...)
	}
	cases = append(cases, append(long, inputs(0, 0, 5, 0, 255, 130, 130)...))
	for range 12 {
		var values []suite.Input
		for range random.IntN(30) {
			values = append(values, inputs([]int{0, 1, 'a', 128, 129, 200, 255}[random.IntN(7)])...)
		}
		cases = append(cases, values)
	}
	for _, values := range cases {
		given, err := format.Decode(values)
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		for _, argument := range given.Arguments {
			want.WriteString(argument + ",")
		}
		if v := given.Variables[0]; v.Set {
			want.WriteString(v.Value + ",")
		} else {
			want.WriteString("(none),")
		}
		for i, all := range [][]byte{given.Files[0].Bytes, given.Stdin} {
			want.WriteString([]string{"", "|"}[i])
			for _, b := range all {
				fmt.Fprintf(&want, "%d,", b)
			}
		}
		if got := outputOf(t, program, h.Text, literals(values)); got != want.String() {
			t.Errorf("%v: the program got %q, decoded are %q", values, got, want.String())
		}
	}
	if given, err := format.Decode([]suite.Input{{Value: "x"}}); err == nil {
		t.Errorf("%+v", given)
	}
}

// Raw bytes are encoded to values that are decoded to them: any bytes, up to the largest length.
func TestRawInputs(t *testing.T) {
	every := make([]byte, 256)
	for i := range every {
		every[i] = byte(i)
	}
	text := [][]byte{[]byte(`char *s[] = {"net", "port"};`)}
	for _, format := range []*Format{
		FormatOf(Inputs{Stdin: true}, false, text), FormatOf(Inputs{Files: []string{"f"}}, false, text), FormatOf(Inputs{}, true, text),
	} {
		if !format.Raw() {
			t.Fatalf("%+v", format)
		}
		for _, raw := range [][]byte{{}, {0}, []byte("net"), every, every[:254], every[:255], bytes.Repeat(every, 16), bytes.Repeat(every, 17)} {
			encoded := format.Encode(raw)
			var values []suite.Input
			if format.FuzzTarget && encoded[0] == longInput {
				values = append(inputs(longInput, int(encoded[1])|int(encoded[2])<<8), inputs(widened(encoded[3:])...)...)
			} else {
				values = inputs(widened(encoded)...)
			}
			got, err := format.RawBytes(values)
			if want := raw[:min(len(raw), MaxBytes)]; err != nil || !slices.Equal(got, want) {
				t.Errorf("%d bytes became %d, %v", len(want), len(got), err)
			}
		}
	}
	for _, format := range []*Format{
		nil, FormatOf(Inputs{}, false, nil), FormatOf(Inputs{Stdin: true}, false, [][]byte{[]byte("x = __VERIFIER_nondet_int();")}),
		FormatOf(Inputs{Stdin: true, Arguments: true}, false, nil), FormatOf(Inputs{Files: []string{"f", "g"}}, false, nil),
		FormatOf(Inputs{Variables: []string{"V"}}, false, nil),
	} {
		if format.Raw() {
			t.Errorf("%+v is one sequence of bytes", format)
		}
	}
}

func widened(all []byte) (values []int) {
	for _, b := range all {
		values = append(values, int(b))
	}
	return values
}
