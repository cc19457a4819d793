// RUN: not ttopt --remove-dead-values --split-input-file %s 2>&1 | filecheck %s
// Branches are more than the analysis understands.

func.func @f() {
  // CHECK: error: cannot optimize an IR with non-function symbol ops, non-call symbol user ops or branch ops
  cf.br ^bb1
^bb1:
  return
}
