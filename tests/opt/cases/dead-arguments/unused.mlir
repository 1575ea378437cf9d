kgen.func @sum(%x: index, %unused: index, %y: index) -> (index, index) {
  %0 = pop.add %x, %y : index
  %1 = kgen.param.constant = <1> : index
  %c = pop.cmp lt %x, %y : i1
  hlcf.if %c {
    kgen.return %1, %0 : index, index
  }
  kgen.return %x, %0 : index, index
}
kgen.func @address_taken(%unused: index) {
  kgen.return
}
kgen.func export @exported(%unused: index) {
  %0 = kgen.addressof @address_taken
  kgen.return
}
kgen.func export @main(%a: index, %b: index) -> index {
  kgen.call @address_taken(%a) : (index) -> ()
  %0:2 = kgen.call @sum(%a, %b, %a) : (index, index, index) -> (index, index)
  %1:2 = kgen.call @sum(%0#1, %b, %a) : (index, index, index) -> (index, index)
  kgen.return %1#1 : index
}

// after
kgen.module {
  kgen.func @sum(%x: index, %y: index) -> index {
    %0 = pop.add %x, %y : index
    %1 = kgen.param.constant = <1> : index
    %c = pop.cmp lt %x, %y : i1
    hlcf.if %c {
      kgen.return %0 : index
    }
    kgen.return %0 : index
  }
  kgen.func @address_taken(%unused: index) {
    kgen.return
  }
  kgen.func export @exported(%unused: index) {
    %0 = kgen.addressof @address_taken
    kgen.return
  }
  kgen.func export @main(%a: index, %b: index) -> index {
    kgen.call @address_taken(%a) : (index) -> ()
    %0 = kgen.call @sum(%a, %a) : (index, index) -> index
    %1 = kgen.call @sum(%0, %a) : (index, index) -> index
    kgen.return %1 : index
  }
}
