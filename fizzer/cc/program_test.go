package cc

import (
	"bytes"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// build runs the lines of a shell in a folder with the sources; $CC is the wrapper.
func build(t *testing.T, folder, lines string) {
	t.Helper()
	command := exec.Command("sh", "-exc", lines)
	command.Dir, command.Env = folder, append(os.Environ(), "CC="+compiler(t))
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
}

// The record of a build survives what builds do with object files. Each line leaves the executable p.
func TestRecords(t *testing.T) {
	for name, lines := range map[string]string{
		"one call":            `$CC a.c b.c -o p`,
		"objects":             `$CC -c a.c b.c; mv b.o moved.o; cp a.o copied.o; $CC copied.o moved.o -o p`,
		"archive":             `$CC -c a.c b.c; ar rcs lib.a b.o; $CC a.o lib.a -o p`,
		"thin archive":        `mkdir d; $CC -c a.c; $CC -c b.c -o d/a_name_longer_than_sixteen.o; ar rcsT lib.a d/*.o; $CC a.o lib.a -o p`,
		"-l":                  `$CC -c b.c; ar rcs libb.a b.o; $CC a.c -L. -lb -o p`,
		"partial link":        `$CC -c a.c b.c; ld -r a.o b.o -o both.o; $CC both.o -o p`,
		"partial link by cc":  `$CC -r a.c b.c -o both.o; $CC both.o -o p`,
		"shared library":      `$CC -shared -fPIC -DPIC b.c -o libb.so.1; $CC a.c libb.so.1 -o p`,
		"-l of a shared one":  `$CC -shared -fPIC b.c -o libb.so; $CC a.c -L. -lb -o p`,
		"stripped":            `$CC -s a.c b.c -o q; strip q; install -s q p`,
		"collected":           `$CC -ffunction-sections -Wl,--gc-sections a.c b.c -o p`,
		"response file":       `echo "-c a.c b.c" >args; $CC @args; echo "a.o b.o -o p" >args; $CC @args`,
		"linked by hand":      `$CC -c a.c b.c; gcc a.o b.o -o p`,
		"static":              `$CC -static a.c b.c -o p`,
		"compressed debug":    `$CC -g -gz a.c b.c -o p`,
		"other folder":        `mkdir o; cd o; $CC -c ../a.c ../b.c; $CC *.o -o ../p`,
		"twice the same":      `$CC -c -fPIC -DPIC b.c; ld -r b.o -o c.o; $CC -shared c.o -o libb.so; $CC -c b.c; $CC a.c b.o libb.so -o p`,
		"another compiler":    `export FIZZER_CC=clang-19; $CC -c a.c b.c; $CC a.o b.o -o p`,
		"of the language -x":  `mv b.c b.inc; $CC -c -x c b.inc -o b.o; $CC a.c b.o -o p`,
		"preprocessed":        `$CC -E b.c -o b.i; $CC -c b.i; $CC a.c b.o -o p`,
		"by the environment":  `export CPATH=inc C_INCLUDE_PATH=inc; $CC a.c b.c -o p`,
		"32 bits":             `$CC -m32 a.c b.c -o p`,
		"macros":              `$CC -Wp,-DX=1 -D 'Y="a b"' -Wa,--noexecstack -O3 -fsanitize=undefined a.c b.c -o p`,
		"foreign library too": `echo 'int other;' >o.c; gcc -c o.c; ar rcs libo.a o.o; $CC a.c b.c -L. -lo -lm -pthread -o p`,
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, sources)
			build(t, folder, lines)
			p, err := Read(filepath.Join(folder, "p"), folder)
			if err != nil {
				t.Fatal(err)
			}
			var files []string
			for _, path := range p.Sources {
				files = append(files, strings.TrimPrefix(path, folder+"/"))
			}
			if len(files) != 2 || files[0] != "a.c" || !strings.HasPrefix(files[1], "b.") {
				t.Errorf("the sources are %q", files)
			}
			for _, c := range p.Compile {
				if c.Root != folder {
					t.Errorf("the headers may be in %s", c.Root)
				}
			}
			var libraries []string
			macros := p.Compile[0].Macros
			switch name {
			case "32 bits":
				if p.Bits != 32 {
					t.Errorf("%d bits", p.Bits)
				}
			case "macros":
				if !slices.Equal(macros, []string{"-DX=1", `-DY="a b"`}) {
					t.Errorf("the macros are %q", macros)
				}
			case "by the environment":
				if len(p.Compile[0].Search) != 2 {
					t.Errorf("headers are searched in %v", p.Compile[0].Search)
				}
			case "foreign library too":
				libraries = []string{filepath.Join(folder, "libo.a"), "-lm", "-pthread"}
			}
			if !slices.Equal(p.Link.Libraries, libraries) {
				t.Errorf("the libraries are %q", p.Link.Libraries)
			}
		})
	}
}

