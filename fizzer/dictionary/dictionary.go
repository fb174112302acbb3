// Package dictionary reads the words that users give for an input format, in the format of AFL's dictionaries: one word a line, in double
// quotes, as in `"text"` or `name="\x89PNG"` or `name@2="text"`. A backslash stands before x and two hexadecimal digits, before a quote and
// before a backslash. Empty lines, and lines that begin with #, are comments.
package dictionary

import (
	"bytes"
	"fmt"
	"strconv"
)

// Bounds of a dictionary. Words that are longer than an input of any use are a mistake.
const (
	MaxWords  = 1 << 16
	MaxLength = 1 << 12 // bytes of a word
)

// Parse returns the words of a dictionary, each once, in order. An error names the line. The cost is proportional to the text's length.
func Parse(content []byte) ([][]byte, error) {
	var words [][]byte
	known := map[string]bool{}
	number := 0
	for line := range bytes.Lines(content) {
		number++
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] == '#' {
			continue
		}
		word, err := parseLine(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if known[string(word)] {
			continue
		}
		if len(words) == MaxWords {
			return nil, fmt.Errorf("line %d: more than %d words", number, MaxWords)
		}
		known[string(word)] = true
		words = append(words, word)
	}
	return words, nil
}

// parseLine returns the word of a line. What is before the first quote is its name, which says nothing to a search.
func parseLine(line []byte) ([]byte, error) {
	start := bytes.IndexByte(line, '"')
	if start < 0 || len(line) < start+2 || line[len(line)-1] != '"' {
		return nil, fmt.Errorf("%q is no word in double quotes", shorten(line))
	}
	if name := bytes.TrimSpace(line[:start]); len(name) > 0 && name[len(name)-1] != '=' {
		return nil, fmt.Errorf("an equals sign is missing before the quote in %q", shorten(line))
	}
	word, err := unescape(line[start+1 : len(line)-1])
	switch {
	case err != nil:
		return nil, err
	case len(word) == 0:
		return nil, fmt.Errorf("the word is empty")
	case len(word) > MaxLength:
		return nil, fmt.Errorf("the word has %d bytes; at most %d are allowed", len(word), MaxLength)
	}
	return word, nil
}

// unescape replaces what stands behind backslashes.
func unescape(text []byte) ([]byte, error) {
	var word []byte
	for i := 0; i < len(text); i++ {
		switch {
		case text[i] == '"':
			return nil, fmt.Errorf("a quote within the word %q: write \\\"", shorten(text))
		case text[i] != '\\':
			word = append(word, text[i])
		case i+1 < len(text) && (text[i+1] == '\\' || text[i+1] == '"'):
			i++
			word = append(word, text[i])
		case i+3 < len(text) && text[i+1] == 'x':
			value, err := strconv.ParseUint(string(text[i+2:i+4]), 16, 8)
			if err != nil {
				return nil, fmt.Errorf("%q are not two hexadecimal digits", text[i+2:i+4])
			}
			word = append(word, byte(value))
			i += 3
		default:
			return nil, fmt.Errorf("a backslash in %q stands before neither x and two digits nor a quote nor a backslash", shorten(text))
		}
	}
	return word, nil
}

// shorten returns the beginning of a line, for messages.
func shorten(line []byte) []byte { return line[:min(len(line), 60)] }
