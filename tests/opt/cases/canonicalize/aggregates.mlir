kgen.func @f(%s: !kgen.struct<(index, i1)>, %n: index, %c: i1) -> (index, i1, !kgen.struct<(index, i1)>) {
  %0 = kgen.struct.replace %n, %s[0]
  %1 = kgen.struct.extract %0[0]
  %2 = kgen.struct.extract %0[1]
  %3 = kgen.struct.extract %s[0]
  %4 = kgen.struct.extract %s[1]
  %5 = kgen.struct.create(%3, %4) : !kgen.struct<(index, i1)>
  kgen.return %1, %2, %5 : index, i1, !kgen.struct<(index, i1)>
}

// after
kgen.module {
  kgen.func @f(%s: !kgen.struct<(index, i1)>, %n: index, %c: i1) -> (index, i1, !kgen.struct<(index, i1)>) {
    %0 = kgen.struct.replace %n, %s[0]
    %1 = kgen.struct.extract %s[1]
    %2 = kgen.struct.extract %s[0]
    %3 = kgen.struct.extract %s[1]
    kgen.return %n, %1, %s : index, i1, !kgen.struct<(index, i1)>
  }
}
