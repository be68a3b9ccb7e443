"""The networks in PyTorch: the locator, which finds dice in a picture, and the readers of one crop."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn


def precision() -> torch.autocast:
    """Return the context for training: bfloat16 if the processor supports it (four times faster), else float32."""
    return torch.autocast("cpu", torch.bfloat16, enabled=torch.cpu._is_avx512_bf16_supported())


def _conv(a: int, b: int, stride: int = 1, size: int = 3, spread: int = 1) -> nn.Sequential:
    pad = (size // 2) * spread
    return nn.Sequential(
        nn.Conv2d(a, b, size, stride, pad, dilation=spread, bias=False), nn.BatchNorm2d(b), nn.ReLU(inplace=True)
    )


class Residual(nn.Module):
    """Two convolutions with a shortcut connection."""

    def __init__(self, width: int, spread: int = 1) -> None:
        super().__init__()
        self.first = _conv(width, width, spread=spread)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: Tensor) -> Tensor:
        return torch.relu(x + self.second(self.first(x)))


class Locator(nn.Module):
    """Maps pictures (n, 3, h, w) to (n, 4, h/4, w/4): presence (logit), log of edge/24, offset x and y in cells."""

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(_conv(3, 16, 2), _conv(16, 32, 2), Residual(32))
        self.eighth = nn.Sequential(_conv(32, 48, 2), Residual(48))
        self.sixteenth = nn.Sequential(_conv(48, 64, 2), Residual(64), Residual(64, 2))
        self.to_half, self.mix_half = nn.Conv2d(64, 48, 1), Residual(48)
        self.to_full, self.mix_full = nn.Conv2d(48, 32, 1), Residual(32)
        self.head = nn.Sequential(_conv(32, 32), nn.Conv2d(32, 4, 1))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.head[1].bias, 0.0)
        with torch.no_grad():
            self.head[1].bias[0] = -4.0

    def forward(self, x: Tensor) -> Tensor:
        full = self.stem(x)
        half = self.eighth(full)
        quarter = self.sixteenth(half)
        half = self.mix_half(self.up(self.to_half(quarter)) + half)
        full = self.mix_full(self.up(self.to_full(half)) + full)
        return self.head(full)


class Crop(nn.Module):
    """Maps crops (n, 3, 64, 64) to ``outputs`` logits.

    The features are flattened: with global pooling instead, training did not beat chance.
    """

    def __init__(self, outputs: int, widths: tuple[int, int, int] = (24, 48, 72), planes: int = 3) -> None:
        super().__init__()
        first, second, third = widths
        self.body = nn.Sequential(
            _conv(planes, first, 2, 5),
            Residual(first),
            _conv(first, second, 2),
            Residual(second),
            _conv(second, third, 2),
            Residual(third),
            _conv(third, 24, 1, 1),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.2), nn.Linear(24 * 64, 96), nn.ReLU(inplace=True), nn.Linear(96, outputs)
        )

    def forward(self, x: Tensor) -> Tensor:
        return self.head(self.body(x))


class Tops(Crop):
    """The reader of the bicolour die's top face: maps crops (n, 3, 64, 64) to the logits of red, black and neither.

    Its input also holds the hue of each pixel, independent of brightness: the logarithm of each colour minus their
    mean. In dim light red and black differ by only a few grey levels, no more than the ground and the sides.
    """

    DARKEST = 6.0
    """Grey levels (of 255) added before the logarithm, because lower levels hold only noise."""

    def __init__(self) -> None:
        super().__init__(3, (32, 64, 96), 6)

    def forward(self, x: Tensor) -> Tensor:
        bright = torch.log((x + 0.5) * 255 + self.DARKEST)
        return super().forward(torch.cat([x, bright - bright.mean(1, keepdim=True)], 1))


def stranger() -> nn.Sequential:
    """Return the layers that map the features of a ``Crop``'s body to the logit of a stranger (trained by ``strangers.py``)."""
    return nn.Sequential(nn.Flatten(), nn.Linear(24 * 64, 48), nn.ReLU(inplace=True), nn.Linear(48, 1))


class Digits(Crop):
    """Maps crops (n, 3, 64, 64) to 12 logits, followed by the last hidden layer.

    The logits are those of the ten digits, of a wrongly turned crop and of a stranger.
    """

    def __init__(self) -> None:
        super().__init__(11)
        self.stranger = stranger()

    def forward(self, x: Tensor) -> Tensor:
        narrow = self.body(x)
        odd = self.stranger(narrow)  # before the head, as in ``Faces``
        hidden = self.head[:4](narrow)
        return torch.cat([self.head[4](hidden), odd, hidden], 1)


