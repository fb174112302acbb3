package toolchain

import (
	"fmt"
	"os"

	"fizzer/libfizzer"
	"fizzer/testcomp/goal"
	"fizzer/testcomp/property"
	"fizzer/testcomp/source"
)

// compileMarked makes bitcode of a program's text with its goals marked. It returns false when the front end does not
// take the marked text: the program has to do without then.
func (b *builder) compileMarked(index int, file *source.File, bitcode string) (done bool, err error) {
	text, done, err := b.preprocess(index, file)
	if !done || err != nil {
		return false, err
	}
	first := len(b.goals)
	placement, err := goal.Place(text, goal.Options{
		Property: property.Property{Kind: property.Branches},
		Mark:     func(number int) string { return fmt.Sprintf("%s(%du);", libfizzer.GoalMark, first+number) },
	})
	if err != nil {
		return false, nil // nested too deeply: nothing is marked
	}
	head := fmt.Sprintf("extern void %s(unsigned);\n%s", libfizzer.GoalMark, source.LineDirective(file.Given))
	marked := b.marked(index)
	if err := os.WriteFile(marked, append([]byte(head), placement.Text...), 0o600); err != nil {
		return false, err
	}
	_, err = b.runLimited(b.shareOf(markedShare), b.Clang, append(b.frontEndFlags(), "-emit-llvm", "-c", marked, "-o", bitcode)...)
	if rejected(err) || killed(err) {
		return false, nil
	}
	for _, g := range placement.Goals {
		b.goals = append(b.goals, Goal{g, index})
	}
	return err == nil, err
}

// markedShare is the part of the run's CPU time that the front end gets for the marked text, as one over this. Marks nest deeper than the
// text, and clang takes time squared in that: 35 s for 20,000 nested ifs. Without marks the program is compiled all the same.
const markedShare = 6

// marked is where the marked text of a program is.
func (b *builder) marked(index int) string { return b.path(fmt.Sprintf("marked%d.i", index)) }

// preprocess returns the text of a program without directives but line markers, false when the front end rejects it.
func (b *builder) preprocess(index int, file *source.File) (text []byte, done bool, err error) {
	if file.Preprocessed {
		return file.Text, true, nil
	}
	plain := b.path(fmt.Sprintf("plain%d.i", index))
	if _, err := b.run(b.Clang, append(b.frontEndFlags(), "-E", file.Path, "-o", plain)...); err != nil {
		if rejected(err) {
			err = nil
		}
		return nil, false, err
	}
	text, err = os.ReadFile(plain)
	return text, err == nil, err
}
