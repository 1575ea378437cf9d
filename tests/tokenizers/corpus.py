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
