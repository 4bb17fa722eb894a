import { expect, test } from 'vitest'
import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import type { Page } from '#server/analysis/types.ts'
import { finishPages, textOfPages } from './finishPages.ts'
import { layoutPage } from './layoutPage.ts'
import { visualReading } from './reading.ts'

/** A page of letters of 6 points width and 12 points height; marks stand over the middle of their letter. */
function buildPage(lines: { text: string; right: number; y: number }[], over: Partial<PageGlyphs> = {}): PageGlyphs {
  const glyphs = lines.flatMap(({ text, right, y }, run) => drawLine(text, right, { y, run }))
  const font = { name: 'A', to_unicode: true, embedded: true, bold: false, italic: false, ascent: 0.8, descent: -0.2 }
  const page = { number: 1, width: 595, height: 842, rotation: 0, units: [], shapes: [], annotations: [] }
  return { ...page, glyphs: glyphs.map((glyph, order) => ({ ...glyph, order })), fonts: [font], ...over }
}

function drawLine(text: string, right: number, { y, run }: { y: number; run: number }): Glyph[] {
  let x = right
  return Array.from(text)
    .map((char) => {
      const isMark = /\p{M}/u.test(char)
      if (!isMark) x -= 6
      return buildGlyph({ text: char, x, y, run, advance: isMark ? 0 : 6 })
    })
    .reverse()
}

function buildGlyph(own: Partial<Glyph>): Glyph {
  const { x = 0, y = 0, advance = 6 } = own
  const place = { font: 0, code: 0, size: 12, angle: 0, order: 0, mode: 0, color: '#000000', opacity: 1, clip: null }
  const flags = { unit: -1, reversed: false, artifact: false, layer_off: false, run: 0, outline: 'known' }
  const ink = own.text === ' ' ? null : { x: x + 1, y: y - 8, width: 4, height: 8 }
  return { text: '', x, y, advance, box: { x, y: y - 9, width: advance, height: 12 }, ink, ...place, ...flags, ...own }
}

const layout = (page: PageGlyphs, own: Partial<Parameters<typeof layoutPage>[1]> = {}) =>
  layoutPage(page, { visible: page.glyphs, letters: new Map(), usual: visualReading, columnsBefore: null, ...own })

const read = (page: PageGlyphs, letters = new Map<string, string>()) => layout(page, { letters }).page

test('letters and marks at their places become words in logical order', () => {
  expect(read(buildPage([{ text: 'މައްސަލައިގެ ޙުކުމް', right: 500, y: 100 }])).text).toBe('މައްސަލައިގެ ޙުކުމް')
})

test('a line whose last line had no space for its first word goes on with the paragraph', () => {
  const page = buildPage([
    { text: 'ދަޢުވާކުރާ ފަރާތުން ހުށަހެޅި ހެކިތައް ކޯޓުން ބަލައިފި', right: 500, y: 100 },
    { text: 'އެވެ', right: 500, y: 120 },
    { text: 'ޙުކުމް އިއްވުނީއެވެ', right: 500, y: 140 },
  ])
  expect(read(page).text.split('\n')).toHaveLength(2)
})

test('two columns of full lines are read from the right one', () => {
  const lines = Array.from({ length: 8 }, (_, row) => [
    { text: `ކކކކކކކ ކކކކކކކކކކކ ކކކކކކކކ`, right: 540, y: 100 + row * 20 },
    { text: `ގގގގގގގ ގގގގގގގގގގގ ގގގގގގގގ`, right: 270, y: 100 + row * 20 },
  ]).flat()
  const { text } = read(buildPage(lines))
  expect(text.lastIndexOf('ކ')).toBeLessThan(text.indexOf('ގ'))
})

test('two columns of short paragraphs, with two of five lines full, are read from the right one', () => {
  const textOf = (letter: string, row: number) =>
    (row % 5 < 2 ? [7, 11, 9] : [7, 5]).map((length) => letter.repeat(length)).join(' ')
  const lines = Array.from({ length: 15 }, (_, row) => [
    { text: textOf('ކ', row), right: 540, y: 100 + row * 20 },
    { text: textOf('ގ', row), right: 270, y: 100 + row * 20 },
  ]).flat()
  const { text } = read(buildPage(lines))
  expect(text.lastIndexOf('ކ')).toBeLessThan(text.indexOf('ގ'))
})

type DrawnLine = { text: string; right: number; y: number }

const full = [7, 11, 9]
const lineOf = (letter: string, lengths: number[], { right, y }: { right: number; y: number }): DrawnLine => ({
  text: lengths.map((length) => letter.repeat(length)).join(' '),
  right,
  y,
})

