kgen.func export @main(%a: index, %b: index) -> index {
  %0 = pop.add %a, %b : index
  %1 = pop.mul %0, %0 : index
  %slot = pop.stack_allocation {type = index, count = 1}
  pop.store %a, %slot : index
  %2 = pop.load %slot : index
  kgen.return %a : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %b: index) -> index {
    kgen.return %a : index
  }
}
