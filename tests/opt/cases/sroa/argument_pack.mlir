// passes: simplify
kgen.func export @main(%a: index, %b: index) -> index {
  %x = pop.stack_allocation {type = index, count = 1}
  %y = pop.stack_allocation {type = index, count = 1}
  pop.store %a, %x : index
  pop.store %b, %y : index
  %pack = pop.stack_allocation {type = !kgen.pointer<none>, count = 2}
  %one = kgen.param.constant = <1> : index
  %0 = pop.offset %pack, %one {element = !kgen.pointer<none>}
  pop.store %x, %pack : !kgen.pointer<none>
  pop.store %y, %0 : !kgen.pointer<none>
  %1 = pop.load %pack : !kgen.pointer<none>
  %2 = pop.load %0 : !kgen.pointer<none>
  %3 = pop.load %1 : index
  %4 = pop.load %2 : index
  %5 = pop.sub %3, %4 : index
  kgen.return %5 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index, %b: index) -> index {
    %0 = pop.sub %a, %b : index
    kgen.return %0 : index
  }
}
