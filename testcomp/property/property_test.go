package property

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]Property{
		"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )\n":                 {Kind: Branches},
		"COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )":              {Kind: Error, Function: "reach_error"},
		"COVER( init(main()), FQL(COVER EDGES(@CALL(__VERIFIER_error))) )":         {Kind: Error, Function: "__VERIFIER_error"},
		"COVER( init(main()), FQL(COVER EDGES(@CONDITIONEDGE)) )":                  {Kind: Conditions},
		"COVER( init(main()), FQL(COVER EDGES(@BASICBLOCKENTRY)) )":                {Kind: Statements},
		"COVER(init(main()),FQL(COVER EDGES(@DECISIONEDGE)))":                      {Kind: Branches},
		"\n COVER ( init ( main ( ) ) ,\tFQL ( COVER\nEDGES ( @ CALL ( f ) ) ) ) ": {Kind: Error, Function: "f"},
	} {
		if got, err := Parse(text); err != nil || got != want {
			t.Errorf("Parse(%q) = %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestParseRejects(t *testing.T) {
	for _, text := range []string{
		"", "COVER", "CHECK( init(main()), LTL(G ! call(reach_error())) )",
		"COVER( init(main()), FQL(COVER EDGES(@CALL)) )",
		"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE(f))) )",
		"COVER( init(main()), FQL(COVER EDGES(@PATH)) )",
		"COVER( init(main()), FQL(COVEREDGES(@DECISIONEDGE)) )",
		"COVER( init(other()), FQL(COVER EDGES(@DECISIONEDGE)) )",
		"COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) ) x",
		strings.Repeat("CHECK", 1000),
	} {
		got, err := Parse(text)
		if !errors.Is(err, ErrNotCoverage) || got != (Property{}) {
			t.Errorf("Parse(%q) = %+v, %v; want ErrNotCoverage", text, got, err)
		} else if len(err.Error()) > 400 {
			t.Errorf("message of %d bytes", len(err.Error()))
		}
	}
}

func TestRead(t *testing.T) {
	path := filepath.Join(t.TempDir(), "any name")
	if _, err := Read(path); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing file: %v", err)
	}
	want := Property{Kind: Error, Function: "reach_error"}
	if err := os.WriteFile(path, []byte(want.String()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(path); err != nil || got != want {
		t.Errorf("Read = %+v, %v", got, err)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )")
	f.Add("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )")
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Parse(text)
		if err != nil {
			return
		}
		if again, err := Parse(got.String()); err != nil || again != got {
			t.Errorf("%q gives %+v, which is written %q and read as %+v, %v", text, got, got, again, err)
		}
	})
}
