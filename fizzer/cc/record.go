package cc

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// sectionName is the section of object files and executables that holds records. Linkers concatenate it, and it is not loaded.
const sectionName = ".fizzer.build"

// version of the records. A reader refuses others.
const version = 1

// Bounds of what is read. The largest programs have some 30 000 object files; picked by hand.
const (
	maxSection = 64 << 20 // bytes
	maxRecords = 100_000
	maxWords   = 4 << 20 // in all records, which take some 300 MB; a comma in a word counts as another one
)

// compiled says how a source became an object file.
type compiled struct {
	Folder   string   `json:"folder"`   // working folder of the compiler, absolute
	File     string   `json:"file"`     // as the compiler got it
	Language string   `json:"language"` // as -x names it
	SHA256   string   `json:"sha256"`   // of the source, in hexadecimal digits
	Options  []string `json:"options"`  // that say what the source means
}

// linked says with what an executable or a shared library was linked, besides object files that have records.
type linked struct {
	Folder    string   `json:"folder"`    // working folder of the linker, absolute
	Libraries []string `json:"libraries"` // as flags.ParseLink reads them: absolute paths of archives, -lNAME, -pthread
	Without   []string `json:"without"`   // object files and shared libraries that have no record
}

// record is a line of the section.
type record struct {
	Version  int       `json:"version"`
	Compiled *compiled `json:"compiled,omitempty"`
	Linked   *linked   `json:"linked,omitempty"`
}

// encode returns the lines of records.
func encode(records ...record) []byte {
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	encoder.SetEscapeHTML(false)
	for _, r := range records {
		r.Version = version
		if err := encoder.Encode(r); err != nil {
			panic(err) // texts and numbers only
		}
	}
	return lines.Bytes()
}

// decode reads the records in the content of a section, which anybody may have written. Linkers may have put zero bytes between them.
func decode(content []byte) (records []record, err error) {
	if len(content) > maxSection {
		return nil, fmt.Errorf("its record has %d bytes, and at most %d are read", len(content), maxSection)
	}
	if n := bytes.Count(content, []byte{','}); n > maxWords {
		return nil, fmt.Errorf("its record has %d words, and at most %d are read", n, maxWords)
	}
	for line := range bytes.SplitSeq(content, []byte("\n")) {
		line = bytes.Trim(line, "\x00")
		if len(line) == 0 {
			continue
		}
		if len(records) == maxRecords {
			return nil, fmt.Errorf("its record has more than %d lines", maxRecords)
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("its record is damaged: %w", err)
		}
		if r.Version != version {
			return nil, fmt.Errorf("its record is of version %d, and this is version %d; build it again", r.Version, version)
		}
		if err := r.check(); err != nil {
			return nil, fmt.Errorf("its record is damaged: %w", err)
		}
		records = append(records, r)
	}
	return records, nil
}

// check returns an error for a record without the texts that it must have. Zero bytes end names of files elsewhere.
func (r *record) check() error {
	switch {
	case (r.Compiled == nil) == (r.Linked == nil):
		return fmt.Errorf("a line is about no file, or about two")
	case r.Linked != nil:
		return checkTexts(append(append([]string{r.Linked.Folder}, r.Linked.Libraries...), r.Linked.Without...))
	case r.Compiled.File == "" || r.Compiled.Language == "":
		return fmt.Errorf("a source has no name or no language")
	}
	return checkTexts(append([]string{r.Compiled.Folder, r.Compiled.File, r.Compiled.Language, r.Compiled.SHA256}, r.Compiled.Options...))
}

// checkTexts checks texts of which the first is a folder.
func checkTexts(texts []string) error {
	if !strings.HasPrefix(texts[0], "/") {
		return fmt.Errorf("folder %q is not absolute", texts[0])
	}
	for _, text := range texts {
		if strings.ContainsRune(text, 0) {
			return fmt.Errorf("%q has a zero byte", text)
		}
	}
	return nil
}
