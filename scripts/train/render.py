"""A line of text as a picture, in a typeface that is bent at random so that no two lines have the same one."""
import math
import random
import re

import numpy
import skia

import faces
import text as texts
from alphabet import MARK_INDEX, RAISED, UNREADABLE
from bidi import bidi_class, visual_order
from stroke import random_stroke

EM = 60
PADDING = 0.25
# Families that a net may not see.
HELD_OUT = {'noto', 'noto2'}
ARABIC_WORDS = [word for line in texts._all for word in line.split() if word and all('\u0621' <= char <= '\u0652' for char in word)]


def is_thaana(char):
    return '\u0780' <= char <= '\u07b1'


def render(text, family):
    """Returns the ink (0 to 255) and the row of the baseline, or None where a face lacks a character."""
    style = Style(family)
    glyphs = layout(text, style)
    if not glyphs:
        return None
    commands, points = bend(glyphs, style)
    drawn = draw(commands, points)
    return drawn and (style.stroke.apply(drawn[0]), drawn[1])


class Style:
    def __init__(self, family):
        uniform = random.uniform
        self.thaana = faces.face(random.choice(faces.FAMILIES[family]))
        # Some letters of another design: a net that knows a letter by the others of its line would be wrong.
        self.mixed, self.swapped = self._mixed(family)
        self.latin = [faces.face(path) for path in random.sample(faces.LATIN, len(faces.LATIN))]
        if self.thaana.has('0') and random.random() < 0.5:
            self.latin.insert(0, self.thaana)
        self.arabic = [faces.face(path) for path in random.sample(faces.ARABIC, len(faces.ARABIC))]
        self.latin_size = uniform(0.85, 1.15)
        # Thaana faces have signs and digits of their own, smaller, higher or slanted, beside Latin letters of another face.
        own = random.random() < 0.5
        self.signs = random.sample(self.latin, len(self.latin)) if own else self.latin
        self.sign_size = self.latin_size * uniform(0.6, 1.05) if own else self.latin_size
        self.sign_slant = uniform(0, 0.3) if own and random.random() < 0.4 else 0
        self.sign_rise = uniform(0, 0.22) if own and random.random() < 0.3 else 0
        # Their point is often raised, and the comma of a number looks like the one of Thaana.
        self.point_rise = uniform(0.04, 0.3) if random.random() < 0.35 else 0
        self.turned_comma = random.random() < 0.15
        self.raised = (uniform(0.52, 0.7), uniform(0.25, 0.48))
        # Word gaps are the main error of a net on a new face: letters and words are spaced in every way that print has.
        self.spacing = random.choice([0, uniform(-0.03, 0.05), uniform(0, 0.1), uniform(0, 0.17)])
        self.space = uniform(0.15, 0.42) if random.random() < 0.85 else uniform(0.4, 0.95)
        self.space += max(0, self.spacing) * uniform(0.7, 1.3)
        self.bearing = random.choice([0, 0.01, 0.025, 0.04])
        self.jitter = random.choice([0, 0.006, 0.015])
        self.mark_scale = (uniform(0.75, 1.35), uniform(0.75, 1.35))
        self.mark_turn = uniform(-0.22, 0.22)
        self.mark_shift = uniform(-0.04, 0.05)
        self.mark_jitter = uniform(0, 0.03)
        self.seed = random.randrange(1 << 30)
        # One line in four keeps the typeface as it is.
        self.plain = random.random() < 0.25
        if self.plain:
            self.spacing, self.bearing, self.jitter = 0, 0, 0
        self.stroke = random_stroke(self.plain)
        # A heavier stroke needs wider letters.
        self.spacing += self.stroke.growth / EM * uniform(0.3, 1.2)

    def _mixed(self, family):
        if random.random() > 0.2:
            return self.thaana, frozenset()
        families = [family] if family in HELD_OUT else [other for other in faces.FAMILIES if other not in HELD_OUT]
        face = faces.face(random.choice(faces.FAMILIES[random.choice(families)]))
        return face, frozenset(char for char in texts.LETTERS if face.has(char) and random.random() < 0.4)

    def face_of(self, char):
        if is_thaana(char):
            return self.mixed if char in self.swapped else self.thaana
        if char in 'ﷲﷺ' + UNREADABLE:
            return next((face for face in self.arabic if char == UNREADABLE or face.has(char)), None)
        if char in '،؛؟':
            candidates = ([self.thaana] if random.random() < 0.6 else []) + self.latin + self.arabic
            return next((face for face in candidates if face.has(char)), None)
        return next((face for face in (self.signs if is_sign(char) else self.latin) if face.has(char)), None)

    def bearing_of(self, key):
        return random.Random(self.seed + key * 7).gauss(0, self.bearing) if self.bearing else 0


