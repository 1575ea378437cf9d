kgen.func export @main(%c: i1, %a: index) -> index {
  %x = pop.stack_allocation {type = index, count = 1}
  %y = pop.stack_allocation {type = index, count = 1}
  pop.store %a, %x : index
  pop.store %a, %y : index
  hlcf.if %c {
    %0 = pop.neg %a : index
    pop.store %0, %x : index
    pop.store %0, %y : index
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
      hlcf.yield %a : index
    }
    kgen.return %x : index
  }
}
