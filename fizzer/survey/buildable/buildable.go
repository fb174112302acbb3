// Package buildable finds out which C programs become targets: gcc compiles each as the validators do, and front end,
// instrumenter and linker build it. No program is run.
package buildable

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"fizzer/fizzer/toolchain"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
	"fizzer/testcomp/tasklist"
)

// verdict is one line of the result.
type verdict struct {
	Program   string `json:"program"`
	DataModel string `json:"data_model"`
	GCC       bool   `json:"gcc"`               // gcc compiles it
	Built     bool   `json:"built"`             // it became a target
	Message   string `json:"message,omitempty"` // why it did not become one
}

// totals count the programs.
type totals struct {
	Programs int `json:"programs"`
	GCC      int `json:"gcc_compiles"`
	Both     int `json:"gcc_compiles_and_built"`
	Failed   int `json:"gcc_compiles_and_not_built"`
}

// Run writes one JSON line per task and then the totals. With failures it only writes tasks that gcc compiles but
// that did not become targets.
func Run(ctx context.Context, w io.Writer, tasks []tasklist.Entry, failures bool) error {
	scratch, err := os.MkdirTemp("", "survey-buildable-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b := builder{scratch}
	var sum totals
	out := json.NewEncoder(w)
	for _, e := range tasks {
		v, err := b.judge(ctx, e)
		if err != nil {
			return fmt.Errorf("%s: %w", e.Path, err)
		}
		sum.add(v)
		if !failures || v.GCC && !v.Built {
			if err := out.Encode(v); err != nil {
				return err
			}
		}
	}
	return out.Encode(sum)
}

func (s *totals) add(v verdict) {
	s.Programs++
	switch {
	case v.GCC && v.Built:
		s.GCC++
		s.Both++
	case v.GCC:
		s.GCC++
		s.Failed++
	}
}

// builder builds one program after the other, in its scratch folder.
type builder struct{ scratch string }

func (b *builder) judge(ctx context.Context, e tasklist.Entry) (v verdict, err error) {
	t, err := e.Task()
	if err != nil {
		return v, err
	}
	v = verdict{Program: e.Path, DataModel: string(t.DataModel)}
	folder := filepath.Join(b.scratch, "source")
	if err := os.RemoveAll(folder); err != nil {
		return v, err
	}
	sources, err := source.Copy(t.Programs, folder)
	if err != nil {
		return v, err
	}
	v.GCC = b.gcc(ctx, t, sources, "-fsyntax-only")
	err = b.build(ctx, t)
	v.Built = err == nil
	if err == nil {
		return v, nil
	}
	v.Message = err.Error()
	v.GCC = v.GCC && b.gcc(ctx, t, sources, "-c", "-o", filepath.Join(b.scratch, "gcc.o"))
	return v, nil
}

// gcc reports whether the validators' compiler accepts each file of the program.
func (b *builder) gcc(ctx context.Context, t *task.Task, sources *source.Program, arguments ...string) bool {
	arguments = append(arguments, "-std=gnu11", t.DataModel.CompilerFlag(), "-w", "-D__alias__(x)=", "-DGCOV")
	for _, file := range sources.Files {
		if exec.CommandContext(ctx, "gcc", append(arguments[:len(arguments):len(arguments)], file.Path)...).Run() != nil {
			return false
		}
	}
	return true
}

func (b *builder) build(ctx context.Context, t *task.Task) error {
	folder := filepath.Join(b.scratch, "build")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	options, err := toolchain.OptionsFor(ctx, t, folder)
	if err != nil {
		return err
	}
	_, err = toolchain.Build(ctx, options)
	return err
}
