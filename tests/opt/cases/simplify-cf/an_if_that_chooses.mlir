kgen.func export @main(%c: i1, %a: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %r = hlcf.if %c -> i1 {
    %t = kgen.param.constant = <true> : i1
    hlcf.yield %t : i1
  } else {
    %x = pop.cmp lt %a, %zero : i1
    hlcf.yield %x : i1
  }
  %s = hlcf.if %r -> index {
    hlcf.yield %a : index
  } else {
    %d = pop.div %a, %zero : index
    hlcf.yield %d : index
  }
  kgen.return %s : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %t = kgen.param.constant = <true> : i1
    %x = pop.cmp lt %a, %zero : i1
    %r = pop.select %c, %t, %x : i1
    %s = hlcf.if %r -> index {
      hlcf.yield %a : index
    } else {
      %d = pop.div %a, %zero : index
      hlcf.yield %d : index
    }
    kgen.return %s : index
  }
}
