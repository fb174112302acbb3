package cli

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"fizzer/libfizzer/sandbox"
)

func TestRemediesOfLayers(t *testing.T) {
	setting := func(name, value string) fstest.MapFS {
		return fstest.MapFS{"proc/sys/" + name: {Data: []byte(value + "\n")}}
	}
	for _, test := range []struct {
		layer   sandbox.Layer
		machine fstest.MapFS
		want    string
	}{
		{sandbox.Namespaces, setting("kernel/apparmor_restrict_unprivileged_userns", "1"),
			"sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
		{sandbox.View, setting("kernel/apparmor_restrict_unprivileged_userns", "1"), "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"},
		{sandbox.Namespaces, setting("kernel/apparmor_restrict_unprivileged_userns", "0"), ""},
		{sandbox.Namespaces, setting("kernel/unprivileged_userns_clone", "0"), "sysctl -w kernel.unprivileged_userns_clone=1"},
		{sandbox.Namespaces, setting("user/max_user_namespaces", "0"), "sysctl -w user.max_user_namespaces=10000"},
		{sandbox.Namespaces, fstest.MapFS{}, ""},
		{sandbox.Landlock, fstest.MapFS{}, "lsm="},
		{sandbox.Filter, fstest.MapFS{}, ""},
	} {
		if got := remedyOf(test.layer, test.machine); !strings.Contains(got, test.want) || test.want == "" && got != "" {
			t.Errorf("%s: %q, want %q", test.layer, got, test.want)
		}
	}
}

func TestDoctorTellsEachLayer(t *testing.T) {
	t.Setenv(sandbox.WithoutVariable, "namespaces,filter")
	var out bytes.Buffer
	if err := tellSandbox(&out); err != nil {
		t.Fatal(err)
	}
	for _, layer := range sandbox.Layers {
		if strings.Count(out.String(), "sandbox: "+string(layer)+" ") != 1 {
			t.Errorf("%s has no line of its own:\n%s", layer, &out)
		}
	}
	for line := range strings.Lines(out.String()) {
		for _, layer := range []string{"namespaces", "filter"} {
			if strings.HasPrefix(line, "sandbox: "+layer) && !strings.Contains(line, "missing") {
				t.Errorf("what was left out is told as %q", line)
			}
		}
	}
}

func TestSandboxOption(t *testing.T) {
	folder := t.TempDir()
	var out, errs bytes.Buffer
	if code := mainNow([]string{"fizzer", "--sandbox", "maybe", "--output", folder, "x.c"}, &out, &errs); code != exitUsage {
		t.Errorf("an unknown policy gives exit code %d: %s", code, &errs)
	}
	if code := exitCode(&sandbox.MissingError{Layers: []sandbox.Layer{sandbox.View}}); code != exitMissing {
		t.Errorf("missing layers give exit code %d", code)
	}
}

// The doctor tells which resources the machine has for a run, and which optional programs are absent.
func TestDoctorTellsTheMachine(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	t.Setenv("PATH", t.TempDir())
	var out bytes.Buffer
	tellMachine(t.Context(), &out)
	for _, words := range []string{
		" MiB free", " MiB will be used, of the 15GB", "AddressSanitizer         absent   optional",
		"gdb                      absent", "z3 ", "cvc5 ", "bitwuzla ", "cadical ",
	} {
		if !strings.Contains(out.String(), words) {
			t.Errorf("%q is not in\n%s", words, &out)
		}
	}
	out.Reset()
	tellSpace(&out, filepath.Join(t.TempDir(), "missing"))
	if !strings.Contains(out.String(), "missing") || !strings.Contains(out.String(), "TMPDIR") {
		t.Error(out.String())
	}
}

// What is there is told with its version, what is missing or does not work with the command that gets it.
func TestDoctorFindsTools(t *testing.T) {
	gcc := `case "$*" in *--version*) echo "gcc of this test"; echo more;; *-m32*) exit 1;; esac`
	folder := tools(t, map[string]string{"gcc": gcc, "clang-19": "echo clang of this test", "fizzer-instrument": "echo ours", "gdb": ""})
	code, out, messages := call("fizzer doctor")
	if code != exitMissing || !strings.Contains(messages, "something that fizzer needs (1 of 7) is missing: run the commands above") {
		t.Errorf("%d, %s", code, messages)
	}
	for _, line := range []string{
		"clang 14 to 19           found    clang of this test (" + folder + "/clang-19)\n",
		"fizzer-instrument        found    ours (" + folder + "/fizzer-instrument)\n",
		"gcc                      found    gcc of this test (" + folder + "/gcc)\n",
		"LP64 with gcc            found    C library, libm\n", "LP64 with clang-19       found ", "ILP32 with clang-19      found ",
		"ILP32 with gcc           missing  apt-get install gcc-multilib libc6-dev-i386\n",
		"AddressSanitizer         found    gcc\n", "gdb                      found    " + folder + "/gdb\n",
	} {
		if !strings.Contains(out, line) {
			t.Errorf("%q is not in\n%s", line, out)
		}
	}
	write(t, folder, map[string]string{"gcc": "#!/bin/sh\n", "fizzer-instrument": "#!/bin/sh\nexit 1\n"})
	if code, out, _ := call("fizzer doctor"); code != exitMissing || strings.Count(out, " missing  apt-get") != 1 ||
		!strings.Contains(out, "missing  apt-get install libllvm19 ("+folder+"/fizzer-instrument does not work: exit status 1)\n") {
		t.Errorf("%d, %s", code, out)
	}
	t.Setenv("TMPDIR", filepath.Join(folder, "none"))
	if code, out, _ := call("fizzer doctor"); code != exitMissing || !strings.Contains(out,
		"temporary folder         missing  set TMPDIR to a folder that can be written") {
		t.Errorf("%d, %s", code, out)
	}
}

// A machine that has all but a sandbox is not ready.
func TestDoctorWithoutSandbox(t *testing.T) {
	tools(t, map[string]string{"gcc": "echo gcc", "clang-19": "echo clang", "fizzer-instrument": "echo ours"})
	var all []string
	for _, layer := range sandbox.Layers {
		all = append(all, string(layer))
	}
	t.Setenv(sandbox.WithoutVariable, strings.Join(all, ","))
	check(t, "", map[string]ended{"fizzer doctor": {exitMissing, "every layer of the sandbox is missing: see docs/security.md"}})
}

// A compiler that does not even start is not said to lack libraries alone.
func TestDoctorTellsWhyCompilersFail(t *testing.T) {
	folder := tools(t, map[string]string{})
	write(t, folder, map[string]string{"gcc": "no program\n"})
	for _, f := range findLibraries(t.Context()) {
		if !strings.Contains(f.remedy, "apt-get install gcc") || !strings.Contains(f.remedy, "(gcc does not work: ") {
			t.Errorf("%s: %q", f.what, f.remedy)
		}
	}
}
