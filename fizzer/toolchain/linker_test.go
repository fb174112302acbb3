package toolchain

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"fizzer/testcomp/source"
)

// learned returns tools with a new runtime for a data model, and the names that it knows.
func learned(t *testing.T, bits int) (*tools, []string) {
	t.Helper()
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	clang, major, err := FindClang(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Bits: bits, Scratch: t.TempDir(), Clang: clang, ClangMajor: major, Sources: &source.Program{}}
	if o.Runtime, err = CompileRuntime(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if len(o.Runtime.command) == 0 {
		t.Fatalf("%d bits: the linker's command line is not known", bits)
	}
	tools, err := newTools(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(tools.close)
	content, err := os.ReadFile(o.Runtime.defined)
	if err != nil {
		t.Fatal(err)
	}
	return tools, strings.Fields(string(content))
}

// uses compiles a file that uses names.
func (t *tools) uses(names []string) (object string, err error) {
	text, object := t.path("uses.s"), t.path("uses.o")
	var lines strings.Builder
	for _, name := range names {
		fmt.Fprintf(&lines, "%s %s\n", map[int]string{32: ".long", 64: ".quad"}[t.Bits], name)
	}
	if err := os.WriteFile(text, []byte(".data\n"+lines.String()), 0o600); err != nil {
		return "", err
	}
	_, err = t.run(t.Clang, t.common()[0], "-c", text, "-o", object)
	return object, err
}

// What is known of the linker is learned again when one of its files is another one, and the new knowledge is kept.
func TestLinkerIsLearnedAgain(t *testing.T) {
	tools, _ := learned(t, 64)
	entry, err := runtimeCompiler{tools}.cacheEntry("runtime")
	if err != nil {
		t.Fatal(err)
	}
	var l linkage
	content, err := os.ReadFile(filepath.Join(entry.folder, "linker.json"))
	if err != nil || json.Unmarshal(content, &l) != nil || len(l.Command) == 0 {
		t.Fatalf("%v: %s", err, content)
	}
	for _, want := range []string{"/ld", "/nm", "/crt1.o", "/libc.so.6", "/libgcc.a"} {
		if !slices.ContainsFunc(l.Files, func(s stamp) bool { return strings.HasSuffix(s.Path, want) && s.Size > 0 }) {
			t.Errorf("%s is not among %v", want, l.Files)
		}
	}
	for _, file := range l.Files {
		if strings.HasPrefix(file.Path, tools.Scratch) {
			t.Errorf("%s is of one run", file.Path)
		}
	}
	learns := func() bool {
		t.Helper()
		o := tools.Options
		o.Scratch = t.TempDir()
		r, err := CompileRuntime(t.Context(), o)
		if err != nil || len(r.command) == 0 {
			t.Fatalf("%v, %+v", err, r)
		}
		_, err = os.Stat(filepath.Join(o.Scratch, "build", "probe.map"))
		return err == nil
	}
	if learns() {
		t.Error("learned again although nothing has changed")
	}
	l.Files[len(l.Files)-1].Modified++
	if content, err = json.Marshal(l); err != nil {
		t.Fatal(err)
	}
	replace(t, entry, "linker.json", content)
	if first, second := learns(), learns(); !first || second {
		t.Errorf("after a change learned: %v, then %v", first, second)
	}
}

// replace puts other content into a file of an entry.
func replace(t *testing.T, e entry, name string, content []byte) {
	t.Helper()
	var sums map[string]string
	list, err := os.ReadFile(filepath.Join(e.folder, manifest))
	if err != nil || json.Unmarshal(list, &sums) != nil {
		t.Fatal(err)
	}
	sums[name] = sum(content)
	if list, err = json.Marshal(sums); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{manifest: list, name: content} {
		if err := os.WriteFile(filepath.Join(e.folder, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// The learned command line links as the front end does: with the runtime, whatever the names that the program uses.
func TestLearnedNames(t *testing.T) {
	for _, bits := range []int{32, 64} {
		tools, names := learned(t, bits)
		if len(names) < 2000 {
			t.Fatalf("%d bits: %d names", bits, len(names))
		}
		for _, name := range []string{"printf", "sin", "__divdi3", "_end", "etext", "environ", "__fizzer_run"} {
			if !slices.Contains(names, name) && (name != "__divdi3" || bits == 32) {
				t.Errorf("%d bits: %s is not known", bits, name)
			}
		}
		unknown := []string{"__fizzer_program_main", "fizzer_knows_no_such_name", "gets_", "sys_errlist"} // the last one is of an older version
		if undefined := tools.undefined(t, names, unknown); !slices.Equal(undefined, unknown) {
			t.Errorf("%d bits: the linker does not find %v", bits, undefined)
		}
	}
}

// A program that uses undefined names is instrumented once, unless assembly uses them.
func TestUndefinedNamesAreForeseen(t *testing.T) {
	o := withInstrumenter(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	wrapper := filepath.Join(filepath.Dir(o.Instrumenter), "wrapper")
	script := fmt.Sprintf("#!/bin/sh\necho >>$TMPDIR/instrumented\nexec %s \"$@\"\n", o.Instrumenter)
	if err := os.WriteFile(wrapper, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	o.Instrumenter = wrapper
	var many strings.Builder // so that it is optimised little at first
	for n := range 500 {
		fmt.Fprintf(&many, "if (missing == %d) missing += 3; ", 2*n)
	}
	const declared = "extern int nowhere(void), __builtin_nowhere(int); extern int missing; static int width(void) { return 4; } int main(void) { "
	for _, bits := range []int{32, 64} {
		o.Bits = bits
		for text, want := range map[string]int{
			"return nowhere() + missing + __builtin_nowhere(1) + __builtin_popcount(3) + (int)sizeof(long double); }": 1,
			many.String() + "if (width() == 8) __asm__ volatile(\"call never\"); return nowhere(); }":                 1,
			many.String() + "if (width() == 8) __asm__ volatile(\"movl $never, %eax\"); return nowhere(); }":          2,
			"return nowhere() / (missing + 1LL); }":                                                                   1,
			"if (missing == 7) __asm__ volatile(\"call nowhere\"); return nowhere(); }":                               2,
		} {
			o.Quick = len(text) > 1000
			target := built(t, o, declared+text)
			calls, err := os.ReadFile(filepath.Join(target.options.Scratch, "build", "instrumented"))
			if err != nil || len(calls) != want || !slices.Contains(target.Locations.Substitutes, "nowhere") {
				t.Errorf("%d bits: instrumented %d times instead of %d, %v, with substitutes for %v: %s", bits, len(calls), want, err,
					target.Locations.Substitutes, text)
			}
		}
	}
}

// Where the front end does not show how it links, it links itself, and a failed link tells which names are undefined.
func TestUnlearnedLinker(t *testing.T) {
	o := withInstrumenter(t)
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	clang := o.Clang
	for shown, lasting := range map[string]bool{
		"exit 1":                                 true,
		"exit 0":                                 true,
		`echo ' "/bin/true" "one"' >&2; exit 0`:  true,
		`echo ' "/bin/false" "one"' >&2; exit 0`: true,
		`printf ' "/bin/true" "x"\n "/bin/true" "y"\n' >&2; exit 0`:      true,
		`echo ' "/no/such/linker" "runtime.o" "-o" "probe"' >&2; exit 0`: true,
		"kill -9 $$": false,
	} {
		o.Clang = filepath.Join(t.TempDir(), "clang")
		script := fmt.Sprintf("#!/bin/sh\nif [ \"$1\" = '-###' ]; then %s; fi\necho >>$TMPDIR/calls\nexec %s \"$@\"\n", shown, clang)
		if err := os.WriteFile(o.Clang, []byte(script), 0o755); err != nil {
			t.Fatal(err)
		}
		o.Bits = 64
		const text = "extern int nowhere(void); int main(void) { return nowhere(); }"
		target := built(t, o, text)
		if len(target.options.Runtime.command) > 0 || !slices.Equal(target.Locations.Substitutes, []string{"nowhere"}) {
			t.Errorf("%s: command %v, substitutes %v", shown, target.options.Runtime.command, target.Locations.Substitutes)
		}
		first, _ := os.ReadFile(filepath.Join(target.options.Scratch, "build", "calls"))
		again, _ := os.ReadFile(filepath.Join(built(t, o, text).options.Scratch, "build", "calls"))
		if compiled := len(first) == len(again); compiled == lasting {
			t.Errorf("%s: clang was called %d times, then %d times", shown, len(first), len(again))
		}
	}
}

// A text without directives becomes the same target with and without the preprocessor: goals, conditions, lines.
func TestPlainTexts(t *testing.T) {
	o := withInstrumenter(t)
	o.Goals = true
	const text = `//#comment
# 7 "other.c"
extern int __VERIFIER_nondet_int(void);
/* a comment
 of two lines */ int twice(int x) { return x ? 2 * x : __i386__ + linux; }
int main(void) { switch (__VERIFIER_nondet_int()) { case 1: return twice(1); default: while (twice(0)) ; } return "#"[0] == '#'; }
`
	for bits, predefined := range map[int]string{32: "__i386__", 64: "__x86_64__"} {
		o.Bits = bits
		own := strings.ReplaceAll(text, "__i386__", predefined)
		plain, preprocessed := built(t, o, own), built(t, o, own+"#define ANYTHING\n")
		for _, target := range []*Target{plain, preprocessed} {
			for i := range target.Goals {
				target.Goals[i].TextLine, target.Goals[i].OwnerText = 0, 0 // of different texts
			}
		}
		if !source.IsPlain([]byte(own)) || len(plain.Goals) == 0 || !slices.Equal(plain.Goals, preprocessed.Goals) {
			t.Errorf("%d bits: goals %v, and preprocessed %v", bits, plain.Goals, preprocessed.Goals)
		}
		plain.Locations.Files, preprocessed.Locations.Files = nil, nil // in folders of their own
		if !reflect.DeepEqual(plain.Locations, preprocessed.Locations) {
			t.Errorf("%d bits: locations %+v, and preprocessed %+v", bits, plain.Locations, preprocessed.Locations)
		}
	}
}

// undefined returns which of known and unknown names the linker does not find, directly and by the front end. Both must say the same.
func (t *tools) undefined(test *testing.T, known, unknown []string) []string {
	test.Helper()
	direct, byFrontEnd := filepath.Join(t.build, "direct"), filepath.Join(t.build, "by-front-end")
	for {
		object, err := t.uses(slices.Concat(unknown, known))
		if err != nil {
			test.Fatal(err)
		}
		command := t.Runtime.linkCommand(direct, []string{object})
		message, _ := t.run(command[0], command[1:]...)
		if thread := threadLocal.FindStringSubmatch(message); thread != nil && slices.Contains(known, thread[1]) {
			known = slices.DeleteFunc(slices.Clone(known), func(name string) bool { return name == thread[1] })
			continue
		}
		undefined, done := t.linkDirectly(direct, []string{object})
		again, err := t.linkByFrontEnd(byFrontEnd, []string{object})
		if !done || err != nil || !slices.Equal(undefined, again) {
			test.Fatalf("undefined are %v, %v, and by the front end %v, %v: %s", undefined, done, again, err, message)
		}
		return undefined
	}
}

// threadLocal matches the linker's message about a name that is that of a thread-local variable, which uses does not say.
var threadLocal = regexp.MustCompile(`: (\w+): TLS definition in `)
