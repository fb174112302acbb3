package cli

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"fizzer/fizzer/budget"
	"fizzer/testcomp/flags"
	"fizzer/testcomp/task"
)

// readHere reads what is named in a folder, and returns the notes for the user as well.
func readHere(o options, folder string, files ...string) (*task.Task, string, error) {
	var notes strings.Builder
	n := named{Folder: folder}
	for _, file := range files {
		n.Files = append(n.Files, filepath.Join(folder, file))
	}
	t, err := readTask(context.Background(), noLimits(), o, n, &notes)
	return t, notes.String(), err
}

// wordsOf returns how the files of a task are compiled, with a bar between them and $ for the folder.
func wordsOf(t *task.Task, folder string) string {
	var all []string
	for i := range t.Compile {
		all = append(all, strings.ReplaceAll(flags.Quote(t.Compile[i].Arguments()...), folder, "$"))
	}
	return strings.Join(all, " | ")
}

// A compilation database says how each file is compiled, and the words of the command line come behind that. Of several ways the first is
// taken, with a note.
func TestDatabase(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "b.c": program, "c.c": program, "odd.json": "{",
		"build/compile_commands.json": strings.ReplaceAll(`[
{"directory": "$/build", "file": "../a.c", "command": "gcc -O2 -I../inc -DX=1 -c ../a.c -o a.o"},
{"directory": "$/build", "file": "$/b.c", "arguments": ["gcc", "-m32", "-DY=a b", "-c", "../b.c"]},
{"directory": "$/build", "file": "../a.c", "command": "gcc -DX=2 -c ../a.c"}]`, "$", folder)})
	for _, test := range []struct {
		options      options
		files        string
		words, notes string
		model        task.DataModel
	}{
		{options{"p": {"build"}}, "a.c", "-I$/inc -DX=1", "a.c is compiled in 2 ways", task.LP64},
		{options{databaseOption: {"build/compile_commands.json"}, compilerOption: {"-DZ -O1"}}, "a.c b.c",
			"-I$/inc -DX=1 -DZ | '-DY=a b' -DZ", "options on the command line come behind those of the build", task.ILP32},
		{options{"p": {"build"}, "data-model": {"LP64"}}, "b.c", "'-DY=a b'", "", task.LP64},
	} {
		read, notes, err := readHere(test.options, folder, strings.Fields(test.files)...)
		if err != nil {
			t.Errorf("%v: %v", test.options, err)
			continue
		}
		if got := wordsOf(read, folder); got != test.words || read.DataModel != test.model || !strings.Contains(notes, test.notes) ||
			test.notes == "" && notes != "" {
			t.Errorf("%v: %s in %s; %s", test.options, got, read.DataModel, notes)
		}
	}
	check(t, folder, map[string]ended{
		"fizzer harness -p $/none $/a.c":                     {exitNoFile, "let cmake write it by -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"},
		"fizzer harness --compile-commands $/odd.json $/a.c": {exitNoFile, "odd.json: "},
		"fizzer harness -p $/build $/c.c":                    {exitUsage, "has no entry for " + folder + "/c.c"},
	})
}

// Options of the compiler and the linker are for all files. What has no effect is told, once.
func TestBuildOptions(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "b.i": program, "libx.a": "!<arch>\n"})
	given := options{compilerOption: {"-Iinc -O2", "-DTEXT='a b' -pthread"}, linkerOption: {"-lm -Llib"}}
	read, notes, err := readHere(given, folder, "a.c", "b.i", "libx.a")
	if err != nil {
		t.Fatal(err)
	}
	if got := wordsOf(read, folder); got != "-I$/inc '-DTEXT=a b' -D_REENTRANT | -I$/inc '-DTEXT=a b' -D_REENTRANT" {
		t.Error(got)
	}
	if got := strings.ReplaceAll(strings.Join(read.Link.Libraries, " "), folder, "$"); got != "-lm $/libx.a -pthread" ||
		len(read.Programs) != 2 {
		t.Errorf("%s, %q", got, read.Programs)
	}
	if notes != "" {
		t.Error(notes)
	}
	for _, wrong := range []options{{compilerOption: {"'"}}, {linkerOption: {"'"}}, {compilerOption: {"-I"}}, {linkerOption: {"-L"}},
		{"data-model": {"x"}}, {inputOption: {"odd"}}, {inputOption: {"stdin"}, entryOption: {"main"}}} {
		if _, _, err := readHere(wrong, folder, "a.c"); exitCode(err) != exitUsage {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}

// What is named together must be one program.
func TestPrograms(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "b.c": program, "script": "#!/bin/sh\n", "a.txt": program,
		"task.yml": "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: C\n  data_model: ILP32\n"})
	read, _, err := readHere(nil, folder, "task.yml")
	if err != nil || read.DataModel != task.ILP32 || len(read.Programs) != 1 || read.Harness != nil {
		t.Errorf("%+v, %v", read, err)
	}
	if read, _, err = readHere(nil, folder, "a.c", "b.c"); err != nil || len(read.Programs) != 2 || read.DataModel != task.LP64 {
		t.Errorf("%+v, %v", read, err)
	}
	check(t, folder, map[string]ended{
		"fizzer harness":                   {exitUsage, "name a task or a program"},
		"fizzer harness $/a.c $/task.yml":  {exitUsage, "name one task definition, or the files of one program (.c or .i), not 2 files"},
		"fizzer harness $/task.yml $/a.c":  {exitUsage, "not 2 files"},
		"fizzer harness $/a.c $/none.c":    {exitNoFile, "none.c"},
		"fizzer harness $/script":          {exitNoFile, `it is a script; name an executable that "fizzer cc" built`},
		"fizzer harness $/a.txt":           {exitTask, "rename the file"},
		"fizzer harness --entry f $/a.txt": {exitTask, "rename the file"},
	})
}

