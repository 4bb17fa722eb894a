import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Line, Page } from '#server/analysis/types.ts'
import { isKnownWord } from '#server/analysis/words.ts'
import { openModel } from './model.ts'
import { compareFile } from './compareFile.ts'
import { compareLine, resolveGlyphs } from './compareWithPicture.ts'
import { inLogicalOrder, openRecognizer, type Recognizer } from './recognizer.ts'
import { openRenderer, type Raster } from './render.ts'
import { calibrated } from './calibration.ts'
import { Opinions } from './opinions.ts'
import { openSecondOpinion } from './secondOpinion.ts'

/** A line of 150 dpi in each typeface, of a text that the training never had. */
const written = 'ދަޢުވާލިބޭ ފަރާތުން ޖަވާބުދާރީވެ ބުނީ، އެ ފާރު ރާނާފައިވަނީ 1998 ވަނަ އަހަރު ކައުންސިލުން (އެޒަމާނުގެ އަތޮޅު އޮފީހުން)'
const lines = { noto: written, freeserif: `${written} ދައްކައިދިން`, damase: `${written} ދައްކައިދިން` }

let recognizer: Recognizer
beforeAll(async () => {
  recognizer = openRecognizer({ model: await openModel() })
})
afterAll(() => recognizer.close())

function picture(face: string): Raster {
  const bytes = readFileSync(new URL(`fixtures/${face}.pgm`, import.meta.url))
  const [header = '', width, height] = /^P5 (\d+) (\d+) 255\n/.exec(bytes.toString('latin1')) ?? []
  return { width: Number(width), height: Number(height), dpi: 150, data: new Uint8Array(bytes.subarray(header.length)) }
}

async function readLine(face: string): Promise<Line> {
  const raster = picture(face)
  const line = await recognizer.readLine(raster, {
    x: 0,
    y: 0,
    width: raster.width * 0.48,
    height: raster.height * 0.48,
  })
  if (!line) throw new Error(`nothing is read of ${face}`)
  return line
}

test.each(Object.entries(lines))('a line printed in %s is read without an error', async (face, text) => {
  expect((await readLine(face)).text).toBe(text)
})

test('the words of a line have boxes from right to left inside the line, and probabilities', async () => {
  const { words, text, box } = await readLine('noto')
  expect(words.map(({ start, end }) => text.slice(start, end))).toEqual(text.split(' '))
  const middles = words.map((word) => word.box.x + word.box.width / 2)
  // The digits stand where they are read, and each word to the left of the one before.
  expect(middles).toEqual(middles.toSorted((a, b) => b - a))
  for (const word of words) {
    expect(word.box.x).toBeGreaterThanOrEqual(box.x - 0.1)
    expect(word.confidence).toBeGreaterThan(0.3)
    expect(word.confidence).toBeLessThanOrEqual(1)
  }
})

test('a page in a typeface that the net never saw is read with the letters that make its words known', async () => {
  const pdf = readFileSync(new URL('../../../test/fixtures/pdf/chromium-wages-noto-light.pdf', import.meta.url))
  const renderer = await openRenderer(pdf)
  const model = await openModel(new URL('../../../bench/ocr/unseen.onnx', import.meta.url))
  const learning = openRecognizer({ model, isKnown: isKnownWord })
  const text = (await learning.readPage(await renderer.render(1, 150))).map((line) => line.text).join(' ')
  renderer.close()
  await learning.close()
  // Each line by itself has ލ for ފ in half of them.
  expect(text.match(/ރުފިޔާ/gu)?.length).toBeGreaterThan(5)
  expect(text).not.toContain('ރުލިޔާ')
})

/** The text of cells that are seen from left to right, with a wide gap between two of them. */
function logicalOrder(...cells: string[]): string {
  const signs = cells.flatMap((cell, column) =>
    Array.from(cell, (base, i) => ({
      base,
      mark: '',
      probability: 1,
      gap: 1,
      frame: 300 * column + 5 * i,
      others: [],
    })),
  )
  return inLogicalOrder(signs)
    .map(({ text }) => text)
    .join('')
}

test('the case number that is seen as HC-A/2023/206 is 206/HC-A/2023', () => {
  expect(logicalOrder('ގ HC-A/2023/206 މ')).toBe('މ 206/HC-A/2023 ގ')
})

test('numbers at both sides of a wide gap stay in their cells', () => {
  expect(logicalOrder('B12C/2018/58', '1 ގ 5 މ')).toBe('މ 5 ގ 1 58/B12C/2018')
  expect(logicalOrder('K04C/2021/214', 'މ')).toBe('މ 214/K04C/2021')
  expect(logicalOrder('2,000', '1,000')).toBe('1,000 2,000')
})

test('the cells of a row in English are read from the left', () => {
  expect(logicalOrder('Total ', 'MVR 500')).toBe('Total MVR 500')
})

const pageOf = (line: Line, unknown: Page['unknown_glyphs'] = []): Page => ({
  number: 1,
  width: 480,
  height: 20,
  text: line.text,
  scanned: false,
  confidence: line.confidence,
  seconds: 0,
  lines: [line],
  hidden: [],
  tables: [],
  unknown_glyphs: unknown,
})

