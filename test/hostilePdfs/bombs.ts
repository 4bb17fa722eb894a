import { deflateSync } from 'node:zlib'
import { flate, onePage, type PdfObject, stream, writePdf } from './writePdf.ts'

/** Files that are small and cost a reader much: time, memory, or an endless loop. Each is made when it is needed. */

const million = 1e6
const megabyte = 2 ** 20

/** `count` times the same text. */
const times = (text: string, count: number) => Buffer.alloc(text.length * count, text)

const withPage = (
  content: PdfObject,
  resources: string,
  more: readonly PdfObject[],
  options: Parameters<typeof onePage>[1] = {},
) => writePdf([...onePage(content, { ...options, resources }), ...more])

const image = (filter: string, size: number, data: PdfObject, more = '') =>
  withPage('q 500 0 0 500 50 50 cm /X1 Do Q', '/XObject << /X1 5 0 R >>', [
    stream(
      `/Type /XObject /Subtype /Image /Width ${size} /Height ${size} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /${filter} ${more}`,
      data,
    ),
  ])

const font = (dictionary: string, more: readonly PdfObject[]) =>
  withPage('BT /F2 20 Tf 50 700 Td (abc) Tj ET', '/Font << /F2 5 0 R >>', [`<< /Type /Font ${dictionary} >>`, ...more])

const trueType = (data: Buffer) =>
  font('/Subtype /TrueType /BaseFont /A /FirstChar 97 /LastChar 99 /Widths [500 500 500] /FontDescriptor 6 0 R', [
    '<< /Type /FontDescriptor /FontName /A /Flags 4 /FontBBox [0 0 1000 1000] /Ascent 800 /Descent -200 /ItalicAngle 0 /CapHeight 700 /StemV 80 /FontFile2 7 0 R >>',
    stream(`/Length1 ${data.length}`, data),
  ])

/** A font whose table directory promises what is not there. */
function fontDirectory(tables: number, length: number): Buffer {
  const bytes = Buffer.alloc(12 + tables * 16)
  bytes.writeUInt32BE(0x00010000, 0)
  bytes.writeUInt16BE(tables, 4)
  const tags = ['cmap', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'post', 'name']
  for (let index = 0; index < tables; index += 1) {
    bytes.write(tags[index % tags.length] ?? 'cmap', 12 + index * 16, 'latin1')
    bytes.writeUInt32BE(12, 12 + index * 16 + 8)
    bytes.writeUInt32BE(length, 12 + index * 16 + 12)
  }
  return bytes
}

