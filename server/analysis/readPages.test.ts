import { expect, test } from 'vitest'
import { stream, writePdf } from '../../test/hostilePdfs/writePdf.ts'
import { type AnalysisProgress, readPages } from './readPages.ts'

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

test('a scan with a stamped head is read from its pictures, page by page', async () => {
  const progress: AnalysisProgress[] = []
  const onPage = (one: AnalysisProgress) => progress.push(one)
  const { pages } = await readPages(scanWithHead(3), { letters: new Map(), ocr: true, onPage })
  expect(pages.flatMap(({ lines }) => lines).filter(({ engine }) => engine === 'text-layer')).toEqual([])
  expect(progress.map(({ done }) => done)).toEqual([0, 0, 0, 0, 1, 2, 3])
})
