"""An encoder like BERT in Hugging Face, in plain torch.nn, with weights as arguments.

It has embeddings, attention with a padding mask, and a pooler.

$ python examples/torch/transformer_encoder.py
"""

import torch
from torch import nn
from torch.nn import functional

import ttmlir_py.frontends.torch as ttmlir


class SelfAttention(nn.Module):
    """Attention of several heads, which does not see padding."""

    def __init__(self, width, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.output = nn.Linear(width, width)

    def forward(self, x, mask):
        batch, length, width = x.shape

        def heads(projection):
            return projection(x).view(batch, length, self.heads, -1).transpose(1, 2)

        context = functional.scaled_dot_product_attention(
            heads(self.query), heads(self.key), heads(self.value), attn_mask=mask
        )
        return self.output(context.transpose(1, 2).reshape(batch, length, width))


class Layer(nn.Module):
    """Attention and a network with gelu, each with a shortcut and followed by a norm."""

    def __init__(self, width, heads):
        super().__init__()
        self.attention = SelfAttention(width, heads)
        self.attention_norm = nn.LayerNorm(width)
        self.up, self.down = nn.Linear(width, 4 * width), nn.Linear(4 * width, width)
        self.norm = nn.LayerNorm(width)
        self.dropout = nn.Dropout(0.1)

    def forward(self, x, mask):
        x = self.attention_norm(x + self.dropout(self.attention(x, mask)))
        return self.norm(x + self.dropout(self.down(functional.gelu(self.up(x)))))


class Encoder(nn.Module):
    """Token ids and what of them is no padding to hidden states and a summary."""

    def __init__(self, vocabulary=100, width=32, heads=4, layers=2, positions=64):
        super().__init__()
        self.tokens = nn.Embedding(vocabulary, width, padding_idx=0)
        self.positions = nn.Embedding(positions, width)
        self.norm = nn.LayerNorm(width)
        self.layers = nn.ModuleList(Layer(width, heads) for _ in range(layers))
        self.pooler = nn.Linear(width, width)

    def forward(self, input_ids, attention_mask):
        places = torch.arange(input_ids.shape[1])
        x = self.norm(self.tokens(input_ids) + self.positions(places))
        mask = (attention_mask == 1)[:, None, None, :]
        for layer in self.layers:
            x = layer(x, mask)
        return {"last_hidden_state": x, "pooler_output": torch.tanh(self.pooler(x[:, 0]))}


def main():
    """Compile the encoder, compare it with PyTorch, and run it with other weights."""
    torch.manual_seed(0)
    encoder = Encoder().eval()
    inputs = {
        "input_ids": torch.tensor([[7, 12, 5, 99, 3, 0], [8, 1, 2, 3, 4, 5]]),
        "attention_mask": torch.tensor([[1, 1, 1, 1, 1, 0], [1, 1, 1, 1, 1, 1]]),
    }
    model = ttmlir.compile(encoder, example_kwargs=inputs, state_as_arguments=True)
    report = model.check(**inputs)
    print(report)
    report.check()

    model.load_state_dict(Encoder().eval().state_dict())  # as after fine-tuning
    report = model.check(**inputs, operations=False)
    print("with other weights:", *report.lines(), sep="\n")
    report.check()


if __name__ == "__main__":
    main()
