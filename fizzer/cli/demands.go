package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	cli "github.com/urfave/cli/v2"

	"fizzer/fizzer/formats"
)

// demands are what a run must show so that it ends with exit code 0.
type demands struct {
	coverage float64 // percent of the goals at least; 0: any
	noCrash  bool    // the program never crashed, aborted or hung
}

// demandOptions are the options for continuous integration.
func demandOptions() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "min-coverage", Usage: fmt.Sprintf("end with code %d if fewer goals are covered, `P` in percent as in 90", exitCoverage)},
		&cli.BoolFlag{Name: "fail-on-crash", Usage: fmt.Sprintf("end with code %d if the program crashed, aborted or hung in a run", exitCrash)},
	}
}

func readDemands(c *cli.Context) (d demands, err error) {
	d.noCrash = c.Bool("fail-on-crash")
	text := c.String("min-coverage")
	if text == "" {
		return d, nil
	}
	d.coverage, err = strconv.ParseFloat(strings.TrimSuffix(text, "%"), 64)
	if err != nil || !(d.coverage >= 0 && d.coverage <= 100) {
		return d, usage("--min-coverage: %q is not a percentage from 0 to 100", text)
	}
	return d, nil
}

// check returns a *demandError if the run does not show what is demanded. Of several demands the crash comes first.
func (d demands) check(s *formats.Statistics, folder string) error {
	if d.noCrash && len(s.Crashes) > 0 {
		kinds := slices.Sorted(maps.Keys(s.Crashes))
		return &demandError{fmt.Sprintf("the program ended badly (%s) and --fail-on-crash was given; see %s in %s", strings.Join(kinds, ", "),
			formats.CrashFolder, folder), exitCrash}
	}
	if d.coverage == 0 {
		return nil
	}
	if s.Goals == nil {
		return &demandError{"the coverage was not measured, so --min-coverage is not shown", exitCoverage}
	}
	if 100*float64(s.Goals.Covered) < d.coverage*float64(s.Goals.Total) {
		return &demandError{fmt.Sprintf("%d of %d goals are covered (%.2f%%), and --min-coverage demands %g%%", s.Goals.Covered, s.Goals.Total,
			100*float64(s.Goals.Covered)/float64(s.Goals.Total), d.coverage), exitCoverage}
	}
	return nil
}
