kgen.func @fail() {
  pop.external_call "abort"() : () -> ()
  kgen.unreachable
}
kgen.func @f(%c: i1, %a: index) -> index {
  %0 = hlcf.if %c -> index {
    kgen.call @fail() : () -> ()
    hlcf.yield %a : index
  } else {
    hlcf.yield %a : index
  }
  kgen.return %0 : index
}

// after
kgen.module {
  kgen.func @fail() {
    pop.external_call "abort"() : () -> ()
    kgen.unreachable
  }
  kgen.func @f(%c: i1, %a: index) -> index {
    %0 = hlcf.if %c -> index {
      pop.external_call "abort"() : () -> ()
      kgen.unreachable
    } else {
      hlcf.yield %a : index
    }
    kgen.return %0 : index
  }
}
