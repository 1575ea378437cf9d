kgen.func export @main(%a: index) -> index {
  %x = pop.stack_allocation {type = index, count = 1, name = "x"}
  pop.store %a, %x : index
  %0 = pop.load %x : index
  %1 = pop.add %0, %0 : index
  pop.store %1, %x : index
  %2 = pop.load %x : index
  kgen.return %2 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index) -> index {
    %0 = pop.add %a, %a : index
    kgen.return %0 : index
  }
}
