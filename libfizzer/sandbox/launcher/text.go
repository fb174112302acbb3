package launcher

import (
	"encoding/json"
	"slices"
	"unicode/utf8"
)

// Text is text as the system takes it: names and arguments may have any bytes but 0, while strings in JSON are UTF-8. Text that is not is
// sent as an object with its bytes.
type Text string

// Texts are several, sent as an array of strings, or as an object with the bytes of all.
type Texts []string

// spelled is how text that is not UTF-8 is sent. In JSON the bytes are in base64.
type spelled struct{ Bytes [][]byte }

// MarshalJSON implements json.Marshaler.
func (t Text) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(t)) {
		return json.Marshal(string(t))
	}
	return json.Marshal(spelled{[][]byte{[]byte(t)}})
}

// UnmarshalJSON implements json.Unmarshaler. Of several texts it takes the last one.
func (t *Text) UnmarshalJSON(encoded []byte) error {
	if encoded[0] != '{' {
		return json.Unmarshal(encoded, (*string)(t))
	}
	var s spelled
	err := json.Unmarshal(encoded, &s)
	for _, text := range s.Bytes {
		*t = Text(text)
	}
	return err
}

// MarshalJSON implements json.Marshaler.
func (t Texts) MarshalJSON() ([]byte, error) {
	if !slices.ContainsFunc(t, func(text string) bool { return !utf8.ValidString(text) }) {
		return json.Marshal([]string(t))
	}
	var s spelled
	for _, text := range t {
		s.Bytes = append(s.Bytes, []byte(text))
	}
	return json.Marshal(s)
}

// UnmarshalJSON implements json.Unmarshaler.
func (t *Texts) UnmarshalJSON(encoded []byte) error {
	if encoded[0] != '{' {
		return json.Unmarshal(encoded, (*[]string)(t))
	}
	var s spelled
	err := json.Unmarshal(encoded, &s)
	*t = nil
	for _, text := range s.Bytes {
		*t = append(*t, string(text))
	}
	return err
}
