"""The symbols of the recognizer: one per cluster of a letter and its mark, in visual order (left to right)."""
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
MODEL = ROOT / 'server/analysis/ocr/model'

_data = json.loads((MODEL / 'alphabet.json').read_text(encoding='utf8'))
# Index 0 is the blank of CTC; the Thaana letters come last, because only they carry marks.
BASES = [''] + list(_data['plain']) + list(_data['letters'])
MARKS = [''] + list(_data['marks'])
FIRST_LETTER = 1 + len(_data['plain'])
UNREADABLE = '\ufffd'

BASE_INDEX = {symbol: index for index, symbol in enumerate(BASES)}
MARK_INDEX = {symbol: index for index, symbol in enumerate(MARKS)}

MIRRORED = dict(zip('()[]«»<>', ')(][»«><'))


def bidi_class(char):
    """The classes of UAX #9 that occur in the alphabet; Thaana counts as R."""
    code = ord(char)
    if char == '،':
        return 'CS'
    if 0x590 <= code <= 0x8FF or 0xFB1D <= code <= 0xFEFC or char == UNREADABLE:
        return 'R'
    if char.isdigit():
        return 'EN'
    if char.isalpha():
        return 'L'
    return {'+': 'ES', '-': 'ES', ',': 'CS', '.': 'CS', ':': 'CS', '/': 'CS', '%': 'ET', '#': 'ET', '$': 'ET'}.get(char, 'ON')


def visual_order(text):
    """The characters of a logical line from left to right, brackets mirrored, in a right-to-left paragraph."""
    left_to_right = [level == 2 for level in _levels([bidi_class(char) for char in text])]
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


def clusters(visual):
    """Pairs of base and mark; a mark stands before its base in visual order."""
    out = []
    mark = ''
    for char in visual:
        if char in MARK_INDEX and char:
            mark = mark or char
        else:
            out.append((char, mark))
            mark = ''
    return out


def labels(text):
    return [(BASE_INDEX[base], MARK_INDEX[mark]) for base, mark in clusters(visual_order(text))]


def is_writable(text):
    return bool(text) and all(char in BASE_INDEX or char in MARK_INDEX for char in text)


def _levels(types):
    count = len(types)
    for i in range(1, count - 1):
        if types[i] in ('ES', 'CS') and types[i - 1] == types[i + 1] == 'EN':
            types[i] = 'EN'
    for i in range(1, count):
        if types[i] == 'ET' and types[i - 1] == 'EN':
            types[i] = 'EN'
    for i in range(count - 2, -1, -1):
        if types[i] == 'ET' and types[i + 1] == 'EN':
            types[i] = 'EN'
    types = [kind if kind in ('R', 'L', 'EN') else 'ON' for kind in types]
    strong = 'R'
    for i, kind in enumerate(types):
        if kind in ('R', 'L'):
            strong = kind
        elif kind == 'EN' and strong == 'L':
            types[i] = 'L'
    start = 0
    while start < count:
        end = start
        while end < count and types[end] == 'ON':
            end += 1
        if end == start:
            start += 1
            continue
        inside = start > 0 and types[start - 1] == 'L' and end < count and types[end] == 'L'
        types[start:end] = ['L' if inside else 'R'] * (end - start)
        start = end
    return [1 if kind == 'R' else 2 for kind in types]
