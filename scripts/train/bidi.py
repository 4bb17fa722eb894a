"""Visual order: UAX #9 for one line in a right-to-left paragraph, as `server/analysis/layout/bidi.ts` has it."""
from alphabet import UNREADABLE

MIRRORED = dict(zip('()[]«»<>', ')(][»«><'))
CLOSING = {'(': ')', '[': ']'}
_classes = {'+': 'ES', '-': 'ES', ',': 'CS', '.': 'CS', ':': 'CS', '/': 'CS', '،': 'CS', '%': 'ET', '#': 'ET', '$': 'ET', '°': 'ET'}


def bidi_class(char):
    """The classes that occur in the alphabet: Thaana and Arabic letters are AL, so digits after them are AN."""
    if char in _classes:
        return _classes[char]
    if char.isdigit():
        return 'EN'
    if 0x600 <= ord(char) <= 0x7BF or 0xFB50 <= ord(char) <= 0xFEFC or char == UNREADABLE:
        return 'AL'
    return 'L' if char.isalpha() else 'ON'


def visual_order(text):
    """The characters of a logical line from left to right, brackets mirrored."""
    left_to_right = [kind != 'R' for kind in resolved(text)]
    out = []
    start = 0
    while start < len(text):
        end = start
        while end < len(text) and left_to_right[end] == left_to_right[start]:
            end += 1
        part = text[start:end]
        out += list(part)[::-1] if left_to_right[start] else [MIRRORED.get(char, char) for char in part]
        start = end
    return out[::-1]


def resolved(text):
    types = [bidi_class(char) for char in text]
    _resolve_weak(types)
    _resolve_brackets(text, types)
    _resolve_neutral(types)
    return types


def _resolve_weak(types):
    """W2 to W7."""
    strong = 'R'
    for i, kind in enumerate(types):
        if kind in ('L', 'AL'):
            strong = kind
        elif kind == 'EN' and strong == 'AL':
            types[i] = 'AN'
    types[:] = ['R' if kind == 'AL' else kind for kind in types]
    for i in range(1, len(types) - 1):
        before, kind, after = types[i - 1 : i + 2]
        if before == after and (before == 'EN' and kind in ('ES', 'CS') or before == 'AN' and kind == 'CS'):
            types[i] = before
    for order in (range(1, len(types)), range(len(types) - 2, -1, -1)):
        step = 1 if order.step < 0 else -1
        for i in order:
            if types[i] == 'ET' and types[i + step] == 'EN':
                types[i] = 'EN'
    strong = 'R'
    for i, kind in enumerate(types):
        if kind in ('ES', 'ET', 'CS'):
            types[i] = 'ON'
        elif kind in ('L', 'R'):
            strong = kind
        elif kind == 'EN' and strong == 'L':
            types[i] = 'L'


def _side(kind):
    return {'L': 'L', 'R': 'R', 'EN': 'R', 'AN': 'R'}.get(kind)


def _resolve_brackets(text, types):
    """N0: a pair takes the direction of what it holds, if that is the direction of the paragraph or of what stands before."""
    for start, end in _pairs(text, types):
        inside = [_side(kind) for kind in types[start + 1 : end]]
        before = next((_side(kind) for kind in types[:start][::-1] if _side(kind)), 'R')
        direction = 'R' if 'R' in inside else before if 'L' in inside else None
        if direction:
            types[start] = types[end] = direction


def _pairs(text, types):
    pairs, opened = [], []
    for i, char in enumerate(text):
        if types[i] != 'ON':
            continue
        if char in CLOSING:
            opened.append((CLOSING[char], i))
        match = next((k for k in range(len(opened) - 1, -1, -1) if opened[k][0] == char), None)
        if match is not None:
            pairs.append((opened[match][1], i))
            del opened[match:]
    return sorted(pairs)


def _resolve_neutral(types):
    """N1 and N2: what is neutral takes the direction of both sides, else that of the paragraph."""
    start = 0
    while start < len(types):
        end = start
        while end < len(types) and types[end] == 'ON':
            end += 1
        inside = start > 0 and types[start - 1] == 'L' and end < len(types) and types[end] == 'L'
        types[start:end] = ['L' if inside else 'R'] * (end - start)
        start = end + 1
