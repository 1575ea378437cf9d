kgen.func export @main(%c: i1, %a: index) -> index {
  %p = pop.stack_allocation {type = index, count = 1}
  hlcf.block {
    hlcf.if %c {
      pop.store %a, %p : index
      hlcf.break
    }
    %0 = pop.neg %a : index
    pop.store %0, %p : index
    hlcf.break
  }
  %1 = pop.load %p : index
  kgen.return %1 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %p = pop.stack_allocation {type = index, count = 1}
    hlcf.if %c {
      pop.store %a, %p : index
    } else {
      %0 = pop.neg %a : index
      pop.store %0, %p : index
    }
    %1 = pop.load %p : index
    kgen.return %1 : index
  }
}
