kgen.func @use(!kgen.pointer<none>)
kgen.func @f(%a: index) -> (index, index) {
  %x = pop.stack_allocation {type = index, count = 1}
  %y = pop.stack_allocation {type = index, count = 1}
  pop.store %a, %x : index
  pop.store %a, %y {volatile = true} : index
  kgen.call @use(%x) : (!kgen.pointer<none>) -> ()
  %0 = pop.load %x : index
  %1 = pop.load %y : index
  kgen.return %0, %1 : index, index
}

// after
kgen.module {
  kgen.func @use(!kgen.pointer<none>)
  kgen.func @f(%a: index) -> (index, index) {
    %x = pop.stack_allocation {type = index, count = 1}
    %y = pop.stack_allocation {type = index, count = 1}
    pop.store %a, %x : index
    pop.store %a, %y {volatile = true} : index
    kgen.call @use(%x) : (!kgen.pointer<none>) -> ()
    %0 = pop.load %x : index
    %1 = pop.load %y : index
    kgen.return %0, %1 : index, index
  }
}
