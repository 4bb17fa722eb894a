"""
train.py NAME FAMILIES LINES [START] [RATE] [hold]: trains a net on the generated lines of some families, with a fixed seed. The
rate falls to nothing over the lines, or holds. What is saved is the average of the weights of the last steps. Started by torchrun,
each process takes its share of the lines and all of them step with the mean of their gradients.
"""
import functools
import math
import os
import pickle
import random
import sys
import time

import cv2
import numpy
import torch
import torch.distributed as processes
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from faces import CACHE
from net import Net, cluster, log_probabilities

LINES = CACHE / 'lines'
HELD_BACK = 60
PIXELS = 6400
ROUND = 2400
AVERAGE = 0.998
RANK, PROCESSES = int(os.environ.get('RANK', 0)), int(os.environ.get('WORLD_SIZE', 1))
FAMILIES = ('noto', 'noto2', 'freeserif', 'damase', 'drawn', 'written')


def main():
    name, families, total = sys.argv[1], sys.argv[2].split(','), int(sys.argv[3])
    start = sys.argv[4] if len(sys.argv) > 4 else '-'
    rate = float(sys.argv[5]) if len(sys.argv) > 5 else 4e-3
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    if PROCESSES > 1:
        processes.init_process_group('gloo')
    torch.manual_seed(RANK)
    random.seed(RANK)
    numpy.random.seed(RANK)
    net = Net()
    if start != '-':
        net.load_state_dict(torch.load(CACHE / f'{start}.pt'))
    net = net.to(memory_format=torch.channels_last)
    train(name, net, families, total, rate, 'hold' in sys.argv[6:])


def train(name, net, families, total, rate, hold):
    average = AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(AVERAGE), use_buffers=True)
    optimizer = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.01, betas=(0.9, 0.98))
    began, seen, step, mean, next_check = time.time(), 0, 0, None, 12000
    for batch in batches(families):
        if seen >= total:
            break
        for group in optimizer.param_groups:
            group['lr'] = rate * min(1, (step + 1) / 200) * (1 if hold else 0.49 * (1 + math.cos(math.pi * min(1, seen / total))) + 0.02)
        pictures, symbols, frames, lengths = collate(batch, True)
        # Not in bfloat16: a processor without instructions for it takes ten times as long.
        scores = net(pictures.contiguous(memory_format=torch.channels_last))
        found = log_probabilities(scores).permute(2, 0, 1)
        loss = functional.ctc_loss(found, symbols, frames, lengths, zero_infinity=True)
        optimizer.zero_grad()
        loss.backward()
        count, loss = shared(net, len(batch), loss.item())
        torch.nn.utils.clip_grad_norm_(net.parameters(), 5.0)
        optimizer.step()
        average.update_parameters(net)
        step += 1
        seen += count
        mean = loss if mean is None else 0.98 * mean + 0.02 * loss
        if step % 200 == 0 and RANK == 0:
            print(name, f'{seen} lines, loss {mean:.3f}, {time.time() - began:.0f} s', flush=True)
        if seen > next_check:
            next_check += 12000
            save(name, average.module, seen)
    save(name, average.module, seen)


def shared(net, count, loss):
    """Sets the mean of the gradients of all processes; returns the lines of this step and their mean loss."""
    if PROCESSES == 1:
        return count, loss
    values = torch.cat([weight.grad.flatten() for weight in net.parameters()] + [torch.tensor([float(count), loss])])
    processes.all_reduce(values)
    start = 0
    for weight in net.parameters():
        weight.grad.copy_(values[start : start + weight.numel()].view_as(weight) / PROCESSES)
        start += weight.numel()
    return round(values[-2].item()), values[-1].item() / PROCESSES


def save(name, net, seen):
    if RANK > 0:
        return
    print(name, seen, 'cluster errors in %:', check(net), flush=True)
    torch.save(net.state_dict(), CACHE / f'{name}.pt')


@functools.cache
def stored(path):
    with open(path, 'rb') as file:
        return pickle.load(file)


