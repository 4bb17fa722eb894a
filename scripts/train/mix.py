"""
mix.py NAME FAMILIES SHARE:START SHARE:END: the mean of the weights of two nets, of one before and after it was trained further. It
forgets less of what the first had learned. The normalizations are measured again on generated lines of the families.
"""
import random
import sys

import numpy
import torch

from faces import CACHE
from net import Net
from train import check, collate, load

LINES = 480


def main():
    name, families = sys.argv[1], sys.argv[2].split(',')
    torch.set_num_threads(1)
    random.seed(1)
    numpy.random.seed(1)
    net = Net()
    net.load_state_dict(mixed([part.split(':') for part in sys.argv[3:]]))
    measure_norms(net, random.sample(load(families, False), LINES))
    print(name, 'cluster errors in %:', check(net), flush=True)
    torch.save(net.state_dict(), CACHE / f'{name}.pt')


def mixed(parts):
    states = [(float(share), torch.load(CACHE / f'{name}.pt')) for share, name in parts]
    return {key: sum(share * state[key] for share, state in states) if value.is_floating_point() else value for key, value in states[0][1].items()}


def measure_norms(net, lines):
    lines.sort(key=lambda line: line[0].shape[1])
    net.eval()
    for module in net.modules():
        if isinstance(module, (torch.nn.BatchNorm1d, torch.nn.BatchNorm2d)):
            module.reset_running_stats()
            # The mean of all batches.
            module.momentum = None
            module.train()
    with torch.no_grad():
        for start in range(0, LINES, 24):
            net(collate(lines[start : start + 24], True)[0])


if __name__ == '__main__':
    main()
