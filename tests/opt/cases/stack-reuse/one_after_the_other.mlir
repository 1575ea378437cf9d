kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %p = pop.stack_allocation {type = index, count = 8}
  %q = pop.stack_allocation {type = index, count = 8}
  %loop = pop.stack_allocation {type = index, count = 8}
  %away = pop.stack_allocation {type = index, count = 8}
  %at = pop.offset %p, %one {element = index}
  pop.store %n, %at : index
  %0 = pop.load %at : index
  %1 = pop.offset %q, %zero {element = index}
  pop.store %0, %1 : index
  %2 = pop.load %1 : index
  pop.store %2, %loop : index
  %r = hlcf.loop %zero -> index (%i: index) {
    %3 = pop.load %loop : index
    %done = pop.cmp ge %i, %3 : i1
    hlcf.if %done {
      hlcf.break %i : index
    }
    pop.store %3, %q : index
    %j = pop.add %i, %one : index
    hlcf.continue %j : index
  }
  kgen.call @keep(%away) : (!kgen.pointer<none>) -> ()
  kgen.return %r : index
}
kgen.func @keep(%p: !kgen.pointer<none>) {
  kgen.return
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %p = pop.stack_allocation {type = index, count = 8}
    %loop = pop.stack_allocation {type = index, count = 8}
    %away = pop.stack_allocation {type = index, count = 8}
    %at = pop.offset %p, %one {element = index}
    pop.store %n, %at : index
    %0 = pop.load %at : index
    %1 = pop.offset %p, %zero {element = index}
    pop.store %0, %1 : index
    %2 = pop.load %1 : index
    pop.store %2, %loop : index
    %r = hlcf.loop %zero -> index (%i: index) {
      %3 = pop.load %loop : index
      %done = pop.cmp ge %i, %3 : i1
      hlcf.if %done {
        hlcf.break %i : index
      }
      pop.store %3, %p : index
      %j = pop.add %i, %one : index
      hlcf.continue %j : index
    }
    kgen.call @keep(%away) : (!kgen.pointer<none>) -> ()
    kgen.return %r : index
  }
  kgen.func @keep(%p: !kgen.pointer<none>) {
    kgen.return
  }
}
