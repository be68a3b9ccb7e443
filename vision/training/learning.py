"""The training step of whole networks: AdamW, warm-up and cosine decay of the rate, running average of the weights."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor, nn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

KEEPING = 0.995
"""Decay of the running average of the weights, for each step."""
STEEPEST = 5.0
"""Maximum norm of the gradient; a longer one is clipped."""


class Learner:
    """Trains a network step by step; ``peak`` is the maximum learning rate, ``kept`` the network with averaged weights."""

    def __init__(self, net: nn.Module, peak: float) -> None:
        self._net, self._peak, self._steps = net, peak, 0
        self._average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(KEEPING), use_buffers=True)
        learned = [p for p in net.parameters() if p.requires_grad]
        self._best = torch.optim.AdamW(learned, lr=1e-3, weight_decay=1e-3)

    @property
    def kept(self) -> nn.Module:
        """The network with the running average of its weights, which is more accurate than the last weights."""
        return self._average.module

    def step(self, loss: Tensor, spent: float) -> None:
        """Take one optimiser step on ``loss``; ``spent`` is the fraction (0..1) of the training time that has passed."""
        for group in self._best.param_groups:
            group["lr"] = self._peak * min(1, self._steps / 100 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * spent)) + 1e-5
        self._best.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self._net.parameters(), STEEPEST)
        self._best.step()
        self._average.update_parameters(self._net)
        self._steps += 1