// What cannot be tested is told with its reason.
func TestNotRead(t *testing.T) {
	for says, lines := range map[string]string{
		"no record of its build":              `gcc a.c b.c -o p`,
		"a.c was changed since":               `$CC a.c b.c -o p; echo >>a.c`,
		"is not there any more":               `$CC a.c b.c -o p; rm b.c`,
		"built by \"fizzer cc\": ":            `gcc -c b.c; $CC a.c b.o -o p`,
		"/libb.so; build them anew":           `gcc -shared -fPIC b.c -o libb.so; $CC a.c libb.so -o p`,
		"assembly.s is compiled as assembler": `$CC a.c assembly.s -o p`,
		"plus.cc is compiled as c++":          `$CC a.c plus.cc -o p`,
		"so parts of it are C++":              `$CC -c a.c; g++ -c plus.cc; g++ -Wl,--no-as-needed a.o plus.o -o p`,
		"was compiled from standard input":    `$CC -xc - -c -o b.o <b.c; $CC a.c b.o -o p`,
		"with different options":              `$CC -c a.c b.c; $CC -c -Dtwice=thrice b.c -o b1.o; $CC a.o b.o b1.o -o p`,
		"cannot be used here: --sysroot=/":    `$CC --sysroot=/ a.c b.c -o p`,
		"neither an executable nor":           `$CC -c a.c -o p`,
		"its record is damaged: invalid":      `$CC a.c b.c -o p; echo no >r; objcopy --update-section .fizzer.build=r p`,
		"its record is of version 2":          `$CC a.c b.c -o p; echo '{"version":2}' >r; objcopy --update-section .fizzer.build=r p`,
		"its record names no source":          `$CC a.c b.c -o p; echo >r; objcopy --update-section .fizzer.build=r p`,
		"is a pipe":                           `mkfifo p`,
	} {
		t.Run(says, func(t *testing.T) {
			folder := t.TempDir()
			write(t, folder, sources)
			build(t, folder, lines)
			if p, err := Read(filepath.Join(folder, "p"), folder); err == nil || !strings.Contains(err.Error(), says) {
				t.Errorf("got %+v, %v", p, err)
			}
		})
	}
}

// Headers may be where the user works, or in the folder that has all sources and the build.
func TestPlace(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"project/src/a.c": "int main(void) { return 0; }\n"})
	build(t, folder, "mkdir project/build; cd project/build; $CC ../src/a.c -o p")
	for working, want := range map[string]string{
		folder: folder, "/": "/", filepath.Join(folder, "project/build"): filepath.Join(folder, "project"),
		"/usr": filepath.Join(folder, "project"),
	} {
		p, err := Read(filepath.Join(folder, "project/build/p"), working)
		if err != nil || p.Compile[0].Root != want {
			t.Errorf("working in %s: %+v, %v", working, p, err)
		}
	}
}

