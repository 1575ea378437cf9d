kgen.func @find(%n: index) -> index {
  %zero = kgen.param.constant = <0> : index
  hlcf.loop {
    %c = pop.cmp eq %n, %zero : i1
    hlcf.if %c {
      kgen.return %zero : index
    }
    hlcf.block {
      kgen.return %n : index
    }
  }
}
kgen.func export @main(%a: index) -> index {
  %r = kgen.call @find(%a) : (index) -> index
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func @find(%n: index) -> index {
    %zero = kgen.param.constant = <0> : index
    hlcf.loop {
      %c = pop.cmp eq %n, %zero : i1
      hlcf.if %c {
        kgen.return %zero : index
      }
      hlcf.block {
        kgen.return %n : index
      }
    }
  }
  kgen.func export @main(%a: index) -> index {
    %0 = pop.stack_allocation {type = index, count = 1}
    hlcf.block {
      %zero = kgen.param.constant = <0> : index
      hlcf.loop {
        %c = pop.cmp eq %a, %zero : i1
        hlcf.if %c {
          pop.store %zero, %0 : index
          hlcf.break 1
        }
        hlcf.block {
          pop.store %a, %0 : index
          hlcf.break 2
        }
      }
    }
    %r = pop.load %0 : index
    kgen.return %r : index
  }
}
