"""generate.py FAMILY COUNT SEED FILE: lines of one family of typefaces with their labels."""
import pickle
import random
import sys
import time

import cv2
import numpy

import faces
import text as texts
from alphabet import is_writable, labels
from bidi import visual_order
from degrade import degrade
from render import render

MAX_WIDTH = 1200


def sample(family):
    while True:
        text = texts.line(random.randint(5, 50))
        if not is_writable(text) or (any(char in faces.BROKEN.get(family, ()) for char in text) and random.random() < 0.5):
            continue
        rendered = render(text, family)
        grey = rendered and degrade(*rendered)
        symbols = labels(visual_order(text))
        # CTC needs a frame of 4 pixels for each symbol.
        if grey is None or grey.shape[1] > MAX_WIDTH or grey.shape[1] / 4 < len(symbols) * 1.15 + 2:
            continue
        return grey, numpy.array(symbols, dtype=numpy.uint8)


def main():
    family, count, seed, path = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    random.seed(seed)
    numpy.random.seed(seed)
    cv2.setNumThreads(1)
    start = time.time()
    lines = [sample(family) for _ in range(count)]
    with open(path, 'wb') as file:
        pickle.dump(lines, file)
    print(path, len(lines), f'{(time.time() - start) / count * 1000:.1f} ms each', flush=True)


main()
