kgen.func export @main(%c: i1, %n: index) -> index {
  %two = kgen.param.constant = <2> : index
  %three = kgen.param.constant = <3> : index
  %b = hlcf.block -> index {
    %less = pop.cmp lt %two, %three : i1
    hlcf.if %less {
      hlcf.if %c {
        hlcf.break %two : index
      }
    } else {
      hlcf.break %n : index
    }
    %also = pop.sub %three, %two : index
    %two_again = pop.add %also, %also : index
    hlcf.break %two_again : index
  }
  %v = hlcf.if %c -> index {
    hlcf.yield %two : index
  } else {
    hlcf.yield %three : index
  }
  %s = pop.mul %b, %v : index
  kgen.return %s : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %n: index) -> index {
    %two = kgen.param.constant = <2> : index
    %three = kgen.param.constant = <3> : index
    %b = hlcf.block -> index {
      %less = pop.cmp lt %two, %three : i1
      %0 = kgen.param.constant = <true> : i1
      hlcf.if %0 {
        hlcf.if %c {
          hlcf.break %two : index
        }
      } else {
        hlcf.break %n : index
      }
      %also = pop.sub %three, %two : index
      %1 = kgen.param.constant = <1> : index
      %two_again = pop.add %1, %1 : index
      %2 = kgen.param.constant = <2> : index
      hlcf.break %2 : index
    }
    %3 = kgen.param.constant = <2> : index
    %v = hlcf.if %c -> index {
      hlcf.yield %two : index
    } else {
      hlcf.yield %three : index
    }
    %s = pop.mul %3, %v : index
    kgen.return %s : index
  }
}