def layout(text, style):
    """Glyphs from left to right: face, glyph, x, y, whether it is a mark, scale, slant."""
    runs = []
    printed = as_printed(visual_order(text), style)
    for char, following in zip(printed, printed[1:] + ['']):
        # A mark stands before its letter and is of the same design.
        owner = following if char in MARK_INDEX and following and is_thaana(following) else char
        face = None if char == ' ' else style.face_of(RAISED.get(owner, owner))
        if char != ' ' and face is None:
            return None
        key = (face, 'arabic' if char == UNREADABLE else bidi_class(char) == 'AL', char in RAISED, is_sign(char))
        if runs and runs[-1][0] == key and key[1] != 'arabic':
            runs[-1][1].append(char)
        else:
            runs.append((key, [char]))
    glyphs = []
    x = 0
    for (face, direction, raised, sign), chars in runs:
        if face is None:
            x += style.space * len(chars) * random.uniform(0.88, 1.2)
            continue
        run = random.choice(ARABIC_WORDS) if direction == 'arabic' else ''.join(RAISED.get(char, char) for char in (chars[::-1] if direction else chars))
        thaana = is_thaana(run[0])
        size, rise, slant = (style.sign_size, style.sign_rise, style.sign_slant) if sign else (style.latin_size, 0, 0)
        scale = 1 if thaana else size * (style.raised[0] if raised else 1)
        rise = style.raised[1] if raised else rise
        spread = 0 if direction == 'arabic' else style.spacing
        for glyph, cluster, advance, dx, dy in face.shape(run, bool(direction)):
            # A mark may share its cluster with its base: then its advance tells it.
            mark = thaana and (run[cluster] in MARK_INDEX or advance == 0)
            higher = style.point_rise if run[cluster] == '.' else 0
            glyphs.append((face, glyph, x + dx * scale, dy * scale + rise + higher, mark, scale, slant))
            if advance:
                x += advance * scale + spread + random.gauss(0, style.jitter) + (style.bearing_of(glyph) if thaana else 0)
    return glyphs


def as_printed(visual, style):
    """The signs whose form is printed."""
    if not style.turned_comma:
        return visual
    return ['،' if char == ',' and ''.join(visual[max(0, i - 1) : i] + visual[i + 1 : i + 2]).isdigit() else char for i, char in enumerate(visual)]


def is_sign(char):
    """Digits and punctuation."""
    return not is_thaana(char) and not char.isalpha() and bidi_class(char) != 'AL'


def bend(glyphs, style):
    commands, shapes, keys, marks, offsets = [], [], [], [], []
    for face, glyph, x, y, mark, scale, slant in glyphs:
        ops, points = face.outline(glyph)
        if not ops:
            continue
        points = points @ numpy.array([[scale, 0], [scale * slant, scale]])
        if mark and not style.plain:
            points = bent_mark(points, y, style)
        commands.append(ops)
        shapes.append(points)
        keys.append((id(face) % 9973) * 70001 + glyph)
        marks.append(mark)
        offsets.append((x, y))
    if not shapes:
        return [], numpy.zeros((0, 2))
    counts = [len(points) for points in shapes]
    local = numpy.concatenate(shapes)
    offset = numpy.repeat(numpy.array(offsets), counts, 0)
    if style.plain:
        return commands, local + offset
    mark = numpy.repeat(numpy.array(marks), counts)
    local = virtual_face(local, keys, counts, style.seed)
    local[~mark, 1] *= random.uniform(0.9, 1.12)
    slant = random.choice([0, random.uniform(-0.15, 0.35)])
    points = (local + offset) @ numpy.array([[random.uniform(0.72, 1.28), 0], [slant, 1]])
    points[:, 1] += random.uniform(0, 0.012) * numpy.sin(points[:, 0] * random.uniform(0.3, 2) + random.uniform(0, 6))
    return commands, points


