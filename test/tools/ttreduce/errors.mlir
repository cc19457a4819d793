// RUN: not ttreduce %s 2>&1 | filecheck %s --check-prefix=NO-TEST
// RUN: not ttreduce %s --test=true 2>&1 | filecheck %s --check-prefix=NO-FILE
// RUN: not ttreduce %s --test='false {}' 2>&1 | filecheck %s --check-prefix=PASSES-NOT
// RUN: not ttreduce %s --crash --test='false {}' 2>&1 | filecheck %s --check-prefix=CRASHES-NOT
// RUN: not ttreduce %s --verdict=BAD --test='false {}' 2>&1 | filecheck %s --check-prefix=VERDICT
// RUN: not ttreduce %s --crash --diagnostic=x --test='false {}' 2>&1 | filecheck %s --check-prefix=TWO
// RUN: echo 'func.func @f() {' > %t && not ttreduce %t --test='false {}' 2>&1 | filecheck %s --check-prefix=INVALID
// RUN: ttreduce --help | filecheck %s --check-prefix=HELP

// NO-TEST: ttreduce: --test='COMMAND {}' is needed.
// NO-FILE: ttreduce: for the --test option: the command 'true' has no {} where the file would be named
// PASSES-NOT: ttreduce: the input is not interesting: the command ends with status 1
// CRASHES-NOT: ttreduce: the input is not interesting: the command does not crash
// VERDICT: ttreduce: for the --verdict option: 'BAD' is neither WRONG, FORMAT, PRECISION nor CORRECTED
// TWO: ttreduce: for the --diagnostic option: --crash already defines which programs are interesting
// INVALID: error: {{.*}}
// INVALID: the input is not valid, so it cannot be reduced
// HELP: OVERVIEW: reduces a program to the operations for which a command still fails
// HELP-NEXT: USAGE: ttreduce [options] <input>
func.func @f() {
  return
}
