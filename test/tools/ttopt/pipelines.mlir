// RUN: ttopt --dump-pass-pipeline --cse --canonicalize="top-down=false disable-patterns=A,B disable-patterns=C" %s 2>&1 | filecheck %s --check-prefix=FLAGS
// RUN: ttopt --dump-pass-pipeline --pass-pipeline='builtin.module( cse, func.func(canonicalize{max-iterations=3 region-simplify=disabled} ),any(cse))' %s 2>&1 | filecheck %s --check-prefix=TEXT
// RUN: ttopt --dump-pass-pipeline -ttir-to-ttnn-backend-pipeline="mesh-shape=1,1 enable-layout-workaround-pass=0 enable-implicit-broadcast-folding-pass=false" %s 2>&1 | filecheck %s --check-prefix=NAMED
// The passes run in the order of the command line; a pipeline stands for its passes with their options.

// FLAGS: Pass Manager with 2 passes:
// FLAGS-NEXT: builtin.module(cse,canonicalize{disable-patterns=A,B,C  max-iterations=10 max-num-rewrites=-1 region-simplify=normal test-convergence=false top-down=false})

// TEXT: Pass Manager with 3 passes:
// TEXT-NEXT: builtin.module(cse,func.func(canonicalize{  max-iterations=3 max-num-rewrites=-1 region-simplify=disabled test-convergence=false top-down=true}),any(cse))

// NAMED: Pass Manager with 13 passes:
// NAMED-NEXT: builtin.module(canonicalize{{{.*}}},ttir-to-ttir-decomposition,canonicalize{{{.*}}},inline{default-pipeline=canonicalize inlining-threshold=4294967295 max-iterations=4 },ttir-load-system-desc{path=},ttir-implicit-device{mesh-shape=1,1},ttnn-layout,convert-ttir-to-ttnn,remove-dead-values,ttnn-workaround{ttnn-enable-decomposition-workaround-pass=true ttnn-enable-layout-workaround-pass=false ttnn-enable-repeat-folding-workaround-pass=true},canonicalize{{{.*}}},ttnn-decompose-layouts,ttnn-deallocate)
func.func @f() {
  return
}