/** Whether lines are read column by column after a page of 15 lines in two columns. */
function continuesColumns(lines: DrawnLine[], over: Partial<PageGlyphs> = {}): boolean {
  const before = Array.from({ length: 15 }, (_, row) => [
    lineOf('ކ', full, { right: 540, y: 100 + row * 20 }),
    lineOf('ގ', full, { right: 270, y: 100 + row * 20 }),
  ]).flat()
  const { columns } = layout(buildPage(before))
  const { text } = layout(buildPage(lines, over), { columnsBefore: columns }).page
  return text.lastIndexOf('ކ') < text.indexOf('ގ')
}

/** The end of two columns, the right one with a full line. */
const endOfColumns = (y: number, rows = 1, left = lineOf('ގ', [4, 3], { right: 270, y })) => [
  left,
  ...Array.from({ length: rows }, (_, row) => lineOf('ކ', full, { right: 540, y: y + row * 20 })),
  lineOf('ކ', [5], { right: 540, y: y + rows * 20 }),
]

test('the last few lines of two columns are read like the columns of the page before', () => {
  const header = lineOf('ހ', [30], { right: 400, y: 60 })
  const centered = lineOf('ގ', [10, 9], { right: 243, y: 100 })
  expect(continuesColumns(endOfColumns(100))).toBe(true)
  expect(continuesColumns([header, ...endOfColumns(100, 1, centered)])).toBe(true)
  expect(continuesColumns(endOfColumns(100, 9))).toBe(true)
  const short = Array.from({ length: 6 }, (_, row) => lineOf('ގ', [5], { right: 270, y: 120 + row * 20 }))
  expect(continuesColumns([...endOfColumns(100, 6), ...short])).toBe(true)
})

test('cells that begin where the columns of the page before do are read across', () => {
  const moved = endOfColumns(100).map((line) => ({ ...line, right: line.right - 40 }))
  expect(continuesColumns([...moved, lineOf('ގ', [5], { right: 230, y: 120 })])).toBe(false)

  const lines = [60, 80, 100].map((y) => lineOf('ހ', [20, 20, 20], { right: 480, y }))
  expect(continuesColumns([...lines, ...endOfColumns(140), lineOf('ގ', [5], { right: 270, y: 160 })])).toBe(false)

  const box = { x: 30, y: 106, width: 520, height: 1 }
  const rule = { kind: 'fill', box, rectangle: true, order: 0, color: '#000000', opacity: 1, layer_off: false } as const
  expect(continuesColumns([...endOfColumns(100), lineOf('ގ', [5], { right: 270, y: 120 })], { shapes: [rule] })).toBe(
    false,
  )
})

test('justified lines whose spaces are wide and stand under each other are no columns', () => {
  const words = ['ކކކކކ', 'ގގގގގގ', 'ދދދދދ', 'މމމމމމމ', 'ނނނނނ', 'ރރރރރރ']
  const lines = Array.from({ length: 8 }, (_, row) =>
    words.map((text, index) => ({ text, right: 540 - index * 56, y: 100 + row * 20 })),
  ).flat()
  expect(read(buildPage(lines)).text).toContain(words.join(' '))
})

test('rows of cells that stand under each other are a table, each row a paragraph', () => {
  const { tables, text, lines } = read(
    buildPage([
      { text: 'ކޯޓު', right: 500, y: 100 },
      { text: 'ސިވިލް', right: 350, y: 100 },
      { text: 'ޤާޟީ', right: 500, y: 125 },
      { text: 'އަޙްމަދު', right: 350, y: 125 },
    ]),
  )
  expect(text).toBe('ކޯޓު ސިވިލް\nޤާޟީ އަޙްމަދު')
  expect(tables).toHaveLength(1)
  expect(new Set(lines.map(({ role }) => role))).toEqual(new Set(['table']))
})

test('a glyph without a letter is asked for once by its outline, and read with the answer', () => {
  const page = buildPage([{ text: 'ކޯޓު', right: 500, y: 100 }])
  const glyphs = page.glyphs.map((glyph) => (glyph.text === 'ޓ' ? { ...glyph, text: '', outline: 'abc' } : glyph))
  const damaged = { ...page, glyphs }

  const { text, unknown_glyphs, confidence } = read(damaged)
  expect(text).toContain('\ufffd')
  expect(unknown_glyphs).toMatchObject([{ outline: 'abc', count: 1, letter: null }])
  expect(confidence).toBeLessThan(0.1)
  expect(read(damaged, new Map([['abc', 'ޓ']]))).toMatchObject({
    text: 'ކޯޓު',
    unknown_glyphs: [{ outline: 'abc', letter: 'ޓ' }],
  })
})

