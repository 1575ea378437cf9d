"""Four models written out in PyTorch: a perceptron, ResNet-18, a BERT encoder, a decoder like GPT-2 with a cache.

`python examples/pytorch/models.py` compiles small ones with `torch.compile(model, backend="ember")` and compares.
"""

import json
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional as F


class Perceptron(nn.Sequential):
    def __init__(self, width=512, depth=3, classes=10):
        layers = []
        for _ in range(depth):
            layers += [nn.Linear(width, width), nn.ReLU()]
        super().__init__(*layers, nn.Linear(width, classes))


# -- ResNet-18 -------------------------------------------------------------------------------------------


class Block(nn.Module):
    """Two convolutions, and a way around them."""

    def __init__(self, inputs, outputs, stride):
        super().__init__()
        self.conv1 = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.bn1 = nn.BatchNorm2d(outputs)
        self.conv2 = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.bn2 = nn.BatchNorm2d(outputs)
        self.around = nn.Identity()
        if stride != 1 or inputs != outputs:
            conv = nn.Conv2d(inputs, outputs, 1, stride, bias=False)
            self.around = nn.Sequential(conv, nn.BatchNorm2d(outputs))

    def forward(self, x):
        y = F.relu(self.bn1(self.conv1(x)))
        return F.relu(self.bn2(self.conv2(y)) + self.around(x))


class ResNet18(nn.Module):
    def __init__(self, widths=(64, 128, 256, 512), classes=1000):
        super().__init__()
        self.conv = nn.Conv2d(3, widths[0], 7, 2, 3, bias=False)
        self.bn = nn.BatchNorm2d(widths[0])
        blocks, before = [], widths[0]
        for number, width in enumerate(widths):
            blocks += [Block(before, width, 1 if number == 0 else 2), Block(width, width, 1)]
            before = width
        self.blocks = nn.Sequential(*blocks)
        self.head = nn.Linear(before, classes)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.bn(self.conv(x))), 3, 2, 1)
        x = F.adaptive_avg_pool2d(self.blocks(x), 1)
        return self.head(torch.flatten(x, 1))


# -- BERT ------------------------------------------------------------------------------------------------


