kgen.func export @main(%n: index) -> index {
  %one = kgen.param.constant = <1> : index
  %i = pop.stack_allocation {type = index, count = 1}
  pop.store %one, %i : index
  hlcf.loop {
    %0 = pop.load %i : index
    %c = pop.cmp ge %0, %n : i1
    hlcf.if %c {
      hlcf.break
    }
    %1 = pop.load %i : index
    %2 = pop.add %1, %1 : index
    pop.store %2, %i : index
  }
  hlcf.block {
    %3 = pop.load %i : index
    %c_0 = pop.cmp ge %3, %one : i1
    hlcf.if %c_0 {
      hlcf.break
    }
  }
  %4 = pop.load %i : index
  %5 = pop.load %i : index
  %6 = pop.add %4, %5 : index
  kgen.return %6 : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %one = kgen.param.constant = <1> : index
    %i = pop.stack_allocation {type = index, count = 1}
    pop.store %one, %i : index
    hlcf.loop {
      %0 = pop.load %i : index
      %c = pop.cmp ge %0, %n : i1
      hlcf.if %c {
        hlcf.break
      }
      %1 = pop.add %0, %0 : index
      pop.store %1, %i : index
    }
    hlcf.block {
      %2 = pop.load %i : index
      %c_0 = pop.cmp ge %2, %one : i1
      hlcf.if %c_0 {
        hlcf.break
      }
    }
    %3 = pop.load %i : index
    %4 = pop.add %3, %3 : index
    kgen.return %4 : index
  }
}
