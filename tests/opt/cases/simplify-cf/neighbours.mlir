kgen.func export @main(%c: i1, %a: index) -> index {
  %0 = hlcf.if %c -> index {
    %1 = pop.neg %a : index
    hlcf.yield %1 : index
  } else {
    hlcf.yield %a : index
  }
  %2 = hlcf.if %c -> index {
    %3 = pop.add %0, %a : index
    hlcf.yield %3 : index
  } else {
    kgen.return %0 : index
  }
  %4 = pop.mul %0, %2 : index
  kgen.return %4 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %0:2 = hlcf.if %c -> (index, index) {
      %1 = pop.neg %a : index
      %2 = pop.add %1, %a : index
      hlcf.yield %1, %2 : index, index
    } else {
      kgen.return %a : index
    }
    %3 = pop.mul %0#0, %0#1 : index
    kgen.return %3 : index
  }
}
