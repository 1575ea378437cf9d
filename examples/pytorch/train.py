"""Trains a small network whose activation and its gradient are Mojo kernels.

`python examples/pytorch/train.py` needs PyTorch: `pip install '.[torch]'`.
"""

from pathlib import Path

import torch
from ember.torch import CustomOpLibrary

kernels = CustomOpLibrary(Path(__file__).parent / "kernels")


def keep(ctx, inputs, output):
    ctx.save_for_backward(*inputs)


def snake_backward(ctx, gradient):
    x, a = ctx.saved_tensors
    result = torch.empty_like(x)
    kernels.snake_backward(result, gradient, x, a)
    return result, None  # `a` is not learnt


kernels.snake.register_autograd(snake_backward, setup_context=keep)


class Snake(torch.nn.Module):
    """x + sin²(a·x) / a"""

    def __init__(self, a=1.0):
        super().__init__()
        self.register_buffer("a", torch.tensor(a))

    def forward(self, x):
        result = torch.empty_like(x)
        kernels.snake(result, x, self.a)
        return result


def train(steps=300):
    """Fits a wave on [-6, 6]; gives the loss before and after."""
    torch.manual_seed(0)
    x = torch.linspace(-6, 6, 256).unsqueeze(1)
    y = torch.sin(2 * x) + 0.1 * x
    model = torch.nn.Sequential(
        torch.nn.Linear(1, 32), Snake(2.0), torch.nn.Linear(32, 32), Snake(), torch.nn.Linear(32, 1)
    )
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    losses = []
    for _ in range(steps):
        optimizer.zero_grad()
        loss = torch.nn.functional.mse_loss(model(x), y)
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    return losses[0], losses[-1]


if __name__ == "__main__":
    before, after = train()
    print(f"loss before {before:.4f}, after {after:.6f}")
