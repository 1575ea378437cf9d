kgen.func export @main(%c: i1, %a: index) -> index {
  %0:3 = hlcf.if %c -> (index, index, index) {
    %1 = pop.neg %a : index
    %2 = pop.mul %a, %a : index
    hlcf.yield %1, %2, %a : index, index, index
  } else {
    hlcf.yield %a, %a, %a : index, index, index
  }
  kgen.return %0#1 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %0 = hlcf.if %c -> index {
      %1 = pop.mul %a, %a : index
      hlcf.yield %1 : index
    } else {
      hlcf.yield %a : index
    }
    kgen.return %0 : index
  }
}