def load(families, held_back):
    """The first lines of the first file of a family are for checking only."""
    lines = []
    for family in families:
        for path in sorted(LINES.glob(f'{family}-*.pkl')):
            found = stored(path)
            first = path.name == f'{family}-1.pkl'
            lines += found[:HELD_BACK] if first and held_back else [] if held_back else found[HELD_BACK if first else 0 :]
    return lines


def batches(families):
    lines, known = [], 0
    while True:
        # Files that were made meanwhile are taken with the next round.
        if len(list(LINES.glob('*.pkl'))) != known:
            known = len(list(LINES.glob('*.pkl')))
            lines = load(families, False)[RANK::PROCESSES]
            print('lines', len(lines), flush=True)
        some = random.sample(lines, min(len(lines), ROUND))
        for start in range(0, len(some), 1200):
            part = sorted(some[start : start + 1200], key=lambda line: line[0].shape[1])
            groups, group, widest = [], [], 0
            for line in part:
                widest = max(widest, line[0].shape[1] * 1.12)
                if group and widest * (len(group) + 1) > PIXELS:
                    groups.append(group)
                    group, widest = [], line[0].shape[1] * 1.12
                group.append(line)
            groups.append(group)
            random.shuffle(groups)
            yield from groups


def normalized(grey):
    ink = 255.0 - grey.astype('f4')
    low = numpy.percentile(ink[::3, ::3], 15)
    high = max(low + 30, numpy.percentile(ink[::2, ::2], 99.8))
    return numpy.clip((ink - low) / (high - low), 0, 1)


def augmented(grey):
    height, width = grey.shape
    ink = normalized(cv2.resize(grey, (max(8, int(width * random.uniform(0.9, 1.12))), 40)))
    if random.random() < 0.3:
        ink = ink ** random.uniform(0.6, 1.6)
    if random.random() < 0.4:
        shift = random.randint(-2, 2)
        ink = numpy.roll(ink, shift, 0)
        if shift > 0:
            ink[:shift] = 0
        elif shift < 0:
            ink[shift:] = 0
    if random.random() < 0.3:
        ink = ink + numpy.random.randn(*ink.shape).astype('f4') * random.uniform(0, 0.12)
    if random.random() < 0.15:
        for _ in range(random.randint(1, 3)):
            x, y = random.randint(0, ink.shape[1] - 1), random.randint(0, 36)
            ink[y : y + random.randint(1, 5), x : x + random.randint(1, 6)] = random.random()
    return ink


def collate(batch, training):
    inks = [augmented(grey) if training else normalized(grey) for grey, _ in batch]
    width = (max(ink.shape[1] for ink in inks) + 11) // 4 * 4
    pictures = numpy.zeros((len(batch), 1, 40, width), 'f4')
    for i, ink in enumerate(inks):
        pictures[i, 0, :, : ink.shape[1]] = ink
    frames = torch.tensor([min(width // 4, (ink.shape[1] + 7) // 4) for ink in inks])
    symbols = torch.tensor([cluster(int(base), int(mark)) for _, pairs in batch for base, mark in pairs])
    return torch.from_numpy(pictures), symbols, frames, torch.tensor([len(pairs) for _, pairs in batch])


def check(net):
    net.eval()
    rates = {}
    with torch.no_grad():
        for family in FAMILIES:
            lines = sorted(load([family], True), key=lambda line: line[0].shape[1])
            errors = total = 0
            for start in range(0, len(lines), 16):
                group = lines[start : start + 16]
                pictures, _, frames, _ = collate(group, False)
                best = log_probabilities(net(pictures)).argmax(1).numpy()
                for row, count, (_, pairs) in zip(best, frames, group):
                    read = [int(c) for i, c in enumerate(row[:count]) if c and (i == 0 or c != row[i - 1])]
                    truth = [cluster(int(base), int(mark)) for base, mark in pairs]
                    errors += distance(truth, read)
                    total += len(truth)
            rates[family] = round(100 * errors / max(1, total), 2)
    net.train()
    return rates


def distance(a, b):
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        current = [i]
        for j, y in enumerate(b, 1):
            current.append(min(previous[j] + 1, current[-1] + 1, previous[j - 1] + (x != y)))
        previous = current
    return previous[-1]


if __name__ == '__main__':
    main()
