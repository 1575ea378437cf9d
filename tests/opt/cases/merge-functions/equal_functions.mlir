kgen.func @"a[Int]"(%x: index) -> index {
  %0 = kgen.call @"leaf[Int]"(%x) : (index) -> index
  kgen.return %0 : index
}
kgen.func @"a[UInt]"(%y: index) -> index {
  %0 = kgen.call @"leaf[UInt]"(%y) : (index) -> index
  kgen.return %0 : index
}
kgen.func @"leaf[Int]"(%x: index) -> index {
  %c = kgen.param.constant = <true> : i1
  %r = hlcf.if %c -> index {
    %0 = pop.add %x, %x : index
    hlcf.yield %0 : index
  } else {
    hlcf.yield %x : index
  }
  kgen.return %r : index
}
kgen.func @"leaf[UInt]"(%value: index) -> index {
  %c = kgen.param.constant = <true> : i1
  %r = hlcf.if %c -> index {
    %0 = pop.add %value, %value : index
    hlcf.yield %0 : index
  } else {
    hlcf.yield %value : index
  }
  kgen.return %r : index
}
kgen.func @leaf_of_another_kind(%value: index) -> index {
  %c = kgen.param.constant = <true> : i1
  %r = hlcf.if %c -> index {
    %0 = pop.add %value, %value : index
    hlcf.yield %value : index
  } else {
    hlcf.yield %value : index
  }
  kgen.return %r : index
}
kgen.func export @main(%n: index) -> index {
  %0 = kgen.call @"a[Int]"(%n) : (index) -> index
  %1 = kgen.call @"a[UInt]"(%0) : (index) -> index
  %2 = kgen.call @leaf_of_another_kind(%1) : (index) -> index
  kgen.return %2 : index
}

// after
kgen.module {
  kgen.func @"a[Int]"(%x: index) -> index {
    %0 = kgen.call @"leaf[Int]"(%x) : (index) -> index
    kgen.return %0 : index
  }
  kgen.func @"leaf[Int]"(%x: index) -> index {
    %c = kgen.param.constant = <true> : i1
    %r = hlcf.if %c -> index {
      %0 = pop.add %x, %x : index
      hlcf.yield %0 : index
    } else {
      hlcf.yield %x : index
    }
    kgen.return %r : index
  }
  kgen.func @leaf_of_another_kind(%value: index) -> index {
    %c = kgen.param.constant = <true> : i1
    %r = hlcf.if %c -> index {
      %0 = pop.add %value, %value : index
      hlcf.yield %value : index
    } else {
      hlcf.yield %value : index
    }
    kgen.return %r : index
  }
  kgen.func export @main(%n: index) -> index {
    %0 = kgen.call @"a[Int]"(%n) : (index) -> index
    %1 = kgen.call @"a[Int]"(%0) : (index) -> index
    %2 = kgen.call @leaf_of_another_kind(%1) : (index) -> index
    kgen.return %2 : index
  }
}