class BertLayer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out = nn.Linear(width, width)
        self.norm1 = nn.LayerNorm(width, 1e-12)
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.norm2 = nn.LayerNorm(width, 1e-12)

    def forward(self, x, mask):
        batch, length, width = x.shape

        def split(y):
            return y.view(batch, length, self.heads, width // self.heads).transpose(1, 2)

        query, key, value = split(self.query(x)), split(self.key(x)), split(self.value(x))
        y = F.scaled_dot_product_attention(query, key, value, mask)
        x = self.norm1(x + self.out(y.transpose(1, 2).reshape(batch, length, width)))
        return self.norm2(x + self.down(F.gelu(self.up(x))))


class Bert(nn.Module):
    """The encoder: token ids and a mask of ones and zeros to one row for each token."""

    def __init__(self, vocabulary=30522, width=384, depth=6, heads=12, inner=1536, positions=512):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.types = nn.Embedding(2, width)
        self.norm = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(BertLayer(width, heads, inner) for _ in range(depth))

    def forward(self, ids, mask):
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.positions(places) + self.types.weight[0]
        x = self.norm(x)
        bias = (1.0 - mask[:, None, None, :].to(x.dtype)) * -10000.0
        for layer in self.layers:
            x = layer(x, bias)
        return x


def bert_from(folder):
    """The encoder with the weights of a folder of Hugging Face's form (config.json, model.safetensors)."""
    folder = Path(folder)
    config = json.loads((folder / "config.json").read_text())
    model = Bert(
        config["vocab_size"],
        config["hidden_size"],
        config["num_hidden_layers"],
        config["num_attention_heads"],
        config["intermediate_size"],
        config["max_position_embeddings"],
    )
    names = {
        "words": "embeddings.word_embeddings", "positions": "embeddings.position_embeddings",
        "types": "embeddings.token_type_embeddings", "norm": "embeddings.LayerNorm",
    }  # fmt: skip
    inside = {
        "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
        "out": "attention.output.dense", "norm1": "attention.output.LayerNorm", "up": "intermediate.dense",
        "down": "output.dense", "norm2": "output.LayerNorm",
    }  # fmt: skip
    for number in range(config["num_hidden_layers"]):
        place = f"encoder.layer.{number}."
        names |= {f"layers.{number}.{ours}": place + theirs for ours, theirs in inside.items()}
    tensors = read_safetensors(folder / "model.safetensors")
    wanted = {}
    for name in model.state_dict():
        module, _, leaf = name.rpartition(".")
        wanted[name] = tensors[f"{names[module]}.{leaf}"]
    model.load_state_dict(wanted)
    return model.eval()


def read_safetensors(path):
    """The tensors of a file by name."""
    data = bytearray(path.read_bytes())
    size = int.from_bytes(data[:8], "little")
    found = {}
    for name, entry in json.loads(data[8 : 8 + size]).items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        start, end = (8 + size + at for at in entry["data_offsets"])
        flat = torch.frombuffer(data, dtype=torch.float32, offset=start, count=(end - start) // 4)
        found[name] = flat.reshape(entry["shape"])
    return found


# -- a decoder -------------------------------------------------------------------------------------------


class DecoderLayer(nn.Module):
    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = nn.LayerNorm(width), nn.LayerNorm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width), nn.Linear(width, width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)

    def forward(self, x, keys, values, mask):
        batch, length, width = x.shape
        parts = self.qkv(self.norm1(x)).view(batch, length, 3, self.heads, width // self.heads)
        query, key, value = parts.permute(2, 0, 3, 1, 4).unbind(0)
        keys, values = torch.cat([keys, key], 2), torch.cat([values, value], 2)
        y = F.scaled_dot_product_attention(query, keys, values, mask)
        x = x + self.out(y.transpose(1, 2).reshape(batch, length, width))
        x = x + self.down(F.gelu(self.up(self.norm2(x)), approximate="tanh"))
        return x, keys, values


class Decoder(nn.Module):
    """New tokens and a cache of what came before [layers, 2, batch, heads, length, size] to logits and the longer cache."""

    def __init__(self, vocabulary=50257, width=768, depth=12, heads=12, positions=1024):
        super().__init__()
        self.words = nn.Embedding(vocabulary, width)
        self.positions = nn.Embedding(positions, width)
        self.layers = nn.ModuleList(DecoderLayer(width, heads) for _ in range(depth))
        self.norm = nn.LayerNorm(width)
        for embedding in (self.words, self.positions):
            nn.init.normal_(embedding.weight, std=0.02)
        self.shape = (depth, 2, heads, width // heads)

    def empty_cache(self, batch=1):
        depth, two, heads, size = self.shape
        return torch.zeros(depth, two, batch, heads, 0, size)

    def forward(self, ids, cache):
        before, new = cache.shape[4], ids.shape[1]
        places = torch.arange(before, before + new, device=ids.device)
        mask = torch.arange(before + new, device=ids.device) <= places[:, None]
        x = self.words(ids) + self.positions(places)
        longer = []
        for number, layer in enumerate(self.layers):
            x, keys, values = layer(x, cache[number, 0], cache[number, 1], mask)
            longer.append(torch.stack([keys, values]))
        return self.norm(x[:, -1]) @ self.words.weight.t(), torch.stack(longer)


def small_models():
    """Small ones of each kind, with inputs."""
    torch.manual_seed(0)
    bert = Bert(100, 32, 2, 4, 64, 16)
    decoder = Decoder(100, 32, 2, 4, 64)
    ids = torch.randint(0, 100, (2, 8))
    mask = torch.ones(2, 8, dtype=torch.int64)
    mask[1, 5:] = 0
    past = torch.randn(2, 2, 2, 4, 5, 8)
    return {
        "perceptron": (Perceptron(32), (torch.randn(4, 32),)),
        "resnet18": (ResNet18((8, 16), 10), (torch.randn(1, 3, 32, 32),)),
        "bert": (bert, (ids, mask)),
        "decoder": (decoder, (ids[:, :3], past)),
    }


if __name__ == "__main__":
    import ember.torch  # noqa: F401

    for name, (model, inputs) in small_models().items():
        model.eval()
        compiled = torch.compile(model, backend="ember", fullgraph=True)
        with torch.no_grad():
            expected, found = model(*inputs), compiled(*inputs)
        one, other = (x[0] if isinstance(x, tuple) else x for x in (expected, found))
        print(f"{name}: largest difference {(one - other).abs().max().item():.1e}")
