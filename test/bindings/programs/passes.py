"""A program that parses, prints and runs pass managers."""

with Context():
    for p in [
        "any()",
        "builtin.module(canonicalize)",
        "builtin.module(func.func(cse))",
        "builtin.module(nope)",
        "nope",
        "",
        "any(cse,canonicalize)",
        "builtin.module(",
        "builtin.module(func.func(canonicalize{  max-iterations=5}))",
    ]:
        show(lambda: str(PassManager.parse(p)))
    pm = PassManager("builtin.module")
    show(lambda: str(pm))
    show(lambda: pm.add("func.func(cse)"))
    show(lambda: str(pm))
    show(lambda: pm.add("nope("))
    show(lambda: pm.add("canonicalize"))
    show(lambda: str(pm))
    show(lambda: str(PassManager()))
    m = Module.parse(
        "module { func.func @f(%a: i32) -> i32 { %b = arith.constant 0 : i32 %0 = arith.addi %a, %b : i32 return %0 : i32 } }"
    )
    f = m.body.operations[0]
    show(lambda: PassManager.parse("builtin.module(canonicalize)").run(m.operation))
    print(m)
    show(lambda: PassManager.parse("func.func(canonicalize)").run(m.operation))
    show(lambda: PassManager.parse("any(canonicalize)").run(m.body.operations[0]))
show(lambda: PassManager.parse("any()"))
