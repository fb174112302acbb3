// Command buildable shows which C programs become targets: each is compiled by gcc as the validators compile it, and built
// by front end, instrumenter and linker. It prints one JSON line a program and then the totals; nothing is run.
//
//	buildable [-every N] [-failures] LIST.tsv
//
// Each line of the list holds the path of a program and, behind a tab, its data model.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"fizzer/fizzer/build"
	"fizzer/testcomp/source"
	"fizzer/testcomp/task"
)

// verdict is one line of the result.
type verdict struct {
	Program   string `json:"program"`
	DataModel string `json:"data_model"`
	GCC       bool   `json:"gcc"`               // gcc compiles it
	Built     bool   `json:"built"`             // it became a target
	Message   string `json:"message,omitempty"` // why it did not
}

// totals count the programs.
type totals struct {
	Programs int `json:"programs"`
	GCC      int `json:"gcc_compiles"`
	Both     int `json:"gcc_compiles_and_built"`
	Failed   int `json:"gcc_compiles_and_not_built"`
}

func main() {
	every := flag.Int("every", 1, "take each N-th program of the list only")
	failures := flag.Bool("failures", false, "print only programs that gcc compiles and that did not become targets")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: buildable [-every N] [-failures] LIST.tsv")
		os.Exit(1)
	}
	if err := run(context.Background(), os.Stdout, flag.Arg(0), max(*every, 1), *failures); err != nil {
		fmt.Fprintln(os.Stderr, "buildable:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, w io.Writer, list string, every int, failures bool) error {
	tasks, err := read(list)
	if err != nil {
		return err
	}
	scratch, err := os.MkdirTemp("", "fizzer-buildable-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	b := builder{scratch: scratch, runtimes: map[task.DataModel]*build.Runtime{}}
	var sum totals
	out := json.NewEncoder(w)
	for n := 0; n < len(tasks); n += every {
		v, err := b.judge(ctx, tasks[n])
		if err != nil {
			return fmt.Errorf("%s: %w", v.Program, err)
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

// read returns the programs of a list.
func read(list string) ([]*task.Task, error) {
	file, err := os.Open(list)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var tasks []*task.Task
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) < 2 {
			return nil, fmt.Errorf("%s: %q is not a path and a data model with a tab between", list, lines.Text())
		}
		model, err := task.ParseDataModel(fields[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list, err)
		}
		tasks = append(tasks, &task.Task{Programs: fields[:1], DataModel: model})
	}
	return tasks, lines.Err()
}

// builder builds one program after the other; the runtime is compiled once for each data model.
type builder struct {
	scratch  string
	runtimes map[task.DataModel]*build.Runtime
}

func (b *builder) judge(ctx context.Context, t *task.Task) (verdict, error) {
	v := verdict{Program: t.Programs[0], DataModel: string(t.DataModel)}
	sources, err := source.Copy(t.Programs, filepath.Join(b.scratch, "source"))
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

// gcc tells whether the validators' compiler accepts the program.
func (b *builder) gcc(ctx context.Context, t *task.Task, sources *source.Program, arguments ...string) bool {
	arguments = append(arguments, "-std=gnu11", t.DataModel.CompilerFlag(), "-w", "-D__alias__(x)=", "-DGCOV", sources.Files[0].Path)
	return exec.CommandContext(ctx, "gcc", arguments...).Run() == nil
}

func (b *builder) build(ctx context.Context, t *task.Task) error {
	folder := filepath.Join(b.scratch, "build")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	options, err := build.OptionsFor(t, folder)
	if err != nil {
		return err
	}
	if options.Runtime, err = b.runtime(ctx, options, t.DataModel); err != nil {
		return err
	}
	_, err = build.Build(ctx, options)
	return err
}

func (b *builder) runtime(ctx context.Context, options build.Options, model task.DataModel) (*build.Runtime, error) {
	if r := b.runtimes[model]; r != nil {
		return r, nil
	}
	options.Scratch = filepath.Join(b.scratch, string(model))
	if err := os.Mkdir(options.Scratch, 0o755); err != nil {
		return nil, err
	}
	r, err := build.CompileRuntime(ctx, options)
	b.runtimes[model] = r
	return r, err
}
