kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %i = pop.stack_allocation {type = index, count = 1}
  %step = pop.stack_allocation {type = index, count = 1}
  %t = pop.stack_allocation {type = index, count = 1}
  pop.store %zero, %i : index
  pop.store %one, %step : index
  hlcf.loop {
    %0 = pop.load %i : index
    %c = pop.cmp ge %0, %n : i1
    hlcf.if %c {
      hlcf.break
    }
    %1 = pop.load %step : index
    %2 = pop.add %0, %1 : index
    pop.store %2, %t : index
    %3 = pop.load %t : index
    pop.store %3, %i : index
  }
  %4 = pop.load %i : index
  kgen.return %4 : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %i = hlcf.loop %zero -> index (%i_0: index) {
      %c = pop.cmp ge %i_0, %n : i1
      hlcf.if %c {
        hlcf.break %i_0 : index
      }
      %0 = pop.add %i_0, %one : index
      hlcf.continue %0 : index
    }
    kgen.return %i : index
  }
}
