//go:build llvm19

package pass

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestReached instruments programs with all ways in which a run may come to a function. It must come to those whose names begin
// with "live", and the instrumenter must see that it does not come to those that begin with "dead". Each has a condition and a goal.
func TestReached(t *testing.T) {
	const head = `extern void __fizzer_goal(unsigned); extern int in(void);
extern int atexit(void (*)(void)); extern void (*signal(int, void (*)(int)))(int);
extern void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));
#define BODY(n) { if (in() == n) __fizzer_goal(n); }
`
	for name, source := range map[string]string{
		"calls": `
static void live1(void) BODY(1)
void dead2(void) BODY(2)
static void dead3(void) BODY(3)
void dead4(void) { dead3(); BODY(4) }
void dead5(int n) { if (n) dead5(n - 1); BODY(5) }
void dead7(void);
void dead6(void) { dead7(); BODY(6) }
void dead7(void) { dead6(); BODY(7) }
void live8(void) BODY(8)
void live9(void) { live8(); BODY(9) }
int main(void) { live1(); if (in()) live9(); BODY(0) }`,
		"pointers": `
static void live1(void) BODY(1)
static void live2(void) BODY(2)
static void live3(void) BODY(3)
static void live4(void) BODY(4)
static void live5(int n) BODY(5)
static void live11(int n) BODY(11)
static int live6(const void *a, const void *b) { BODY(6) return 0; }
static void live7(void) BODY(7)
static void dead8(void) BODY(8)
static void dead9(void) BODY(9)
static void live10(void) BODY(10)
struct operations { int n; void (*f)(void); };
static struct operations used = {1, live2}, unused = {2, dead8};
static struct operations *table[2] = {&used, 0}, *tables[1] = {&unused};
void dead12(void) { tables[0]->f(); atexit(dead9); BODY(12) }
void (*exported)(void) = live3;
static void (*chosen)(void);
static unsigned long number = (unsigned long)live10 ;
int main(void) {
  int a[2];
  chosen = in() ? live1 : live7;
  chosen();
  table[0]->f();
  atexit(live4);
  signal(2, live5);
  struct { void (*handler)(int); } action = {live11};
  qsort(a, 2, 4, live6);
  ((void (*)(void))number)();
  action.handler(1);
  BODY(0)
}`,
		"attributes": `
static __attribute__((constructor)) void live1(void) BODY(1)
static __attribute__((destructor)) void live2(void) BODY(2)
__attribute__((weak)) void live3(void) BODY(3)
__attribute__((weak)) void dead4(void) BODY(4)
static __attribute__((used)) void live5(void) BODY(5)
static void live6(int *x) BODY(6)
static void live7(void) BODY(7)
void other7(void) __attribute__((alias("live7")));
static void live8(void) BODY(8)
static __attribute__((used, section(".init_array"))) void (*entry)(void) = live8;
void dead9(void) BODY(9)
void other9(void) __attribute__((alias("dead9")));
static void live10(void) BODY(10)
static void *live11(void) { BODY(11) return live10; }
void indirect(void) __attribute__((ifunc("live11")));
void *memset(void *p, int c, unsigned long n) { BODY(12) return p; }
void __divdi3(void) BODY(13)
void __VERIFIER_dead14(void) BODY(14)
void __dead15(void) BODY(15)
void __utac__stack__dead16(void) BODY(16)
void __asan_live17(void) BODY(17)
int main(void) { int x __attribute__((cleanup(live6))) = in(); live3(); other7(); indirect(); BODY(0) }`,
		"assembly": `
void live1(void) BODY(1)
void live2(void) BODY(2)
void live4(void) BODY(4)
void dead3(void) BODY(3)
__asm__(".pushsection .data; pointer: .long live2; .popsection");
int main(void) { __asm__("call live1"); __asm__("nop" : : "r"(live4)); BODY(0) }`,
		"names": `
extern void *dlsym(void *, const char *);
void live1(void) BODY(1)
static void live2(void) BODY(2)
void live3(void) { dlsym(0, "live1"); live2(); BODY(3) }
int main(void) { BODY(0) }`,
	} {
		for _, clang := range []string{"clang-14", "clang-19"} {
			for _, model := range []string{"-m32", "-m64"} {
				_, table := instrumentFile(t, compile(t, clang, model, write(t, name+".c", head+source+"\n")), Options{})
				for _, c := range table.Conditions {
					function := table.Functions[c.Function]
					dead := strings.Contains(function.Name, "dead")
					if function.Uncalled != dead || c.Unreachable != dead {
						t.Errorf("%s %s %s: %s is uncalled: %v, its condition unreachable: %v", name, clang, model, function.Name, function.Uncalled,
							c.Unreachable)
					}
				}
				for goal := range strings.Count(source, "BODY(") {
					if dead := regexp.MustCompile(fmt.Sprintf(`dead%d\b`, goal)).MatchString(source); table.MayReach(goal) == dead {
						t.Errorf("%s %s %s: goal %d may be reached: %v", name, clang, model, goal, !dead)
					}
				}
			}
		}
	}
}

