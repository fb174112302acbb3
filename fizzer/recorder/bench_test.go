package recorder

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unsafe"

	"fizzer/fizzer/execution"
	"fizzer/libfizzer/layout"
)

// BenchmarkRecording compares a recorded run with an ordinary one, each forked: slowdown factor and bytes per expression.
func BenchmarkRecording(b *testing.B) {
	for _, name := range []string{"symbolic", "concrete"} {
		b.Run(name, func(b *testing.B) {
			p := start(b, 64, filepath.Join("testdata/bench", name+".c"), limits, 1<<20)
			input := []byte{1, 2, 3, 4, 5, 6, 7, 8}
			batch := &execution.Batch{Inputs: [][]byte{input}, Limits: limits}
			var ordinary, recorded time.Duration
			var trace execution.Trace
			var last *Recording
			for b.Loop() {
				begin := time.Now()
				runs, err := p.first.Execute(context.Background(), batch)
				if err != nil {
					b.Fatal(err)
				}
				ordinary += time.Since(begin)
				trace = runs[0].Conditions.Copy(trace)
				begin = time.Now()
				if last, err = p.second.Record(context.Background(), Request{Input: input, Limits: limits, Follow: trace}); err != nil {
					b.Fatal(err)
				}
				recorded += time.Since(begin)
			}
			b.ReportMetric(float64(recorded)/float64(ordinary), "times")
			b.ReportMetric(float64(len(last.Nodes)), "expressions")
			if n := len(last.Nodes); n > 0 {
				b.ReportMetric(float64(recorded.Nanoseconds())/float64(b.N)/float64(n), "ns/expression")
				b.ReportMetric(float64(unsafe.Sizeof(layout.Expression{})), "B/expression")
			}
		})
	}
}

// BenchmarkBuild compares the time to build the second form with that of the whole first one.
func BenchmarkBuild(b *testing.B) {
	for _, name := range []string{"eca-states-60.c", "aws-byte-buffer.c", "sequentialized-threads.c"} {
		b.Run(name, func(b *testing.B) {
			var first, second time.Duration
			var sizes [2]int64
			for b.Loop() {
				begin := time.Now()
				built := compile(b, 64, filepath.Join("../../examples", name))
				first += time.Since(begin)
				begin = time.Now()
				executable, err := built.Second(context.Background(), nil, nil)
				if err != nil {
					b.Fatal(err)
				}
				second += time.Since(begin)
				for n, path := range []string{built.Executable, executable} {
					status, err := os.Stat(path)
					if err != nil {
						b.Fatal(err)
					}
					sizes[n] = status.Size()
				}
			}
			b.ReportMetric(float64(second)/float64(first), "times")
			b.ReportMetric(second.Seconds()/float64(b.N), "s/second")
			b.ReportMetric(float64(sizes[1])/float64(sizes[0]), "size")
		})
	}
}
