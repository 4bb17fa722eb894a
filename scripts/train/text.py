"""Texts of training lines: sentences of the demo library, words of the lexicon, names, numbers, dates and rare letters."""
import html
import random
import re

from alphabet import RAISED, ROOT, UNREADABLE

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


def both_days():
    """A day of both calendars."""
    hijri = f'{random.randint(1, 30)} {random.choice(HIJRI)} {random.randint(1411, 1447)}'
    gregorian = f'{random.randint(1, 31)} {random.choice(MONTHS)} {random.randint(1990, 2025)}'
    return f'{hijri} / {gregorian}' if random.random() < 0.8 else f'{gregorian} / {hijri}'


def code():
    """Of a court, also ones that the library does not have."""
    if random.random() < 0.6:
        return random.choice(CODES)
    return random.choice([f'{capital()}{random.randint(1, 40):02d}{random.choice("CA")}', f'{capital()}{capital()}-{capital()}', f'{capital()}{capital().lower()}-{capital()}'])


def capital():
    return random.choice('ABCDEFGHIJKLMNOPQRSTUVWXYZ')


def case_number():
    code_of_court, number, year = code(), random.randint(1, random.choice([999, 3000])), random.randint(1995, 2025)
    return f'{number}/{code_of_court}/{year}' if random.random() < 0.6 else f'{year}/{code_of_court}/{number}'


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
    (14, both_days),
    (6, lambda: f'{random.randint(1, 1999)}' + random.choice([' / ', ' / ', ' - ', '/', '-']) + f'{random.randint(1, 2025)}'),
]


def pick(table):
    return random.choices([row[1] for row in table], [row[0] for row in table])[0]()


def random_letters():
    letters = [random.choice(RARE if random.random() < 0.45 else LETTERS) for _ in range(random.randint(1, 6))]
    return ''.join(letter + (random.choice(MARKS) if random.random() < 0.94 else '') for letter in letters)


ATOLLS = 'ހއ ހދ ށ ނ ރ ބ ޅ ކ އއ އދ ވ މ ފ ދ ތ ލ ގއ ގދ ޏ ސ'.split()


def bare_letters():
    """Letters without marks: of an atoll before its island, or of an item of a list."""
    if random.random() < 0.5:
        return f'({random.choice(LETTERS[:24])})'
    return f'{random.choice(ATOLLS)}. {random.choice(ISLANDS)}'


# Letters that only dots or a small stroke tell apart.
SIBLINGS = ['ހޙޚ', 'ސޝޞޟބ', 'ދޛ', 'ތޘޠޡފޕ', 'އޢޣ', 'ގޤ', 'ރޜޒ', 'ޓޗޑ', 'ވޥމ', 'ނސ', 'ލޅވ', 'ކޅ']


def unlikely(word):
    """A known word with a letter that it does not have: a net that guesses by the word would be wrong."""
    places = [(i, group) for i, char in enumerate(word) for group in SIBLINGS if char in group]
    for i, group in random.sample(places, min(len(places), random.randint(1, 2))):
        word = word[:i] + random.choice(group) + word[i + 1 :]
    return word


def latin_word():
    if random.random() < 0.2:
        letters = ''.join(random.choice('abcdefghijklmnopqrstuvwxyz') for _ in range(random.randint(1, 8)))
        return letters.capitalize() if random.random() < 0.6 else letters
    word = random.choice(LATIN)
    return word if random.random() < 0.45 else word.capitalize() if random.random() < 0.7 else word.upper()


def reference():
    letters = ''.join(capital() for _ in range(random.randint(1, 4)))
    return letters + random.choice([f'{random.randint(1, 99)}', f'/{random.randint(1990, 2025)}/{random.randint(1, 999)}', f'/{random.randint(10, 25)}/{random.randint(1, 9999):04d}', f'-{random.randint(1, 99)}'])


def abbreviation():
    if random.random() < 0.4:
        return random.choice(['Pvt. Ltd.', 'Pvt Ltd', 'No.', 'Co.', '&', 'Mr.', 'vs.', 'Ltd.', 'St.', 'Dr.'])
    return ' '.join(random.choice([capital(), latin_word()[:4]]) + '.' for _ in range(random.randint(1, 3)))


def latin():
    """A word or a name of several, with what stands in them in print."""
    words = [latin_word() for _ in range(random.choices([1, 2, 3, 4], [6, 3, 2, 1])[0])]
    chance = random.random()
    if chance < 0.15:
        words.append(random.choice(['', 'No. ', 'No.']) + reference())
    elif chance < 0.22:
        words.append(f'({reference()})')
    elif chance < 0.42:
        words.insert(random.randint(0, len(words)), abbreviation())
    return ' '.join(words)


WORDS = [
    (22, lambda: random.choice(LEXICON)),
    (22, lambda: random.choices(FREQUENT, FREQUENT_WEIGHTS)[0]),
    (14, lambda: unlikely(random.choice(LEXICON))),
    (14, random_letters),
    (4, lambda: random.choice(NAMES)),
    (2, lambda: random.choice(ISLANDS)),
    (4, bare_letters),
    (12, lambda: pick(NUMBERS)),
    (7, case_number),
    (8, latin),
    (2, reference),
    (1, lambda: random.choice('ﷲﷲﷺ')),
    # A word in Arabic script: the net learns to say that it cannot read it.
    (1, lambda: ' '.join(UNREADABLE * random.randint(1, 4))),
    (3.5, lambda: random.choice(['–', '—', '"', '&', '…', '•', '*', '/', '-', '+', '=', '@', '°', '×'])),
]


RAISE = {ord(digit): raised for raised, digit in RAISED.items()}


def footnote_mark():
    return str(random.choices([random.randint(1, 9), random.randint(10, 60)], [4, 1])[0]).translate(RAISE)


def decorated(word):
    chance = random.random()
    if chance < 0.15:
        return word + random.choice(END)
    if chance > 0.97:
        return word + random.choice(['', '.', '.', '،']) + footnote_mark()
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
    words = [unlikely(word) if random.random() < 0.06 else word for word in words]
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
    if random.random() < 0.03:
        text += random.choice(['', '.', '.']) + footnote_mark()
    return text.replace("'", '’') if random.random() < 0.3 else text
