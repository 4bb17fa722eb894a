"""
resume.py FILE NAME: the net of an exported ONNX file, to train it further. Its batch normalization was folded into the weights:
it is set again to the mean and spread that the generated lines have there, so the net reads as before and can be trained.
"""
import random
import sys

import onnx
import torch
from onnx import numpy_helper

from faces import CACHE
from export import EPSILON
from net import Net
from train import collate, load

FAMILIES = ('freeserif', 'damase')
LINES = 400


def main():
    path, name = sys.argv[1], sys.argv[2]
    torch.set_num_threads(1)
    random.seed(0)
    net = Net()
    norms = fill(net, path)
    set_norms(net, norms)
    torch.save(net.state_dict(), CACHE / f'{name}.pt')


def fill(net, path):
    """The weights in the order of the file; returns each convolution with its normalization."""
    stored = [torch.from_numpy(numpy_helper.to_array(weight)).float() for weight in onnx.load(path).graph.initializer if weight.data_type == onnx.TensorProto.FLOAT16]
    modules = list(net.modules())
    layers = [module for module in modules if isinstance(module, (torch.nn.Conv1d, torch.nn.Conv2d, torch.nn.Linear))]
    norms = []
    with torch.no_grad():
        for layer, weight, bias in zip(layers, stored[::2], stored[1::2], strict=True):
            layer.weight.copy_(weight.reshape(layer.weight.shape))
            if layer.bias is not None:
                layer.bias.copy_(bias)
                continue
            norm = modules[modules.index(layer) + 1]
            norm.bias.copy_(bias)
            norm.running_var.fill_(1 - EPSILON)
            norms.append((layer, norm))
    return norms


def set_norms(net, norms):
    sums = {norm: [] for _, norm in norms}
    for layer, norm in norms:
        layer.register_forward_hook(lambda _, __, out, norm=norm: sums[norm].append(out.transpose(0, 1).flatten(1)))
    lines = random.sample(load(FAMILIES, False), LINES)
    lines.sort(key=lambda line: line[0].shape[1])
    net.eval()
    with torch.no_grad():
        for start in range(0, LINES, 20):
            net(collate(lines[start : start + 20], True)[0])
        for norm, seen in sums.items():
            values = torch.cat(seen, 1)
            norm.running_mean.copy_(values.mean(1))
            norm.running_var.copy_(values.var(1))
            norm.weight.copy_(torch.sqrt(norm.running_var + EPSILON))
            norm.bias.add_(norm.running_mean)


if __name__ == '__main__':
    main()
