# Raw MLIR operations on index values.
def main():
    var i = __mlir_op.`index.constant`[value=__mlir_attr.`42 : index`]()
    var j = __mlir_op.`index.add`(i, i)
    print(Int(mlir_value=j))
