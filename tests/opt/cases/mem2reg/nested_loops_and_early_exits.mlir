kgen.func export @main(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %seven = kgen.param.constant = <7> : index
  %sum = pop.stack_allocation {type = index, count = 1}
  %i = pop.stack_allocation {type = index, count = 1}
  pop.store %zero, %sum : index
  pop.store %zero, %i : index
  hlcf.block {
    hlcf.loop {
      %0 = pop.load %i : index
      %done = pop.cmp ge %0, %n : i1
      hlcf.if %done {
        hlcf.break
      }
      %1 = pop.add %0, %one : index
      pop.store %1, %i : index
      hlcf.loop {
        %2 = pop.load %sum : index
        %3 = pop.add %2, %0 : index
        pop.store %3, %sum : index
        %large = pop.cmp gt %3, %seven : i1
        hlcf.if %large {
          hlcf.break 2
        }
        %odd = pop.and %3, %one : index
        %leave = pop.cmp eq %odd, %zero : i1
        hlcf.if %leave {
          hlcf.continue 1
        }
        hlcf.break
      }
    }
    pop.store %n, %i : index
  }
  %4 = pop.load %sum : index
  %5 = pop.load %i : index
  %6 = pop.mul %4, %5 : index
  kgen.return %6 : index
}

// after
kgen.module {
  kgen.func export @main(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %seven = kgen.param.constant = <7> : index
    %sum:2 = hlcf.block -> (index, index) {
      %sum_0 = hlcf.loop %zero, %zero -> index (%i: index, %sum_1: index) {
        %done = pop.cmp ge %i, %n : i1
        hlcf.if %done {
          hlcf.break %sum_1 : index
        }
        %0 = pop.add %i, %one : index
        %sum_2 = hlcf.loop -> index {
          %1 = pop.add %sum_1, %i : index
          %large = pop.cmp gt %1, %seven : i1
          hlcf.if %large {
            hlcf.break 2 %1, %0 : index, index
          }
          %odd = pop.and %1, %one : index
          %leave = pop.cmp eq %odd, %zero : i1
          hlcf.if %leave {
            hlcf.continue 1 %0, %1 : index, index
          }
          hlcf.break %1 : index
        }
        hlcf.continue %0, %sum_2 : index, index
      }
      hlcf.break %sum_0, %n : index, index
    }
    %2 = pop.mul %sum#0, %sum#1 : index
    kgen.return %2 : index
  }
}