// TestUnreachedBlocks: no way leads to some code of a called function.
func TestUnreachedBlocks(t *testing.T) {
	const source = `extern void __fizzer_goal(unsigned); extern int in(void);
void dead(void) { if (in() == 8) __fizzer_goal(0); }
int main(void) {
  if (0) { __fizzer_goal(1); }
  if (in() == 1) { __fizzer_goal(2); goto end; }
  return 0;
unused:
  if (in() == 2) { dead(); __fizzer_goal(3); }
again:
  if (in() == 3) { __fizzer_goal(4); goto again; }
  return 1;
end:
  for (;;) { if (in() == 4) break; if (in() == 5) { __fizzer_goal(5); goto computed; } }
  void *target = in() ? &&computed : &&end;
  goto *target;
computed:
  if (in() == 6) __fizzer_goal(6);
  switch (2) { case 1: __fizzer_goal(7); case 2: __fizzer_goal(8); }
  return 0 && in() == 7 ? ({ __fizzer_goal(9); 1; }) : ({ __fizzer_goal(10); 0; });
}
`
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			_, table := instrumentFile(t, compile(t, clang, model, write(t, "blocks.c", source)), Options{})
			for goal := range 12 {
				if got, want := table.MayReach(goal), strings.Contains(" 2 5 6 8 10 ", fmt.Sprintf(" %d ", goal)); got != want {
					t.Errorf("%s %s: goal %d may be reached: %v", clang, model, goal, got)
				}
			}
			for _, c := range table.Conditions {
				if dead := c.Line == 2 || c.Line >= 8 && c.Line <= 10; c.Unreachable != dead {
					t.Errorf("%s %s: the condition in line %d is unreachable: %v", clang, model, c.Line, c.Unreachable)
				}
			}
		}
	}
}

// TestExternalsAreReached: functions of the C library that only uncalled functions or unreached blocks use are no externals. A pointer
// to one that reached code takes is a use.
func TestExternalsAreReached(t *testing.T) {
	const source = `extern int in(void); extern int closes(int); extern int opens(int); extern int reads(int); extern int never(void);
extern int fwrite(int);
int parse(int (*read)(int)) { return read(in()) == 3; }
int file(int name) { int f = opens(name); parse(closes); fwrite(f); return closes(f); }
static int again(int n) { return n ? file(n) : again(n + 1); }
int main(void) { if (0) return never(); return parse(reads); }
`
	for _, clang := range []string{"clang-14", "clang-19"} {
		for _, model := range []string{"-m32", "-m64"} {
			_, table := instrumentFile(t, compile(t, clang, model, write(t, "externals.c", source)), Options{})
			if want := []string{"in", "reads"}; !slices.Equal(table.Externals, want) {
				t.Errorf("%s %s: externals %v instead of %v", clang, model, table.Externals, want)
			}
		}
	}
}

// TestSystemNames: what compilers' libraries and start-up code define and call is known by name, and what generators of programs name like
// that is not.
func TestSystemNames(t *testing.T) {
	for _, name := range strings.Fields(`
		__divdi3 __udivmoddi4 __fixdfsi __fixunstfti __floatundidf __muldc3 __truncxfhf2 __popcountti2 __cmpti2 __clzdi2
		__bswapsi2 __powixf2 __extenddftf2 __unorddf2 __trunctfdd __avx_savms64_12 __bid64_add __atomic_load_16
		__sync_fetch_and_add_4 __cxa_finalize __libc_start_main __gmon_start__ __cyg_profile_func_enter __stack_chk_fail
		__tls_get_addr ___tls_get_addr __memcpy_chk __asan_default_options __ubsan_on_report __sanitizer_cov_trace_pc
		__gcov_dump __llvm_profile_dump __mcount __register_frame_info __deregister_frame __x86.get_pc_thunk.bx
		__emutls_get_address __pthread_key_create __fentry__`) {
		if !systemName.MatchString(name) {
			t.Errorf("%s is no name of the system", name)
		}
	}
	for _, name := range strings.Fields(`
		__utac__error_stack_mgt __startrek_init_globals __automaton_fail __VERIFIER_assert __main __module_get __list_add
		__hlist_del __raw_spin_lock_irq __bswap_32 __swab64p divdi3 memcpy main`) {
		if systemName.MatchString(name) {
			t.Errorf("%s is a name of the system", name)
		}
	}
}