def bent_mark(points, y, style):
    center = points.mean(0)
    angle = style.mark_turn + random.uniform(-0.05, 0.05)
    cosine, sine = math.cos(angle), math.sin(angle)
    delta = (points - center) * style.mark_scale
    turned = numpy.stack([delta[:, 0] * cosine - delta[:, 1] * sine, delta[:, 0] * sine + delta[:, 1] * cosine], 1)
    shift = style.mark_shift if center[1] + y > 0.2 else -style.mark_shift
    return turned + center + [random.gauss(0, style.mark_jitter), random.gauss(0, style.mark_jitter) + shift]


def virtual_face(local, keys, counts, seed):
    """Every glyph of this style bends by its own smooth field, the same wherever it occurs in the line."""
    strength = random.choice([0, 0.012, 0.025, 0.04, 0.055, 0.065])
    waves = numpy.random.RandomState(seed).uniform(-1.3, 1.3, (3, 2))
    own = {key: _own_values(seed + key) for key in set(keys)}
    phases = numpy.repeat(numpy.array([own[key][0] for key in keys]), counts, 0)
    angle = (local @ waves.T) * 6.28
    local = local + strength * numpy.stack([numpy.sin(angle + phases[:, :, k]).sum(1) for k in (0, 1)], 1)
    spread = (random.choice([0, 0.02, 0.05]), random.choice([0, 0.02, 0.05]), random.choice([0, 0.012, 0.025]))
    sizes = numpy.repeat(numpy.array([own[key][1] for key in keys]) * spread, counts, 0)
    local = local * (1 + numpy.clip(sizes[:, :2], -0.15, 0.15))
    local[:, 1] += numpy.clip(sizes[:, 2], -0.06, 0.06)
    return local


def _own_values(seed):
    """Three waves of two phases, and three normal values, of one glyph in one virtual typeface."""
    own = random.Random(seed)
    return [[own.uniform(0, 6.28) for _ in range(2)] for _ in range(3)], [own.gauss(0, 1) for _ in range(3)]


def draw(commands, points):
    if not len(points):
        return None
    low, high = points.min(0), points.max(0)
    width, height = ((high - low + 2 * PADDING) * EM).astype(int)
    if width > 6000 or height > 400 or height < 10:
        return None
    pixels = (points - [low[0] - PADDING, 0]) * EM
    pixels[:, 1] = (high[1] + PADDING - points[:, 1]) * EM
    pixels = pixels.tolist()
    path = skia.Path()
    index = 0
    for ops in commands:
        for op in ops:
            take = {'m': 1, 'l': 1, 'q': 2, 'c': 3, 'z': 0}[op]
            given = [value for point in pixels[index : index + take] for value in point]
            {'m': path.moveTo, 'l': path.lineTo, 'q': path.quadTo, 'c': path.cubicTo, 'z': path.close}[op](*given)
            index += take
    path.setFillType(skia.PathFillType.kWinding)
    picture = numpy.zeros((height, width, 4), numpy.uint8)
    canvas = skia.Surface(picture).getCanvas()
    canvas.clear(0xFF000000)
    canvas.drawPath(path, skia.Paint(AntiAlias=True, Color=0xFFFFFFFF))
    return picture[:, :, 0].copy(), (high[1] + PADDING) * EM
