//go:build long

package main

import (
	"archive/zip"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fizzer/testcomp/suite"
)

// bare runs a command in a bare Ubuntu that has only the packages of the FM-Tools entry, and returns its output.
func bare(t *testing.T, folder, command string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Minute)
	defer cancel()
	run := exec.CommandContext(ctx, "../../scripts/bare", folder, strings.Join(ubuntuPackages, " "), "sh", "-c", command)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", command, err, out)
	}
	return string(out)
}

// unpack writes the archive below a folder, as unzip does.
func unpack(t *testing.T, archive, folder string) (names []string) {
	t.Helper()
	r, err := zip.OpenReader(archive)
	if err != nil {
		t.Fatalf("%v; call make archive", err)
	}
	defer r.Close()
	for _, file := range r.File {
		path := filepath.Join(folder, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		content, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, file.Mode())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(out, content); err != nil {
			t.Fatal(err)
		}
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		names = append(names, file.Name)
	}
	return names
}

// TestLongArchiveInBareUbuntu: the submitted archive works on a bare Ubuntu 24.04 without LLVM 19.
func TestLongArchiveInBareUbuntu(t *testing.T) {
	system, err := filepath.Abs("../../build/bare/noble")
	if err != nil {
		t.Fatal(err)
	}
	bare(t, system, "rm -rf /opt/unpacked /tmp/work && mkdir -p /opt/unpacked /tmp/work")
	names := unpack(t, "../../build/archive/fizzer-in-go.zip", filepath.Join(system, "opt/unpacked"))
	for _, name := range names {
		if !strings.HasPrefix(name, toolID+"/") {
			t.Errorf("%s is not below the top folder %s", name, toolID)
		}
		if extension := filepath.Ext(name); extension == ".go" || extension == ".c" || strings.Contains(name, ".git") {
			t.Errorf("%s is a source", name)
		}
	}
	if out := bare(t, system, "ls /usr/lib/*/libLLVM* /usr/lib/llvm-19 2>/dev/null || true"); strings.Contains(out, "19") {
		t.Errorf("LLVM 19 is there: %s", out)
	}
	top := "/opt/unpacked/" + toolID
	if out := bare(t, system, "cd /tmp/work && "+top+"/smoketest.sh"); !strings.Contains(out, "smoketest: ok") {
		t.Errorf("smoke test:\n%s", out)
	}
	if out := bare(t, system, top+"/bin/fizzer doctor"); strings.Contains(out, "missing") {
		t.Errorf("doctor:\n%s", out)
	}
	for _, example := range []string{"switch-sparse.i", "constants-64.c", "string-command.c"} {
		content, err := os.ReadFile("../../examples/" + example)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(system, "tmp/work", example), content, 0o644); err != nil {
			t.Fatal(err)
		}
		for _, model := range []string{"ILP32", "LP64"} {
			output := "/tmp/work/" + model + "-" + example
			out := bare(t, system, top+"/bin/fizzer --max-executions 300 --data-model "+model+" --output "+output+" /tmp/work/"+example)
			if !strings.HasSuffix(out, "RESULT: done\n") {
				t.Errorf("%s %s:\n%s", model, example, out)
			}
			if err := suite.Check(filepath.Join(system, output, "test-suite.zip")); err != nil {
				t.Errorf("%s %s: %v", model, example, err)
			}
		}
	}
}
