"""The net: a grey line 40 rows high to one frame for each 4 columns, with scores of bases and of marks."""
import torch
from torch import nn
from torch.nn import functional

from alphabet import BASES, FIRST_LETTER as FIRST, MARKS

WIDTHS = (24, 48, 96, 160)


def conv(inputs, outputs, kernel, stride, padding):
    return nn.Sequential(nn.Conv2d(inputs, outputs, kernel, stride, padding, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class Residual2(nn.Module):
    def __init__(self, width):
        super().__init__()
        self.conv = nn.Conv2d(width, width, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(width)

    def forward(self, x):
        return x + functional.relu(self.norm(self.conv(x)))


class Residual1(nn.Module):
    def __init__(self, width, dilation):
        super().__init__()
        self.conv = nn.Conv1d(width, width, 5, padding=2 * dilation, dilation=dilation, bias=False)
        self.norm = nn.BatchNorm1d(width)

    def forward(self, x):
        return x + functional.relu(self.norm(self.conv(x)))


class Context(nn.Module):
    """Adds what the whole line has in common, its typeface and spacing: a word gap is wide only beside the other gaps."""

    def __init__(self, width):
        super().__init__()
        self.linear = nn.Linear(width, width)

    def forward(self, x):
        return x + functional.relu(self.linear(x.mean(2))).unsqueeze(2)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        a, b, c, d = WIDTHS
        self.rows = nn.Sequential(
            conv(1, a, 3, 2, 1), conv(a, b, 3, 2, 1), Residual2(b), conv(b, c, 3, (2, 1), 1), Residual2(c), nn.Dropout2d(0.05),
            conv(c, d, (5, 3), 1, (0, 1)),
        )  # fmt: skip
        self.frames = nn.Sequential(Residual1(d, 1), Context(d), Residual1(d, 2), Residual1(d, 4), nn.Dropout(0.1), Residual1(d, 1))
        self.head = nn.Conv1d(d, len(BASES) + len(MARKS), 1)

    def forward(self, x):
        return self.head(self.frames(self.rows(x).squeeze(2)))


def log_probabilities(scores):
    """Of every cluster: log p(base, mark) = log p(base) + log p(mark); signs without marks have only their own."""
    bases = functional.log_softmax(scores[:, : len(BASES)], 1)
    marks = functional.log_softmax(scores[:, len(BASES) :], 1)
    return bases[:, CLUSTER_BASES] + marks[:, CLUSTER_MARKS] * CARRIES_MARK[None, :, None]


def cluster(base, mark):
    return base if base < FIRST else FIRST + (base - FIRST) * len(MARKS) + mark


_pairs = [(base, 0) for base in range(FIRST)] + [(base, mark) for base in range(FIRST, len(BASES)) for mark in range(len(MARKS))]
CLUSTER_BASES = torch.tensor([base for base, _ in _pairs])
CLUSTER_MARKS = torch.tensor([mark for _, mark in _pairs])
CARRIES_MARK = torch.tensor([float(base >= FIRST) for base, _ in _pairs])
