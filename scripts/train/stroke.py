"""The strokes of a virtual typeface: thicker, thinner, or drawn again with a pen, so that weight and contrast vary freely."""
import random

import cv2
import numpy

uniform = random.uniform
# Pixels at 60 an em. Below this size and this full, a part is a dot, which a pen does not draw as a line.
DOT = 13
FULL = 0.6


def ellipse(a, b, angle):
    kernel = numpy.zeros((17, 17), numpy.uint8)
    cv2.ellipse(kernel, (8, 8), (a, b), angle, 0, 360, 1, -1)
    return kernel


class Stroke:
    """As the typeface has it; `growth` is how much wider the letters become, in pixels."""

    growth = 0

    def apply(self, ink):
        return ink


class Thicker(Stroke):
    """Only where the counters of most letters stay open."""

    def __init__(self):
        wide = random.choices([1, 2, 3, 4], [4, 4, 3, 2])[0]
        self.kernel = ellipse(wide, random.choice([0, wide // 2, wide, wide]), uniform(0, 180))
        self.growth = 1.6 * wide

    def apply(self, ink):
        thick = cv2.dilate(ink, self.kernel)
        return thick if counters(thick) > 0.7 * counters(ink) else ink


def counters(ink):
    return cv2.connectedComponents((ink < 128).astype(numpy.uint8), connectivity=4)[0]


class Thinner(Stroke):
    """Only where most of the ink stays, else the thin lines of a letter would be lost."""

    def __init__(self):
        self.kernel = ellipse(random.choice([1, 1, 2]), random.choice([0, 1]), uniform(0, 180))

    def apply(self, ink):
        thin = cv2.erode(ink, self.kernel)
        return thin if (thin > 127).sum() > 0.55 * (ink > 127).sum() else ink


class Pen(Stroke):
    """The middle line of each stroke, drawn with one pen: no contrast of a round pen, much of a flat one."""

    def __init__(self):
        wide = random.choices([1, 2, 3, 4, 5, 6], [4, 5, 5, 3, 2, 1])[0]
        self.flat = ellipse(wide, random.choice([wide, wide, max(1, wide // 2), 1]), uniform(0, 180))
        self.wide = wide
        self.growth = 1.8 * max(0, wide - 2)

    def apply(self, ink):
        solid = (ink > 110).astype(numpy.uint8)
        lines = cv2.dilate(skeleton(solid), self.flat)
        lines |= cv2.dilate(dots(solid), ellipse(self.wide // 2, self.wide // 2, 0))
        return cv2.GaussianBlur(lines * 255, (3, 3), 0)


def dots(solid):
    count, labels, stats, _ = cv2.connectedComponentsWithStats(solid, connectivity=8)
    width, height, area = stats[:, cv2.CC_STAT_WIDTH], stats[:, cv2.CC_STAT_HEIGHT], stats[:, cv2.CC_STAT_AREA]
    dot = (numpy.maximum(width, height) <= DOT) & (area > FULL * width * height)
    dot[0] = False
    return dot[labels].astype(numpy.uint8)


def _tables():
    """Zhang and Suen: which pixels of a shape may go, by their eight neighbors, in each of two passes."""
    tables = []
    for first in (True, False):
        table = numpy.zeros(256, numpy.uint8)
        for code in range(256):
            # From above, clockwise.
            ring = [code >> bit & 1 for bit in range(8)]
            changes = sum(a < b for a, b in zip(ring, ring[1:] + ring[:1]))
            up, right, down, left = ring[0], ring[2], ring[4], ring[6]
            edge = not (up and right and down) and not (right and down and left)
            other = not (up and right and left) and not (up and down and left)
            table[code] = 2 <= sum(ring) <= 6 and changes == 1 and (edge if first else other)
        tables.append(table)
    return tables


TABLES = _tables()
# The bit of each neighbor.
RING = numpy.array([[128, 1, 2], [64, 0, 4], [32, 16, 8]], 'f4')


def skeleton(solid):
    image = cv2.copyMakeBorder(solid, 1, 1, 1, 1, cv2.BORDER_CONSTANT, value=0)
    gone = 1
    while gone:
        gone = 0
        for table in TABLES:
            remove = image & cv2.LUT(cv2.filter2D(image, -1, RING, borderType=cv2.BORDER_CONSTANT), table)
            gone += cv2.countNonZero(remove)
            image ^= remove
    return image[1:-1, 1:-1]


def random_stroke(plain):
    if plain:
        return Stroke()
    return random.choices([Stroke, Thicker, Thinner, Pen], [33, 26, 11, 30])[0]()