class Facing(Crop):
    """Maps crops (n, 3, 64, 64) to four outputs (n, 4).

    These are the right and downward components of the top face's unit normal, and the cosine and sine of the rotation that sets
    the digit of a d10 upright.
    """

    def __init__(self) -> None:
        super().__init__(4)
        self.head[1] = nn.Identity()  # no dropout, because it makes the angle less exact


class Faces(Crop):
    """The crop reader: ``outputs`` logits, followed by eight more outputs and the last hidden layer (96).

    The first two of the eight are the right and downward components of the top face's unit normal, as the camera sees
    it. The next two are the cosine and sine of the rotation that sets the digit of a d10 upright (trained by
    ``upright.py``). The fifth is the logit of a stranger (trained last, by ``strangers.py``). The last three are the place of the
    top face (trained by ``wider.py``): how far its middle lies right of and below that of the crop, in tenths of an edge, and
    ten times the logarithm of its edge relative to the crop's. Teaching and learning at a table fit small heads to the hidden
    layer.
    """

    def __init__(self, outputs: int) -> None:
        super().__init__(outputs)
        self.facing, self.upright = (
            nn.Sequential(nn.Flatten(), nn.Linear(24 * 64, 48), nn.ReLU(inplace=True), nn.Linear(48, 2))
            for _ in range(2)
        )
        self.stranger = stranger()
        self.place = nn.Sequential(nn.Flatten(), nn.Linear(24 * 64, 48), nn.ReLU(inplace=True), nn.Linear(48, 3))

    def forward(self, x: Tensor) -> Tensor:
        narrow = self.body(x)
        # the head comes last, because ``vision.teaching.heads`` takes the last ReLU of the exported graph
        others = [self.facing(narrow), self.upright(narrow), self.stranger(narrow), self.place(narrow)]
        hidden = self.head[:4](narrow)
        return torch.cat([self.head[4](hidden), *others, hidden], 1)


class Marked(Faces):
    """The crop reader during training, when it also predicts the places of the pips on the top face.

    ``marks`` returns the logits (n, outputs), the facing (n, 2), and a map (n, 32, 32) of the logits of a pip's middle
    in each 2x2 pixels of the crop. This second task makes the network use only the top face; training on the value
    alone does not.
    """

    def __init__(self, outputs: int) -> None:
        super().__init__(outputs)
        self.deep, self.fine = nn.Conv2d(72, 32, 1), nn.Conv2d(48, 32, 1)
        self.pips = nn.Sequential(nn.ReLU(inplace=True), nn.Conv2d(32, 4, 3, 1, 1), nn.PixelShuffle(2))
        self.up = nn.Upsample(scale_factor=2, mode="nearest")
        nn.init.constant_(self.pips[1].bias, -4.0)

    def marks(self, x: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        half = self.body[:4](x)
        quarter = self.body[4:6](half)
        narrow = self.body[6](quarter)
        pips = self.pips(self.up(self.deep(quarter)) + self.fine(half))
        return self.head(narrow), self.facing(narrow), pips[:, 0]


def begin(net: nn.Module, known: dict[str, Tensor]) -> None:
    """Initialise ``net`` with the weights ``known`` of a narrower network; further inputs of ``net`` get weight 0."""
    own = net.state_dict()
    for name in own.keys() & known.keys():
        old, new = known[name], own[name]
        if new.dim() > 1:
            new[: len(old)] = 0
        new[tuple(slice(n) for n in old.shape)] = old


def export(net: nn.Module, path: Path, shape: tuple[int, int, int, int], free: bool) -> None:
    """Write the network as ONNX (opset 13) for an input of ``shape``; ``free`` allows any height and width."""
    net = net.float().eval().to(memory_format=torch.contiguous_format)
    axes = {"image": {0: "n", 2: "h", 3: "w"} if free else {0: "n"}, "out": {0: "n"}}
    torch.onnx.export(
        net,
        (torch.zeros(shape),),
        str(path),
        input_names=["image"],
        output_names=["out"],
        opset_version=13,
        dynamo=False,
        dynamic_axes=axes,
    )
