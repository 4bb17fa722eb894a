"""What printing and scanning do to a line: 100 to 400 dpi, tilt, blur, uneven light, noise, JPEG, black and white."""
import random

import cv2
import numpy

from render import EM
from stroke import ellipse

HEIGHT = 40
uniform = random.uniform


def degrade(ink, baseline):
    """The grey line, 40 rows high, or None where nothing is left of it. Nine in twenty are clean, as office scanners make them."""
    clean = random.random() < 0.45
    ink = warp(ink if clean else thicken(ink), 0.12 if clean else 0.5)
    rows, columns = numpy.where((ink > 100).any(1))[0], numpy.where((ink > 100).any(0))[0]
    if len(rows) < 4 or len(columns) < 4:
        return None
    cut = crop(ink, rows[0], rows[-1] + 1, columns[0], columns[-1], baseline, clean)
    rule_lines(cut, rows[0], baseline)
    grey = clean_scan(cut) if clean else scan(cut)
    height, width = grey.shape
    size = (max(8, round(width * HEIGHT / height)), HEIGHT)
    return cv2.resize(grey, size, interpolation=cv2.INTER_AREA if height > HEIGHT else cv2.INTER_LINEAR)


def thicken(ink):
    """Ink that spreads in the paper or does not reach all of it."""
    chance = random.random()
    if chance < 0.35:
        return cv2.dilate(ink, ellipse(random.choice([1, 1, 2]), random.choice([0, 0, 1]), uniform(0, 180)))
    if chance < 0.5:
        thin = cv2.erode(ink, ellipse(1, random.choice([0, 1]), uniform(0, 180)))
        if (thin > 127).sum() > 0.62 * (ink > 127).sum():
            return thin
    return ink


def warp(ink, tilt):
    height, width = ink.shape
    angle = max(-1.3, min(1.3, random.gauss(0, tilt)))
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), angle, 1)
    if random.random() < 0.7 * tilt:
        strength = uniform(0.3, 1.6)
        field = [
            cv2.resize(numpy.random.randn(3, max(3, width // 60)).astype('f4'), (width, height), interpolation=cv2.INTER_CUBIC) * strength
            for _ in range(2)
        ]
        back = cv2.invertAffineTransform(turn)
        x, y = numpy.meshgrid(numpy.arange(width, dtype='f4'), numpy.arange(height, dtype='f4'))
        maps = [(back[k, 0] * x + back[k, 1] * y + back[k, 2]).astype('f4') + field[k] for k in (0, 1)]
        return cv2.remap(ink, maps[0], maps[1], cv2.INTER_LINEAR)
    return cv2.warpAffine(ink, turn, (width, height), flags=cv2.INTER_LINEAR) if abs(angle) > 0.1 else ink


def crop(ink, top, bottom, left, right, baseline, clean):
    """Often as tall as a full line would be, and never exactly to the ink; a clean line as `lineInput.ts` cuts it."""
    height, width = ink.shape
    if not clean and random.random() < 0.55:
        top = min(top, baseline - 0.83 * EM * uniform(0.85, 1.08))
        bottom = max(bottom, baseline + 0.38 * EM * uniform(0.8, 1.15))
    tall = bottom - top
    least, most = (0.05, 0.09) if clean else (-0.02, 0.16)
    top, bottom = int(top - tall * uniform(least, most)), int(bottom + tall * uniform(least, most))
    left, right = int(left - uniform(0, 0.5) * EM), int(right + uniform(0, 0.5) * EM) + 1
    out = numpy.zeros((bottom - top, right - left), numpy.uint8)
    y0, x0, y1, x1 = max(top, 0), max(left, 0), min(bottom, height), min(right, width)
    out[y0 - top : y1 - top, x0 - left : x1 - left] = ink[y0:y1, x0:x1]
    return out


def rule_lines(cut, top, baseline):
    height, width = cut.shape
    if random.random() < 0.12:
        for _ in range(random.randint(1, 6)):
            x, y = random.randint(0, width - 1), random.choice([0, height - 1])
            cv2.line(cut, (x, y), (x + random.randint(-12, 14), y + random.randint(-3, 3)), 255, random.randint(1, 4))
    if random.random() < 0.05:
        y = int(baseline - top + uniform(0.12, 0.3) * EM)
        cv2.line(cut, (random.randint(0, width // 2), y), (random.randint(width // 2, width), y), 255, random.randint(1, 3))


def clean_scan(cut):
    grey = shrunk(cut, int(uniform(28, 74)), random.choice([0, uniform(0.2, 0.6)]))
    paper, ink = uniform(235, 255), uniform(0, 60)
    grey = paper + (ink - paper) * grey + numpy.random.randn(*grey.shape).astype('f4') * uniform(0, 5)
    grey = numpy.clip(grey, 0, 255).astype(numpy.uint8)
    return cv2.imdecode(cv2.imencode('.jpg', grey, [1, random.randint(60, 95)])[1], 0) if random.random() < 0.3 else grey


def shrunk(cut, tall, blur):
    """The ink from 0 to 1, so many rows high."""
    height, width = cut.shape
    grey = cv2.resize(cut, (max(8, int(width * tall / height)), tall), interpolation=cv2.INTER_AREA).astype('f4') / 255
    return cv2.GaussianBlur(grey, (0, 0), blur * tall / 40) if blur * tall / 40 > 0.25 else grey


def scan(cut):
    grey = shrunk(cut, int(uniform(17, 74)), random.choice([0, 0, uniform(0.3, 1.1)]))
    tall, wide = grey.shape
    paper, ink = uniform(205, 255), uniform(0, 95)
    grey = paper + (ink - paper) * numpy.clip(grey * uniform(0.9, 1.35), 0, 1)
    if random.random() < 0.25:
        grey += cv2.resize(numpy.random.randn(2, 3).astype('f4') * 9, (wide, tall), interpolation=cv2.INTER_CUBIC)
    if random.random() < 0.55:
        grey += numpy.random.randn(tall, wide).astype('f4') * uniform(1, 28)
    if random.random() < 0.12:
        chance, share = numpy.random.rand(tall, wide), uniform(0.002, 0.03)
        grey[chance < share] = ink
        grey[chance > 1 - share] = paper
    grey = numpy.clip(grey, 0, 255).astype(numpy.uint8)
    way = random.random()
    if way < 0.3:
        grey = cv2.imdecode(cv2.imencode('.jpg', grey, [1, random.randint(18, 85)])[1], 0)
    elif way < 0.42:
        grey = ((grey > uniform(0.42, 0.68) * (paper - ink) + ink) * 255).astype(numpy.uint8)
    elif way < 0.52:
        grey = cv2.medianBlur(grey, 3)
    return numpy.where(grey < uniform(140, 170), grey, 255).astype(numpy.uint8) if random.random() < 0.12 else grey
