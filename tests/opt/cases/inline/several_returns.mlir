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
    %r = hlcf.block -> index {
      %zero = kgen.param.constant = <0> : index
      hlcf.loop {
        %c = pop.cmp eq %a, %zero : i1
        hlcf.if %c {
          hlcf.break 1 %zero : index
        }
        hlcf.block {
          hlcf.break 2 %a : index
        }
      }
      kgen.unreachable
    }
    kgen.return %r : index
  }
}
