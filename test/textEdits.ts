import type { Annotation, Delta, Line, LineSegment } from '#shared/delta/delta.ts'
import { linesOf } from '#shared/delta/delta.ts'
import { joinLines } from '#shared/delta/joinLines.ts'
import { notesOf } from '#shared/delta/units.ts'

/** From 0 to below 1, the same numbers for the same seed (mulberry32). */
export function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
type Random = ReturnType<typeof seededRandom>

const words = ['ޙުކުމް', 'ޤާޟީ', 'މައްސަލަ', 'ކޯޓު', 'ފަރާތް', 'ހެކިވެރިޔާ', 'ދަޢުވާ', 'ޤަރާރު', 'ބަޔާން', 'ޤާނޫނު', 'މާއްދާ', 'ޖިނާޢީ']
const wordOf = (random: Random) => words[Math.floor(random() * words.length)] ?? ''
const sentence = (random: Random) =>
  Array.from({ length: 6 + Math.floor(random() * 10) }, () => wordOf(random)).join(' ')

/** A text of numbered paragraphs, some with a footnote or an annotation, and a table of two rows and two cells. */
export function buildText(random: Random, paragraphs: number): Delta {
  const text: Delta = { content: [], footnotes: [], annotations: [] }
  for (let index = 0; index < paragraphs; index += 1) {
    text.content.push({ insert: `p${index} ${sentence(random)}` })
    if (index % 4 === 1) addFootnote(text, `f${index}`, `n${index}`)
    if (index % 5 === 2) addAnnotated(text, `a${index}`, `t${index}`)
    text.content.push({ insert: '\n', attributes: { paragraph: index + 1 } })
  }
  for (const [row, cell] of ['r1 c1', 'r1 c2', 'r2 c3', 'r2 c4'].map((keys) => keys.split(' ')))
    text.content.push(
      { insert: `${cell} ${wordOf(random)}` },
      { insert: '\n', attributes: { table: row ?? '', cell: cell ?? '' } },
    )
  return text
}

function addFootnote(text: Delta, key: string, content: string) {
  text.content.push({ insert: { footnote: key } })
  text.footnotes.push({ key, content })
}

function addAnnotated(text: Delta, key: string, title: string) {
  const annotation: Annotation = { key, title, content: title, type: 'general', category: 'usul' }
  text.content.push({ insert: ` ${title}`, attributes: { annotation: key } })
  text.annotations.push(annotation)
}

/** One random edit, which writes `tag` into the text: a word, a paragraph, a footnote, an annotation, or a split. */
export function editText(text: Delta, random: Random, tag: string): Delta {
  const lines = linesOf(text.content)
  const at = Math.floor(random() * lines.length)
  const line = lines[at] ?? { attributes: {}, segments: [] }
  const notes = { footnotes: [...text.footnotes], annotations: [...text.annotations] }
  const edited = edits[Math.floor(random() * edits.length)]?.(line, tag, notes) ?? [line]
  const content = [...lines.slice(0, at), ...edited, ...lines.slice(at + 1)]
  const all = notesOf({ content: [], ...notes })
  return joinLines(
    content.map((one) => ({ line: one, notes: all, key: '' })),
    all,
  )
}

type Edit = (line: Line, tag: string, notes: Pick<Delta, 'footnotes' | 'annotations'>) => Line[]

const append = (line: Line, ...segments: LineSegment[]): Line => ({
  ...line,
  segments: [...line.segments, ...segments],
})
const plain = (text: string): LineSegment => ({ text, attributes: {} })

const edits: Edit[] = [
  (line, tag) => [append(line, plain(` ${tag}`))],
  (line, tag) => [{ ...line, segments: [plain(`${tag} `), ...line.segments] }],
  (line, tag) =>
    line.attributes.table === undefined
      ? [line, { attributes: {}, segments: [plain(`${tag} paragraph of its own`)] }]
      : [append(line, plain(` ${tag}`))],
  (line, tag) =>
    line.attributes.table === undefined
      ? [{ attributes: {}, segments: [plain(`${tag} paragraph of its own`)] }, line]
      : [append(line, plain(` ${tag}`))],
  (line, tag, { footnotes }) => {
    footnotes.push({ key: `f-${tag}`, content: tag })
    return [append(line, { embed: { footnote: `f-${tag}` }, attributes: {} })]
  },
  (line, tag, { annotations }) => {
    annotations.push({ key: `a-${tag}`, content: tag, title: tag, type: 'warning', category: 'editorial' })
    return [append(line, { text: ` ${tag}`, attributes: { annotation: `a-${tag}` } })]
  },
  (line, tag, { footnotes }) => {
    const key = line.segments.flatMap((one) =>
      'embed' in one && 'footnote' in one.embed ? [one.embed.footnote] : [],
    )[0]
    const at = footnotes.findIndex((one) => one.key === key)
    const footnote = footnotes[at]
    if (!footnote) return [append(line, plain(` ${tag}`))]
    footnotes[at] = { ...footnote, content: `${footnote.content} ${tag}` }
    return [line]
  },
]

/** Every tag that a text contains: in its lines, its footnotes and its annotations. */
export function tagsOf(text: Delta): Set<string> {
  const parts = [
    ...text.content.map(({ insert }) => (typeof insert === 'string' ? insert : '')),
    ...text.footnotes.map(({ content }) => content),
    ...text.annotations.map(({ title }) => title),
  ]
  return new Set(parts.join('\n').match(/[\p{L}\p{M}\p{N}.]+/gu))
}

/** What is wrong with the keys of a text: a footnote that is referred to twice or not at all, a note without data. */
export function keyErrorsOf({ content, footnotes, annotations }: Delta): string[] {
  const references = content.flatMap(({ insert }) =>
    typeof insert !== 'string' && 'footnote' in insert ? [insert.footnote] : [],
  )
  const marked = [...new Set(content.flatMap(({ attributes }) => attributes?.annotation ?? []))]
  const footnoteKeys = footnotes.map(({ key }) => key)
  const annotationKeys = annotations.map(({ key }) => key)
  return [
    ...repeated(references).map((key) => `two references to the footnote ${key}`),
    ...repeated(footnoteKeys).map((key) => `two footnotes ${key}`),
    ...repeated(annotationKeys).map((key) => `two annotations ${key}`),
    ...difference(references, footnoteKeys).map((key) => `no footnote ${key}`),
    ...difference(footnoteKeys, references).map((key) => `no reference to the footnote ${key}`),
    ...difference(marked, annotationKeys).map((key) => `no annotation ${key}`),
    ...difference(annotationKeys, marked).map((key) => `no text of the annotation ${key}`),
  ]
}

const repeated = (keys: readonly string[]) => keys.filter((key, index) => keys.indexOf(key) !== index)
const difference = (keys: readonly string[], others: readonly string[]) => keys.filter((key) => !others.includes(key))
