"""Texts of training lines: sentences of the demo library, words of the lexicon, names, numbers, dates and rare letters."""
import html
import random
import re

from alphabet import ROOT, UNREADABLE

SEED = ROOT / 'db/seed'
DATA = SEED / 'data'
# The texts of bench/ocr.ts: no line of training is ever made of them.
HELD_OUT = {'custody.ts', 'theftAppeal.ts', 'fraud.ts', 'land.ts'}
THAANA = re.compile('[\u0780-\u07b1]')


def _rows(name):
    return [line.rstrip('\n').split('\t') for line in open(DATA / name, encoding='utf8')][1:]


LEXICON = (DATA / 'lexicon.txt').read_text(encoding='utf8').split()
_frequency = [row for row in _rows('wordfreq.tsv') if len(row) > 2]
FREQUENT = [row[1] for row in _frequency]
FREQUENT_WEIGHTS = [float(row[2]) ** 0.7 for row in _frequency]
NAMES = [row[1] for row in _rows('names.tsv')]
ISLANDS = [row[1] for row in _rows('islands40.tsv')]


def _strings(folder):
    for path in sorted((SEED / folder).glob('*.ts')):
        if path.name in HELD_OUT:
            continue
        for quoted, template in re.findall(r"'((?:[^'\\\n]|\\.)*)'|`([^`]*)`", path.read_text(encoding='utf8')):
            text = html.unescape(re.sub('<[^>]+>', ' ', quoted or template))
            yield re.sub(r'\s+', ' ', re.sub(r'\\.', ' ', text)).strip()


_all = [text for folder in ('judgments', 'passages', 'phrases') for text in _strings(folder)]
SENTENCES = [text for text in _all if len(THAANA.findall(text)) > 8]
LATIN = sorted({word for text in _all for word in re.findall('[A-Za-z][a-z]{1,12}', text)} | {row[2] for row in _rows('names.tsv') if len(row) > 2})

MONTHS = 'ޖަނަވަރީ ފެބްރުއަރީ މާރިޗު އޭޕްރިލް މޭ ޖޫން ޖުލައި އޮގަސްޓު ސެޕްޓެންބަރު އޮކްޓޫބަރު ނޮވެންބަރު ޑިސެންބަރު'.split()
HIJRI = 'މުޙައްރަމް ޞަފަރު ރަބީޢުލްއައްވަލް ރަޖަބު ޝަޢުބާން ރަމަޟާން ޝައްވާލް ޛުލްޤަޢިދާ ޛުލްޙިއްޖާ'.split()
CODES = 'HC-A SC-A SC-C Cv-C Cr-C Fm-C Jv-C DC-A MCS-A HC-DM B12C A6-C HC SC-RV Dg-C EBT VTR J U'.split()
LETTERS = [chr(code) for code in range(0x780, 0x7A6)]
MARKS = [chr(code) for code in range(0x7A6, 0x7B1)]
RARE = list('ޛޜޠޡޣޥޘޙޚޝޞޟޢޤޱޗޏޒޔޕޖޓޑ')
END = ['،'] * 6 + ['.'] * 6 + [','] * 3 + ['؛', '؟', ':', ':', ';', '!', '…']
BRACKETS = [(4, '(', ')'), (3, '“', '”'), (2, '‘', '’'), (2, '"', '"'), (1, '[', ']'), (1, '«', '»')]


def day():
    return f'{random.randint(1, 31)} {random.choice(MONTHS + HIJRI)} {random.choice([random.randint(1990, 2025), random.randint(1411, 1447)])}'


def case_number():
    code, number, year = random.choice(CODES), random.randint(1, random.choice([999, 3000])), random.randint(1995, 2025)
    return f'{number}/{code}/{year}' if random.random() < 0.6 else f'{year}/{code}/{number}'


NUMBERS = [
    (30, lambda: str(random.randint(0, 99))),
    (20, lambda: str(random.randint(0, 99999))),
    (10, lambda: f'{random.randint(1, 999)},{random.randint(0, 999):03d}' + random.choice(['', f'.{random.randint(0, 99):02d}'])),
    (10, lambda: f'{random.randint(1, 31)}/{random.randint(1, 12)}/{random.randint(1990, 2025)}'),
    (5, lambda: f'{random.randint(1, 31):02d}-{random.randint(1, 12):02d}-{random.randint(1990, 2025)}'),
    (5, lambda: f'{random.randint(0, 23)}:{random.randint(0, 59):02d}'),
    (5, lambda: f'{random.randint(1, 100)}%'),
    (5, lambda: f'({random.randint(1, 99)})'),
    (5, lambda: f'{random.randint(1, 99)}.{random.randint(1, 20)}'),
    (3, lambda: f'A{random.randint(0, 399999):06d}'),
    (5, day),
]


def pick(table):
    return random.choices([row[1] for row in table], [row[0] for row in table])[0]()


def random_letters():
    letters = [random.choice(RARE if random.random() < 0.45 else LETTERS) for _ in range(random.randint(1, 6))]
    return ''.join(letter + (random.choice(MARKS) if random.random() < 0.94 else '') for letter in letters)


def latin():
    word = random.choice(LATIN)
    return word if random.random() < 0.75 else word.upper()


WORDS = [
    (30, lambda: random.choice(LEXICON)),
    (28, lambda: random.choices(FREQUENT, FREQUENT_WEIGHTS)[0]),
    (14, random_letters),
    (4, lambda: random.choice(NAMES)),
    (2, lambda: random.choice(ISLANDS)),
    (9, lambda: pick(NUMBERS)),
    (5, case_number),
    (3.5, latin),
    (1, lambda: random.choice('ﷲﷲﷺ')),
    # A word in Arabic script: the net learns to say that it cannot read it.
    (1, lambda: ' '.join(UNREADABLE * random.randint(1, 4))),
    (3.5, lambda: random.choice(['–', '—', '"', '&', '…', '•', '*', '/', '-', '+', '=', '@', '°', '×'])),
]


def decorated(word):
    chance = random.random()
    if chance < 0.15:
        return word + random.choice(END)
    if chance > 0.27:
        return word
    _, left, right = random.choices(BRACKETS, [row[0] for row in BRACKETS])[0]
    return left + word + right


def sentence():
    text = random.choice(SENTENCES)
    text = re.sub(r'\{date\d*\}', lambda _: day(), text)
    text = re.sub(r'\{amount\d*\}', lambda _: pick(NUMBERS) + ' ރުފިޔާ', text)
    text = re.sub(r'\{\w+\}', lambda _: random.choice(NAMES), text)
    words = re.sub(r'\s*[|^]\s*', ' ', text).split()
    words = words[random.randrange(len(words)) :]
    return [f'{random.randint(1, 99)}.'] + words if random.random() < 0.1 else words


def line(length):
    """About `length` letters, marks not counted."""
    words = sentence() if random.random() < 0.38 else [decorated(pick(WORDS)) for _ in range(14)]
    if random.random() < 0.04:
        words = [f'{random.randint(1, 99)}.'] + words
    out = []
    used = 0
    for word in words:
        size = len(re.sub('[\u07a6-\u07b0]', '', word)) + 1
        if out and used + size > length:
            break
        out.append(word)
        used += size
    text = ' '.join(out)
    return text.replace("'", '’') if random.random() < 0.3 else text
