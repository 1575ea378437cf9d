kgen.func @use(!kgen.pointer<none>)
kgen.func @f(%a: index) -> index {
  %p = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
  %0 = kgen.struct.gep %p[0] {struct = !kgen.struct<(index, index)>}
  %1 = kgen.struct.gep %p[1] {struct = !kgen.struct<(index, index)>}
  pop.store %a, %0 : index
  kgen.call @use(%1) : (!kgen.pointer<none>) -> ()
  %2 = pop.load %0 : index
  kgen.return %2 : index
}

// after
kgen.module {
  kgen.func @use(!kgen.pointer<none>)
  kgen.func @f(%a: index) -> index {
    %p = pop.stack_allocation {type = !kgen.struct<(index, index)>, count = 1}
    %0 = kgen.struct.gep %p[0] {struct = !kgen.struct<(index, index)>}
    %1 = kgen.struct.gep %p[1] {struct = !kgen.struct<(index, index)>}
    pop.store %a, %0 : index
    kgen.call @use(%1) : (!kgen.pointer<none>) -> ()
    %2 = pop.load %0 : index
    kgen.return %2 : index
  }
}
