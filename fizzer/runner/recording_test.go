package runner

import (
	"testing"

	"fizzer/libfizzer/layout"
)

// TestRecordedIsCapped: counts that the program has overwritten do not lead out of the memory.
func TestRecordedIsCapped(t *testing.T) {
	m, err := newRecordingMemory(RecordingSize{Expressions: 10, Constraints: 5, Tables: 3, TableBytes: 7, TableElements: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer m.close()
	for i := range m.bytes[layout.RecordingSize:] {
		m.bytes[layout.RecordingSize+i] = 0xff
	}
	h := m.head
	h.ExpressionCount, h.ConstraintCount, h.TableCount, h.TableByteCount, h.TableElementCount = 1<<32-1, 6, 1<<31, 8, 1<<20
	h.ExpressionsOffset, h.ExpressionCapacity = 1<<40, 1<<30
	p := &Process{server: &server{recording: m}}
	r := p.Recorded()
	if len(r.Expressions) != 10 || len(r.Constraints) != 5 || len(r.Tables) != 3 || len(r.TableBytes) != 7 || len(r.TableElements) != 2 {
		t.Errorf("%d expressions, %d constraints, %d tables, %d bytes, %d elements", len(r.Expressions), len(r.Constraints), len(r.Tables),
			len(r.TableBytes), len(r.TableElements))
	}
	r.Expressions[0].Kind = 1
	if slice[layout.Expression](m.bytes, m.first.ExpressionsOffset, 1)[0].Kind != 0xff {
		t.Error("Recorded does not return a copy")
	}
	p.ResetRecording()
	if r := p.Recorded(); len(r.Expressions) != 0 || r.Head != m.first {
		t.Errorf("%d expressions after a reset", len(r.Expressions))
	}
}
