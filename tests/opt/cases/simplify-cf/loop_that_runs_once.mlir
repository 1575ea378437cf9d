kgen.func export @main(%c: i1, %a: index) -> index {
  hlcf.loop {
    hlcf.if %c {
      kgen.return %a : index
    }
    hlcf.break
  }
  %0 = pop.neg %a : index
  kgen.return %0 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    hlcf.if %c {
      kgen.return %a : index
    }
    %0 = pop.neg %a : index
    kgen.return %0 : index
  }
}
