import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { finishPages, textOfPages } from '#server/analysis/layout/finishPages.ts'
import { pdfWithGlyph } from '#test/files.ts'
import { stream, writePdf } from '#test/hostilePdfs/writePdf.ts'
import type { Page } from '#server/analysis/types.ts'
import { openPdf } from './openPdf.ts'

const folder = join(import.meta.dirname, '../../../test/fixtures/pdf')
const fixture = (name: string) => readFileSync(join(folder, name))

async function readAll(name: string): Promise<Page[]> {
  const pdf = await openPdf(fixture(name))
  try {
    const pages: Page[] = []
    for (let number = 1; number <= pdf.pageCount; number += 1) pages.push(await pdf.readPage(number))
    return finishPages(pages)
  } finally {
    await pdf.close()
  }
}

const sentence = 'އެހެންކަމުން ޝާމިލު ޤާސިމްގެ ބެލެނިވެރިކަން ޘުރައްޔާ ޛާކިރާ ޙަވާލުކޮށް، ކޮންމެ މަހެއްގެ 5 ވަނަ ދުވަހުގެ ކުރިން 3,000 ރުފިޔާ ދެއްކުމަށް ޤާސިމް ޡަފީރަށް ޙުކުމްކޮށްފީމެވެ.'

test.each([
  'libreoffice-guardianship-noto-light.pdf',
  'reportlab-guardianship-freeserif-bold.pdf',
  'typst-guardianship-damase.pdf',
  'wordlike-guardianship-damase.pdf',
  'xetex-guardianship-damase.pdf',
])('%s is read as it was written', async (name) => {
  const pages = await readAll(name)
  const text = textOfPages(pages)
  expect(text).toContain(sentence)
  expect(text).toContain('1803/Fm-C/2022')
  expect(text).not.toContain('ޞަފްޙާ')
  expect(new Set(pages.map(({ scanned }) => scanned))).toEqual(new Set([false]))
})

test('each word has its box on the page and a probability', async () => {
  const [page] = await readAll('wordlike-guardianship-damase.pdf')
  const line = page?.lines.find(({ text }) => text.includes('96.4%'))
  const word = line?.words.find(({ start, end }) => line.text.slice(start, end) === '96.4%')
  expect(word?.box.x).toBeGreaterThan(0)
  expect(word?.box.width).toBeGreaterThan(20)
  expect(word?.confidence).toBeGreaterThan(0.9)
})

test('what is no PDF is refused with its reason', async () => {
  await expect(openPdf(new TextEncoder().encode('<html>no PDF</html>'))).rejects.toMatchObject({ code: 'not-a-pdf' })
})

test('the ink of a Type 3 glyph lies below its baseline when the matrix of the font turns it', async () => {
  const upright = pdfWithGlyph('Case')
  const turned = Buffer.from(upright.toString('latin1').replace('.001 0 0 .001', '.001 0 0 -.01'), 'latin1')
  const inkOf = async (bytes: Uint8Array) => {
    const pdf = await openPdf(bytes)
    const { glyphs } = await pdf.readGlyphs(1)
    await pdf.close()
    const { ink, y = 0 } = glyphs.at(-1) ?? {}
    return ink && [Math.round(ink.y - y), Math.round(ink.y + ink.height - y)]
  }
  expect(await inkOf(upright)).toEqual([-17, 0])
  expect(await inkOf(turned)).toEqual([0, 168])
})

test('a page continues the columns of the page before it, also after another page was read', async () => {
  const lineAt = (letter: string, x: number, y: number) =>
    `BT /F 10 Tf ${x} ${y} Td (${[7, 11, 9].map((count) => letter.repeat(count)).join(' ')}) Tj ET`
  const rows = (count: number) =>
    Array.from({ length: count }, (_, row) => [lineAt('a', 50, 700 - row * 20), lineAt('b', 310, 700 - row * 20)])
  const contents = [rows(10), rows(2), [lineAt('c', 50, 700)]].map((lines) => stream('', lines.flat().join('\n')))
  const file = writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [7 0 R 8 0 R 9 0 R] /Count 3 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents,
    ...[4, 5, 6].map(
      (content) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${content} 0 R /Resources << /Font << /F 3 0 R >> >> >>`,
    ),
  ])
  const pdf = await openPdf(file)
  const [, second] = [await pdf.readPage(1), await pdf.readPage(2), await pdf.readPage(3)]
  const again = await pdf.readPage(2)
  await pdf.close()
  expect(second.text).toMatch(/^b[^a]*a[^b]*$/)
  expect(again.text).toBe(second.text)
})
