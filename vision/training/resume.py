"""Loads exported weights into a network for further training: ``resume(net, picture_batch, "ten")``.

The export folded every batch normalisation into the convolution before it. Here each normalisation gets the mean and
variance of its inputs for ``batch``, and the scale and shift that undo them. So the outputs stay the same, and the
network can be trained.
"""

from __future__ import annotations

from pathlib import Path

import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn

from vision.models import FOLDER


def resume(net: nn.Module, batch: Tensor, name: str, folder: Path = FOLDER) -> None:
    """Load ``name``.onnx into ``net``; raise ``ValueError`` if the number or the shape of the layers differs.

    An integer copy is loaded with its rounded weights.
    """
    graph = onnx.load(str(folder / f"{name}.onnx")).graph
    tensors = {t.name: torch.from_numpy(numpy_helper.to_array(t).copy()) for t in graph.initializer}
    for node in graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in tensors:
            tensors[node.output[0]] = _floats(*(tensors[key] for key in node.input))
    stored = [n for n in graph.node if n.op_type in ("Conv", "Gemm")]
    layers = [m for m in net.modules() if isinstance(m, (nn.Conv2d, nn.Linear, nn.BatchNorm2d))]
    weighted = [m for m in layers if not isinstance(m, nn.BatchNorm2d)]
    if len(stored) != len(weighted):
        raise ValueError(f"{name}.onnx has {len(stored)} layers, the network {len(weighted)}")
    # the file holds convolutions in the order of the layers, but linear layers in order of use, so match those by name
    convolutions = iter([m for m in weighted if isinstance(m, nn.Conv2d)])
    weighted = [
        next(convolutions) if n.op_type == "Conv" else net.get_submodule(n.input[1].partition(".weight")[0])
        for n in stored
    ]
    hooks = []
    with torch.no_grad():
        for node, layer in zip(stored, weighted, strict=True):
            weight, bias = tensors[node.input[1]], tensors[node.input[2]]
            if weight.shape != layer.weight.shape:
                raise ValueError(f"{name}.onnx: {tuple(weight.shape)} is not {tuple(layer.weight.shape)}")
            layer.weight.copy_(weight)
            after = layers[layers.index(layer) + 1 : layers.index(layer) + 2]
            if layer.bias is not None:
                layer.bias.copy_(bias)
            elif after and isinstance(after[0], nn.BatchNorm2d):
                hooks.append(after[0].register_forward_pre_hook(_settle(bias)))
        net.eval()
        net(batch)
        net.train()
    for hook in hooks:
        hook.remove()


def _floats(rounded: Tensor, scale: Tensor, zero: Tensor) -> Tensor:
    """Return the weights that an integer copy holds, of which each row has its own ``scale``."""
    each = (-1, *(1,) * (rounded.ndim - 1)) if scale.ndim else ()
    return (rounded.float() - zero.float().reshape(each)) * scale.reshape(each)


def _settle(bias: Tensor):  # type: ignore[no-untyped-def]
    """Return a hook that, at the first input, sets a batch normalisation so that it only adds ``bias``."""

    def hook(norm: nn.BatchNorm2d, given: tuple[Tensor]) -> None:
        mean, spread = given[0].mean((0, 2, 3)), given[0].var((0, 2, 3), unbiased=False)
        assert norm.running_mean is not None and norm.running_var is not None
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.copy_(bias + mean)

    return hook
