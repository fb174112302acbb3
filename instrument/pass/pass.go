//go:build llvm19

// Package pass turns the front end's IR of a program into an object file that records what the program does, and the
// location table that says what the records mean (report Sec. 2).
//
// The steps: merge the files (read.go), find the code that no input reaches (reached.go), remove the marks of goals (goals.go), put
// evaluations into gcc's order (order.go), lower switches (switches.go), list the program's numbers (constants.go), monitor Boolean
// instructions (conditions.go), calls (calls.go; through pointers: pointers.go, pointees.go) and loops (loops.go), guard divisions
// (divisions.go), note how far each direction is from reach_error (graph.go), make main run constructors and destructors
// (constructors.go), define input functions (inputs.go) and substitutes for what is defined nowhere (undefined.go, substitutes.go), rename
// (names.go), leave out the records of conditions that follow from others (implied.go, nodes.go), find the directions that constants
// exclude (settled.go), then link the runtime's monitoring
// functions in, optimise, place variables (variables.go) and emit (emit.go). The second form of a program, which records
// expressions, takes the same steps; package symbolic changes it before the runtime's functions are linked in.
//
// Who knows what: functions, what the program defines (functions.go); callees, where calls through pointers may go (callees.go);
// table, the location table (table.go); inserter, how instructions and calls of the runtime are written (inserter.go, monitors.go);
// graph, how conditions and calls follow each other (graph.go); goals, the marks (goals.go). The instrumenter walks over the program
// and tells them (instrumenter.go, which also has the order of the steps).
package pass

import (
	"fmt"
	"os"

	"fizzer/instrument/llvm"
	"fizzer/instrument/symbolic"
)

// Options name the files of one instrumentation.
type Options struct {
	Inputs      []string // bitcode or IR of the program's files, by clang 14 to 19
	Libraries   []string // bitcode of functions to add where the program uses but does not define them; may be none
	Substitutes []string // functions and variables that are defined nowhere: the functions return inputs, the variables are zero
	Defined     string   // list of names that the linker finds: others that the program does not define get substitutes, too; may be empty
	Monitor     string   // bitcode of the runtime's monitoring functions, of the same data model
	Object      string   // object file to write
	Locations   string   // location table to write
	Long        bool     // the run will take minutes, so that more work on large programs pays
	All         bool     // also record conditions whose outcome follows from others
	Symbolic    bool     // make the second form, which records expressions
	Light       bool     // optimise as little as for the largest programs, since some small ones take LLVM minutes
	Plain       bool     // do not optimise at all: time linear in the program's size, whatever its shape
	Quick       bool     // optimise as little as Light, but record the same; unless the program is small, or refused so by the linker
	NoDistances bool     // do not note how far directions are from reach_error
	Lessened    func()   // called if Quick makes a difference; may be nil
	Ends        bool     // the process ends after this: LLVM's memory is left to the system
	IR          string   // file for the instrumented IR as text, before it is optimised; empty: none
}

// Run instruments a program. If that fails, it writes neither object file nor table. The time is about linear in the size of
// the program: seconds for 30,000 conditions in one function.
func Run(options Options) error {
	context := llvm.NewContext()
	if !options.Ends {
		defer context.Dispose()
	}
	program, err := readProgram(context, options.Inputs)
	if err != nil {
		return err
	}
	if err := linkLibraries(context, program, options.Libraries); err != nil {
		return err
	}
	table, refused, err := instrument(context, program, options)
	if err != nil {
		return err
	}
	chosen := effortFor(program, options)
	options.Quick = options.Quick && !refused
	if options.Quick && !options.Plain {
		chosen = lessen(program, chosen, options.Lessened)
	}
	if options.Symbolic {
		if err := symbolic.Transform(context, program); err != nil {
			return err
		}
		chosen = symbolicEffort(program, options.Light || options.Plain || options.Quick)
	}
	if options.IR != "" {
		if err := os.WriteFile(options.IR, []byte(program.String()), 0o644); err != nil {
			return fmt.Errorf("writing the IR: %w", err)
		}
	}
	if err := emit(context, program, chosen, options.Monitor, options.Object); err != nil {
		return err
	}
	if err := table.Write(options.Locations); err != nil {
		return fmt.Errorf("writing the location table: %w", err)
	}
	return nil
}
