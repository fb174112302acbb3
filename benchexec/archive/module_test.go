package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// upstream puts the module for BenchExec into a copy of BenchExec's package that consists of links. It returns the folder that
// contains the package, and the names of BenchExec's own tools.
func upstream(t *testing.T) (folder string, tools []string) {
	t.Helper()
	packages, err := filepath.Glob("../../.venv/lib/python3*/site-packages/benchexec")
	if err != nil || len(packages) != 1 {
		t.Fatalf("BenchExec is at %q (%v); call make setup", packages, err)
	}
	folder = t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "benchexec", "tools"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, below := range []string{"", "tools"} {
		from, err := filepath.Abs(filepath.Join(packages[0], below))
		if err != nil {
			t.Fatal(err)
		}
		entries, err := os.ReadDir(from)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if below == "" && entry.Name() == "tools" {
				continue
			}
			if below == "tools" {
				tools = append(tools, entry.Name())
			}
			if err := os.Symlink(filepath.Join(from, entry.Name()), filepath.Join(folder, "benchexec", below, entry.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
	source, err := os.ReadFile("../../tool-info.py")
	if err != nil {
		t.Fatal(err)
	}
	module, err := upstreamModule(string(source), "https://example.org/project")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "benchexec", "tools", moduleName), []byte(module), 0o644); err != nil {
		t.Fatal(err)
	}
	return folder, tools
}

// TestModuleForBenchExec: BenchExec's own check finds the module among its tools, beside that of the tool in C++, and the checks of
// its continuous integration pass: ruff with its rules, ruff's format, its header.
func TestModuleForBenchExec(t *testing.T) {
	folder, tools := upstream(t)
	for _, tool := range tools {
		if tool == moduleName {
			t.Errorf("BenchExec has a %s already", tool)
		}
	}
	module := filepath.Join(folder, "benchexec", "tools", moduleName)
	python := func(arguments ...string) string {
		t.Helper()
		command := exec.Command("../../.venv/bin/python", arguments...)
		command.Env = append(os.Environ(), "PYTHONPATH="+folder)
		out, err := command.CombinedOutput()
		if err != nil {
			t.Errorf("%q: %v\n%s", arguments, err, out)
		}
		return string(out)
	}
	out := python("-m", "benchexec.test_tool_info", "--no-container", "--tool-directory", "../..", strings.TrimSuffix(moduleName, ".py"))
	for _, words := range []string{"Name of tool: “Fizzer in Go”", "Webpage: “https://example.org/project”", "“../../bin/fizzer-instrument”"} {
		if !strings.Contains(out, words) {
			t.Errorf("the dry run lacks %q:\n%s", words, out)
		}
	}
	if names := python("-c", "from benchexec.tools import fizzer, fizzer_in_go as ours; print(fizzer.Tool().name(), '|', ours.Tool().name())"); names != "Fizzer | Fizzer in Go\n" {
		t.Errorf("the names of the two tools are %q", names)
	}
	for _, check := range [][]string{{"check", "--ignore", "E501,I001"}, {"format", "--check"}} {
		if out, err := exec.Command("../../.venv/bin/ruff", append(check, "--isolated", "--no-cache", module)...).CombinedOutput(); err != nil {
			t.Errorf("ruff %q: %v\n%s", check, err, out)
		}
	}
	text, err := os.ReadFile(module)
	if err != nil {
		t.Fatal(err)
	}
	model, err := os.ReadFile(filepath.Join(folder, "benchexec", "tools", "dummy.py"))
	if err != nil {
		t.Fatal(err)
	}
	header := strings.Join(strings.SplitAfter(string(model), "\n")[:2], "")
	if !strings.HasPrefix(string(text), header) || strings.Count(string(text), "SPDX-License-Identifier: Apache-2.0") != 1 {
		t.Errorf("the module does not begin with BenchExec's header %q", header)
	}
}

func TestModuleWithoutPage(t *testing.T) {
	source := ownHeader + "class Tool:\n" + beforeURL + "self): ...\n"
	if module, err := upstreamModule(source, ""); err != nil || strings.Contains(module, "project_url") {
		t.Errorf("%q, %v", module, err)
	}
	if _, err := upstreamModule("class Tool: ...\n", "https://example.org/"); err == nil {
		t.Error("a file that is no such module is taken")
	}
}