test('an ActualText is the text of its glyphs', () => {
  const page = buildPage([{ text: 'ކޯޓު', right: 500, y: 100 }], { units: ['ޙުކުމް'] })
  const glyphs = page.glyphs.map((glyph) => ({ ...glyph, text: '', unit: 0 }))
  expect(read({ ...page, glyphs }).text).toBe('ޙުކުމް')
})

/** The page with a text for each of the groups of glyphs, from left to right: what it draws, and what the file says. */
function withTexts(page: PageGlyphs, texts: readonly (readonly string[])[]): PageGlyphs {
  const unitOf = texts.flatMap(([drawn = ''], unit) => Array.from(drawn, () => unit))
  const glyphs = page.glyphs.map((glyph, index) => ({ ...glyph, unit: unitOf[index] ?? -1 }))
  return { ...page, glyphs, units: texts.map(([, actual = '']) => actual) }
}

test('an ActualText without the letters of its glyphs is ignored when other texts have these letters', () => {
  const page = buildPage([{ text: 'ވަކި މީހެއް ނީވި، ވަކި ވަނީ.', right: 500, y: 100 }])
  // From left to right. Chromium writes so after a number in some typefaces: the texts of the neighbors.
  const shifted = [['.', 'ނީ'], ['ނީ', 'ވަ'], ['ވަ', ' '], [' ', 'ކި'], ['ކި', 'ިކ'], ['ވަ', ''], [' ', ''], ['،', 'ވި']] // prettier-ignore
  const agreeing = ['ވި', 'ނީ', ' ', 'އް', 'ހެ', 'މީ', ' ', 'ކި', 'ވަ'].map((text) => [text, text])
  expect(read(withTexts(page, [...shifted, ...agreeing])).text).toBe('ވަކި މީހެއް ނީވި، ވަކި ވަނީ.')
})

test('an ActualText between two that are ignored is ignored too, also for a letter that no text has', () => {
  const page = buildPage([{ text: 'މީކަށްނު ނުކަމީ', right: 500, y: 100 }])
  const agreeing = ['މީ', 'ކަ', 'ނު', ' '].map((text) => [text, text])
  const shifted = [['ނު', 'ކަ'], ['ށް', 'ނު'], ['ކަ', 'މީ'], ['މީ', 'މީ']] // prettier-ignore
  expect(read(withTexts(page, [...agreeing, ...shifted])).text).toBe('މީކަށްނު ނުކަމީ')
})

test.each([
  { title: 'is inside a word of an ActualText', actual: 'މީނުކަ', expected: 'މީނުކަ'.repeat(4) },
  { title: 'parts words without an ActualText', actual: undefined, expected: 'މީނުކަ' },
])('a gap without a space $title where ActualTexts have their spaces written', ({ actual, expected }) => {
  const words = Array.from({ length: 12 }, () => 'ކަ').join(' ')
  const wide = Array.from({ length: 4 }, (_, index) => ({ text: 'މީނުކަ', right: 500 - index * 21, y: 120 }))
  const texts = Array.from(words.replaceAll('ކަ', 'ކ'), (drawn) => (drawn === ' ' ? [' ', ' '] : ['ކަ', 'ކަ']))
  const given = actual === undefined ? [] : wide.map(() => [actual, actual])
  const page = withTexts(buildPage([{ text: words, right: 500, y: 100 }, ...wide]), [...texts, ...given])
  expect(read(page).text.split(/\s/).at(-1)).toBe(expected)
})

test('an ActualText is used when the map of its font never agrees with it', () => {
  const page = buildPage([{ text: 'ހށނރ', right: 500, y: 100 }], { units: ['ކ', 'އ', 'ވ', 'މ'] })
  const glyphs = page.glyphs.map((glyph, unit) => ({ ...glyph, unit }))
  expect(read({ ...page, glyphs }).text).toBe('މވއކ')
})

test('an ActualText of another font is used next to one that is ignored', () => {
  const page = buildPage([{ text: 'ކކމމށނރ', right: 500, y: 100 }])
  // From left to right: the heading, whose map is wrong, a shifted text, and texts that agree with their glyphs.
  const texts = [['ރ', 'ދު'], ['ނ', 'ސި'], ['ށ', 'ނި'], ['މ', 'ކ'], ['މ', 'މ'], ['ކ', 'ކ'], ['ކ', 'ކ']] // prettier-ignore
  const { glyphs, ...rest } = withTexts(page, texts)
  const withHeading = { ...rest, glyphs: glyphs.map((glyph, index) => ({ ...glyph, font: index < 3 ? 1 : 0 })) }
  expect(read(withHeading).text).toBe('ކކމމނިސިދު')
})

