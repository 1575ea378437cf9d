kgen.func @f(%p: !kgen.pointer<none>) {
  %0 = kgen.param.constant = <0.0> : !pop.scalar<f64>
  %1 = kgen.param.constant = <-0.0> : !pop.scalar<f64>
  %2 = kgen.param.constant = <1> : index
  %3 = kgen.param.constant = <1> : i64
  %4 = kgen.param.constant = <1> : index
  %5 = kgen.param.constant = <nan> : !pop.scalar<f64>
  %6 = kgen.param.constant = <nan> : !pop.scalar<f64>
  pop.store %0, %p : !pop.scalar<f64>
  pop.store %1, %p : !pop.scalar<f64>
  pop.store %2, %p : index
  pop.store %3, %p : i64
  pop.store %4, %p : index
  pop.store %5, %p : !pop.scalar<f64>
  pop.store %6, %p : !pop.scalar<f64>
  kgen.return
}

// after
kgen.module {
  kgen.func @f(%p: !kgen.pointer<none>) {
    %0 = kgen.param.constant = <0.0> : !pop.scalar<f64>
    %1 = kgen.param.constant = <-0.0> : !pop.scalar<f64>
    %2 = kgen.param.constant = <1> : index
    %3 = kgen.param.constant = <1> : i64
    %4 = kgen.param.constant = <nan> : !pop.scalar<f64>
    pop.store %0, %p : !pop.scalar<f64>
    pop.store %1, %p : !pop.scalar<f64>
    pop.store %2, %p : index
    pop.store %3, %p : i64
    pop.store %2, %p : index
    pop.store %4, %p : !pop.scalar<f64>
    pop.store %4, %p : !pop.scalar<f64>
    kgen.return
  }
}
