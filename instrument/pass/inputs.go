//go:build llvm19

package pass

import (
	"fmt"
	"slices"
	"strings"

	"fizzer/instrument/llvm"
)

const inputPrefix = "__VERIFIER_nondet_"

// runtimeInputs are the input functions that the runtime defines itself, without their prefix.
var runtimeInputs = []string{
	"bool", "char", "int", "int128", "float", "double", "loff_t", "long", "longlong", "pchar", "pthread_t", "sector_t",
	"short", "size_t", "u32", "uchar", "uint", "uint128", "ulong", "ulonglong", "unsigned", "ushort",
	"pointer", "charp", "u8", "u16", "U32", "unsigned_char", "unsigned_short", "unsigned_int", "unsigned_long", "string",
	"memory",
}

// inputs defines functions that read inputs.
type inputs struct {
	insert    *inserter
	functions *functions
	table     *table
}

// define defines each other input function that the program uses: it reads one input of its type.
func (i *inputs) define() {
	for function := range llvm.Functions(i.functions.module) {
		known := slices.Contains(runtimeInputs, strings.TrimPrefix(plainName(function), inputPrefix))
		if isInput(function) && !i.functions.defines(function) && !known {
			i.defineInput(function)
		}
	}
}

func (i *inputs) defineInput(function llvm.Value) {
	i.insert.SetInsertPointAtEnd(i.insert.context.AddBasicBlock(function, ""))
	function.SetLinkage(llvm.InternalLinkage)
	result := function.GlobalValueType().ReturnType()
	if value, ok := i.input(result, function); ok {
		i.insert.CreateRet(value)
		return
	}
	if isInput(function) {
		i.table.note(fmt.Sprintf("the input function %s, whose result has no scalar type and is all zeros", plainName(function)),
			llvm.PlaceOf(function))
	}
	i.zero(function, result)
}

// zero ends the function with a result of zeros. It returns them, or stores them if the caller passes a place for a struct.
func (i *inputs) zero(function llvm.Value, result llvm.Type) {
	if result.TypeKind() != llvm.VoidType {
		i.insert.CreateRet(llvm.ConstNull(result))
		return
	}
	if function.ParamsCount() > 0 {
		structure := function.GetEnumAttributeAtIndex(1, llvm.AttributeKind("sret"))
		if !structure.IsNil() {
			i.insert.CreateStore(llvm.ConstNull(structure.GetTypeValue()), function.Param(0))
		}
	}
	i.insert.CreateRetVoid()
}

// input reads one input of a scalar type. If the type does not tell the sign, the function's attributes do.
func (i *inputs) input(t llvm.Type, function llvm.Value) (llvm.Value, bool) {
	switch t.TypeKind() {
	case llvm.IntegerType:
		return i.integerInput(t, function)
	case llvm.FloatType:
		return i.read("float", t), true
	case llvm.DoubleType:
		return i.read("double", t), true
	case llvm.X86FP80Type, llvm.FP128Type:
		return i.insert.CreateFPExt(i.read("double", i.insert.context.DoubleType()), t, ""), true
	case llvm.HalfType, llvm.BFloatType:
		return i.insert.CreateFPTrunc(i.read("float", i.insert.context.FloatType()), t, ""), true
	case llvm.PointerType:
		return i.read("pointer", t), true
	}
	return llvm.Value{}, false
}

// integerInput reads an integer of the smallest sufficient width that the runtime has and truncates it to the type.
func (i *inputs) integerInput(t llvm.Type, function llvm.Value) (llvm.Value, bool) {
	if isBoolean(t) {
		return i.read("bool", t), true
	}
	for _, width := range []int{8, 16, 32, 64, 128} {
		if t.IntTypeWidth() > width {
			continue
		}
		wide := i.insert.context.IntType(width)
		name, extension := fmt.Sprintf("s%d", width), "signext"
		if !function.GetEnumAttributeAtIndex(llvm.ReturnAttributes, llvm.AttributeKind("zeroext")).IsNil() {
			name, extension = fmt.Sprintf("u%d", width), "zeroext"
		}
		value := i.read(name, wide)
		if width < 32 {
			value.AddCallSiteAttribute(llvm.ReturnAttributes, i.insert.attribute(extension))
		}
		return i.insert.CreateTruncOrBitCast(value, t, ""), true
	}
	return llvm.Value{}, false
}

// read calls the runtime's reader of a type.
func (i *inputs) read(name string, t llvm.Type) llvm.Value {
	return i.insert.call(i.insert.declare("__fizzer_input_"+name, t))
}
