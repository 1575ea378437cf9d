kgen.func export @main(%c: i1, %a: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %x = hlcf.block -> index {
    %small = pop.cmp lt %a, %zero : i1
    hlcf.if %small {
      hlcf.break %zero : index
    }
    hlcf.if %c {
      %b = pop.add %a, %a : index
      hlcf.break %b : index
    }
    hlcf.break %a : index
  }
  %y = hlcf.block -> index {
    %l = hlcf.loop %x -> index (%i: index) {
      %j = pop.add %i, %i : index
      %big = pop.cmp gt %j, %a : i1
      hlcf.if %big {
        hlcf.break %j : index
      }
      hlcf.if %c {
        hlcf.break 1 %i : index
      }
      hlcf.continue %j : index
    }
    hlcf.break %l : index
  }
  kgen.return %y : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %small = pop.cmp lt %a, %zero : i1
    %b = pop.add %a, %a : index
    %0 = pop.select %c, %b, %a : index
    %1 = pop.select %small, %zero, %0 : index
    %l = hlcf.loop %1 -> index (%i: index) {
      %j = pop.add %i, %i : index
      %big = pop.cmp gt %j, %a : i1
      hlcf.if %big {
        hlcf.break %j : index
      }
      hlcf.if %c {
        hlcf.break %i : index
      }
      hlcf.continue %j : index
    }
    kgen.return %l : index
  }
}