func TestHint(t *testing.T) {
	folder := t.TempDir()
	write(t, folder, map[string]string{"p": "#!/bin/sh\n", "q": "#!/bin/sh\n", "r": "text", "main.c": "int main(void) { return 0; }\n"})
	build(t, folder, "mkdir .libs; $CC main.c -o .libs/p")
	for name, says := range map[string]string{"p": filepath.Join(folder, ".libs/p"), "q": "it is a script;", "r": "", "missing": ""} {
		if got := Hint(filepath.Join(folder, name)); !strings.Contains(got, says) || says == "" && got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A record that claims anything gives an error or a program, and no text of it leaves the lines of messages.
func FuzzRecord(f *testing.F) {
	f.Add([]byte(`{"version":1,"compiled":{"folder":"/f","file":"a.c","language":"c","sha256":"00","options":["-DX","-I","inc"]}}` + "\n\x00" +
		`{"version":1,"linked":{"folder":"/f","libraries":["-lm","/x.a","-pthread"],"without":null}}`))
	f.Add([]byte(`{"version":1,"linked":{"folder":"/f","libraries":["x.so","@l"],"without":["o"]}}`))
	f.Add([]byte(`{"version":1,"compiled":{"folder":"f","file":"","language":"c"}}`))
	f.Fuzz(func(t *testing.T, content []byte) {
		records, err := decode(content)
		if err != nil {
			return
		}
		if again, err := decode(encode(records...)); err != nil || len(again) != len(records) {
			t.Errorf("%q became %v, %v", content, again, err)
		}
		p := &Program{Bits: 64}
		if err := p.add(records); err == nil {
			p.place("/x/p", "/x")
		}
	})
}

// library returns a shared library with nothing but sections: names and lines.
func library(t testing.TB, lines []byte) []byte {
	t.Helper()
	names := "\x00.shstrtab\x00" + sectionName + "\x00"
	header := elf.Header64{Type: uint16(elf.ET_DYN), Machine: uint16(elf.EM_X86_64), Version: 1, Ehsize: 64, Shentsize: 64, Shnum: 3,
		Shstrndx: 1, Shoff: uint64(64 + len(names) + len(lines))}
	copy(header.Ident[:], elf.ELFMAG)
	header.Ident[elf.EI_CLASS], header.Ident[elf.EI_DATA] = byte(elf.ELFCLASS64), byte(elf.ELFDATA2LSB)
	header.Ident[elf.EI_VERSION] = byte(elf.EV_CURRENT)
	sections := []elf.Section64{{},
		{Name: 1, Type: uint32(elf.SHT_STRTAB), Off: 64, Size: uint64(len(names))},
		{Name: 11, Type: uint32(elf.SHT_PROGBITS), Off: uint64(64 + len(names)), Size: uint64(len(lines))}}
	var content bytes.Buffer
	for _, part := range []any{header, []byte(names), lines, sections} {
		if err := binary.Write(&content, binary.LittleEndian, part); err != nil {
			t.Fatal(err)
		}
	}
	return content.Bytes()
}

// Tables that are compressed could fill the memory when they are expanded.
func TestCompressed(t *testing.T) {
	content := library(t, encode(record{Linked: &linked{Folder: "/"}}))
	if records, bits, err := recordsOf(bytes.NewReader(content)); err != nil || len(records) != 1 || bits != 64 {
		t.Fatal(records, bits, err)
	}
	const flags = 8                             // behind the beginning of a section's header
	content[len(content)-2*64+flags+1] = 1 << 3 // the names are compressed
	if _, _, err := recordsOf(bytes.NewReader(content)); err == nil || !strings.Contains(err.Error(), "is compressed") {
		t.Error(err)
	}
}

// An executable may be anybody's.
func FuzzExecutable(f *testing.F) {
	f.Add(library(f, encode(record{Linked: &linked{Folder: "/"}})))
	f.Fuzz(func(t *testing.T, content []byte) {
		_, _, _ = recordsOf(bytes.NewReader(content))
	})
}

func FuzzCall(f *testing.F) {
	f.Add("-c a.c -o b.o -D X -x c -Wp,-D_A=1 -L. -lz -Xlinker")
	f.Add("@a -x")
	f.Fuzz(func(t *testing.T, line string) {
		c := parse(strings.Fields(line))
		if c.makes() {
			for _, s := range c.sources {
				_ = c.object(s)
			}
		}
	})
}

func FuzzArchive(f *testing.F) {
	folder := f.TempDir()
	f.Add([]byte(archiveMagic + "a.o/            0           0     0     100644  3         `\nabc\n"))
	f.Add([]byte(thinMagic + "//                                              6         `\nab.o/\n/0              0           0     0     644     99        `\n"))
	f.Fuzz(func(t *testing.T, content []byte) {
		if memberRecorded(bytes.NewReader(content), int64(len(content)), folder) && !bytes.Contains(content, []byte(sectionName)) {
			t.Error("a record in an archive without one")
		}
	})
}
