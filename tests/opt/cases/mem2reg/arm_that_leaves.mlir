kgen.func export @main(%c: i1, %a: index) -> index {
  %x = pop.stack_allocation {type = index, count = 1}
  hlcf.if %c {
    %0 = pop.neg %a : index
    pop.store %0, %x : index
  } else {
    kgen.return %a : index
  }
  %1 = pop.load %x : index
  kgen.return %1 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %x = hlcf.if %c -> index {
      %0 = pop.neg %a : index
      hlcf.yield %0 : index
    } else {
      kgen.return %a : index
    }
    kgen.return %x : index
  }
}
