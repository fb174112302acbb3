package cli

import (
	"bytes"
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
	if code := Main([]string{"fizzer", "--sandbox", "maybe", "--output", folder, "x.c"}, &out, &errs); code != exitUsage {
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
	tellMachine(&out)
	for _, words := range []string{
		" MiB free", " MiB will be used, of the 15GB", "AddressSanitizer         absent   optional",
		"gdb                      absent", "z3 ", "cvc5 ", "bitwuzla ", "cadical ",
	} {
		if !strings.Contains(out.String(), words) {
			t.Errorf("%q is not in\n%s", words, &out)
		}
	}
	out.Reset()
	tellSpace(&out, "/nonexistent")
	if !strings.Contains(out.String(), "missing") || !strings.Contains(out.String(), "TMPDIR") {
		t.Error(out.String())
	}
}