// The harness is what gives the program its inputs: by its main function, as a fuzz target, or by one of its functions.
func TestHarness(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "target.c": target, "e.c": "int twice(int x) { return x > 3 ? 2 * x : 0; }\n",
		"part.c": target + "#ifdef ALONE\nint main(void) { return 0; }\n#endif\n",
		"own.c":  "#ifdef FUZZ\n" + target + "#endif\nint main(void) { return 0; }\n", "bad.c": target + "int main(void) { return none; }\n",
		"task.yml": "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: C\n  data_model: LP64\n"})
	check(t, folder, map[string]ended{
		"fizzer harness $/a.c":                              {exitUsage, "the program has no harness: give --entry or --input"},
		"fizzer harness $/task.yml":                         {exitUsage, "the program has no harness"},
		"fizzer harness --input nondet $/target.c":          {exitUsage, "the program has no harness"},
		"fizzer harness --input stdin $/a.c":                {exitDone, task.ProgramMain},
		"fizzer harness --input argv $/task.yml":            {exitDone, task.ProgramMain},
		"fizzer harness --input env:A --input file:b $/a.c": {exitDone, `"b"`},
		"fizzer harness $/target.c":                         {exitDone, "LLVMFuzzerTestOneInput("},
		"fizzer harness $/part.c":                           {exitDone, "LLVMFuzzerTestOneInput("},
		"fizzer harness $/own.c":                            {exitUsage, "the program has no harness"},
		"fizzer harness $/bad.c":                            {exitUsage, "the program has no harness"},
		"fizzer harness --input odd $/a.c":                  {exitUsage, `--input: there is no input "odd"`},
		"fizzer harness --entry f --input argv $/a.c":       {exitUsage, "so --input gives nothing"},
		"fizzer harness --entry twice $/e.c":                {exitDone, "twice("},
		"fizzer harness --entry thrice $/e.c":               {exitUsage, "--entry: "},
		"fizzer harness --entry main $/a.c":                 {exitUsage, "leave out --entry"},
	})
}

// Raw bytes that are seeds become inputs by which a harness gives the program these bytes, where bytes are all that it gets.
func TestEncodeRaw(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "target.c": target})
	long := strings.Repeat("x", 5000)
	for _, test := range []struct {
		file    string
		options options
		raw     string
		want    string
		cut     int
	}{
		{"a.c", options{}, "a\x00", "a\x00", 0},
		{"a.c", options{inputOption: {"stdin"}}, "a\x00\xff", "a\xff\x00\xff\xff\x00", 0},
		{"a.c", options{inputOption: {"file:x"}}, long, long[:4096] + "\x00", 1},
		{"a.c", options{inputOption: {"stdin", "argv"}}, "a\x00", "a\x00", 0},
		{"target.c", options{}, "ab", "\x02ab", 0},
	} {
		read, _, err := readHere(test.options, folder, test.file)
		if err != nil {
			t.Fatal(err)
		}
		inputs := [][]byte{[]byte(test.raw)}
		cut, err := encodeRaw(test.options, read, inputs)
		if err != nil || string(inputs[0]) != test.want || cut != test.cut {
			t.Errorf("%s, %v: %.20q, %d cut, %v", test.file, test.options, inputs[0], cut, err)
		}
	}
}

// An executable that the compiler of the tool built stands for its sources, their options and its libraries.
func TestBuilt(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"a.c": program, "b.c": "int b;\n", "other": "\x7fELF",
		"task.yml": "format_version: '2.0'\ninput_files: a.c\noptions:\n  language: C\n  data_model: LP64\n"})
	t.Chdir(folder)
	if code, out, messages := call("fizzer cc -DX=1 -Iinc -O1 -o built b.c a.c -lm"); code != exitDone || out != "" {
		t.Fatalf("%d, %s%s", code, out, messages)
	}
	read, _, err := readHere(options{compilerOption: {"-DY"}}, folder, "built")
	if err != nil || strings.Join(read.Programs, " ") != "a.c b.c" || strings.Join(read.Link.Libraries, " ") != "-lm" ||
		read.DataModel != task.LP64 {
		t.Fatalf("%+v, %v", read, err)
	}
	if got := wordsOf(read, folder); got != "-I$/inc -DX=1 -DY | -I$/inc -DX=1 -DY" {
		t.Error(got)
	}
	if shortest("/etc/x.c") != "/etc/x.c" || shortest(filepath.Join(folder, "d/x.c")) != "d/x.c" {
		t.Error("a path outside of the folder became a relative one")
	}
	check(t, folder, map[string]ended{
		"fizzer harness built":            {exitUsage, "the program has no harness"},
		"fizzer harness other":            {exitNoFile, "other: "},
		"fizzer harness task.yml built":   {exitUsage, "name one task definition, or the files of one program"},
		"fizzer harness --cflags ' built": {exitUsage, "--cflags"},
	})
	write(t, folder, map[string]string{"a.c": program + "\n"})
	check(t, folder, map[string]ended{"fizzer harness built": {exitNoFile, "was changed since it was compiled; build it again"}})
}

// noLimits bind nothing.
func noLimits() limits { return limits{meter: budget.NewMeter()} }
