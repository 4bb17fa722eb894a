import { expect, test } from 'vitest'
import { pdfWithGlyph, readablePdf } from '#test/files.ts'
import { stream, writePdf } from '#test/hostilePdfs/writePdf.ts'
import { type AnalysisProgress, readPages } from './readPages.ts'
import { nightlyTest } from '#test/nightly.ts'

/** Pages that a white picture covers, each with the same head of more than 30 letters over it. */
function scanWithHead(pages: number): Buffer {
  const content =
    'q 595 0 0 842 0 0 cm /I Do Q BT /F 10 Tf 50 810 Td (Certified copy of the registry of the civil court) Tj ET'
  const kids = Array.from({ length: pages }, (_, index) => `${index + 6} 0 R`)
  return writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages} >>`,
    stream('', content),
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    stream('/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\u007f'),
    ...kids.map(
      () =>
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 3 0 R /Resources << /Font << /F 4 0 R >> /XObject << /I 5 0 R >> >> >>',
    ),
  ])
}

test('pages of a scan whose only text is a stamped head are scanned', async () => {
  const { pages } = await readPages(scanWithHead(3), { letters: new Map(), ocr: false, onPage: () => undefined })
  expect(pages.map(({ scanned, text }) => [scanned, text])).toEqual([
    [true, ''],
    [true, ''],
    [true, ''],
  ])
  expect(pages[0]?.lines).toMatchObject([{ role: 'header', engine: 'text-layer' }])
})

nightlyTest('a scan with a stamped head is read from its pictures, page by page', async () => {
  const progress: AnalysisProgress[] = []
  const onPage = (one: AnalysisProgress) => progress.push(one)
  const { pages } = await readPages(scanWithHead(3), { letters: new Map(), ocr: true, onPage })
  expect(pages.flatMap(({ lines }) => lines).filter(({ engine }) => engine === 'text-layer')).toEqual([])
  expect(progress.map(({ done }) => done)).toEqual([0, 0, 0, 0, 1, 2, 3])
})

/** PDFium looks for the start of a PDF in the first 1,024 bytes only. */
const behindMail = (pdf: Buffer) => Buffer.concat([Buffer.from('X-Mail: 1\n'.repeat(200)), pdf])

test('a text with an unknown glyph is read although no picture of its page can be made', async () => {
  const file = behindMail(pdfWithGlyph('Judgment 12'))
  const { pages } = await readPages(file, { letters: new Map(), ocr: false, onPage: () => undefined })
  expect(pages[0]?.text).toMatch(/Judgment 12/)
  expect(pages[0]?.unknown_glyphs).toMatchObject([{ letter: null }])
})

test('scanned pages of which no picture can be made stay unread', async () => {
  const file = behindMail(scanWithHead(2))
  const { pages } = await readPages(file, { letters: new Map(), ocr: true, onPage: () => undefined })
  expect(pages.map(({ scanned, text }) => [scanned, text])).toEqual([
    [true, ''],
    [true, ''],
  ])
})

test('a file that counts its pages below zero has the pages that another engine finds', async () => {
  const file = Buffer.from(readablePdf('Judgment 13').toString('latin1').replace('/Count 1', '/Count -1'), 'latin1')
  const { pages } = await readPages(file, { letters: new Map(), ocr: false, onPage: () => undefined })
  expect(pages.map(({ text }) => text)).toEqual(['Judgment 13'])
})
