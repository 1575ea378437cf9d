kgen.func @use(!kgen.pointer<none>)
kgen.func @f(%x: !kgen.pointer<none>) -> !kgen.pointer<none> {
  %pack = pop.stack_allocation {type = !kgen.pointer<none>, count = 2}
  %keeper = pop.stack_allocation {type = !kgen.pointer<none>, count = 1}
  pop.store %x, %pack : !kgen.pointer<none>
  pop.store %pack, %keeper : !kgen.pointer<none>
  kgen.call @use(%keeper) : (!kgen.pointer<none>) -> ()
  %0 = pop.load %pack : !kgen.pointer<none>
  kgen.return %0 : !kgen.pointer<none>
}

// after
kgen.module {
  kgen.func @use(!kgen.pointer<none>)
  kgen.func @f(%x: !kgen.pointer<none>) -> !kgen.pointer<none> {
    %pack = pop.stack_allocation {type = !kgen.pointer<none>, count = 2}
    %keeper = pop.stack_allocation {type = !kgen.pointer<none>, count = 1}
    pop.store %x, %pack : !kgen.pointer<none>
    pop.store %pack, %keeper : !kgen.pointer<none>
    kgen.call @use(%keeper) : (!kgen.pointer<none>) -> ()
    %0 = pop.load %pack : !kgen.pointer<none>
    kgen.return %0 : !kgen.pointer<none>
  }
}
