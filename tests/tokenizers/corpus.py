"""Texts that tokenizers get wrong: scripts, blanks, numbers, marks, halves of things."""

from __future__ import annotations

import random

TEXTS = [
    "", " ", "  ", "\n", "\t\n ", "a", "Hello world", " Hello  world ", "Hello,   world!\n\n\nBye.", "I'm don't WE'LL you've they'd he's IT'S 'twas ''s '",
    "12345 3.14 1,000,000 ½ ²³ Ⅷ ٣٤٥ १२३ 100km 4x4", "naïve café — déjà vu 😀", "\n\n  tab\t\tx\r\n\r\nnext\r", "snake_case camelCase kebab-case __init__ a.b.c(d)[e]{f}",
    "def f(x):\n    if x > 0:\n        return x ** 2\n\treturn -x  # done\n", "<|im_start|>user\nHi<|im_end|>\n", "</s><s> <unk> [CLS] [SEP] <|endoftext|>x",
    "Привет, мир! Ёжик", "你好，世界。这是测试", "こんにちは世界 カタカナ ひらがな", "안녕하세요 세계", "مرحبا بالعالم ١٢٣", "שלום עולם", "नमस्ते दुनिया", "สวัสดีชาวโลก", "Γειά σου Κόσμε", "Xin chào thế giới",
    "e\u0301 o\u0308 n\u0303 combining\u0301\u0302\u0303", "👨‍👩‍👧‍👦 🇩🇪🇫🇷 👍🏽 ❤️", "zero\u200bwidth\u200djoin\ufeffbom", "\u00a0nbsp\u2003em\u3000ideo\u2028line\u2029par\u0085nel", "ﬁ ﬂ ① Ⅳ ㎏ ℌ", "İstanbul ıIiİ ß ẞ ǅ ſ 'ſ 'S",
    "a" * 300, "ab" * 200, " " * 50 + "x", "\n" * 20 + "y", "!" * 40, "...?!?!--==++**//\\\\||", "https://example.com/a?b=c&d=%20#frag user@mail.org", "1" * 50, "x1y2z3 v1.2.3-rc4 0xDEADBEEF 1e-10",
    "\x00\x01\x02\x7f control", "\ufffd\uffff\U0010ffff", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙𝟚 𐍈 🂡", "The quick brown fox jumps over the lazy dog. " * 5, "‘curly’ “quotes” – dashes — ellipsis…", "$100 €200 £300 ¥400 100% #1 @x ^y ~z `code`",
    "don’t I’m we’re", "A.B.C. U.S.A. e.g., i.e.; etc.", "  leading\n   mixed \t blanks   \n ends ", "word\u0301word \u0301 lone", "ᏣᎳᎩ ᐃᓄᒃᑎᑐᑦ ⵜⴰⵎⴰⵣⵉⵖⵜ ქართული հայերեն",
]  # fmt: skip


def random_texts(count: int, seed: int = 7) -> list[str]:
    """Mixtures of parts of the others, and of code points from everywhere."""
    rng = random.Random(seed)
    alphabet = "".join(TEXTS)
    ranges = [(0x20, 0x7F), (0xA0, 0x24F), (0x300, 0x370), (0x370, 0x600), (0x900, 0xE00), (0x2000, 0x2100), (0x3000, 0x3100), (0x4E00, 0x4F00), (0x1F300, 0x1F700)]  # fmt: skip
    texts = []
    for _ in range(count):
        parts = []
        for _ in range(rng.randrange(1, 12)):
            kind = rng.randrange(4)
            if kind == 0:
                start = rng.randrange(len(alphabet))
                parts.append(alphabet[start : start + rng.randrange(1, 20)])
            elif kind == 1:
                low, high = rng.choice(ranges)
                parts.append("".join(chr(rng.randrange(low, high)) for _ in range(rng.randrange(1, 6))))  # fmt: skip
            elif kind == 2:
                parts.append(rng.choice([" ", "  ", "\n", "\r\n", "\t", "'", "'s", "'LL", "1", "22", "\u00a0"]))  # fmt: skip
            else:
                parts.append(rng.choice(["the", " and", "Über", " ÉCOLE", "ing", "123", "…", "▁", "<s>"]))  # fmt: skip
        texts.append("".join(parts))
    return texts


