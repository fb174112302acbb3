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

// defineInputs defines each other input function that the program uses: it reads one input of its type.
func (i *instrumenter) defineInputs() {
	for function := range llvm.Functions(i.program) {
		_, defined := i.defined[function]
		if isInput(function) && !defined && !slices.Contains(runtimeInputs, strings.TrimPrefix(plainName(function), inputPrefix)) {
			i.defineInput(function)
		}
	}
}

func (i *instrumenter) defineInput(function llvm.Value) {
	i.builder.SetInsertPointAtEnd(i.context.AddBasicBlock(function, ""))
	function.SetLinkage(llvm.InternalLinkage)
	result := function.GlobalValueType().ReturnType()
	if value, ok := i.input(result, function); ok {
		i.builder.CreateRet(value)
		return
	}
	if isInput(function) {
		i.note(fmt.Sprintf("the input function %s, whose result has no scalar type and is all zeros", plainName(function)),
			llvm.PlaceOf(function))
	}
	i.zero(function, result)
}

// zero ends the function with a result of zeros. It returns them, or stores them if the caller passes a place for a struct.
func (i *instrumenter) zero(function llvm.Value, result llvm.Type) {
	if result.TypeKind() != llvm.VoidType {
		i.builder.CreateRet(llvm.ConstNull(result))
		return
	}
	if function.ParamsCount() > 0 {
		structure := function.GetEnumAttributeAtIndex(1, llvm.AttributeKind("sret"))
		if !structure.IsNil() {
			i.builder.CreateStore(llvm.ConstNull(structure.GetTypeValue()), function.Param(0))
		}
	}
	i.builder.CreateRetVoid()
}

// input reads one input of a scalar type. If the type does not tell the sign, the function's attributes do.
func (i *instrumenter) input(t llvm.Type, function llvm.Value) (llvm.Value, bool) {
	switch t.TypeKind() {
	case llvm.IntegerType:
		return i.integerInput(t, function)
	case llvm.FloatType:
		return i.read("float", t), true
	case llvm.DoubleType:
		return i.read("double", t), true
	case llvm.X86FP80Type, llvm.FP128Type:
		return i.builder.CreateFPExt(i.read("double", i.context.DoubleType()), t, ""), true
	case llvm.HalfType, llvm.BFloatType:
		return i.builder.CreateFPTrunc(i.read("float", i.context.FloatType()), t, ""), true
	case llvm.PointerType:
		return i.read("pointer", t), true
	}
	return llvm.Value{}, false
}

// integerInput reads an integer of the smallest sufficient width that the runtime has and truncates it to the type.
func (i *instrumenter) integerInput(t llvm.Type, function llvm.Value) (llvm.Value, bool) {
	if isBoolean(t) {
		return i.read("bool", t), true
	}
	for _, width := range []int{8, 16, 32, 64, 128} {
		if t.IntTypeWidth() > width {
			continue
		}
		wide := i.context.IntType(width)
		name, extension := fmt.Sprintf("s%d", width), "signext"
		if !function.GetEnumAttributeAtIndex(llvm.ReturnAttributes, llvm.AttributeKind("zeroext")).IsNil() {
			name, extension = fmt.Sprintf("u%d", width), "zeroext"
		}
		value := i.read(name, wide)
		if width < 32 {
			value.AddCallSiteAttribute(llvm.ReturnAttributes, i.attribute(extension))
		}
		return i.builder.CreateTruncOrBitCast(value, t, ""), true
	}
	return llvm.Value{}, false
}

// read calls the runtime's reader of a type.
func (i *instrumenter) read(name string, t llvm.Type) llvm.Value {
	return i.call(i.monitors.declare("__fizzer_input_"+name, t))
}
