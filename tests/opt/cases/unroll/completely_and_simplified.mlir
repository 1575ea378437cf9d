// passes: unroll, canonicalize, simplify-cf, dce
kgen.func export @main(%a: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %two = kgen.param.constant = <2> : index
  %r = hlcf.loop %zero, %a {unroll = -1} -> index (%i: index, %s: index) {
    %done = pop.cmp ge %i, %two : i1
    hlcf.if %done {
      hlcf.break %s : index
    }
    %t = pop.mul %s, %a : index
    %j = pop.add %i, %one : index
    hlcf.continue %j, %t : index, index
  }
  kgen.return %r : index
}

// after
kgen.module {
  kgen.func export @main(%a: index) -> index {
    %t = pop.mul %a, %a : index
    %t_0 = pop.mul %t, %a : index
    kgen.return %t_0 : index
  }
}
