"""Compile time, peak memory, binary size and error of small models of libraries.

    python benchmarks/library_models.py [--only NAME,...]

The models have random weights, and small configurations where the library has any. Each model is
compiled in a process of its own, after a small layer. The time is the CPU time of `compile`. The
memory is what the peak exceeds that of the process before `compile` by, and the error is relative
to the largest magnitude of PyTorch's output. "bf16" names the operations that the device computes
in bf16, with a warning. Models of libraries that are not installed are left out.
"""

import argparse
import json
import os
import re
import resource
import subprocess
import sys
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

SIZES = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4}
TEXT = {**SIZES, "vocab_size": 96, "intermediate_size": 64, "max_position_embeddings": 64}
DECODER = {**TEXT, "num_key_value_heads": 2, "pad_token_id": 0, "bos_token_id": 1}
SMALL_GPT = {"vocab_size": 96, "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64}
STAGES = {"hidden_sizes": [8, 16, 24, 32], "depths": [1, 1, 1, 1]}
VISION = {**SIZES, "intermediate_size": 64, "image_size": 32, "patch_size": 8}
UNET = {
    "sample_size": 16,
    "block_out_channels": (8, 16),
    "layers_per_block": 1,
    "down_block_types": ("DownBlock2D", "AttnDownBlock2D"),
    "up_block_types": ("AttnUpBlock2D", "UpBlock2D"),
    "norm_num_groups": 4,
    "attention_head_dim": 4,
}


def images(size: int) -> list[Any]:
    """Return an image of normally distributed numbers."""
    return [import_module("torch").randn(1, 3, size, size)]


def tokens() -> list[Any]:
    """Return 12 tokens."""
    return [import_module("torch").randint(3, 90, (1, 12))]


def transformer(kind: str, task: str, configuration: dict[str, Any]) -> Any:
    """Return a model of transformers."""
    library = import_module("transformers")
    return getattr(library, kind + task)(getattr(library, f"{kind}Config")(**configuration))


MODELS: dict[str, tuple[Callable[[], Any], Callable[[], list[Any]]]] = {
    "torchvision.resnet18": (
        lambda: import_module("torchvision.models").resnet18(),
        lambda: images(64),
    ),
    "torchvision.mobilenet_v2": (
        lambda: import_module("torchvision.models").mobilenet_v2(),
        lambda: images(64),
    ),
    "timm.convnext_atto": (
        lambda: import_module("timm").create_model("convnext_atto"),
        lambda: images(64),
    ),
    "timm.regnety_002": (
        lambda: import_module("timm").create_model("regnety_002"),
        lambda: images(64),
    ),
    "transformers.Bert": (lambda: transformer("Bert", "Model", TEXT), tokens),
    "transformers.GPT2": (lambda: transformer("GPT2", "LMHeadModel", SMALL_GPT), tokens),
    "transformers.Llama": (lambda: transformer("Llama", "ForCausalLM", DECODER), tokens),
    "transformers.Mixtral": (
        lambda: transformer("Mixtral", "ForCausalLM", {**DECODER, "num_local_experts": 4}),
        tokens,
    ),
    "transformers.ViT": (lambda: transformer("ViT", "Model", VISION), lambda: images(32)),
    "transformers.Segformer": (
        lambda: transformer("Segformer", "Model", {**STAGES, "num_attention_heads": [1, 2, 2, 4]}),
        lambda: images(64),
    ),
    "diffusers.UNet2DModel": (
        lambda: import_module("diffusers").UNet2DModel(**UNET),
        lambda: [import_module("torch").randn(1, 3, 16, 16), import_module("torch").tensor([3])],
    ),
}


def peak() -> int:
    """Return the largest memory of this process until now, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measured(name: str) -> dict[str, Any]:
    """Return the figures of a model."""
    torch = import_module("torch")
    ttmlir = import_module("ttmlir_py.frontends.torch")
    torch.manual_seed(0)
    ttmlir.compile(torch.nn.Linear(2, 2), (torch.ones(1, 2),))  # loads what all models need
    make, arguments = MODELS[name]
    network, inputs = make().eval(), arguments()
    leaves = torch.utils._pytree.tree_leaves
    with torch.no_grad(), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        expected = leaves(network(*inputs))[0]
        before, start = peak(), time.process_time()
        model = ttmlir.compile(network, tuple(inputs))
        seconds, memory = time.process_time() - start, peak() - before
        difference = leaves(model(*inputs))[0] - expected
    found = re.findall(
        r"'ttnn\.(\w+)' op is computed in bf16", "".join(str(w.message) for w in caught)
    )
    return {
        "weights": sum(
            each.numel() * each.element_size() for each in network.state_dict().values()
        ),
        "seconds": seconds,
        "memory": memory,
        "binary": len(model.binary),
        "error": float(difference.abs().max() / expected.abs().max()),
        "bf16": sorted(set(found)),
    }


def row(name: str, figures: dict[str, Any]) -> str:
    """Return a row of the table."""
    megabytes = " | ".join(f"{figures[each] / 1e6:.1f}" for each in ("weights", "memory", "binary"))
    rounded = ", ".join(figures["bf16"])
    return (
        f"| {name} | {figures['seconds']:.1f} | {megabytes} | {figures['error']:.0e} | {rounded} |"
    )


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description="Compile small models of libraries.")
    parser.add_argument("--only", default=",".join(MODELS), help="models, separated by commas")
    parser.add_argument("--figures", help="print the figures of this model as JSON")
    arguments = parser.parse_args()
    if arguments.figures:
        print(json.dumps(measured(arguments.figures)))
        return 0
    print("| model | s | weights | memory | binary | error | bf16 |\n|---|---|---|---|---|---|---|")
    code = 0
    for name in arguments.only.split(","):
        if any(find_spec(each) is None for each in ("torch", "torch_mlir", name.split(".")[0])):
            continue
        program = [sys.executable, __file__, "--figures", name]
        environment = {**os.environ, "HF_HUB_OFFLINE": "1"}
        run = subprocess.run(program, capture_output=True, text=True, env=environment, check=False)
        if run.returncode:
            print(f"{name}: {run.stderr}", file=sys.stderr)
            code = 1
        else:
            print(row(name, json.loads(run.stdout.splitlines()[-1])), flush=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