/** The line as a text layer that has another letter at a place of one of its words, and is so sure of each word. */
function textLayer(line: Line, index: number, letter: string, confidence = 0.6): Line {
  const at = line.words[index]?.start ?? 0
  const text = line.text.slice(0, at) + letter + line.text.slice(at + 1)
  return {
    ...line,
    text,
    engine: 'text-layer',
    words: line.words.map((word) => ({ ...word, confidence, readings: [] })),
  }
}

test('a word of a text layer that the picture shows to be another becomes doubtful, and the others surer', async () => {
  const seen = await readLine('noto')
  const line = textLayer(seen, 1, 'ހ')
  const compared = compareLine(line, seen)
  const [first, changed] = compared.words
  expect(first?.confidence).toBeGreaterThan(0.7)
  expect(changed?.confidence).toBeLessThan(0.3)
  expect(changed?.readings.map(({ text }) => text)).toContain('ފަރާތުން')
  expect(compared.text).toBe(line.text)
})

test('a word of a text layer that stays sure has no other reading', async () => {
  const seen = await readLine('freeserif')
  const line = textLayer(seen, 1, 'ހ', 0.999)
  const [, changed] = compareLine(line, seen).words
  expect(changed?.readings).toEqual([])
})

test('the picture shows the letter of a glyph whose letter the file does not say', async () => {
  const line = textLayer(await readLine('freeserif'), 1, '\ufffd')
  const box = line.words[1]?.box ?? line.box
  const page = pageOf(line, [{ outline: 'a1', box, count: 1, letter: null }])
  expect(await resolveGlyphs(page, picture('freeserif'), recognizer)).toMatchObject([{ outline: 'a1', text: 'ފ' }])
})

const order = 'ހށނރބޅކއވމފދތލގޏސޑޒޓ'
/** A map that names another letter for each. */
const letters = new Map(Array.from(order, (letter, index) => [letter, order.charAt((index + 7) % order.length)]))

describe('a file whose text layer is compared with its pictures', () => {
  const compare = async (line: Line) => {
    const pages = [pageOf({ ...line, engine: 'text-layer' })]
    const raster = picture('freeserif')
    return compareFile(pages, (_, { x, width }) =>
      recognizer.readLine(raster, { x, y: 0, width, height: raster.height * 0.48 }),
    )
  }

  test('agrees when its letters are those that are seen', async () => {
    const line = textLayer(await readLine('freeserif'), 1, 'ފ')
    const { pages, agreement } = await compare(line)
    expect(agreement?.share).toBeGreaterThan(0.9)
    const words = pages[0]?.lines[0]?.words.map(({ confidence }) => confidence) ?? []
    // A part of a line may show a word otherwise, but never surely.
    expect(words.filter((confidence) => confidence < 0.59).length).toBeLessThan(2)
    expect(Math.min(...words)).toBeGreaterThan(0.4)
    expect(Math.max(...words)).toBeGreaterThan(0.8)
  })

  test('is less sure in all of its words when its letters are others', async () => {
    const line = textLayer(await readLine('freeserif'), 1, 'ފ', 0.98)
    const swapped = { ...line, text: line.text.replace(/[ހ-ޥ]/gu, (letter) => letters.get(letter) ?? letter) }
    const { pages, agreement } = await compare(swapped)
    expect(agreement?.share).toBeLessThan(0.75)
    expect(Math.max(...(pages[0]?.lines[0]?.words.map(({ confidence }) => confidence) ?? []))).toBeLessThan(0.9)
  })
})

test('a second engine reads the lines with doubtful words, and sure words do not get its other reading', async () => {
  const raster = picture('freeserif')
  const read = await readLine('freeserif')
  const withConfidence = (of: (index: number) => number): Line => ({
    ...read,
    words: read.words.map((word, index) => ({ ...word, confidence: of(index) })),
  })
  const box = { x: 0, y: 0, width: raster.width, height: raster.height }
  const sure = withConfidence(() => 0.99)
  const opinions = new Opinions(openSecondOpinion)
  const [asked, notAsked] = await opinions.ask(raster, [
    { line: withConfidence((index) => (index === 1 ? 0.5 : 0.99)), box },
    { line: sure, box },
  ])
  await opinions.close()
  const textOf = ({ start, end }: Line['words'][number]) => read.text.slice(start, end)
  expect(asked?.words[1]?.readings.map(({ engine }) => engine)).toContain('tesseract')
  const others = asked?.words.filter((_, index) => index !== 1) ?? []
  expect(others).not.toEqual([])
  for (const word of others) for (const { text } of word.readings) expect(text).toBe(textOf(word))
  expect(notAsked).toBe(sure)
})

test('a line has the calibrated confidence of its words also after a second engine has read it', async () => {
  const raster = picture('freeserif')
  const read = await readLine('freeserif')
  const doubtful = read.words.map((word) => ({ ...word, confidence: 0.75 }))
  const box = { x: 0, y: 0, width: raster.width, height: raster.height }
  const opinions = new Opinions(openSecondOpinion)
  const [asked] = await opinions.ask(raster, [{ line: { ...read, words: doubtful }, box }])
  await opinions.close()
  const product = asked?.words.reduce((all, { confidence }) => all * confidence, 1) ?? 0
  expect(product).not.toBeCloseTo(0.75 ** read.words.length)
  expect(asked?.confidence).toBe(calibrated('line', product))
})
