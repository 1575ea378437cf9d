// passes: O2
kgen.func @checked(%x: index, %out: !kgen.pointer<none>, %error: !kgen.pointer<none>) -> i1 {
  %zero = kgen.param.constant = <0> : index
  %ok = kgen.param.constant = <false> : i1
  %failed = kgen.param.constant = <true> : i1
  %c = pop.cmp lt %x, %zero : i1
  hlcf.if %c {
    pop.store %x, %error : index
    kgen.return %failed : i1
  }
  pop.store %x, %out : index
  kgen.return %ok : i1
}
kgen.func export @main(%a: index) -> index {
  %out = pop.stack_allocation {type = index, count = 1}
  %error = pop.stack_allocation {type = index, count = 1}
  %failed = kgen.call @checked(%a, %out, %error) : (index, !kgen.pointer<none>, !kgen.pointer<none>) -> i1
  hlcf.if %failed {
    %0 = pop.load %error : index
    kgen.return %0 : index
  }
  %1 = pop.load %out : index
  kgen.return %1 : index
}

// after
kgen.module {
  kgen.func export @main(%a: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %c = pop.cmp lt %a, %zero : i1
    %out = hlcf.if %c -> index {
      kgen.return %a : index
    } else {
      hlcf.yield %a : index
    }
    kgen.return %out : index
  }
}
