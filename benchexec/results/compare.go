package main

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/bzip2"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat/distuv"
)

// set is one file of results.
type set struct {
	name   string             // name of tool and run definition
	values map[string]float64 // percentage by task; 0 for tasks without a value
}

// readSet reads a file of results by BenchExec, compressed or not.
func readSet(file, column string) (*set, error) {
	content, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var reader io.Reader = bytes.NewReader(content)
	if strings.HasSuffix(file, ".bz2") {
		reader = bzip2.NewReader(bufio.NewReader(reader))
	}
	var document struct {
		Tool string `xml:"displayName,attr"`
		Name string `xml:"name,attr"`
		Runs []struct {
			Name    string `xml:"name,attr"`
			Columns []struct {
				Title string `xml:"title,attr"`
				Value string `xml:"value,attr"`
			} `xml:"column"`
		} `xml:"run"`
	}
	if err := xml.NewDecoder(reader).Decode(&document); err != nil {
		return nil, fmt.Errorf("%s: %w; give a file of results that BenchExec wrote", file, err)
	}
	s := &set{name: strings.TrimSpace(document.Tool + " " + document.Name), values: map[string]float64{}}
	for _, run := range document.Runs {
		s.values[run.Name] = 0
		for _, c := range run.Columns {
			if c.Title != column {
				continue
			}
			value, err := strconv.ParseFloat(strings.TrimSuffix(strings.TrimSpace(c.Value), "%"), 64)
			if err != nil && c.Value != "" {
				return nil, fmt.Errorf("%s: %s has %q in column %q: not a percentage", file, run.Name, c.Value, column)
			}
			s.values[run.Name] = value
		}
	}
	return s, nil
}

// task holds the values of both sets for one task, in percent.
type task struct {
	Name, Family  string
	First, Second float64
}

// score counts on how many of some tasks each set is better.
type score struct {
	Name                string
	Tasks               int
	First, Second       float64 // means, in percent
	Wins, Losses, Equal int     // number of tasks on which the first is better, worse, equal
	P                   float64 // two-sided sign test: the chance of counts at least as uneven if both were equally good
}

// comparison compares two sets.
type comparison struct {
	First, Second string
	Tasks         []task  // by name
	Families      []score // by name
	Total         score
}

// compare compares the sets on the tasks that are in both.
func compare(a, b *set) *comparison {
	c := &comparison{First: a.name, Second: b.name}
	for name, first := range a.values {
		if second, both := b.values[name]; both {
			c.Tasks = append(c.Tasks, task{name, path.Base(path.Dir(name)), first, second})
		}
	}
	slices.SortFunc(c.Tasks, func(x, y task) int { return cmp.Compare(x.Name, y.Name) })
	families := map[string][]task{}
	for _, t := range c.Tasks {
		families[t.Family] = append(families[t.Family], t)
	}
	for name, tasks := range families {
		c.Families = append(c.Families, count(name, tasks))
	}
	slices.SortFunc(c.Families, func(x, y score) int { return cmp.Compare(x.Name, y.Name) })
	c.Total = count("all", c.Tasks)
	return c
}

func count(name string, tasks []task) score {
	s := score{Name: name, Tasks: len(tasks), P: 1}
	for _, t := range tasks {
		s.First += t.First / float64(len(tasks))
		s.Second += t.Second / float64(len(tasks))
		switch cmp.Compare(t.First, t.Second) {
		case 1:
			s.Wins++
		case -1:
			s.Losses++
		default:
			s.Equal++
		}
	}
	s.P = signTest(s.Wins, s.Losses)
	return s
}

// signTest returns the two-sided p-value for the numbers of wins and losses; ties do not count.
func signTest(wins, losses int) float64 {
	if wins+losses == 0 {
		return 1
	}
	coin := distuv.Binomial{N: float64(wins + losses), P: 0.5}
	return min(1, 2*coin.CDF(float64(min(wins, losses))))
}
