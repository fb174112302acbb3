// Command results compares two of BenchExec's files of results for the same tasks: by task and by family, with a sign test, a
// scatter plot and a quantile plot.
//
//	results -output DIR [-column coverage] FIRST.xml.bz2 SECOND.xml.bz2
//
// The column must hold percentages, such as the tool's and TestCov's coverage. DIR gets index.html and the plots as SVG.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

func main() {
	output := flag.String("output", filepath.Join("build", "benchexec", "comparison"), "folder for index.html, scatter.svg and quantile.svg")
	column := flag.String("column", "coverage", "column that is compared, in percent")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "results: name two files of results (*.xml or *.xml.bz2) that BenchExec wrote")
		os.Exit(2)
	}
	if err := run(*output, *column, flag.Arg(0), flag.Arg(1), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "results:", err)
		os.Exit(1)
	}
}

func run(output, column, first, second string, log io.Writer) error {
	a, err := readSet(first, column)
	if err != nil {
		return err
	}
	b, err := readSet(second, column)
	if err != nil {
		return err
	}
	c := compare(a, b)
	if len(c.Tasks) == 0 {
		return fmt.Errorf("%s and %s have no task in common with a value in column %q; name another by -column", first, second, column)
	}
	if err := os.MkdirAll(output, 0o755); err != nil {
		return err
	}
	scatter, err := scatterPlot(c)
	if err != nil {
		return err
	}
	quantile, err := quantilePlot(c)
	if err != nil {
		return err
	}
	fmt.Fprintf(log, "%d tasks; %s better on %d, %s better on %d, equal on %d; sign test p = %.3g\n",
		len(c.Tasks), c.First, c.Total.Wins, c.Second, c.Total.Losses, c.Total.Equal, c.Total.P)
	return errors.Join(
		os.WriteFile(filepath.Join(output, "scatter.svg"), scatter, 0o644),
		os.WriteFile(filepath.Join(output, "quantile.svg"), quantile, 0o644),
		writePage(filepath.Join(output, "index.html"), c, scatter, quantile),
	)
}
