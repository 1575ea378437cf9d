kgen.func @down1(%x: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %c = pop.cmp le %x, %zero : i1
  hlcf.if %c {
    kgen.return %zero : index
  }
  %y = pop.sub %x, %one : index
  %0 = kgen.call @down1(%y) : (index) -> index
  kgen.return %0 : index
}
kgen.func @down2(%x: index) -> index {
  %zero = kgen.param.constant = <0> : index
  %one = kgen.param.constant = <1> : index
  %c = pop.cmp le %x, %zero : i1
  hlcf.if %c {
    kgen.return %zero : index
  }
  %y = pop.sub %x, %one : index
  %0 = kgen.call @down2(%y) : (index) -> index
  kgen.return %0 : index
}
kgen.func @first(%x: index) -> index {
  kgen.return %x : index
}
kgen.func @second(%x: index) -> index {
  kgen.return %x : index
}
kgen.func export @main(%n: index) -> i1 {
  %0 = kgen.call @down1(%n) : (index) -> index
  %1 = kgen.call @down2(%0) : (index) -> index
  %2 = kgen.call @first(%1) : (index) -> index
  %f = kgen.addressof @first
  %g = kgen.addressof @second
  %same = pop.cmp eq %f, %g : i1
  kgen.return %same : i1
}

// after
kgen.module {
  kgen.func @down1(%x: index) -> index {
    %zero = kgen.param.constant = <0> : index
    %one = kgen.param.constant = <1> : index
    %c = pop.cmp le %x, %zero : i1
    hlcf.if %c {
      kgen.return %zero : index
    }
    %y = pop.sub %x, %one : index
    %0 = kgen.call @down1(%y) : (index) -> index
    kgen.return %0 : index
  }
  kgen.func @first(%x: index) -> index {
    kgen.return %x : index
  }
  kgen.func @second(%x: index) -> index {
    kgen.return %x : index
  }
  kgen.func export @main(%n: index) -> i1 {
    %0 = kgen.call @down1(%n) : (index) -> index
    %1 = kgen.call @down1(%0) : (index) -> index
    %2 = kgen.call @first(%1) : (index) -> index
    %f = kgen.addressof @first
    %g = kgen.addressof @second
    %same = pop.cmp eq %f, %g : i1
    kgen.return %same : i1
  }
}
