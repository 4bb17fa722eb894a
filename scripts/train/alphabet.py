"""The symbols of the recognizer: one per cluster of a letter and its mark."""
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

# Footnote marks: raised digits, which are read as digits.
RAISED = dict(zip('⁰¹²³⁴⁵⁶⁷⁸⁹', '0123456789'))

BASE_INDEX = {symbol: index for index, symbol in enumerate(BASES)}
MARK_INDEX = {symbol: index for index, symbol in enumerate(MARKS)}


def labels(visual):
    """The pairs of base and mark of a line in visual order, where a mark stands before its base."""
    out = []
    mark = ''
    for char in visual:
        if char in MARK_INDEX and char:
            mark = mark or char
        else:
            out.append((BASE_INDEX[RAISED.get(char, char)], MARK_INDEX[mark]))
            mark = ''
    return out


def is_writable(text):
    return bool(text) and all(RAISED.get(char, char) in BASE_INDEX or char in MARK_INDEX for char in text)
