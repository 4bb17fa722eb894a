"""
Typefaces: Noto Sans Thaana of npm and of Debian, FreeSerif, MPH 2B Damase and Unifont of Debian (HUKUM_FONTS), and those of the
folder `fonts`.
"""
import functools
import os
import pathlib

import numpy
import uharfbuzz
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

from alphabet import ROOT

FONTS = pathlib.Path(os.environ.get('HUKUM_FONTS', '/usr/share/fonts'))
CACHE = pathlib.Path(os.environ.get('HUKUM_TRAIN', ROOT.parent / 'hukum-train'))
NOTO = ROOT / 'node_modules/@fontsource-variable/noto-sans-thaana/files/noto-sans-thaana-thaana-wght-normal.woff2'
OWN = pathlib.Path(__file__).parent / 'fonts'
# The outlines of these letters are broken in MPH 2B Damase: half of the lines with them are left out.
BROKEN = {'damase': set('ޛޜޝޟޣ')}


class Face:
    def __init__(self, path):
        font = TTFont(path, fontNumber=0)
        self.unit = font['head'].unitsPerEm
        self.cmap = font.getBestCmap()
        self.glyph_set = font.getGlyphSet()
        self.order = font.getGlyphOrder()
        self.font = uharfbuzz.Font(uharfbuzz.Face(uharfbuzz.Blob.from_file_path(str(path))))
        self.outlines = {}

    def has(self, char):
        return ord(char) in self.cmap

    def shape(self, text, right_to_left):
        buffer = uharfbuzz.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        buffer.direction = 'rtl' if right_to_left else 'ltr'
        uharfbuzz.shape(self.font, buffer, {'kern': True})
        pairs = zip(buffer.glyph_infos, buffer.glyph_positions)
        return [(info.codepoint, info.cluster, place.x_advance / self.unit, place.x_offset / self.unit, place.y_offset / self.unit) for info, place in pairs]

    def outline(self, glyph):
        """Commands (m, l, q, c, z) and their points in em."""
        if glyph not in self.outlines:
            pen = DecomposingRecordingPen(self.glyph_set)
            self.glyph_set[self.order[glyph]].draw(pen)
            self.outlines[glyph] = self._flatten(pen.value)
        return self.outlines[glyph]

    def _flatten(self, recorded):
        commands, points = [], []
        for name, given in recorded:
            given = [point for point in given if point is not None]
            if name == 'qCurveTo' and len(given) > 2:
                for i in range(len(given) - 2):
                    points += [given[i], tuple((a + b) / 2 for a, b in zip(given[i], given[i + 1]))]
                points += given[-2:]
                commands += ['q'] * (len(given) - 1)
                continue
            commands.append({'qCurveTo': 'q' if len(given) == 2 else 'l', 'curveTo': 'c', 'moveTo': 'm', 'lineTo': 'l'}.get(name, 'z'))
            points += given
        return commands, numpy.array(points, dtype=float).reshape(-1, 2) / self.unit


@functools.cache
def face(path):
    return Face(path)


def _noto():
    return [_unpacked(f'noto-{weight}', lambda: instantiateVariableFont(TTFont(NOTO), {'wght': weight})) for weight in range(100, 1000, 100)]


def _own(*names):
    return [_unpacked(name, lambda: TTFont(OWN / f'{name}.woff2')) for name in names]


def _unpacked(name, opened):
    """HarfBuzz does not read WOFF2."""
    path = CACHE / f'{name}.ttf'
    if not path.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        font = opened()
        font.flavor = None
        font.save(path)
    return path


def _find(*names):
    return [path for name in names for path in sorted(FONTS.rglob(name))[:1]]


FAMILIES = {
    'noto': _noto(),
    # Version 2, which Debian has, has another design than version 3 of npm.
    'noto2': _find('NotoSansThaana-Regular.ttf', 'NotoSansThaana-Regular.ttf', 'NotoSansThaana-Bold.ttf'),
    'freeserif': _find('FreeSerif.ttf', 'FreeSerif.ttf', 'FreeSerifBold.ttf'),
    'damase': _find('damase.ttf') * 24 + _find('unifont.otf'),
    # Strokes of one width, straight or slanted.
    'drawn': _own(
        'Bolhu-Light', 'Bolhu-Regular', 'Bolhu-Bold', 'Kolhu-Light', 'Kolhu-Regular', 'Kolhu-Bold', 'Theras-Light', 'Theras-Regular', 'Theras-Bold',
        'FanaraGolhi-ExtraLight', 'FanaraGolhi-Regular', 'FanaraGolhi-Bold',
    ),  # fmt: skip
    # Written with a pen or a brush. The letters of Motaru Dhigu are the most unlike those of print.
    'written': _own(
        'SanguSuruhee-Regular', 'SanguSuruhee-Regular', 'SanguSuruhee-Regular', 'Hawwa-Regular', 'Hawwa-Regular', 'Haluvidhaa-Regular', 'Haluvidhaa-Regular',
        'FaagathiDheli-Light', 'FaagathiDheli-Regular', 'FaagathiNeon-Light', 'FaagathiNeon-Bold', 'MotaruDhigu-Regular',
    ),  # fmt: skip
}
LATIN = _find(
    'FreeSerif.ttf', 'FreeSans.ttf', 'FreeSerifBold.ttf', 'FreeSansBold.ttf', 'FreeMono.ttf', 'DejaVuSans.ttf', 'DejaVuSerif.ttf',
    'DejaVuSans-Bold.ttf', 'NotoSans-Regular.ttf', 'NotoSerif-Regular.ttf', 'NotoSerif-Bold.ttf', 'NotoSans-Bold.ttf',
    'LiberationSans-Regular.ttf', 'LiberationSerif-Regular.ttf', 'LiberationSerif-Bold.ttf', 'LiberationSans-Bold.ttf',
    'LiberationSerif-Italic.ttf', 'LiberationSerif-BoldItalic.ttf', 'LiberationSans-Italic.ttf', 'LiberationMono-Regular.ttf',
    'NotoSerif-Italic.ttf', 'NotoSans-Italic.ttf', 'NotoSansDisplay-Regular.ttf', 'NotoSerifDisplay-Regular.ttf', 'FreeSerifItalic.ttf',
    'FreeMonoBold.ttf', 'DejaVuSansMono.ttf',
)  # fmt: skip
ARABIC = _find('NotoNaskhArabic-Regular.ttf', 'NotoSansArabic-Regular.ttf', 'DejaVuSans.ttf', 'FreeSerif.ttf', 'Amiri-Regular.ttf', 'amiri-regular.ttf')