test('an ActualText of another line is used next to one that is ignored', () => {
  const page = buildPage([
    { text: 'ކކމމ', right: 500, y: 100 },
    { text: 'ށނރ', right: 500, y: 120 },
  ])
  const texts = [['މ', 'ކ'], ['މ', 'މ'], ['ކ', 'ކ'], ['ކ', 'މ'], ['ރ', 'ދު'], ['ނ', 'ސި'], ['ށ', 'ނި']] // prettier-ignore
  expect(read(withTexts(page, texts)).text).toMatch(/ނިސިދު$/)
})

test('an ActualText is used for a glyph of private use next to one that is ignored', () => {
  const page = buildPage([{ text: '\ue003\ue002\ue001މމކކ', right: 500, y: 100 }])
  const texts = [['ކ', 'ކ'], ['ކ', 'ކ'], ['މ', 'މ'], ['މ', 'ކ'], ['\ue001', 'ނި'], ['\ue002', '2'], ['\ue003', '3']] // prettier-ignore
  const text = read(withTexts(page, texts)).text
  expect(text).toContain('ނި')
  expect(text).toMatch(/[23]{2}/)
})

test('a sign with a width of its own is a mark, though its map has the letter of its first cluster', () => {
  const page = buildPage([{ text: 'ޤާޟީގެ ޙުކުމާ މެދު', right: 500, y: 100 }])
  const glyphs = page.glyphs.map((glyph) => (glyph.text === 'ާ' ? { ...glyph, text: 'ޤާ', advance: 1.3 } : glyph))
  expect(read({ ...page, glyphs }).text).toBe('ޤާޟީގެ ޙުކުމާ މެދު')
})

test('a full stop that is raised and a hyphen that is lowered stay in the row of the letters', () => {
  const page = buildPage([{ text: 'ވަކި މީހެއް. ނީވި-ވަކި ވަނީ', right: 500, y: 100 }])
  const shift = new Map([['.', -2.25], ['-', 1.5]]) // prettier-ignore
  const glyphs = page.glyphs.map((glyph) => ({ ...glyph, y: glyph.y + (shift.get(glyph.text) ?? 0) }))
  expect(read({ ...page, glyphs }).text).toBe('ވަކި މީހެއް. ނީވި-ވަކި ވަނީ')
})

test('a page with an image and hardly any letters is scanned', () => {
  const image = { kind: 'image', box: { x: 0, y: 0, width: 595, height: 700 }, rectangle: true, order: 0 } as const
  const shapes = [{ ...image, color: null, opacity: 1, layer_off: false }]
  expect(read(buildPage([], { shapes })).scanned).toBe(true)
  expect(read(buildPage([])).scanned).toBe(false)
  const lines = [{ text: 'ކކކކކކކކކކކކކކކކކކކކކކކކކކކކކކކކކކ', right: 500, y: 100 }]
  expect(read(buildPage(lines, { shapes })).scanned).toBe(false)
})

test('text that runs downwards is read along its own direction', () => {
  const page = buildPage([{ text: 'މައްސަލައިގެ ޙުކުމް', right: 500, y: 100 }])
  const turn = ({ x, y, width, height }: Glyph['box']) => ({ x: 595 - y - height, y: x, width: height, height: width })
  const glyphs = page.glyphs.map((glyph) => ({
    ...glyph,
    x: 595 - glyph.y,
    y: glyph.x,
    angle: 90,
    box: turn(glyph.box),
    ink: glyph.ink && turn(glyph.ink),
  }))
  expect(read({ ...page, glyphs }).text).toBe('މައްސަލައިގެ ޙުކުމް')
})

test('lines that every page repeats at one height are no part of the judgment', () => {
  const pages = [1, 2, 3].map((number): Page => {
    const page = buildPage([
      { text: 'ސިވިލް ކޯޓު', right: 350, y: 40 },
      { text: `ކުރީގެ މައްސަލަ ${'ހށނ'.charAt(number - 1)}`, right: 500, y: 120 },
      { text: `ޞަފްޙާ ${number}`, right: 320, y: 810 },
    ])
    return { ...read(page), number, hidden: [], seconds: 0 }
  })
  const finished = finishPages(pages)
  expect(finished[0]?.lines.map(({ role }) => role)).toStrictEqual(['header', 'body', 'page-number'])
  expect(textOfPages(finished)).not.toContain('ކޯޓު')
})
