"""Texts that do not parse, each with MLIR's diagnostics (`line:column: severity: message`)."""

MANY = "9" * 5000

INVALID_TEXTS: list[tuple[str, list[str]]] = [
    (f"#a = {MANY} : i64\n", ["1:6: error: integer constant out of range for attribute"]),
    (f"#a = array<i64: {MANY}>\n", ["1:5017: error: integer constant out of range"]),
    (
        f"#a = dense<{MANY}> : tensor<2xi64>\n",
        ["1:12: error: integer constant out of range for type"],
    ),
    (f"#a = strided<[{MANY}]>\n", ["1:15: error: expected a 64-bit signed integer or '?'"]),
    (f"#a = affine_map<(d) -> ({MANY})>\n", ["1:25: error: constant too large for index"]),
    ("!t = tensor<9223372036854775808xi1>\n", ["1:13: error: invalid dimension"]),
    ("!t = vector<9223372036854775808xi1>\n", ["1:13: error: invalid dimension"]),
    (
        '#a = loc("a":4294967296:1)\n',
        ["1:14: error: expected integer line number in FileLineColLoc"],
    ),
    (
        'func.func @f(%a: i32) { "a.b"(%a#4294967296) : (i32) -> () }\n',
        ["1:33: error: invalid SSA value result number"],
    ),
    ("#a = /\n", ["1:6: error: unexpected character"]),
    (
        "func.func @f(%a: i32) { %b = arith.addi %a, %a : f32 }\n",
        [
            "1:41: error: use of value '%a' expects different type than prior uses: 'f32' vs 'i32'",
            "1:14: note: prior use here",
        ],
    ),
    (
        "func.func @f(%a: tensor<2xi1, {a = affine_map<(d0) -> (d0 + 1)>}>) { return %a : i1 }\n",
        [
            "1:77: error: use of value '%a' expects different type than prior uses: 'i1' vs"
            " 'tensor<2xi1, {a = affine_map<(d0) -> (d0 + 1)>}>'",
            "1:14: note: prior use here",
        ],
    ),
    (
        "func.func @f(%a: i32) { %b = arith.extsi %a : i32 i64 }\n",
        ["1:51: error: custom op 'arith.extsi' expected 'to'"],
    ),
    (
        "func.func @a(%c: i1) { scf.if %c { foo } return }\n",
        ["1:36: error: Dialect `' not found for custom op 'foo'  (tried '.foo' as well)"],
    ),
    (
        '"builtin.module"() ({ %x = "a.b"() : () -> i32\n "a.c"(%x#1) : (i32) -> () }) : () -> ()\n',
        ["2:8: error: reference to invalid result number"],
    ),
    (
        '%x = "a.b"() : () -> i32\nfunc.func @f(%x: i32) { return }\n',
        [
            "2:14: error: region entry argument '%x' is already in use",
            "1:1: note: previously referenced here",
        ],
    ),
    (
        '%x = "a.b"() : () -> i32\n"func.func"() <{function_type = (i32)->(), sym_name="f"}> ({^bb0(%x : i32): return }) : () -> ()\n',
        ["2:66: error: redefinition of SSA value '%x'", "1:1: note: previously defined here"],
    ),
    (
        '"func.func"() <{function_type = ()->(), sym_name="f", foo="a"}> ({^bb0: return }) : () -> ()\n',
        ["1:73: error: custom op 'return' is unknown (tried 'builtin.return' as well)"],
    ),
    (
        '"func.func"() <{sym_name="f"}> ({^bb0: return }) : () -> ()\n',
        ["1:40: error: custom op 'return' is unknown (tried 'builtin.return' as well)"],
    ),
    (
        '"func.func"() <{sym_name=1, function_type=()->()}> ({^bb0: return }) : () -> ()\n',
        ["1:60: error: custom op 'return' is unknown (tried 'builtin.return' as well)"],
    ),
    (
        '"func.func"() {sym_name=1, function_type=()->()} ({^bb0: return }) : () -> ()\n',
        ["1:49: error: expected ':' followed by operation type"],
    ),
    (
        '"func.func"() ({^bb0: return }) {sym_name=1, function_type=()->()}  : () -> ()\n',
        ["1:23: error: custom op 'return' is unknown (tried 'builtin.return' as well)"],
    ),
    ("%\n", ["1:1: error: invalid SSA name"]),
    ("foo.bar ~ \n", ["1:9: error: unexpected character"]),
    ('"abc\n', ["1:5: error: expected '\"' in string literal"]),
    ("@1\n", ["1:2: error: @ identifier expected to start with letter or '_'"]),
    ("#\n", ["1:1: error: invalid attribute name"]),
    ("!\n", ["1:1: error: invalid type identifier"]),
    ("^\n", ["1:1: error: invalid block name"]),
    ('"x.y"() {a = $ } : () -> ()\n', ["1:14: error: unexpected character"]),
    (
        '"x.y"() {a = 1 , a = 2} : () -> ()\n',
        ["1:18: error: duplicate key 'a' in dictionary attribute"],
    ),
    ('"x.y"() {a = tensor<4xq>} : () -> ()\n', ["1:23: error: expected non-function type"]),
    (
        '"x.y"() {a = dense<1> : tensor<2xf32>} : () -> ()\n',
        ["1:38: error: expected floating-point elements, but parsed integer"],
    ),
    (
        '"x.y"() {a = dense<[1.0, 2]> : tensor<2xf32>} : () -> ()\n',
        ["1:45: error: expected floating-point elements, but parsed integer"],
    ),
    (
        '"x.y"() {a = dense<[1.0, 2.0, 3.0]> : tensor<2xf32>} : () -> ()\n',
        ["1:37: error: inferred shape of elements literal ([3]) does not match type ([2])"],
    ),
    (
        '"x.y"() {a = 1 : f32, b = 1.0 : i32} : () -> ()\n',
        [
            "1:14: error: unexpected decimal integer literal for a floating point value",
            "1:14: note: add a trailing dot to make the literal a float",
        ],
    ),
    (
        '"x.y"() {b = 1.0 : i32} : () -> ()\n',
        ["1:23: error: floating point value not valid for specified type"],
    ),
    (
        '"x.y"() {b = 300 : i8} : () -> ()\n',
        ["1:14: error: integer constant out of range for attribute"],
    ),
    (
        '"x.y"() {b = -1 : ui8} : () -> ()\n',
        ["1:15: error: negative integer literal not valid for unsigned integer type"],
    ),
    ('"x.y"() {b = array<i32: a>} : () -> ()\n', ["1:25: error: expected integer literal"]),
    (
        '"x.y"() {b = array<i32 1>} : () -> ()\n',
        ["1:23: error: expected ':' after dense array type"],
    ),
    ('"x.y"() {b = !foo} : () -> ()\n', ["1:18: error: undefined symbol alias id 'foo'"]),
    (
        '"x.y"() {b = #foo<} : () -> ()\n',
        ["1:18: error: unbalanced '<' character in pretty dialect name"],
    ),
    (
        '"x.y"() {b = #foo.bar<(>} : () -> ()\n',
        ["1:22: error: unbalanced '(' character in pretty dialect name"],
    ),
    ('"x.y"() : () -> (\n', ["1:18: error: expected non-function type"]),
    ('"x.y"() : i32\n', ["1:11: error: expected function type"]),
    ('"x.y"(%1, %2) : (i32) -> ()\n', ["1:17: error: expected 2 operand types but had 1"]),
    (
        '"x.y"() ({ ^a: "x.z"()[^b] : () -> () ^a: }) : () -> ()\n',
        ["1:39: error: redefinition of block '^a'"],
    ),
    (
        '"x.y"() ({ "x.z"()[^b] : () -> () }) : () -> ()\n',
        ["1:20: error: reference to an undefined block"],
    ),
    (
        '"x.y"() ({ ^a "x.z"()[^b] : () -> () }) : () -> ()\n',
        ["1:14: error: expected ':' after block name"],
    ),
    ('"x.y"() ({ ^a: }) : () -> () loc(foo)\n', ["1:34: error: expected location instance"]),
    (
        '"x.y"() ({ ^a: }) : () -> () loc("a":b)\n',
        ["1:38: error: expected integer line number in FileLineColLoc"],
    ),
    (
        '"x.y"() ({ ^a: }) : () -> () loc(callsite(1))\n',
        ["1:43: error: expected location instance"],
    ),
    (
        '"x.y"() ({ ^a: }) : () -> () loc(#b)\n',
        ["1:34: error: operation location alias was never defined"],
    ),
    (
        '#b = 4 : i32\n"x.y"() ({ ^a: }) : () -> () loc(#b)\n',
        ["2:34: error: expected location, but found '4 : i32'"],
    ),
    (
        "#b.c = 4 : i32\n",
        ["1:1: error: attribute names with a '.' are reserved for dialect-defined names"],
    ),
    ("#b = 4\n#b = 5\n", ["2:1: error: redefinition of attribute alias id 'b'"]),
    ("!b = 4\n", ["1:5: error: expected non-function type"]),
    ("}\n", ["1:1: error: expected operation name in quotes"]),
    ('"x.y"() {b = 1\n}\n', ["2:2: error: expected ':' followed by operation type"]),
    (
        '"x.y"() {b = affine_map<(d0) -> (d1)>} : () -> ()\n',
        ["1:34: error: use of undeclared identifier"],
    ),
    (
        '"x.y"() {b = strided<[1, 2], offset>} : () -> ()\n',
        ["1:36: error: expected ':' after 'offset'"],
    ),
    (
        '"x.y"() {b = @a::b} : () -> ()\n',
        ["1:18: error: expected nested symbol reference identifier"],
    ),
    (
        '"x.y"() {b = unit, c = opaque<"a", "b">} : () -> ()\n',
        ["1:23: error: expected attribute value"],
    ),
    (
        '"x.y"() {b = memref<4xf32, 1, 2, 3>} : () -> ()\n',
        ["1:32: error: multiple memory spaces specified in memref type"],
    ),
    ('"x.y"() {b = vector<?xf32>} : () -> ()\n', ["1:21: error: expected non-function type"]),
    (
        '"x.y"() {b = vector<4xtensor<2xf32>>} : () -> ()\n',
        ["1:23: error: vector elements must be int/index/float type"],
    ),
    ('"x.y"() {b = tensor<4f32>} : () -> ()\n', ["1:22: error: expected 'x' in dimension list"]),
    (
        '"x.y"() {b = i999999999} : () -> ()\n',
        ["1:14: error: integer bitwidth is limited to 16777215 bits"],
    ),
    ('"x.y"() {b = dense<>} : () -> ()\n', ["1:21: error: expected ':'"]),
    (
        '"x.y"() {b = dense<"0xzz"> : tensor<2xi8>} : () -> ()\n',
        ["1:20: error: expected string containing hex digits starting with `0x`"],
    ),
    (
        '"x.y"() {b = dense<[1, [2]]> : tensor<2xi8>} : () -> ()\n',
        ["1:27: error: tensor literal is invalid; ranks are not consistent between elements"],
    ),
    (
        '"x.y"() {b = dense<300> : tensor<2xi8>} : () -> ()\n',
        ["1:20: error: integer constant out of range for type"],
    ),
    (
        '"x.y"() {b = dense<1> : i8} : () -> ()\n',
        ["1:27: error: elements literal must be a shaped type"],
    ),
    (
        '"x.y"() {b = 99999999999999999999999} : () -> ()\n',
        ["1:14: error: integer constant out of range for attribute"],
    ),
    ('"abc\ndef"\n', ["1:5: error: expected '\"' in string literal"]),
    ('"a\\qb"\n', ["1:3: error: unknown escape in string literal"]),
    ('"a\\\n', ["1:3: error: unknown escape in string literal"]),
    ('@"abc\n', ["1:6: error: expected '\"' in string literal"]),
    ("..\n", ["1:2: error: expected three consecutive dots for an ellipsis"]),
    ('@"a\\zz"\n', ["1:4: error: unknown escape in string literal"]),
    ("{-\n", ["1:1: error: expected operation name in quotes"]),
    ("é\n", ["1:1: error: unexpected character"]),
    ('"é" ~\n', ["1:6: error: unexpected character"]),
    ('"aé\t" ~\n', ["1:8: error: unexpected character"]),
    ('\t"aé"\t ~\n', ["1:9: error: unexpected character"]),
    (
        '"x.y"() {a = dense<"0x1\\q"> : tensor<4xi32>} : () -> ()\n',
        ["1:24: error: unknown escape in string literal"],
    ),
    ('"x.y"(-) : () -> ()\n', ["1:7: error: expected ')' to end operand list"]),
    ('"x.y"() {a = 0xG} : () -> ()\n', ["1:15: error: expected '}' in attribute dictionary"]),
    ('"x.y"() {a = 0x} : () -> ()\n', ["1:15: error: expected '}' in attribute dictionary"]),
    (
        '"x.y"() : () -> () loc("a":1:)\n',
        ["1:30: error: expected integer column number in FileLineColLoc"],
    ),
    ('"x.y"() : () -> () loc(fused["a", ])\n', ["1:34: error: expected location instance"]),
    (
        '"x.y"() : () -> () loc(fused<1["a"])\n',
        ["1:31: error: expected '>' after fused location metadata"],
    ),
    (
        '"x.y"() : () -> () loc(callsite("a" in "b"))\n',
        ["1:36: error: expected 'at' in callsite location"],
    ),
    ('"x.y"() : () -> () loc("a"("b")\n', ["1:32: error: expected ')' in location"]),
    (
        '%a:0 = "x.y"() : () -> ()\n',
        ["1:4: error: expected named operation to have at least 1 result"],
    ),
    ('%a:b = "x.y"() : () -> ()\n', ["1:4: error: expected integer number of results"]),
    ('%a = "x.y"() : () -> ()\n', ["1:1: error: cannot name an operation with no results"]),
    (
        '%a, %b = "x.y"() : () -> i32\n',
        ["1:1: error: operation defines 1 results but was provided 2 to bind"],
    ),
    (
        '%a = "x.y"() : () -> i32\n%a = "x.y"() : () -> i32\n',
        ["2:1: error: redefinition of SSA value '%a'", "1:1: note: previously defined here"],
    ),
    (
        '"x.y"(%a) : (i32) -> ()\n%a = "x.z"() : () -> f32\n',
        [
            "2:1: error: definition of SSA value '%a#0' has type 'f32'",
            "1:7: note: previously used here with type 'i32'",
        ],
    ),
    (
        '"x.y"(%a, %b) : (i32, i32) -> ()\n',
        [
            "1:7: error: use of undeclared SSA value name",
            "1:11: error: use of undeclared SSA value name",
        ],
    ),
    (
        '%a = "x.z"() : () -> f32\n"x.y"(%a) : (i32) -> ()\n',
        [
            "2:7: error: use of value '%a' expects different type than prior uses: 'i32' vs 'f32'",
            "1:1: note: prior use here",
        ],
    ),
    ('"x.y"(%a#x) : (i32) -> ()\n', ["1:9: error: invalid SSA value result number"]),
    (
        '"x.y"() ({^bb0(%a i32):}) : () -> ()\n',
        ["1:18: error: expected ':' and type for SSA operand"],
    ),
    ('"x.y"() ({^bb0(%a : i32, 1):}) : () -> ()\n', ["1:25: error: expected SSA operand"]),
    ('"x.y"() [^a, ] : () -> ()\n', ["1:13: error: expected block name"]),
    ('"x.y"() ({} : () -> ()\n', ["1:12: error: expected ')' to end region list"]),
    ('"x.y"() ({\n', ["1:11: error: expected operation name in quotes"]),
    ('"x.y"() {a = [1, 2} : () -> ()\n', ["1:19: error: expected ',' or ']'"]),
    ('"x.y"() {a = {b = 1} : () -> ()\n', ["1:21: error: expected '}' in attribute dictionary"]),
    ('"x.y"() {= 1} : () -> ()\n', ["1:10: error: expected attribute name"]),
    ('"x.y"() {"" = 1} : () -> ()\n', ["1:10: error: expected valid attribute name"]),
    ('"x.y"() <{a = 1}: () -> ()\n', ["1:17: error: expected '>' to close properties"]),
    ('"x.y"() <a = 1}> : () -> ()\n', ["1:10: error: expected attribute value"]),
    ('"x.y"() <> : () -> ()\n', ["1:10: error: expected attribute value"]),
    (
        '%0 = "arith.constant"() <42> : () -> i32\n',
        [
            "1:6: error: invalid properties 42 : i64 for op arith.constant: expected DictionaryAttr"
            " to set properties"
        ],
    ),
    ('"" () : () -> ()\n', ["1:1: error: empty operation name is invalid"]),
    (
        'module @a {\n  "x.y"() : () -> () loc("f")\n',
        ["2:30: error: expected operation name in quotes"],
    ),
    ("module {} }\n", ["1:10: error: expected operation name in quotes"]),
    ("#a = \n", ["1:5: error: expected attribute value"]),
    ("!a \n", ["1:3: error: expected '=' in type alias definition"]),
    ("#a : i32\n", ["1:3: error: expected '=' in attribute alias definition"]),
    ("!a.b = i32\n", ["1:1: error: type names with a '.' are reserved for dialect-defined names"]),
    ("!a = i32\n!a = i64\n", ["2:1: error: redefinition of type alias id 'a'"]),
    ('"x.y"() {a = #a} : () -> ()\n#a = 1\n', ["1:16: error: undefined symbol alias id 'a'"]),
    (
        '"x.y"() {a = -} : () -> ()\n',
        ["1:15: error: expected constant integer or floating point value"],
    ),
    (
        '"x.y"() {a = -"a"} : () -> ()\n',
        ["1:15: error: expected constant integer or floating point value"],
    ),
    (
        '"x.y"() {a = 0x1FFFFFFFFF : f32} : () -> ()\n',
        ["1:14: error: hexadecimal float constant out of range for type"],
    ),
    (
        '"x.y"() {a = -0x1F : f32} : () -> ()\n',
        ["1:15: error: hexadecimal float literal should not have a leading minus"],
    ),
    (
        '"x.y"() {a = 128 : si8} : () -> ()\n',
        ["1:14: error: integer constant out of range for attribute"],
    ),
    (
        '"x.y"() {a = 256 : ui8} : () -> ()\n',
        ["1:14: error: integer constant out of range for attribute"],
    ),
    (
        '"x.y"() {a = -129 : i8} : () -> ()\n',
        ["1:15: error: integer constant out of range for attribute"],
    ),
    (
        '"x.y"() {a = 1 : tensor<1xi32>} : () -> ()\n',
        ["1:14: error: integer literal not valid for specified type"],
    ),
    (
        '"x.y"() {a = dense<[1.0]> : tensor<1xi32>} : () -> ()\n',
        ["1:21: error: expected integer elements, but parsed floating-point"],
    ),
    (
        '"x.y"() {a = dense<"0x00"> : tensor<3xi16>} : () -> ()\n',
        ["1:28: error: elements hex data size is invalid for provided type: 'tensor<3xi16>'"],
    ),
    (
        '"x.y"() {a = dense<[[1, 2], [3]]> : tensor<2x2xi16>} : () -> ()\n',
        ["1:32: error: tensor literal is invalid; ranks are not consistent between elements"],
    ),
    (
        '"x.y"() {a = dense<1> : tensor<?xi16>} : () -> ()\n',
        ["1:38: error: elements literal type must have static shape"],
    ),
    (
        '"x.y"() {a = dense<true> : tensor<2xi16>} : () -> ()\n',
        ["1:20: error: expected i1 type for 'true' or 'false' values"],
    ),
    (
        '"x.y"() {a = dense<-1> : tensor<2xui16>} : () -> ()\n',
        ["1:21: error: expected unsigned integer elements, but parsed negative value"],
    ),
    (
        '"x.y"() {a = dense<> : tensor<2xui16>} : () -> ()\n',
        ["1:22: error: parsed zero elements, but type ('tensor<2xui16>') expected at least 1"],
    ),
    (
        '"x.y"() {a = dense<a> : tensor<2xui16>} : () -> ()\n',
        ["1:20: error: expected element literal of primitive type"],
    ),
    ('"x.y"() {a = dense<[1, 2> : tensor<2xui16>} : () -> ()\n', ["1:25: error: expected ']'"]),
    ('"x.y"() {a = array<i32: 1, >} : () -> ()\n', ["1:28: error: expected integer literal"]),
    ('"x.y"() {a = array<i8: 300>} : () -> ()\n', ["1:27: error: integer constant out of range"]),
    (
        '"x.y"() {a = array<f32: 1>} : () -> ()\n',
        [
            "1:25: error: unexpected decimal integer literal for a floating point value",
            "1:25: note: add a trailing dot to make the literal a float",
        ],
    ),
    (
        '"x.y"() {a = array<i7: 1>} : () -> ()\n',
        ["1:20: error: element type bitwidth must be a multiple of 8"],
    ),
    (
        '"x.y"() {a = array<none: 1>} : () -> ()\n',
        ["1:20: error: expected integer or float type, got: 'none'"],
    ),
    (
        '"x.y"() {a = array<i8: true>} : () -> ()\n',
        ["1:24: error: expected i1 type for 'true' or 'false' values"],
    ),
    (
        '"x.y"() {a = array<i24: 16777216>} : () -> ()\n',
        ["1:33: error: integer constant out of range"],
    ),
    (
        '"x.y"() {a = array<f80: inf>} : () -> ()\n',
        ["1:25: error: expected integer or floating point literal"],
    ),
    (
        '"x.y"() {a = array<i32: 1} : () -> ()\n',
        ["1:26: error: expected '>' to close an array attribute"],
    ),
    (
        '"x.y"() {a = tensor<*xf32, 1>} : () -> ()\n',
        ["1:30: error: cannot apply encoding to unranked tensor"],
    ),
    (
        '"x.y"() {a = tensor<4xtensor<4xi32>>} : () -> ()\n',
        ["1:23: error: invalid tensor element type"],
    ),
    ('"x.y"() {a = tensor 4} : () -> ()\n', ["1:20: error: expected '<' in tensor type"]),
    ('"x.y"() {a = tuple<i32} : () -> ()\n', ["1:23: error: expected '>' in tuple type"]),
    (
        '"x.y"() {a = complex<index>} : () -> ()\n',
        ["1:22: error: invalid element type for complex"],
    ),
    (
        '"x.y"() {a = vector<[4xi32>} : () -> ()\n',
        ["1:23: error: missing ']' closing scalable dimension"],
    ),
    (
        '"x.y"() {a = vector<0xi32>} : () -> ()\n',
        ["1:23: error: vector types must have positive constant sizes"],
    ),
    ('"x.y"() {a = memref<4xi32, 1} : () -> ()\n', ["1:29: error: expected ',' or '>'"]),
    ('"x.y"() {a = (i32) - i32} : () -> ()\n', ["1:19: error: expected '->' in function type"]),
    ('"x.y"() {a = (i32, ) -> i32} : () -> ()\n', ["1:19: error: expected non-function type"]),
    ('"x.y"() {a = !foo.bar<"a} : () -> ()\n', ["1:37: error: expected '\"' in string literal"]),
    (
        '"x.y"() {a = !tensor.bar} : () -> ()\n',
        ["1:22: error: dialect 'tensor' provides no type parsing hook"],
    ),
    (
        '"x.y"() {a = #tensor.bar} : () -> ()\n',
        ["1:22: error: dialect 'tensor' provides no attribute parsing hook"],
    ),
    ("{-# foo: {} #-}\n", ["1:5: error: unknown key 'foo' in file metadata dictionary"]),
    ("scf.foo\n", ["1:1: error: custom op 'scf.foo' is unknown"]),
    ("foo\n", ["1:1: error: custom op 'foo' is unknown (tried 'builtin.foo' as well)"]),
    ('func.func @f() { return } loc("a"\n', ["1:34: error: expected ')' in location"]),
    ('"x.y"() {a = loc("a"} : () -> ()\n', ["1:21: error: expected ')' in inline location"]),
    (
        '"x.y"() {a = affine_map<(d0) -> (d0 * d0)>} : () -> ()\n',
        [
            "1:37: error: non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
        ],
    ),
    (
        '"x.y"() {a = dense<(1.0, 2.0, 3.0)> : tensor<2xcomplex<f32>>} : () -> ()\n',
        ["1:29: error: expected ')' after complex elements"],
    ),
    (
        '"x.y"() {a = strided<[1, a]>} : () -> ()\n',
        ["1:26: error: expected a 64-bit signed integer or '?'"],
    ),
    ('"x.y"() -> ()\n', ["1:8: error: expected ':' followed by operation type"]),
    ('"x.y" : () -> ()\n', ["1:6: error: expected '(' to start operand list"]),
    (
        '"x.y"() : () -> () "x.y"() : () -> () )\n',
        ["1:38: error: expected operation name in quotes"],
    ),
    ('"x.y"() : ()\n\n  // a comment\n', ["3:15: error: expected '->' in function type"]),
    (
        "func.func @f() { ^bb0: return ^bb0: return }\n",
        ["1:31: error: redefinition of block '^bb0'"],
    ),
    (
        '"x.y"() {a = dense<[[1.0, 2.0],[3.0]]> : tensor<2x2xf32>} : () -> ()\n',
        ["1:37: error: tensor literal is invalid; ranks are not consistent between elements"],
    ),
    (
        '"x.y"() {a = dense<[[[1.0, 2.0],[3.0, 3.0]]]> : tensor<2x2xf32>} : () -> ()\n',
        [
            "1:47: error: inferred shape of elements literal ([1, 2, 2]) does not match type ([2, 2])"
        ],
    ),
    (
        '"x.y"() {a = dense<[1.0, 2]> : tensor<2xf32>} : () -> ()\n',
        ["1:45: error: expected floating-point elements, but parsed integer"],
    ),
    (
        '"x.y"() {a = dense<[1, 256]> : tensor<2xi8>} : () -> ()\n',
        ["1:24: error: integer constant out of range for type"],
    ),
    (
        '"x.y"() {a = dense<[1, -129]> : tensor<2xi8>} : () -> ()\n',
        ["1:25: error: integer constant out of range for type"],
    ),
    (
        '"x.y"() {a = dense<[1, -1]> : tensor<2xui8>} : () -> ()\n',
        ["1:25: error: expected unsigned integer elements, but parsed negative value"],
    ),
    (
        '"x.y"() {a = dense<[1, 300000000000000000000]> : tensor<2xindex>} : () -> ()\n',
        ["1:24: error: integer constant out of range for type"],
    ),
    (
        '"x.y"() {a = dense<[1.0]> : tensor<1xi32>} : () -> ()\n',
        ["1:21: error: expected integer elements, but parsed floating-point"],
    ),
    (
        '#a = dense<["a"]> : tensor<2x!t.s>\n',
        ["1:19: error: inferred shape of elements literal ([1]) does not match type ([2])"],
    ),
    (
        "#a = dense<> : tensor<2x!t.s>\n",
        ["1:14: error: parsed zero elements, but type ('tensor<2x!t.s>') expected at least 1"],
    ),
    (
        '#a = dense<["a", "b"]> : tensor<2xf32>\n',
        ["1:39: error: expected floating-point elements, but parsed integer"],
    ),
    (
        '#a = dense<["a"]> : tensor<1xindex>\n',
        ["1:13: error: integer constant out of range for type"],
    ),
    (
        "#a = dense<[[[[1, 2], [3]]]]> : tensor<1x1x2x2xi32>\n",
        ["1:26: error: tensor literal is invalid; ranks are not consistent between elements"],
    ),
    (
        "#a = dense<[[[[1, 2], [3, 4]]]]> : tensor<1x1x2x3xi32>\n",
        [
            "1:34: error: inferred shape of elements literal ([1, 1, 2, 2]) does not match type"
            " ([1, 1, 2, 3])"
        ],
    ),
    (
        "#a = sparse<[1, 2], 5> : tensor<3x4xi32>\n",
        [
            "1:6: error: expected shape ([3, 4]); inferred shape of indices literal ([2]);"
            " inferred shape of values literal ([2])"
        ],
    ),
    (
        "#a = sparse<[[0, 0], [-1, 2]], 5.0> : tensor<3x4xf32>\n",
        [
            "1:6: error: sparse index #1 is not contained within the value shape,"
            " with index=[18446744073709551615, 2], and type='tensor<3x4xf32>'"
        ],
    ),
    (
        "#a = sparse<[[1, 1]], [[1.0]]> : tensor<4x4xf32>\n",
        ["1:6: error: expected 1-d tensor for sparse element values"],
    ),
    ("#a = sparse<[0, 1]> : tensor<4xf32>\n", ["1:19: error: expected ','"]),
    (
        "#a = sparse<[0], > : tensor<4xf32>\n",
        ["1:18: error: expected element literal of primitive type"],
    ),
    (
        "#a = sparse<0, 5.0> : tensor<?xf32>\n",
        ["1:36: error: elements literal type must have static shape"],
    ),
    ("#a = distinct<1>\n", ["1:14: error: expected '[' after 'distinct'"]),
    ("#a = distinct[-1]<1>\n", ["1:15: error: expected distinct ID"]),
    (
        "#a = distinct[18446744073709551616]<>\n",
        ["1:35: error: expected an unsigned 64-bit integer"],
    ),
    ("#a = distinct[1<\n", ["1:16: error: expected ']' to close distinct ID"]),
    ("#a = distinct[1]1\n", ["1:17: error: expected '<' after distinct ID"]),
    ("#a = distinct[1]<1 : i32\n", ["1:25: error: expected '>' to close distinct attribute"]),
    (
        "#a = [distinct[0]<1>, distinct[0]<2>]\n",
        ["1:23: error: referenced attribute does not match previous definition: 1 : i64"],
    ),
    ("!t = tensor<4xnone>\n", ["1:15: error: invalid tensor element type"]),
    ("!t = memref<4xtuple<i32>>\n", ["1:15: error: invalid memref element type"]),
    (
        "!t = memref<2xf32, strided<[1, 2]>>\n",
        ["1:6: error: expected the number of strides to match the rank"],
    ),
    (
        "!t = memref<2xf32, affine_map<(d0, d1) -> (d0)>>\n",
        ["1:6: error: memref layout mismatch between rank and affine map: 1 != 2"],
    ),
    (
        "!t = memref<*xf32, strided<[1]>>\n",
        ["1:32: error: cannot have affine map for unranked memref type"],
    ),
    (
        '{-# dialect_resources: { builtin: { k: "0x0h" } } #-}\n',
        ["1:40: error: expected hex string blob for key 'k'"],
    ),
    (
        '{-# dialect_resources: { builtin: { k: "0x040" } } #-}\n',
        ["1:40: error: expected hex string blob for key 'k'"],
    ),
    (
        '{-# dialect_resources: { builtin: { k: "text" } } #-}\n',
        ["1:40: error: expected hex string blob for key 'k'"],
    ),
    (
        "{-# dialect_resources: { builtin: { k: true } } #-}\n",
        ["1:40: error: expected hex string blob for key 'k'"],
    ),
    (
        '{-# dialect_resources: { builtin: { k: "0x0400" } } #-}\n',
        ["1:40: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes"],
    ),
    (
        '{-# dialect_resources: { builtin: { k: "0x0300000001" } } #-}\n',
        [
            "1:40: error: expected hex string blob for key 'k' to encode alignment in first 4 bytes, but got non-power-of-2 value: 3"
        ],
    ),
    (
        '{-# external_resources: { a: { k: "0x0h" } } #-}\n',
        ["1:35: error: expected hex string blob for key 'k'"],
    ),
    (
        "{-# external_resources: { a: { k: 1 } } #-}\n",
        ["1:35: error: expected string value for key 'k'"],
    ),
    ("{-# dialect_resources: { nobody: { } } #-}\n", ["1:26: error: dialect 'nobody' is unknown"]),
    (
        "{-# dialect_resources: { func: { } } #-}\n",
        ["1:32: error: unexpected 'resource' section for dialect 'func'"],
    ),
    (
        "func.func @f(%a: tensor<4xf32>) { %0 = vector.shape_cast %a : tensor<4xf32> to i1 }\n",
        ["1:63: error: custom op 'vector.shape_cast' invalid kind of type specified"],
    ),
    (
        "func.func @f(%a: tensor<*xf32>) {"
        " %0 = tensor.extract_slice %a[0] [1] [1] : tensor<*xf32> to tensor<1xf32> }\n",
        ["1:77: error: custom op 'tensor.extract_slice' invalid kind of type specified"],
    ),
    (
        "func.func @f(%a: tensor<1xf32>, %i: index) { memref.load %a[%i] : tensor<1xf32> }\n",
        ["1:67: error: custom op 'memref.load' invalid kind of type specified"],
    ),
    (
        "func.func @f(%a: tensor<1xf32>, %i: index) { affine.load %a[%i] : tensor<1xf32> }\n",
        ["1:65: error: custom op 'affine.load' invalid kind of type specified"],
    ),
    (
        "func.func @f(%a: memref<4xf32>) {"
        " %0 = memref.cast %a : memref<4xf32> to tensor<?xf32> }\n",
        ["1:74: error: custom op 'memref.cast' invalid kind of type specified"],
    ),
]
