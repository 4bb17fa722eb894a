import type { Delta, Op } from '#shared/delta/delta.ts'
import { limits } from '#shared/limits.ts'
import { readVocabulary } from '#db/seed/lists.ts'

const richtext_letters: number = limits.form.richtext_letters
const fill = (piece: string, letters = richtext_letters) => piece.repeat(Math.floor(letters / piece.length))

/** Rich texts that cost a parser or a sanitizer the most, by the letters that a rich text may have. */
export const hostileHtml: Record<string, (letters?: number) => string> = {
  'elements that are never closed': (letters) => fill('<b>', letters),
  'paragraphs of one letter': (letters) => fill('<p>a</p>', letters),
  'nested elements': (letters = richtext_letters) => fill('<b>', letters * 0.4) + fill('</b>', letters * 0.5),
  'attributes of one element': (letters) => `<p ${fill('a=1 ', (letters ?? richtext_letters) - 10)}>a</p>`,
  'elements with an attribute': (letters) => fill('<b dir=rtl>', letters),
  links: (letters) => fill('<a href="https://a.mv">a</a>', letters),
  'pictures without a file': (letters) => fill('<img>', letters),
  'opening brackets': (letters) => `a${fill('<', letters)}`.slice(1),
  entities: (letters) => fill('&amp;', letters),
  'unclosed comments': (letters) => `a${fill('<!--', letters)}`.slice(1),
  'closing tags': (letters) => `a${fill('</b>', letters)}`.slice(1),
  'unknown elements': (letters) => `a${fill('<x>', letters)}`.slice(1),
  'table cells': (letters) => `<table>${fill('<td>', (letters ?? richtext_letters) - 10)}`,
}

const { pieces, lines, letters }: Record<'pieces' | 'lines' | 'letters', number> = limits.document

const words = readVocabulary().filter((word) => /^[ހ-ޱ]{4,}$/u.test(word))

/** A judgment as courts write it, of about `bytes` bytes: paragraphs of some sixty words, some of them bold, with citations. */
export function judgment(bytes: number, change = ''): Delta {
  const content: Op[] = []
  const footnotes: Delta['footnotes'] = []
  for (let [size, at] = [0, 0]; size < bytes - 400; at += 1) {
    const text = Array.from({ length: 60 }, (_, word) => words[(at * 61 + word * word) % 5000] ?? '').join(' ')
    const ops: Op[] = [
      { insert: `${text.slice(0, 150)}${at % 7 === 3 ? change : ''}` },
      { insert: text.slice(150, 190), attributes: { bold: true } },
      { insert: text.slice(190) },
      ...(at % 20 === 0 ? [{ insert: { footnote: `f${at}` } }] : []),
      { insert: '\n', attributes: { paragraph: at + 1 } },
    ]
    if (at % 20 === 0) footnotes.push({ key: `f${at}`, content: text.slice(0, 200) })
    content.push(...ops)
    size += Buffer.byteLength(JSON.stringify(ops)) + (at % 20 === 0 ? 600 : 0)
  }
  return { content, footnotes, annotations: [] }
}

const delta = (content: Op[], rest: Partial<Delta> = {}): Delta => ({
  content,
  footnotes: [],
  annotations: [],
  ...rest,
})
const times = <Item>(count: number, make: (at: number) => Item) => Array.from({ length: count }, (_, at) => make(at))
/** As many as fit into `bytes` bytes of JSON. */
const filling = (bytes: number, make: (at: number) => Op) =>
  times(Math.floor(bytes / (JSON.stringify(make(1000)).length + 1)), make)

/** Judgment texts of a given size that cost the most: those that are valid, and those that exceed a limit. */
export const hostileDeltas: Record<string, (bytes: number) => Delta> = {
  'a judgment': judgment,
  'pieces of one letter': (bytes) => delta(filling(bytes, () => ({ insert: 'a' }))),
  'lines of one letter, a piece each': (bytes) => delta(filling(bytes, () => ({ insert: 'a\n' }))),
  'as many pieces as are valid': (bytes) => {
    const insert = 'a'.repeat(Math.max(1, Math.min(bytes, letters) / pieces - 80))
    return delta(times(pieces, (at) => ({ insert, attributes: { bold: true, size: at % 2 ? '9pt' : '10pt' } })))
  },
  'as many lines as are valid': (bytes) =>
    delta(
      times(lines, () => ({
        insert: `${'a'.repeat(Math.min(bytes, letters) / lines - 60)}\n`,
        attributes: { list: 'ordered' },
      })),
    ),
  'as many table cells as are valid': () =>
    delta([{ insert: 'a\n'.repeat(lines), attributes: { table: 'r', cell: 'c' } }]),
  'lines in one piece': (bytes) => delta([{ insert: 'a\n'.repeat(bytes / 3) }]),
  'empty lines in one piece': (bytes) => delta([{ insert: '\n'.repeat(bytes / 2) }]),
  'list items in one piece': (bytes) => delta([{ insert: 'a\n'.repeat(bytes / 3), attributes: { list: 'ordered' } }]),
  'table cells in one piece': (bytes) => delta([{ insert: 'a\n'.repeat(bytes / 3), attributes: { table: 'r' } }]),
  'quoted lists in one piece': (bytes) =>
    delta([{ insert: 'a\n'.repeat(bytes / 3), attributes: { blockquote: true, list: 'letters' } }]),
  'pieces with every format': (bytes) =>
    delta(
      filling(bytes, (at) => ({
        insert: 'a',
        attributes: { bold: true, italic: true, color: 'red', size: '9pt', case_number: `${at}/Cv-C/2021` },
      })),
    ),
  'brackets to escape': (bytes) => delta([{ insert: '<'.repeat(Math.min(bytes, letters)) }]),
  'one word': (bytes) => delta([{ insert: 'ހަ'.repeat(bytes / 6) }]),
  'case numbers': (bytes) => delta([{ insert: '12/Cv-C/2021 '.repeat(Math.min(bytes, letters) / 13) }]),
  footnotes: (bytes) => {
    const notes = times(limits.document.notes - 1, (at) => ({ key: `f${at}`, content: 'a'.repeat(bytes / 5000 - 70) }))
    return delta(
      notes.map(({ key }) => ({ insert: { footnote: key } })),
      { footnotes: notes },
    )
  },
  'page breaks': (bytes) => delta(filling(bytes, () => ({ insert: { page_break: 1 } }))),
}
