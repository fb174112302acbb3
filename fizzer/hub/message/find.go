package message

import (
	"errors"
	"fmt"
)

// Run announces a program that is searched by several machines together. Whoever takes part builds the target of Task by itself.
type Run struct {
	Sender
	ID    string `json:"id"`
	Owner string `json:"owner"` // who started it: a worker's id
	Task  Task   `json:"task"`
}

// Check checks the ranges of all fields.
func (r *Run) Check() error {
	return errors.Join(r.Sender.Check(), CheckID(r.ID), CheckID(r.Owner), r.Task.Check())
}

// Find is an input that one search found. It is a proposal: a receiver runs it, and believes only that run.
type Find struct {
	From    string   `json:"from"`              // the search's id
	Name    string   `json:"name"`              // of its machine, for people
	Input   []byte   `json:"input"`             // the bytes that the run read
	Reads   []Read   `json:"reads,omitempty"`   // their types, in order
	Limits  Limits   `json:"limits"`            // of the run
	Fill    byte     `json:"fill,omitempty"`    // the byte that follows the input
	Covered []uint32 `json:"covered,omitempty"` // directions it was the first to cover: 2 * location, + 1 for true
}

// Read is the type of one value read.
type Read struct {
	Type uint16 `json:"type"` // an enum input_type of the layout
	Size uint16 `json:"size"` // bytes
}

// Limits are those of one run (execution.Limits).
type Limits struct {
	Conditions   uint32 `json:"conditions"`
	Depth        uint32 `json:"depth"`
	InputBytes   uint32 `json:"input_bytes"`
	Steps        uint32 `json:"steps"`
	Milliseconds uint32 `json:"milliseconds"`
	ContextDepth uint32 `json:"context_depth"`
}

// Check checks the ranges of all fields.
func (f *Find) Check() error {
	err := errors.Join(CheckID(f.From), checkName("name", f.Name), checkRange("input", len(f.Input), 0, maxInput),
		checkRange("reads", len(f.Reads), 0, maxReads), checkRange("covered", len(f.Covered), 0, maxCovered))
	if err != nil {
		return err
	}
	for _, d := range f.Covered {
		if d >= 2*maxLocations {
			return fmt.Errorf("direction %d is out of range", d)
		}
	}
	return nil
}

// Cut drops what is too long to be sent; false: the input itself is.
func (f *Find) Cut() bool {
	f.Reads = f.Reads[:min(len(f.Reads), maxReads)]
	f.Covered = f.Covered[:min(len(f.Covered), maxCovered)]
	return len(f.Input) <= maxInput
}

// Beat says that a search of a shared run is alive, and how far it is.
type Beat struct {
	From       string  `json:"from"` // the search's id
	Name       string  `json:"name"` // of its machine, for people
	Executions uint64  `json:"executions"`
	Directions int     `json:"directions"`        // covered
	Covered    int     `json:"covered,omitempty"` // goals that its tests reach
	Goals      int     `json:"goals,omitempty"`   // that there are; 0: not measured
	Seconds    float64 `json:"seconds"`           // since it began, by its own clock
	Last       bool    `json:"last,omitempty"`
}

// Check checks the ranges of all fields.
func (b *Beat) Check() error {
	return errors.Join(CheckID(b.From), checkName("name", b.Name), checkRange("executions", b.Executions, 0, 1<<62),
		checkRange("directions", b.Directions, 0, 2*maxLocations), checkRange("goals", b.Goals, 0, 1<<40),
		checkRange("covered", b.Covered, 0, b.Goals), checkRange("seconds", b.Seconds, 0, maxDuration/1000))
}
