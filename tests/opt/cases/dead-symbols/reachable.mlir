kgen.global @used : index = <5> {constant = true}
kgen.global @table : !pop.array<2, !kgen.pointer<none>> = <[@by_address, @used]>
kgen.global @unused : index
kgen.func @by_address() {
  kgen.return
}
kgen.func @helper() {
  %0 = kgen.addressof @table
  kgen.return
}
kgen.func @dead() {
  kgen.call @also_dead() : () -> ()
  kgen.return
}
kgen.func @also_dead() {
  kgen.return
}
kgen.func export @main() {
  kgen.call @helper() : () -> ()
  kgen.return
}

// after
kgen.module {
  kgen.global @used : index = <5> {constant = true}
  kgen.global @table : !pop.array<2, !kgen.pointer<none>> = <[@by_address, @used]>
  kgen.func @by_address() {
    kgen.return
  }
  kgen.func @helper() {
    %0 = kgen.addressof @table
    kgen.return
  }
  kgen.func export @main() {
    kgen.call @helper() : () -> ()
    kgen.return
  }
}
