import { expect, test } from 'vitest'
import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import type { Page } from '#server/analysis/types.ts'
import { buildPage, read } from '#test/drawnPage.ts'
import { finishPages, textOfPages } from './finishPages.ts'

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

test('an ActualText stands where its letter does, also when its mark is drawn left of the next letter', () => {
  const page = withTexts(buildPage([{ text: 'ފީމެ', right: 500, y: 100 }]), [['މެ', 'މެ'], ['ފީ', 'ފީ']]) // prettier-ignore
  const glyphs = page.glyphs.map((glyph) => {
    const x = glyph.text === 'ީ' ? glyph.x - 8 : glyph.x
    return { ...glyph, x, box: { ...glyph.box, x } }
  })
  expect(read({ ...page, glyphs }).text).toBe('ފީމެ')
})

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

test('a page number and an address in one line of small type at the foot of a page are no note', () => {
  const body = Array.from({ length: 8 }, (_, row) => ({ text: 'ކޯޓުގެ ޙުކުމް', right: 500, y: 100 + row * 20 }))
  const foot = [{ text: 'މާލެ ކޯޓު', right: 200, y: 800 }, { text: '1 / 1', right: 500, y: 800 }] // prettier-ignore
  const page = buildPage([...body, ...foot])
  const glyphs = page.glyphs.map((glyph) => (glyph.y === 800 ? { ...glyph, size: 9 } : glyph))
  expect(read({ ...page, glyphs }).lines.at(-1)).toMatchObject({ text: '1 / 1 މާލެ ކޯޓު', role: 'body' })
})

test('the box around a round stamp parts no words', () => {
  const box = { x: 488, y: 60, width: 60, height: 60 }
  const stamp = {
    kind: 'stroke',
    box,
    rectangle: false,
    order: 0,
    color: '#003366',
    opacity: 1,
    layer_off: false,
  } as const
  expect(read(buildPage([{ text: 'މަރިޔަމް', right: 500, y: 100 }], { shapes: [stamp] })).text).toBe('މަރިޔަމް')
})

test('a word is judged without the letter of its point before it', () => {
  const { words } = read(buildPage([{ text: '(ހ)ކޯޓު ކޯޓު', right: 500, y: 100 }])).lines[0] ?? { words: [] }
  expect(words.map(({ confidence }) => confidence > 0.5)).toStrictEqual([true, true])
})
