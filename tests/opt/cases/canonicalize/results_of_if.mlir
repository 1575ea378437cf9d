// passes: canonicalize, dce
kgen.func export @main(%c: i1, %a: index, %b: index) -> (index, index, i1, i1) {
  %0:4 = hlcf.if %c -> (index, index, i1, i1) {
    %five = kgen.param.constant = <5> : index
    %yes = kgen.param.constant = <true> : i1
    %no = kgen.param.constant = <false> : i1
    hlcf.yield %a, %five, %yes, %no : index, index, i1, i1
  } else {
    %five_0 = kgen.param.constant = <5> : index
    %no_0 = kgen.param.constant = <false> : i1
    %yes_0 = kgen.param.constant = <true> : i1
    hlcf.yield %a, %five_0, %no_0, %yes_0 : index, index, i1, i1
  }
  kgen.return %0#0, %0#1, %0#2, %0#3 : index, index, i1, i1
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index, %b: index) -> (index, index, i1, i1) {
    %0 = kgen.param.constant = <5> : index
    %1 = kgen.param.constant = <true> : i1
    %2 = pop.xor %c, %1 : i1
    kgen.return %a, %0, %c, %2 : index, index, i1, i1
  }
}
