//go:build llvm19

package symbolic

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/instrument/llvm"
)

// transform makes the second form of a C program that calls the monitors itself, and returns it as text.
func transform(t *testing.T, model, text string) string {
	t.Helper()
	bitcode := filepath.Join(t.TempDir(), "program.bc")
	command := exec.Command("clang-19", model, "-O0", "-Xclang", "-disable-O0-optnone", "-w", "-fno-builtin", "-emit-llvm", "-c", "-x", "c",
		"-", "-o", bitcode)
	command.Stdin = strings.NewReader("void __fizzer_condition(unsigned, _Bool, unsigned long long, unsigned long long);\n" + text)
	if output, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, output)
	}
	context := llvm.NewContext()
	defer context.Dispose()
	program, err := llvm.Read(context, bitcode)
	if err != nil {
		t.Fatal(err)
	}
	defer program.Dispose()
	if err := Transform(context, program); err != nil {
		t.Fatal(err)
	}
	return program.String()
}

func bothModels(t *testing.T, test func(t *testing.T, model string)) {
	for _, model := range []string{"-m32", "-m64"} {
		t.Run(model, func(t *testing.T) { test(t, model) })
	}
}

// expect counts occurrences in the text of one function.
func expect(t *testing.T, text, function, what string, want int) {
	t.Helper()
	_, body, ok := strings.Cut(text, "@"+function+"(")
	if !ok {
		t.Fatalf("no function %s in\n%s", function, text)
	}
	body, _, _ = strings.Cut(body, "\n}\n")
	if got := strings.Count(body, what); got != want {
		t.Errorf("%d times %q instead of %d in\n%s", got, what, want, body)
	}
}

// TestConcrete: code that does not depend on input stays as it is.
func TestConcrete(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, "int sum(void) { int s = 0; for (int i = 0; i < 10; i++) s += i * i; return s; }")
		expect(t, text, "sum", "__fizzer_", 0)
	})
}

// TestMerged: sides that only compute and store to variables become selections; their conditions are recorded with guards.
func TestMerged(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, `
int global;
int pick(int a, int b) {
  int r = 3;
  _Bool c = a > 5;
  __fizzer_condition(1, c, a, 5);
  if (c) {
    _Bool d = b < a;
    __fizzer_condition(2, d, b, a);
    if (d) { r = a + b; } else { global = b; }
  }
  return r;
}`)
		expect(t, text, "pick", "@__fizzer_guarded_condition(", 1)
		expect(t, text, "pick", "@__fizzer_condition(", 1)
		expect(t, text, "pick", "@__fizzer_symbolic_branch(", 0)
		expect(t, text, "pick", "@__fizzer_symbolic_condition(", 1)
		expect(t, text, "pick", "@__fizzer_symbolic_guarded(", 1)
	})
}

// TestNotMerged: code with an effect runs only where control reaches it.
func TestNotMerged(t *testing.T) {
	for name, text := range map[string]string{
		"a call":             "void f(void); int side(int a) { if (a > 5) f(); return a; }",
		"a wild store":       "int side(int a, int *p) { if (a > 5) *p = 1; return a; }",
		"a wild load":        "int side(int a, int *p) { return a > 5 ? *p : 0; }",
		"a division":         "int side(int a, int b) { return b > 5 ? a / b : 0; }",
		"a constant written": "const int k = 5; int side(int a) { if (a > 5) *(int *)&k = a; return a; }",
		"a volatile":         "volatile int v; int side(int a) { if (a > 5) v = a; return a; }",
	} {
		t.Run(name, func(t *testing.T) {
			bothModels(t, func(t *testing.T, model string) {
				expect(t, transform(t, model, text), "side", "@__fizzer_symbolic_branch(", 1)
			})
		})
	}
}

// TestCombined: && and || that lead to the same places become one decision, even if those places have effects.
func TestCombined(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, "void f(void); int both(int a, int b) { if (a > 5 && (b < 3 || b > 9)) f(); return a; }")
		expect(t, text, "both", "@__fizzer_symbolic_branch(", 1)
	})
}

// TestNaked: nothing is added to a function that is assembly.
func TestNaked(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, `
__attribute__((naked)) int bare(int a, int b) { __asm__("ret"); }
int around(int a) { return bare(a, 3); }`)
		expect(t, text, "bare", "__fizzer_", 0)
		expect(t, text, "around", "@__fizzer_symbolic_external(", 1)
	})
}

// TestSegments: memory of a segment register has no expressions.
func TestSegments(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, `
int there __attribute__((address_space(257)));
struct large { int a[50]; };
int use(int i, int __seg_fs *p, struct large *l, struct large __seg_fs *far) {
  p[i] = i;
  *l = *far;
  *far = *l;
  return p[1] + *(int *)__sync_fetch_and_add(&i, 1);
}`)
		expect(t, text, "use", "@__fizzer_symbolic_foreign(", 5)
	})
}

// TestProcessor: an instruction of the processor that reads memory may lose what depends on input.
func TestProcessor(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		text := transform(t, model, `
typedef char bytes __attribute__((vector_size(16)));
__attribute__((target("sse3"))) void move(bytes *to, const char *from) { *to = __builtin_ia32_lddqu(from); }`)
		expect(t, text, "move", "@__fizzer_symbolic_foreign(", 1)
	})
}

// TestTypes: the second form of all of C's types, calls and memory accesses is valid IR. Tests that run it check what it records.
func TestTypes(t *testing.T) {
	bothModels(t, func(t *testing.T, model string) {
		transform(t, model, `
typedef int four __attribute__((vector_size(16)));
struct pair { double a; float b; long c; };
struct large { int a[200]; };
long double wide(long double x) { return x * 2; }
four vectors(four a, four b) { return a * b + (four){1, 2, 3, 4}; }
typedef int single __attribute__((vector_size(4)));
single positive(single a) { return __builtin_elementwise_abs(a); }
four chosen(four a, four b, int i) { a[i] = b[2]; return __builtin_shufflevector(a, b, 0, 5, 2, 7); }
struct pair pairs(struct pair p, struct large *l, struct large q) { *l = q; p.b += p.a; return p; }
int atomic(int *p, int v) { int w = v; __atomic_compare_exchange_n(p, &w, 7, 0, 5, 5); return __sync_fetch_and_add(p, v) + w; }
void *jump(int i) { static void *places[] = {&&a, &&b}; goto *places[i]; a: return 0; b: return &places; }
int assembly(int a) { int r; __asm__("movl %1, %0" : "=r"(r) : "r"(a)); return r; }
float half(__fp16 *p, float f) { *p = f; return *p; }
_BitInt(200) huge(_BitInt(200) a, _BitInt(13) b) { return a * b; }
int choose(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r; }
int unknown(); int call(struct pair p, float f) { return unknown(p, f, 3) + choose(1, f, p); }
int local(int n, int i) { int a[n]; a[i] = n; return a[n - 1]; }`)
	})
}
