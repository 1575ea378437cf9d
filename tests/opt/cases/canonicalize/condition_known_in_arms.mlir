kgen.func export @main(%c: i1, %a: index, %b: index) -> index {
  %true = kgen.param.constant = <true> : i1
  %not = pop.xor %c, %true : i1
  hlcf.if %not {
    %0 = pop.select %c, %a, %b : index
    kgen.return %0 : index
  } else {
    hlcf.if %c {
      kgen.return %a : index
    }
  }
  kgen.return %b : index
}

// after
kgen.module {
  kgen.func export @main(%c: i1, %a: index, %b: index) -> index {
    %true = kgen.param.constant = <true> : i1
    %not = pop.xor %c, %true : i1
    hlcf.if %c {
      %0 = kgen.param.constant = <true> : i1
      kgen.return %a : index
    } else {
      kgen.return %b : index
    }
    kgen.return %b : index
  }
}
