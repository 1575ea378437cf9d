kgen.func @f(%p: !kgen.pointer<none>, %x: !pop.scalar<f32>) {
  %0 = pop.load %p {volatile = true} : index
  %1 = pop.load %p {ordering = "acquire"} : index
  %2 = pop.load %p : index
  %3 = pop.call_llvm_intrinsic "llvm.sqrt.f32"(%x) : (!pop.scalar<f32>) -> !pop.scalar<f32>
  %4 = pop.call_llvm_intrinsic "llvm.prefetch"(%p) {has_side_effects = true} : (!kgen.pointer<none>) -> index
  %5 = pop.external_call "getchar"() : () -> i32
  kgen.return
}

// after
kgen.module {
  kgen.func @f(%p: !kgen.pointer<none>, %x: !pop.scalar<f32>) {
    %0 = pop.load %p {volatile = true} : index
    %1 = pop.load %p {ordering = "acquire"} : index
    %2 = pop.call_llvm_intrinsic "llvm.prefetch"(%p) {has_side_effects = true} : (!kgen.pointer<none>) -> index
    %3 = pop.external_call "getchar"() : () -> i32
    kgen.return
  }
}
