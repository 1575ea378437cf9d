"""What members are called elsewhere: names of Python, Rust, C++, Java and JavaScript, and what to write instead.

A word stands for a member of the type; one that it does not have is passed over. The others are written differently and
need what is said before the colon: `__len__: len(…)` is for types that have a length.
"""

from __future__ import annotations

from typing import Final

_LENGTH: Final = "__len__: len(…)"
_BYTES: Final = "codepoints: ….byte_length()"
_CONTAINS: Final = "__contains__: … in …"
_NO_BYTES: Final = "codepoints: ….byte_length() == 0"
_EMPTY: Final = "__len__: len(…) == 0"
_BYTE: Final = "codepoints: …[byte=i]"
_ITEM: Final = "__getitem__: …[i]"
_LAST: Final = "__len__: …[len(…) - 1]"
_LOOP: Final = "__iter__: for x in …"

FOREIGN_MEMBERS: Final[dict[str, tuple[str, ...]]] = {
    # adding
    "push": ("codepoints: … += …", "append", "add"),
    "push_back": ("append", "add"),
    "emplace_back": ("append",),
    "add": ("append",),
    "append": ("add", "__iadd__: … += …"),
    "push_str": ("__iadd__: … += …",),
    "push_front": ("appendleft", "prepend", "insert"),
    "unshift": ("appendleft", "prepend", "insert"),
    "insert": ("add", "__setitem__: …[key] = value"),
    "put": ("__setitem__: …[key] = value",),
    "set": ("__setitem__: …[key] = value",),
    "concat": ("extend", "__add__: … + …"),
    "addAll": ("extend", "update"),
    "append_all": ("extend", "update"),
    "extend_from_slice": ("extend",),
    "merge": ("update", "extend"),
    # taking away
    "pop_back": ("pop",),
    "pop_front": ("popleft", "pop"),
    "shift": ("popleft", "pop"),
    "erase": ("discard", "pop"),
    "delete": ("discard", "pop"),
    "remove": ("pop",),
    "remove_at": ("pop",),
    "removeAt": ("pop",),
    "splice": ("pop",),
    "truncate": ("shrink", "resize"),
    # size
    "length": (_BYTES, _LENGTH),
    "size": (_BYTES, _LENGTH),
    "len": (_BYTES, _LENGTH),
    "count": (_BYTES, _LENGTH),
    "Length": (_BYTES, _LENGTH),
    "Count": (_BYTES, _LENGTH),
    "empty": (_NO_BYTES, _EMPTY, "__bool__: not …"),
    "isEmpty": (_NO_BYTES, _EMPTY, "__bool__: not …"),
    "is_empty": (_NO_BYTES, _EMPTY, "__bool__: not …"),
    # looking
    "contains": (_CONTAINS,),
    "includes": (_CONTAINS,),
    "has": (_CONTAINS,),
    "has_key": (_CONTAINS,),
    "hasKey": (_CONTAINS,),
    "containsKey": (_CONTAINS,),
    "contains_key": (_CONTAINS,),
    "hasOwnProperty": (_CONTAINS,),
    "index": ("find",),
    "indexOf": ("index", "find"),
    "index_of": ("index", "find"),
    "first": (_BYTE, "peekleft", _ITEM),
    "front": (_BYTE, "peekleft", _ITEM),
    "last": (_BYTE, "peek", _LAST),
    "back": (_BYTE, "peek", _LAST),
    "at": (_BYTE, _ITEM),
    "charAt": (_BYTE, _ITEM),
    "elementAt": (_ITEM,),
    "slice": ("codepoints: …[byte=start:end]", "__getitem__: …[start:end]"),
    "entries": ("items",),
    "iteritems": ("items",),
    "iterkeys": ("keys",),
    "itervalues": ("values",),
    "get_or_insert": ("setdefault",),
    "putIfAbsent": ("setdefault",),
    "begin": (_LOOP,),
    "map": ("__iter__: [f(x) for x in …]",),
    "filter": ("__iter__: [x for x in … if …]",),
    "forEach": (_LOOP,),
    "for_each": (_LOOP,),
    "iter": (_LOOP,),
    "into_iter": (_LOOP,),
    "sort": ("__len__: sort(…)",),
    "sorted": ("__len__: sort(…)",),
    "join": ('__iter__: ", ".join(…)',),
    "any": ("__iter__: any(…)",),
    "all": ("__iter__: all(…)",),
    # text
    "toUpperCase": ("upper",),
    "to_uppercase": ("upper",),
    "toUpper": ("upper",),
    "to_upper": ("upper",),
    "toLowerCase": ("lower",),
    "to_lowercase": ("lower",),
    "toLower": ("lower",),
    "to_lower": ("lower",),
    "trim": ("strip",),
    "trim_start": ("lstrip",),
    "trim_end": ("rstrip",),
    "trimStart": ("lstrip",),
    "trimEnd": ("rstrip",),
    "startsWith": ("startswith",),
    "starts_with": ("startswith",),
    "endsWith": ("endswith",),
    "ends_with": ("endswith",),
    "replaceAll": ("replace",),
    "substr": ("__getitem__: …[byte=start:end]",),
    "substring": ("__getitem__: …[byte=start:end]",),
    "to_string": ("write_to: String(…)",),
    "toString": ("write_to: String(…)",),
    "str": ("write_to: String(…)",),
    "c_str": ("as_c_string_slice", "unsafe_ptr"),
    "encode": ("as_bytes",),
    "getBytes": ("as_bytes",),
    "chars": ("codepoints",),
    "lines": ("splitlines",),
    "repeat": ("codepoints: … * n",),
    "parse": ("codepoints: Int(…)",),
    "as_str": ("as_string_slice",),
    # values that may be missing
    "unwrap": ("value",),
    "expect": ("value",),
    "get": ("value", _ITEM),
    "has_value": ("__bool__: if …",),
    "is_some": ("__bool__: if …",),
    "is_none": ("__bool__: if not …",),
    "isPresent": ("__bool__: if …",),
    "unwrap_or": ("or_else",),
    "value_or": ("or_else",),
    "valueOr": ("or_else",),
    "orElse": ("or_else",),
    "getOrDefault": ("get",),
    # numbers
    "abs": ("__abs__: abs(…)",),
    "pow": ("__pow__: … ** n",),
    "sqrt": ("__pow__: sqrt(…)' of 'std.math",),
    # copies
    "clone": ("copy",),
    "deepcopy": ("copy",),
    "dup": ("copy",),
}
