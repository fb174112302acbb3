package harness

import (
	"context"
	"debug/dwarf"
	"errors"
	"fmt"
	"io"
	"strings"

	"fizzer/fizzer/confined"
	"fizzer/testcomp/object"
	"fizzer/testcomp/task"
)

// Bounds of what is drawn for a parameter; picked by hand.
const (
	maxElements = 8
	maxDepth    = 3
)

// parameter is a parameter of a function or a member of a structure.
type parameter struct {
	name string
	kind dwarf.Type
}

// signature is a function as debug information describes it.
type signature struct {
	name       string
	parameters []parameter
	static     bool
	address    int // size of an address in bytes
}

// call is the part of a harness that calls a function, as debug information describes it.
type call struct {
	Function, Body string
	Declarations   []string
}

// partName is the name under which debug information is read in a process of its own.
const partName = "entry"

func init() {
	confined.Part(partName, func(arguments []string) (*call, error) { return callOf(arguments[0], arguments[1:]) })
}

// ForFunction returns the harness that calls a function with drawn parameters. The objects are those of the program's files with debug
// information, which is read in a sandbox; sources are their texts. The error names the remedy.
func ForFunction(ctx context.Context, o confined.Options, name string, objects []string, sources [][]byte) (*task.Harness, error) {
	if name == FuzzTarget {
		defined, err := defines(objects, FuzzTarget)
		if err == nil && !defined {
			err = fmt.Errorf("the program defines no function %s", name)
		}
		if err != nil {
			return nil, err
		}
		return ForFuzzTarget(sources)
	}
	if name == "main" {
		return nil, errors.New("a run begins with main in any case; leave out --entry, and give it arguments by --input argv")
	}
	called, err := confined.Call[*call](ctx, o, partName, objects, append([]string{name}, objects...)...)
	if err != nil {
		return nil, fmt.Errorf("debug information of the program: %w", err)
	}
	if called == nil {
		return nil, fmt.Errorf("the program defines no function %s", name)
	}
	text, err := fill("entry.c", struct {
		*call
		Words                          []string
		MaxText, MaxElements, MaxDepth int
	}{called, literalWords(sources), maxText, maxElements, maxDepth})
	return &task.Harness{Name: Name, Text: text, Calls: true}, err
}

// callOf returns the call of a function that one of the objects defines, nil if none does.
func callOf(name string, objects []string) (*call, error) {
	for _, path := range objects {
		found, err := find(path, name)
		if err != nil {
			return nil, err
		}
		if found == nil {
			continue
		}
		if found.static {
			return nil, fmt.Errorf("%s is static, so nothing outside of its file can call it; give, in place of this file, one that includes it "+
				"and has a function that calls %s, and name that function", name, name)
		}
		return found.call()
	}
	return nil, nil
}

// find returns the signature of a function that is defined in an object file, nil if it is not.
func find(path, name string) (*signature, error) {
	file, err := object.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := file.DWARF()
	if err != nil {
		return nil, err
	}
	reader := data.Reader()
	for {
		entry, err := reader.Next()
		if entry == nil || err != nil {
			return nil, err
		}
		_, declared := entry.Val(dwarf.AttrDeclaration).(bool)
		if entry.Tag == dwarf.TagSubprogram && entry.Val(dwarf.AttrName) == name && !declared {
			external, _ := entry.Val(dwarf.AttrExternal).(bool)
			s := &signature{name: name, static: !external, address: reader.AddressSize()}
			return s, s.read(data, reader)
		}
	}
}

// read reads the parameters, which follow the function's own entry.
func (s *signature) read(data *dwarf.Data, reader *dwarf.Reader) error {
	for {
		entry, err := reader.Next()
		if err != nil || entry == nil {
			return errors.Join(err, io.ErrUnexpectedEOF)
		}
		switch entry.Tag {
		case 0:
			return nil
		case dwarf.TagFormalParameter:
			at, ok := entry.Val(dwarf.AttrType).(dwarf.Offset)
			if !ok {
				return fmt.Errorf("a parameter of %s has no type", s.name)
			}
			kind, err := data.Type(at)
			if err == nil {
				err = checkFinite(kind)
			}
			if err != nil {
				return err
			}
			name, _ := entry.Val(dwarf.AttrName).(string)
			s.parameters = append(s.parameters, parameter{name, kind})
		default:
			reader.SkipChildren()
		}
	}
}

// call returns the call of the function.
func (s *signature) call() (*call, error) {
	w := &writer{names: map[dwarf.Type]string{}, layouts: map[*dwarf.StructType]layout{}, level: 1, address: s.address}
	var declared, arguments []string
	var members []member
	for i, p := range s.parameters {
		name := fmt.Sprintf("a%d_%s", i, p.name)
		members = append(members, member{p, name})
		w.line("%s;", w.declare(p.kind, name))
		declared, arguments = append(declared, w.declare(p.kind, "")), append(arguments, name)
	}
	w.fillAll(members, "MAX_DEPTH")
	w.line("%s(%s);", s.name, strings.Join(arguments, ", "))
	if len(declared) == 0 {
		declared = []string{"void"}
	}
	prototype := fmt.Sprintf("\nvoid %s(%s); /* its result is not used */\n", s.name, strings.Join(declared, ", "))
	if w.err != nil {
		return nil, fmt.Errorf("--entry %s: %w; write a harness that calls it", s.name, w.err)
	}
	return &call{s.name, w.body.String(), append(w.declarations(), prototype)}, nil
}
