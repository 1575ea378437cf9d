kgen.func @fail() {
  pop.external_call "abort"() : () -> ()
  kgen.unreachable
}
kgen.func @end(%a: index) {
  pop.external_call "end"(%a) : (index) -> ()
  kgen.return
}
kgen.func @f(%c: i1, %a: index) -> index {
  kgen.call @fail() : () -> ()
  hlcf.if %c {
    kgen.call @end(%a) : (index) -> ()
    hlcf.yield
  } else {
    hlcf.yield
  }
  kgen.return %a : index
}

// after
kgen.module {
  kgen.func @fail() {
    pop.external_call "abort"() : () -> ()
    kgen.unreachable
  }
  kgen.func @end(%a: index) {
    pop.external_call "end"(%a) : (index) -> ()
    kgen.return
  }
  kgen.func @f(%c: i1, %a: index) -> index {
    pop.external_call "abort"() : () -> ()
    kgen.unreachable
  }
}