_CLUSTERS = ["👩🏽‍💻", "🏳️‍🌈", "👨‍👩‍👧", "🇯🇵🇧🇷", "1️⃣", "#️⃣", "☝🏿", "🧑‍🤝‍🧑", "⚧️", "🏴\U000e0067\U000e0062\U000e007f", "\ufe0f", "\u200d", "e\u0323\u0301", "Z\u0351\u036b\u0343", "\u0928\u093f", "\u0e33\u0e49", "\u1100\u1161\u11a8", "각", "\u0644\u0627\u064b", "\u05e9\u05c1"]  # fmt: skip
_COMMANDS = ["<|endoftext|>", "<|im_start|>", "<|im_end|", "<s>", "</s>", "<unk>", "<0x0A>", "<0xFF>", "[CLS]", "[SEP]", "[UNK", "<|end|>", "<m>", "▁", "##", "Ġ", "Ċ"]  # fmt: skip
_SCRIPTS = [(0x41, 0x5B), (0x61, 0x7B), (0x30, 0x3A), (0x410, 0x450), (0x3B1, 0x3CA), (0x5D0, 0x5EB), (0x620, 0x64B), (0x660, 0x66A), (0x905, 0x93A), (0xE01, 0xE31), (0x3041, 0x3097), (0x30A1, 0x30FB), (0x4E00, 0x9FA0), (0xAC00, 0xD7A4), (0x1D400, 0x1D7FF), (0x10400, 0x10450), (0x2460, 0x2500), (0xFF01, 0xFF5F), (0x1E00, 0x1F00), (0x13A0, 0x13F6)]  # fmt: skip


def hostile_texts(count: int, seed: int = 11) -> list[str]:
    """What is joined of several code points, long runs, controls, special tokens cut and whole, scripts letter by letter, and anything of Unicode."""
    rng = random.Random(seed)

    def script() -> str:
        return "".join(chr(rng.randrange(*rng.choice(_SCRIPTS))) for _ in range(rng.randrange(1, 12)))  # fmt: skip

    def anything() -> str:
        points = (rng.randrange(0x110000) for _ in range(rng.randrange(1, 8)))
        return "".join(chr(point) for point in points if not 0xD800 <= point < 0xE000 and not 0xFDD0 <= point < 0xFDF0)  # fmt: skip

    kinds = [
        lambda: rng.choice(_CLUSTERS) * rng.choice([1, 1, 2, 5]),
        lambda: rng.choice(_COMMANDS),
        lambda: rng.choice([" ", "\n", "\t", "\r\n", "\u3000", "\u00a0", "\u2028", "\u1680"]) * rng.choice([1, 2, 3, 17, 130]),  # fmt: skip
        lambda: "".join(chr(rng.randrange(0x20)) for _ in range(rng.randrange(1, 5))),
        lambda: chr(rng.randrange(0x7F, 0xA1)) + rng.choice(["", "x", " "]),
        lambda: "a" + "".join(chr(rng.randrange(0x300, 0x370)) for _ in range(rng.randrange(1, 20))),
        script,
        anything,
        lambda: rng.choice(["'S", "'Re", "’ve", "'ſ", "'LL", "'\u0301s", "''ll", "I'", "K'm"]),
        lambda: str(rng.randrange(10 ** rng.randrange(1, 15))) + rng.choice(["", ".", ",", "%", "٣", "½"]),  # fmt: skip
        lambda: rng.choice(TEXTS),
    ]  # fmt: skip
    return ["".join(rng.choice(kinds)() for _ in range(rng.randrange(1, 9))) for _ in range(count)]
