"""A program that builds, changes and prints operations, blocks, values, affine expressions and
constants.
"""

SRC = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 3 : i32
  %0 = arith.addi %a, %b : i32
  %1 = arith.addi %0, %c overflow<nsw> : i32
  return %1 : i32
}
func.func private @g()
"""
ctx = Context()
ctx.allow_unregistered_dialects = True
with ctx, Location.unknown():
    m = Module.parse(SRC)
    print(m)
    print(m.operation)
    print(str(m.body))
    f = m.body.operations[0].operation
    blk = f.regions[0].blocks[0]
    ops = list(blk.operations)
    add = ops[1].operation
    for x in (
        "name",
        "parent",
        "operands",
        "results",
        "regions",
        "successors",
        "attributes",
        "location",
    ):
        show(lambda: getattr(add, x) if x in ("name", "location") else None)
    show(lambda: [str(o) for o in add.operands])
    show(lambda: str(add.result))
    show(lambda: str(blk.arguments[0]))
    show(lambda: add.result.get_name())
    show(lambda: add.operands[0].get_name())
    show(lambda: blk.arguments[1].arg_number)
    show(lambda: add.result.result_number)
    show(lambda: [(u.owner.operation.name, u.operand_number) for u in add.result.uses])
    show(lambda: add.result.owner == add)
    show(lambda: blk.arguments[0].owner == blk)
    show(lambda: add.operands[0] == blk.arguments[0])
    show(lambda: hash(add.operands[0]) == hash(blk.arguments[0]))
    show(lambda: add.operands[-1])
    show(lambda: add.operands[5])
    show(lambda: len(add.operands[0:1]))
    show(lambda: add.operands[::-1][0] == add.operands[1])
    show(lambda: add.results.types)
    show(lambda: [str(a) for a in add.attributes.items()])
    show(lambda: list(f.attributes.keys()))
    show(lambda: "sym_name" in f.attributes)
    show(lambda: f.attributes["sym_name"])
    show(lambda: f.attributes[0])
    show(lambda: f.attributes["nope"])
    show(lambda: m.operation.parent)
    show(lambda: len(f.attributes))
    show(lambda: f.attributes[9])
    add.attributes["foo"] = StringAttr.get("x")
    print(add)
    del add.attributes["foo"]
    print(add)
    show(lambda: add.attributes.__delitem__("foo"))
    show(lambda: f.get_asm(print_generic_op_form=True))
    show(lambda: f.get_asm(enable_debug_info=True))
    show(lambda: f.get_asm(enable_debug_info=True, pretty_debug_info=True, use_local_scope=True))
    show(lambda: f.get_asm(binary=True))
    show(lambda: f.get_asm(skip_regions=True))
    show(lambda: f.get_asm(use_local_scope=True))
    show(lambda: add.get_asm())
    show(lambda: str(ops[0]))
    s = io.StringIO()
    f.print(file=s)
    show(lambda: s.getvalue())
    r = []
    m.operation.walk(lambda o: (r.append(o.operation.name), WalkResult.ADVANCE)[1])
    print(r)
    r = []
    m.operation.walk(
        lambda o: (
            r.append(o.operation.name),
            WalkResult.SKIP if o.operation.name == "func.func" else WalkResult.ADVANCE,
        )[1],
        WalkOrder.PRE_ORDER,
    )
    print(r)
    r = []
    m.operation.walk(lambda o: (r.append(o.operation.name), WalkResult.INTERRUPT)[1])
    print(r)
    c = f.clone(ip=False)
    show(lambda: c.operation.parent)
    show(lambda: str(c) == str(f))
    show(lambda: c == f)
    show(lambda: f == m.body.operations[0])
    show(lambda: hash(f) == hash(m.body.operations[0]))
    show(lambda: add.move_after(ops[2]))
    show(lambda: m.operation.verify())
    show(lambda: add.move_before(ops[2]))
    show(lambda: m.operation.verify())
    print(m)
    show(lambda: ops[0].operation.is_before_in_block(add))
    add.result.replace_all_uses_with(blk.arguments[0])
    print(f)
    add.erase()
    show(lambda: add.name)
    show(lambda: str(ops[1]))
    print(f)
    show(lambda: len(blk.operations))
    show(lambda: blk.operations[7])
    show(lambda: [o.operation.name for o in blk])
    show(lambda: f.result)
    show(lambda: f.parent == m.operation)
    show(lambda: f.location)
    show(lambda: m.operation.location)
    # create
    i32 = IntegerType.get_signless(32)
    op = Operation.create(
        "custom.op", results=[i32, i32], regions=2, attributes={"a": UnitAttr.get()}
    )
    print(op)
    show(lambda: op.name)
    show(lambda: op.results[1].result_number)
    show(lambda: str(op.results[1]))
    show(lambda: len(op.regions))
    show(lambda: [str(x) for x in op.attributes.values()])
    show(lambda: op.result)
    b = Block.create_at_start(op.regions[0], [i32, F32Type.get()])
    print(op)
    b2 = b.create_after(i32)
    b3 = b.create_before()
    print(op)
    show(lambda: b.region == op.regions[0])
    show(lambda: b.owner == op)
    show(lambda: len(op.regions[0].blocks))
    show(lambda: op.regions[0].blocks[0] == b3)
    show(lambda: [len(x.arguments) for x in op.regions[0]])
    show(lambda: b.arguments.types)
    show(lambda: op.regions[0].blocks[9])
    show(lambda: op.regions[4])
    with InsertionPoint(b):
        x = Operation.create("custom.x", results=[i32], operands=[b.arguments[0]])
        y = Operation.create("custom.y", operands=[x.result, x.result])
        show(lambda: InsertionPoint.current.block == b)
    with InsertionPoint(y):
        Operation.create("custom.z")
    with InsertionPoint.at_block_begin(b):
        Operation.create("custom.first")
    InsertionPoint.after(x).insert(Operation.create("custom.after"))
    print(op)
    show(lambda: InsertionPoint.at_block_terminator(b))
    show(lambda: InsertionPoint(b).insert(y))
    show(lambda: [(u.operand_number) for u in x.result.uses])
    show(lambda: x.result.set_type(F32Type.get()))
    print(op)
    show(lambda: y.detach_from_parent().operation.name)
    print(y)
    show(lambda: y.detach_from_parent())
    show(lambda: b.append(y))
    print(b)
    show(lambda: b.add_argument(i32, Location.unknown()))
    show(lambda: b.erase_argument(1))
    print(op)
    show(lambda: InsertionPoint(y).ref_operation == y)
    show(lambda: InsertionPoint(b).ref_operation)
    show(lambda: Operation.create("custom.op", results=[None]))
    show(lambda: Operation.create("custom.op", operands=[None]))
    show(lambda: Operation.create("custom.op", regions=-1))
    show(lambda: Operation.parse('"test.x"() : () -> ()').operation.name)
    show(lambda: Operation.parse('%0 = "test.x"() : () -> i32 %1 = "test.y"() : () -> i32'))
    show(lambda: Operation.parse("module {}").operation.name)
    show(
        lambda: Operation.create(
            "arith.addi", results=[i32], operands=[x.result, x.result]
        ).verify()
    )
    show(lambda: Module.parse("module { func.func @f() -> i32 { return } }"))
    show(lambda: Module.parse("func.func @f( {"))
    sy = SymbolTable(m.operation)
    show(lambda: "f" in sy)
    show(lambda: sy["g"].operation.name)
    show(lambda: sy["zz"])
    show(lambda: SymbolTable.get_symbol_name(f))
    show(lambda: SymbolTable.get_visibility(sy["g"]))
    show(lambda: SymbolTable.get_visibility(f))
    print(m)
    show(lambda: SymbolTable.set_symbol_name(sy["g"], "h"))
    print(m)
    show(lambda: sy.erase(f))
    show(lambda: SymbolTable(f))
    print(m)
    m2 = Module.parse("func.func private @a() func.func @b() { call @a() : () -> () return }")
    SymbolTable.replace_all_symbol_uses("a", "c", m2.operation)
    print(m2)
    show(
        lambda: (
            ctx.attach_diagnostic_handler(
                lambda d: (
                    print("DIAG", d.severity, d.message, str(d.location), [str(n) for n in d.notes])
                    or True
                )
            ),
            Location.name("here").emit_error("boo"),
        )[1]
    )
    # affine
    d0 = AffineExpr.get_dim(0)
    d1 = AffineExpr.get_dim(1)
    s0 = AffineExpr.get_symbol(0)
    for e in (
        d0 + d1,
        d0 - d1,
        d0 * 2,
        2 * d0 + 3,
        d0 % 4,
        AffineExpr.get_floor_div(d0, 4),
        AffineExpr.get_ceil_div(d0, 4),
        (d0 + 1) + 2,
        (d0 * 2) * 3,
        d0 * 0,
        d0 * 1,
        d0 + 0,
        3 - d0,
        d0 - 3,
        d0 + s0 * 2,
        (d0 * 4) % 4,
        AffineExpr.get_floor_div(d0 * 8, 4),
        d0 + d0,
        (d0 + d1) * 2,
        AffineExpr.get_constant(3) + 4,
    ):
        show(lambda: e)
    show(lambda: d0 * d1)
    show(lambda: (d0 + d1).lhs)
    show(lambda: d0 == AffineExpr.get_dim(0))
    show(lambda: AffineAddExpr(d0))
    show(lambda: (d0 + 1).compose(AffineMap.get(2, 0, [d1 * 2])))
    show(lambda: d0.shift_dims(1, 3))
    show(lambda: AffineExpr.simplify_affine_expr(d0 + d1 - d0, 2, 0))
    mp = AffineMap.get(2, 1, [d0 + s0, d1])
    for e in (
        mp,
        mp.n_dims,
        mp.n_symbols,
        mp.n_inputs,
        list(mp.results),
        mp.get_submap([1]),
        mp.get_major_submap(1),
        mp.get_minor_submap(1),
        mp.is_permutation,
        AffineMap.get_permutation([1, 0]).is_permutation,
        AffineMap.get_empty(),
        AffineMap.get_constant(3),
        AffineMap.get_minor_identity(4, 2),
        mp.replace(d0, d1, 2, 1),
    ):
        show(lambda: e)
    show(lambda: AffineMap.get_permutation([1, 1]))
    show(lambda: mp.get_submap([5]))
    show(lambda: mp.results[4])
    show(
        lambda: AffineMap.compress_unused_symbols(
            [AffineMap.get(1, 3, [d0 + AffineExpr.get_symbol(2)])], ctx
        )
    )
    st = IntegerSet.get(2, 1, [d0 - d1, s0 + 1], [True, False])
    for e in (
        st,
        st.n_equalities,
        st.n_inequalities,
        [(c.expr, c.is_eq) for c in st.constraints],
        IntegerSet.get_empty(1, 0),
        st.is_canonical_empty,
        st.get_replaced([d1, d0], [s0], 2, 1),
    ):
        show(lambda: e)
    show(lambda: IntegerSet.get(1, 0, [], []))
    show(lambda: IntegerSet.get(1, 0, [d0], []))
    # elements
    import numpy as np, array

    for a in (
        np.array([[1, 2], [3, 4]], np.int32),
        np.array([1.5, 2.5], np.float32),
        np.array([1, 2], np.uint8),
        np.array([True, False]),
        np.array(3, np.int64),
        np.array([1, 2], np.float16),
        np.zeros((2, 0), np.float32),
    ):
        x = DenseElementsAttr.get(a)
        show(lambda: x)
        show(lambda: len(x))
        show(lambda: x.is_splat)
        show(lambda: np.array(x).tolist())
        show(lambda: x.type)
    show(lambda: DenseElementsAttr.get(np.array([1, 2], np.int32), signless=False))
    show(lambda: DenseElementsAttr.get(np.array([1, 2], np.int64), type=IndexType.get()))
    show(lambda: DenseElementsAttr.get(np.array([5], np.int32), shape=[2, 3]))
    show(lambda: DenseElementsAttr.get(np.array([1, 2, 3, 4], np.int32), shape=[2, 2]))
    show(lambda: DenseElementsAttr.get([IntegerAttr.get(i32, 3), IntegerAttr.get(i32, 4)]))
    show(lambda: DenseElementsAttr.get([]))
    show(
        lambda: DenseElementsAttr.get_splat(
            RankedTensorType.get([2, 2], i32), IntegerAttr.get(i32, 7)
        )
    )
    sp = DenseElementsAttr.get_splat(
        RankedTensorType.get([2, 2], F32Type.get()), FloatAttr.get_f32(7)
    )
    show(lambda: sp.get_splat_value())
    show(lambda: sp[0])
    show(lambda: sp[3])
    show(lambda: sp[4])
    show(lambda: DenseElementsAttr.get(array.array("i", [1, 2, 3])))
    show(lambda: DenseElementsAttr.get(memoryview(b"abc")))
    show(lambda: list(DenseIntElementsAttr(Attribute.parse("dense<[1,-2]> : tensor<2xi8>"))))
    show(lambda: list(DenseIntElementsAttr(Attribute.parse("dense<[true,false]> : tensor<2xi1>"))))
    rs = DenseResourceElementsAttr.get_from_buffer(
        np.array([1, 2], np.int32), "blob", RankedTensorType.get([2], i32)
    )
    show(lambda: rs)
    mm = Module.create()
    mm.operation.attributes["t.x"] = rs
    print(mm)
    # context managers
    show(lambda: Context.current is ctx)
    show(lambda: Location.current)
    with Context() as c2:
        show(lambda: Context.current is c2)
        show(lambda: InsertionPoint.current)
        with Location.name("q"):
            show(lambda: Location.current)
    show(lambda: IntegerType.get_signless(3, ctx) == IntegerType.get_signless(3, c2))
    show(lambda: ctx.is_registered_operation("arith.addi"))
    show(lambda: ctx.is_registered_operation("arith.nope"))
    show(lambda: ctx.is_registered_operation("cf.cond_br"))
    show(lambda: ctx.get_dialect_descriptor("arith"))
    show(lambda: ctx.get_dialect_descriptor("nope"))
    show(lambda: ctx.d["nope"])
