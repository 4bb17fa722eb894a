import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Glyph, PageGlyphs } from '#server/analysis/pdf/glyphs.ts'
import { openWithPdfjs } from '#server/analysis/pdf/pdfjsEngine.ts'
import { convertLegacy, findLegacyFonts } from './convertLegacy.ts'
import { alifuAtA } from './legacyLetters.ts'

const fixtures = join(import.meta.dirname, '../../../test/fixtures/pdf')

async function readPage(path: string): Promise<PageGlyphs> {
  const pdf = await openWithPdfjs(readFileSync(join(fixtures, path)))
  const page = await pdf.readGlyphs(1)
  await pdf.close()
  return page
}

const textOf = ({ glyphs }: PageGlyphs) => glyphs.map(({ text }) => text).join('')
const namesOf = (page: PageGlyphs) => [...findLegacyFonts(page).keys()].map((index) => page.fonts[index]?.name)

test('a font with a legacy name draws Thaana letters, and words of other fonts stay', async () => {
  const page = await readPage('legacy/a-utheem-boundary.pdf')
  expect(namesOf(page)).toEqual(['A_Utheem'])
  const latin = textOf(convertLegacy(page)).match(/[A-Za-z]+/g)
  expect(latin).toContain('Survey')
  expect(latin?.join(' ')).not.toMatch(/kOTu|uTOk/)
})

test('a font whose name says nothing is known by its letters', async () => {
  expect(namesOf(await readPage('legacy/dhivehi-normal-guardianship.pdf'))).toEqual(['Dhivehi-Normal'])
  expect(namesOf(await readPage('legacy/a-haleem-guardianship.pdf'))).toEqual(['A_Haleem'])
})

test('fonts of Unicode and of English text are not taken for legacy fonts', async () => {
  for (const file of ['chromium-wages-noto-light.pdf', 'libreoffice-boundary-damase.pdf', 'typst-wages-noto.pdf'])
    expect([file, namesOf(await readPage(file))]).toEqual([file, []])
  expect(
    namesOf(pageOf('A_Arial', 'The employment tribunal heard the claim of the employee in the absence of both')),
  ).toEqual([])
})

test('a legacy font of few letters is known by its name, with the prefix of a subset or without it', () => {
  expect(namesOf(pageOf('A_Faseyha', 'uTOk'))).toEqual(['A_Faseyha'])
  expect(namesOf(pageOf('ABCDEF+A_Waheed', 'uTOk'))).toEqual(['ABCDEF+A_Waheed'])
  expect(namesOf(pageOf('Arial', 'uTOk'))).toEqual([])
})

test('digits, brackets and the comma of an amount stay, and other punctuation becomes Arabic', () => {
  expect(textOf(convertLegacy(pageOf('A_Faseyha', 'aW,48,750(9)?;')))).toBe(
    `${'aW,'.replace(/./g, alifuAtA.drawn)}48,750(9)؟؛`,
  )
})

test('a font without a map to Unicode is read by its codes, also those of a symbol font', () => {
  const page = pageOf('A_Faseyha', 'hw')
  const without = page.glyphs.map((glyph, index) => ({ ...glyph, text: index === 0 ? '' : '\uf077', code: 0x68 }))
  expect(textOf(convertLegacy({ ...page, glyphs: without }))).toBe('ހަ')
})

/** In the letters of the phonetic keyboard, and what it says. */
const keyed = 'mawqsalawige HukumA guLE waBqlu liyunqtawq wewqkoSq, walunq balanqjeheweve'
const said = 'މައްސަލައިގެ ޙުކުމާ ގުޅޭ އަޞްލު ލިޔުންތައް އެއްކޮށް، އަލުން ބަލަންޖެހެއެވެ'

test('a font of the phonetic keyboard has alifu and sukun at other letters', () => {
  expect(textOf(convertLegacy(pageOf('Nasr-Light', keyed)))).toBe(said)
  expect(textOf(convertLegacy(pageOf('Avas-Thaana', keyed.replace('B', 'M'))))).toBe(said)
})

test('Latin words in which vowels and consonants alternate are not taken for a phonetic font', () => {
  expect(namesOf(pageOf('Arial', 'Yameen Abadi vina banana tomato Mohamed Ali Manike Maradoni Koli'))).toEqual([])
})

test('a font with few letters on a page is known by its other pages', () => {
  const known = new Map()
  expect(textOf(convertLegacy(pageOf('Nasr-Light', 'kOTu'), known))).toBe('kOTu')
  convertLegacy(pageOf('Nasr-Light', keyed), known)
  expect(textOf(convertLegacy(pageOf('Nasr-Light', 'kOTu'), known))).toBe('ކޯޓު')
  expect(textOf(convertLegacy(pageOf('Nasr-Light', 'Schmidt & Son'), known))).toBe('Schmidt & Son')
})

test('the name VoguePSMT, which legacy fonts share with a Latin font, does not make few letters Thaana', () => {
  for (const word of ['Hulhumale', 'Yoosuf']) expect(textOf(convertLegacy(pageOf('VoguePSMT', word)))).toBe(word)
  const known = new Map()
  convertLegacy(pageOf('VoguePSMT', 'kOTu'.repeat(10)), known)
  expect(textOf(convertLegacy(pageOf('VoguePSMT', 'kOTu'), known))).toBe('ކޯޓު')
})

const box = { x: 0, y: 0, width: 5, height: 10 }

function pageOf(font: string, text: string): PageGlyphs {
  const glyphs = Array.from(text, (character, order): Glyph => ({
    text: character,
    unit: -1,
    font: 0,
    code: character.charCodeAt(0),
    x: order * 5,
    y: 10,
    advance: 5,
    size: 10,
    angle: 0,
    box,
    ink: box,
    outline: null,
    order,
    mode: 0,
    color: '#000000',
    opacity: 1,
    clip: null,
    reversed: false,
    artifact: false,
    layer_off: false,
    run: 0,
  }))
  const fonts = [
    { name: font, to_unicode: false, embedded: true, bold: false, italic: false, ascent: 0.8, descent: -0.2 },
  ]
  return { number: 1, width: 595, height: 842, rotation: 0, glyphs, fonts, units: [], shapes: [], annotations: [] }
}
