"""Wrong arguments, texts and positions: the error of each, as MLIR's bindings raise it."""

with Context() as context, Location.file("f.py", 1, 2):
    i32, f32 = IntegerType.get_signless(32), F32Type.get()
    for text in ("i33x", "tensor<2x", "foo", "tensor<2xf32> x", "vector<2x?xf32>"):
        show(lambda: Type.parse(text))
    for text in ("1 : f", "{a = }", "@", '"abc', "[1,2", "affine_map<(d0)->(d1)>", "300 : i8"):
        show(lambda: Attribute.parse(text))
    for text in ("func.func @f() {", "x", "func.func @f() -> i32 { return }"):
        show(lambda: Module.parse(text))
    for text in ("foo", "%0 = arith.constant 1 :"):
        show(lambda: Operation.parse(text, source_name="abc.mlir"))
    show(lambda: IntegerType(f32))
    show(lambda: IntegerAttr(StringAttr.get("x")))
    show(lambda: FloatAttr.get(i32, 1.0))
    show(lambda: SymbolRefAttr.get([]))
    show(lambda: DictAttr.get({"a": UnitAttr.get()})["b"])
    show(lambda: DictAttr.get({"a": UnitAttr.get()})[1])
    show(lambda: VectorType.get([0], f32))
    show(lambda: RankedTensorType.get([2], NoneType.get()))
    show(lambda: RankedTensorType.get([-2], f32))
    show(lambda: UnrankedTensorType.get(f32).rank)
    show(lambda: ComplexType.get(IndexType.get()))
    show(lambda: AffineMap.get_permutation([1, 1]))
    show(lambda: AffineMap.get(1, 0, [AffineExpr.get_dim(0)]).get_submap([5]))
    show(lambda: IntegerSet.get(1, 1, [AffineExpr.get_dim(0)], []))
    show(lambda: IntegerSet.get(1, 1, [], []))
    show(lambda: PassManager.parse("builtin.module(cse"))
    show(lambda: PassManager.parse(""))

    context.allow_unregistered_dialects = True
    show(lambda: Operation.create("foo.bar", results=[i32, i32]).result)
    show(lambda: Operation.create("foo.bar").result)
    show(lambda: Operation.create("foo.bar", results=[i32]).results[1])
    show(lambda: Operation.create("foo.bar", results=[i32]).results[-2])
    show(lambda: Operation.create("foo.bar", regions=1).regions[1])
    show(lambda: Operation.create("foo.bar", regions=1).regions[0].blocks[0])
    show(lambda: Operation.create("foo.bar").attributes["x"])
    show(lambda: Operation.create("foo.bar").attributes[0])
    show(lambda: Operation.create("foo.bar").parent)
    show(lambda: Operation.create("foo.bar").detach_from_parent())
    show(lambda: Operation.create("foo.bar", regions=-1))

    module = Module.parse(
        "func.func private @a() \n func.func @b() { call @a() : () -> () \n return }"
    )
    table = SymbolTable(module.operation)
    show(lambda: table["zz"])
    show(lambda: SymbolTable(module.body.operations[0]))
    show(lambda: SymbolTable.get_symbol_name(module.operation))
    show(lambda: SymbolTable.get_visibility(table["b"]))
    show(lambda: SymbolTable.set_visibility(table["a"], "zz"))
    show(lambda: InsertionPoint.at_block_terminator(module.body))
    show(lambda: module.operation.walk(lambda op: WalkResult.INTERRUPT))

    one = Operation.create(
        "arith.constant", attributes={"value": IntegerAttr.get(i32, 1)}, infer_type=True, ip=False
    ).result
    for text in ("99", "-1", "1 : i32", '"eq"', "1"):
        given = {"b": UnitAttr.get(), "predicate": Attribute.parse(text)}
        show(
            lambda: (
                Operation.create(
                    "arith.cmpi", operands=[one, one], attributes=given, infer_type=True, ip=False
                ).name
            )
        )

    erased = module.body.operations[1].regions[0].blocks[0].operations[0]
    erased.operation.erase()
    show(lambda: str(erased))
    show(lambda: erased.name)
    show(lambda: erased.operands)
    show(lambda: erased.parent)
    show(lambda: erased.verify())
    show(lambda: erased.location)
    show(lambda: erased.regions)
    show(lambda: erased.detach_from_parent())

show(lambda: IntegerType.get_signless(32))
show(lambda: Location.unknown())
show(lambda: Module.create())
show(lambda: Attribute.parse("1"))
