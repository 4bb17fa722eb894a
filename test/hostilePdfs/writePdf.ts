import { deflateSync } from 'node:zlib'

/** Writes PDFs by hand, also wrong ones: what a library would refuse to write. */

export type PdfObject = string | Buffer

/** Object n is `objects[n - 1]`; the first one is the catalog. `trailer` replaces or adds entries. */
export function writePdf(objects: readonly PdfObject[], trailer: Record<string, string> = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = 9
  const add = (part: PdfObject) => {
    const bytes = Buffer.from(part)
    parts.push(bytes)
    length += bytes.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  })
  const start = length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`)
  const entries = { Size: String(objects.length + 1), Root: '1 0 R', ...trailer }
  const written = Object.entries(entries).map(([key, value]) => `/${key} ${value}`)
  add(`trailer\n<< ${written.join(' ')} >>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

export function stream(dictionary: string, data: PdfObject, length?: string): Buffer {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${length ?? bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

export const flate = (data: PdfObject, dictionary = '') =>
  stream(`${dictionary} /Filter /FlateDecode`, deflateSync(data))

/** The first four objects of a file of one page; resources and other objects follow from 5. */
export const onePage = (
  content: PdfObject,
  { resources = '', page = '', mediaBox = '0 0 595 842', catalog = '' } = {},
): PdfObject[] => [
  `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
  '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
  `<< /Type /Page /Parent 2 0 R /MediaBox [${mediaBox}] /Contents 4 0 R
     /Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> ${resources} >> ${page} >>`,
  Buffer.isBuffer(content) ? content : stream('', content),
]
