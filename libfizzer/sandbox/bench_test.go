package sandbox

import "testing"

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		s, err := Open(Options{Private: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		s.Close()
	}
}

func BenchmarkCommand(b *testing.B) {
	s, err := Open(Options{Private: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for b.Loop() {
		if err := s.Run(b.Context(), Command{Path: probeProgram, Arguments: []string{"true"}, Bits: 64}, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
