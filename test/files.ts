import { randomUUID } from 'node:crypto'
import { png } from './pictures.ts'

export const pdf = (characters = 200) => Buffer.from(`%PDF-1.7\n${'x'.repeat(characters)}\nstartxref\n9\n%%EOF\n`)
/** A PDF that no other call returns: of equal files only one is stored. */
export const uniquePdf = (characters = 2000) =>
  Buffer.concat([pdf(characters), Buffer.from(`${randomUUID()}\n%%EOF\n`)])

/** A picture of this size in bytes: a PNG followed by zeros, which no check reads. */
export const pictureOf = (bytes: number) => Buffer.concat([png(8, 8), Buffer.alloc(bytes - png(8, 8).length)])

type Entry = { name: string; content?: string; unpacked?: number; locked?: boolean }

/** A zip with stored entries. `unpacked` declares a false size. */
export function zip(entries: Entry[]): Buffer {
  const heads: Buffer[] = []
  const files: Buffer[] = []
  let at = 0
  for (const { name, content = '', unpacked = content.length, locked = false } of entries) {
    const title = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(locked ? 1 : 0, 2)
    common.writeUInt32LE(content.length, 14)
    common.writeUInt32LE(unpacked, 18)
    common.writeUInt16LE(title.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, title, Buffer.from(content)])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(at, 10)
    heads.push(Buffer.concat([Buffer.from('PK\x01\x02'), Buffer.from([20, 0]), common, tail, title]))
    files.push(file)
    at += file.length
  }
  const list = Buffer.concat(heads)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, list, Buffer.from('PK\x05\x06'), end])
}

export const docx = (more: Entry[] = []) =>
  zip([{ name: '[Content_Types].xml', content: '<x/>' }, { name: 'word/document.xml', content: '<x/>' }, ...more])
export const xlsx = () =>
  zip([
    { name: '[Content_Types].xml', content: '<x/>' },
    { name: 'xl/workbook.xml', content: '<x/>' },
  ])

/** A PDF that a viewer can show, with the same text on each of its pages. */
export const readablePdf = (text: string, pages = 1) =>
  pdfOf(`BT /F 24 Tf 50 150 Td (${text}) Tj ET`, ['<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'], pages)

/** The same with a triangle behind it, a glyph whose letter the file does not say. `height` makes it another one. */
export function pdfWithGlyph(text: string, height = 700) {
  const glyph = `600 0 0 0 600 ${height} d1 0 0 m 600 0 l 300 ${height} l f`
  const map = 'begincmap 1 begincodespacerange <00> <ff> endcodespacerange 1 beginbfchar <61> <e000> endbfchar endcmap'
  return pdfOf(`BT /F 24 Tf 50 150 Td (${text}) Tj /G 24 Tf (a) Tj ET`, [
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</Type/Font/Subtype/Type3/FontBBox[0 0 600 800]/FontMatrix[.001 0 0 .001 0 0]/FirstChar 97/LastChar 97/Widths[600]' +
      '/Encoding<</Differences[97/a]>>/CharProcs<</a 6 0 R>>/ToUnicode 7 0 R>>',
    `<</Length ${glyph.length}>>stream\n${glyph}\nendstream`,
    `<</Length ${map.length}>>stream\n${map}\nendstream`,
  ])
}

/** Pages with the same content; the fonts F and G are the first two of the further objects, which begin at 4. */
function pdfOf(content: string, others: readonly string[], pages = 1) {
  const kids = Array.from({ length: pages }, (_, index) => `${index + others.length + 4} 0 R`).join(' ')
  const fonts = others.length > 1 ? '/F 4 0 R/G 5 0 R' : '/F 4 0 R'
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 3 0 R/Resources<</Font<<${fonts}>>>>>>`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...others,
    ...Array.from({ length: pages }, () => page),
  ]
  const offsets: number[] = []
  let body = '%PDF-1.7\n'
  for (const [index, object] of objects.entries()) {
    offsets.push(body.length)
    body += `${index + 1} 0 obj${object}endobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const xref = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}`
  return Buffer.from(
    `${body}${xref}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${body.length}\n%%EOF\n`,
  )
}
