kgen.func export @main(%c: i1, %a: index) -> index {
  %slot = pop.stack_allocation {type = index, count = 1}
  %0 = pop.neg %a : index
  hlcf.if %c {
    %1 = pop.neg %a : index
    %2 = pop.mul %1, %a : index
    pop.store %2, %slot : index
  } else {
    %3 = pop.mul %0, %a : index
    pop.store %3, %slot : index
  }
  %4 = pop.mul %0, %a : index
  pop.store %4, %slot : index
  %5 = pop.load %slot : index
  kgen.return %5 : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %slot = pop.stack_allocation {type = index, count = 1}
    %0 = pop.neg %a : index
    hlcf.if %c {
      %1 = pop.mul %0, %a : index
      pop.store %1, %slot : index
    } else {
      %2 = pop.mul %0, %a : index
      pop.store %2, %slot : index
    }
    %3 = pop.mul %0, %a : index
    pop.store %3, %slot : index
    %4 = pop.load %slot : index
    kgen.return %4 : index
  }
}
