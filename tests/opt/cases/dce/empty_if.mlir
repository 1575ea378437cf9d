kgen.func export @main(%c: i1, %a: index) -> index {
  hlcf.if %c {
    %0 = pop.add %a, %a : index
  } else {
    hlcf.if %c {
    }
  }
  %1 = hlcf.if %c -> index {
    hlcf.yield %a : index
  } else {
    hlcf.yield %a : index
  }
  kgen.return %a : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    kgen.return %a : index
  }
}
