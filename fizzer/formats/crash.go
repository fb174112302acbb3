package formats

// MaxCrashValues bounds Crash.Values: a run may read a million.
const MaxCrashValues = 4096

// Crash is the content of the file about a bad end of the program, or about what a sanitizer found.
type Crash struct {
	Kind       string       `json:"kind"`              // signal, timeout, or what the sanitizer names it
	Place      string       `json:"place"`             // after which condition and call the run ended, or where the sanitizer found it
	Message    string       `json:"message,omitempty"` // of the sanitizer
	Stack      []Frame      `json:"stack"`             // innermost first, by the sanitizer; empty: unknown
	Values     []Value      `json:"values"`            // that the program reads first in the minimised run; the test in the folder has all
	Found      int          `json:"found_values"`      // number of values of the run in which it was found
	Executions int          `json:"executions"`        // made to minimise the run
	Programs   []HashedFile `json:"programs"`          // files of the program and their own headers
	Version    string       `json:"version"`           // of this tool
	Build      CrashBuild   `json:"build"`
	Reproduce  string       `json:"reproduce"` // command that shows it, in the folder
}

// Frame is a function that had not returned.
type Frame struct {
	Function string `json:"function"`
	File     string `json:"file"`
	Line     int    `json:"line"`
}

// HashedFile is a file with its SHA-256 in hexadecimal digits.
type HashedFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// CrashBuild says how reproduce.sh builds the program.
type CrashBuild struct {
	Compiler   string   `json:"compiler"`
	Version    string   `json:"version"` // what the compiler says of itself; empty: unknown
	Flags      []string `json:"flags"`
	Sanitizers []string `json:"sanitizers"`
}
