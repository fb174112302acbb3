package toolchain

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"fizzer/libfizzer"
	"fizzer/testcomp/files"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
)

// compileMarked compiles a program's text with its goals marked. It returns false if the front end rejects the marked text;
// then the program is built without goals.
func (f *frontEnd) compileMarked(index int, file *source.File, bitcode string) (done bool, err error) {
	if !f.affords(len(file.Text)) { // preprocessed, it is seldom shorter
		return false, nil
	}
	text, language, done, err := f.preprocess(index, file)
	if !done || err != nil {
		return false, err
	}
	if !f.affords(len(text)) {
		return false, nil
	}
	first := len(f.goals)
	placement, err := goal.Place(text, goal.Options{
		Property: property.Property{Kind: property.Branches},
		Mark:     func(number int) string { return fmt.Sprintf("%s(%du);", libfizzer.GoalMark, first+number) },
		Calls:    true,
	})
	if err != nil {
		return false, nil // nested too deeply
	}
	head := fmt.Sprintf("extern void %s(unsigned);\n%s%s", libfizzer.GoalMark, file.Head, source.LineDirective(file.Given))
	marked := f.marked(index)
	if err := files.Write(marked, append([]byte(head), placement.Text...), 0o600); err != nil {
		return false, err
	}
	limit, _ := f.shareOf(markedShare)
	_, err = f.runLimited(limit, f.Clang, append(append(f.frontEndFlags(), file.Language...),
		"-emit-llvm", "-c", "-x", language, marked, "-o", bitcode)...)
	if rejected(err) || killed(err) {
		return false, nil
	}
	f.compiling += f.used
	for _, g := range placement.Goals {
		f.goals = append(f.goals, Goal{g, index})
	}
	return err == nil, err
}

// markedShare is the part of the run's CPU time that the front end gets for the marked text, as a divisor. Marks nest deeper than the
// text, and clang takes time squared in that: 35 s for 20,000 nested ifs. If it is too much, the program is compiled without marks.
const markedShare = 6

// markedBytes is how many bytes of text the front end compiles in a second of CPU time. Measured: 0.7 MB of an ECA machine.
const markedBytes = 700_000

// affords tells whether the front end can be done with a text of that many bytes, with marks, in its share of the time. Otherwise it would
// be compiled in vain.
func (o *Options) affords(bytes int) bool {
	_, share := o.shareOf(markedShare)
	return share == 0 || bytes <= int(share.Seconds()*markedBytes)
}

// marked is the file of a program's marked text.
func (t *tools) marked(index int) string { return t.path(fmt.Sprintf("marked%d.i", index)) }

// Languages of the front end.
const (
	languageC            = "c"
	languagePreprocessed = "cpp-output"
)

// preprocess returns the preprocessed text of a program, or its own text if that is as good, and its language. It returns false if the
// front end rejects the program.
func (f *frontEnd) preprocess(index int, file *source.File) (text []byte, language string, done bool, err error) {
	if file.Preprocessed {
		return file.Text, languagePreprocessed, true, nil
	}
	if len(file.Preprocess) == 0 && source.IsPlain(file.Text) {
		text, err = os.ReadFile(file.Path) // with its head
		return text, languageC, err == nil, err
	}
	plain := f.path(fmt.Sprintf("plain%d.i", index))
	if _, err := f.run(f.Clang, append(append(f.frontEndFlags(), file.Options()...), "-E", file.Path, "-o", plain)...); err != nil {
		if rejected(err) {
			err = nil
		}
		return nil, "", false, err
	}
	if text, err = files.ReadMade(plain); errors.Is(err, fs.ErrNotExist) {
		err = noOutput(f.Clang, err)
	}
	return text, languagePreprocessed, err == nil, err
}