/** `depth` forms, each of which draws the next one ten times. */
const formTree = (depth: number) =>
  withPage('/X1 Do', '/XObject << /X1 5 0 R >>', [
    ...Array.from({ length: depth }, (_, index) =>
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 500 500] /Resources << /XObject << /X1 ${index + 6} 0 R >> >>`,
        '/X1 Do '.repeat(10),
      ),
    ),
    stream('/Type /XObject /Subtype /Form /BBox [0 0 500 500]', 'BT ET'),
  ])

function nestedFlate(): Buffer {
  const data = deflateSync(deflateSync(deflateSync(Buffer.alloc(400 * megabyte, ' '), { level: 9 }), { level: 9 }))
  return writePdf(onePage(stream('/Filter [/FlateDecode /FlateDecode /FlateDecode]', data)))
}

const deepPageTree = (depth: number) =>
  writePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    ...Array.from(
      { length: depth },
      (_, index) =>
        `<< /Type /Pages /Count 1 /Kids [${index + 3} 0 R] ${index > 0 ? `/Parent ${index + 1} 0 R` : ''} >>`,
    ),
    `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 595 842] >>`,
  ])

function objectStream(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => `${index + 10} ${index * 5}`).join(' ')
  const data = `${numbers} ${'null '.repeat(count)}`
  return writePdf([...onePage('BT ET'), flate(data, `/Type /ObjStm /N ${count} /First ${numbers.length + 1}`)])
}

/** A file whose cross-reference section names itself as the one before it. */
function crossReferenceLoop(): Buffer {
  const bytes = writePdf(onePage('BT ET'), { Prev: '0000000000' })
  const start = bytes.lastIndexOf('xref\n0 ')
  return Buffer.from(
    bytes.toString('latin1').replace('/Prev 0000000000', `/Prev ${String(start).padStart(10, '0')}`),
    'latin1',
  )
}

const jpegHead = Buffer.from('ffd8ffc0000b08fffffffff001011100ffda0008010100003f00'.replace('fffff0', 'ffff'), 'hex')

/** JPEG 2000 (ISO 15444-1, A.5.1): an SIZ marker of 60,000 by 60,000 pixels in tiles of one pixel. */
const jpxHead = Buffer.from(
  'ff4fff5100290000' +
    '0000ea60'.repeat(2) +
    '00000000'.repeat(2) +
    '00000001'.repeat(2) +
    '00000000'.repeat(2) +
    '0001070101',
  'hex',
)

/** JBIG2 (ISO 14492, 7.4.8): page information of the largest page, and a generic region over it. */
const jbig2Page = Buffer.from('00000000300001000000' + '13' + 'ffffffffffffffff' + '0000000000000000' + '000000', 'hex')

const annotations = (count: number) =>
  withPage('BT ET', '', ['<< /Type /Annot /Subtype /Square /Rect [0 0 9 9] /C [1 0 0] >>'], {
    page: `/Annots [${'5 0 R '.repeat(count)}]`,
  })

const cycle = (catalog: string, object: string) => writePdf([...onePage('BT ET', { catalog }), object])

export const bombs: Record<string, () => Buffer> = {
  'nested Flate': nestedFlate,
  'tree of forms': () => formTree(9),
  '128 MB of text operators': () => writePdf(onePage(flate(times('BT /F1 9 Tf (abc) Tj ET ', (128 * megabyte) / 24)))),
  'one string of 64 MB': () =>
    writePdf(
      onePage(flate(Buffer.concat([Buffer.from('BT /F1 9 Tf ('), times('a', 64 * megabyte), Buffer.from(') Tj ET')]))),
    ),
  'ten million saved states': () => writePdf(onePage(flate(times('q ', 10 * million)))),
  'a path of five million parts': () =>
    writePdf(onePage(flate(Buffer.concat([Buffer.from('0 0 m '), times('9 9 l ', 5 * million), Buffer.from('f')])))),
  'million rectangles': () => writePdf(onePage(flate(times('1 1 9 9 re f ', million)))),
  'huge page': () => writePdf(onePage('BT /F1 9 Tf 5 5 Td (abc) Tj ET', { mediaBox: '0 0 1e9 1e9' })),
  'page without a size': () => writePdf(onePage('BT /F1 9 Tf (abc) Tj ET', { mediaBox: '0 0 0 0' })),
  'deep page tree': () => deepPageTree(20_000),
  'page tree in a circle': () =>
    writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 9 /Kids [2 0 R 2 0 R] >>']),
  'a count of pages that is a lie': () =>
    writePdf(['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 1000000000 /Kids [] >>']),
  'million pages': () =>
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      `<< /Type /Pages /Count ${million} /Kids [${'3 0 R '.repeat(million)}] >>`,
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>',
    ]),
  'object stream of a million objects': () => objectStream(million),
  'object stream that extends itself': () =>
    writePdf([...onePage('BT ET'), stream('/Type /ObjStm /N 1 /First 4 /Extends 5 0 R', '9 0 null')]),
  'million objects': () => writePdf([...onePage('BT ET'), ...Array.from({ length: million }, () => 'null')]),
  'cross-reference loop': crossReferenceLoop,
  'no cross-reference section': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), times('1 0 obj << /Type /Catalog /Pages 1 0 R >> endobj\n', 200_000)]),
  'lying length': () => writePdf(onePage(stream('', 'BT /F1 9 Tf (abc) Tj ET', '4294967295'))),
  'negative length': () => writePdf(onePage(stream('', 'BT /F1 9 Tf (abc) Tj ET', '-9'))),
  'a length that is its own stream': () => writePdf(onePage(stream('', 'BT ET', '4 0 R'))),
  'the same content a hundred thousand times': () =>
    writePdf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents [${'4 0 R '.repeat(100_000)}] >>`,
      flate(times('q Q ', 10_000)),
    ]),
  'nested arrays': () => writePdf(onePage(`${'['.repeat(million)}${']'.repeat(million)} TJ`)),
  'nested dictionaries': () =>
    writePdf([...onePage('BT ET', { catalog: '/A 5 0 R' }), `${'<< /A '.repeat(200_000)}null${' >>'.repeat(200_000)}`]),
  'nested parentheses': () => writePdf(onePage(`BT /F1 9 Tf ${'('.repeat(5 * million)} Tj ET`)),
  'a number of ten million digits': () =>
    writePdf(onePage(Buffer.concat([Buffer.from('BT /F1 '), times('9', 10 * million), Buffer.from(' Tf (a) Tj ET')]))),
  'JBIG2 image': () => image('JBIG2Decode', 65_535, jbig2Page),
  'JPEG 2000 image': () => image('JPXDecode', 60_000, jpxHead),
  'JPEG image': () => image('DCTDecode', 65_500, jpegHead),
  'fax image': () =>
    image('CCITTFaxDecode', 65_000, Buffer.alloc(64), '/DecodeParms << /K -1 /Columns 65000 /Rows 65000 >>'),
  'raw image': () => image('FlateDecode', 20_000, deflateSync(Buffer.alloc(400 * megabyte))),
  'LZW stream': () => writePdf(onePage(stream('/Filter /LZWDecode', times('\u0080\u000b\u0060\u0050', 200_000)))),
  'run lengths': () =>
    writePdf(onePage(stream('/Filter [/FlateDecode /RunLengthDecode]', deflateSync(times('\u0081 ', 2 * million))))),
  'font with huge tables': () => trueType(fontDirectory(9, 0x7fffffff)),
  'font of 65,535 tables': () => trueType(fontDirectory(65_535, 12)),
  'Type 3 glyph that shows itself': () =>
    font(
      '/Subtype /Type3 /FontBBox [0 0 9 9] /FontMatrix [1 0 0 1 0 0] /FirstChar 97 /LastChar 97 /Widths [9] /Encoding << /Differences [97 /a] >> /CharProcs << /a 6 0 R >> /Resources << /Font << /F2 5 0 R >> >>',
      [stream('', '9 0 d0 BT /F2 1 Tf (aaaaaaaaaa) Tj ET')],
    ),
  'map to Unicode of four billion codes': () =>
    font(
      '/Subtype /Type0 /BaseFont /A /Encoding /Identity-H /DescendantFonts [<< /Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> >>] /ToUnicode 6 0 R',
      [
        stream(
          '',
          'begincmap 1 begincodespacerange <00000000> <FFFFFFFF> endcodespacerange 1 beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange endcmap',
        ),
      ],
    ),
  'character map that uses itself': () =>
    font(
      '/Subtype /Type0 /BaseFont /A /Encoding 6 0 R /DescendantFonts [<< /Type /Font /Subtype /CIDFontType0 /BaseFont /A /CIDSystemInfo << /Registry (Adobe) /Ordering (A) /Supplement 0 >> >>]',
      [stream('/Type /CMap /CMapName /A /UseCMap 6 0 R', 'begincmap endcmap')],
    ),
  'soft mask in a circle': () =>
    withPage('/G1 gs BT /F1 9 Tf (a) Tj ET', '/ExtGState << /G1 5 0 R >>', [
      '<< /SMask << /S /Luminosity /G 6 0 R >> >>',
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Group << /S /Transparency >> /Resources << /ExtGState << /G1 5 0 R >> >>',
        '/G1 gs 0 0 9 9 re f',
      ),
    ]),
  'pattern that paints itself': () =>
    withPage('/Pattern cs /P1 scn 0 0 595 842 re f', '/Pattern << /P1 5 0 R >>', [
      stream(
        '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.0001 /YStep 0.0001 /Resources << /Pattern << /P1 5 0 R >> >>',
        '/Pattern cs /P1 scn 0 0 1 1 re f',
      ),
    ]),
  'color space in a circle': () =>
    withPage('/C1 cs 1 scn 0 0 9 9 re f', '/ColorSpace << /C1 5 0 R >>', ['[/Indexed 5 0 R 255 <00>]']),
  'function in a circle': () =>
    withPage(
      '/S1 sh',
      '/Shading << /S1 << /ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 9 9] /Function 5 0 R >> >>',
      ['<< /FunctionType 3 /Domain [0 1] /Functions [5 0 R 5 0 R] /Bounds [0.5] /Encode [0 1 0 1] >>'],
    ),
  'form that draws itself': () =>
    withPage('/X1 Do', '/XObject << /X1 5 0 R >>', [
      stream(
        '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X1 5 0 R >> >>',
        '/X1 Do /X1 Do',
      ),
    ]),
  'hundred thousand annotations': () => annotations(100_000),
  'outline in a circle': () =>
    cycle('/Outlines 5 0 R', '<< /First 5 0 R /Last 5 0 R /Next 5 0 R /Parent 5 0 R /Title (a) >>'),
  'names in a circle': () => cycle('/Names << /Dests 5 0 R >>', '<< /Kids [5 0 R 5 0 R] >>'),
  'structure in a circle': () =>
    cycle('/StructTreeRoot 5 0 R', '<< /Type /StructTreeRoot /K 5 0 R /ParentTree 5 0 R /Kids [5 0 R] >>'),
  'layers in a circle': () =>
    cycle(
      '/OCProperties << /OCGs [5 0 R] /D << /Order [[5 0 R] 5 0 R] >> >>',
      '<< /Type /OCG /Name (a) /Usage 5 0 R /OCGs 5 0 R /VE [/And 5 0 R] >>',
    ),
  'unknown encryption': () =>
    writePdf([...onePage('BT ET'), '<< /Filter /Standard /V 99 /R 99 /O () /U () /P -1 >>'], {
      Encrypt: '5 0 R',
      ID: '[<00> <00>]',
    }),
  'only a head': () => Buffer.from('%PDF-1.7\n%%EOF\n'),
  'sixteen megabytes of noise': () =>
    Buffer.concat([Buffer.from('%PDF-1.7\n'), times('\u0001obj \u0002stream ', megabyte)]),
}
