import { type Annotation, type Delta, type Footnote, type Line, linesOf, type LineSegment } from './delta.ts'

/** The footnotes and annotations of a text, by key. */
export type Notes = { footnotes: ReadonlyMap<string, Footnote>; annotations: ReadonlyMap<string, Annotation> }
/** A line with the notes of the text that it comes from. */
export type NotedLine = {
  line: Line
  notes: Notes
  /** Equal for equal lines whose notes are equal too. */ key: string
}
/** What is compared and chosen as a whole: a paragraph, or a table. */
export type Unit = { lines: readonly NotedLine[]; key: string }

export function unitsOf(text: Delta): Unit[] {
  const notes = notesOf(text)
  const units: NotedLine[][] = []
  for (const line of withUnreferenced(linesOf(text.content), text.footnotes)) {
    const noted = { line, notes, key: keyOf(line, notes) }
    const last = units.at(-1)
    if (last && continuesTable(last[0]?.line, line)) last.push(noted)
    else units.push([noted])
  }
  return units.map(unitOf)
}

export const unitOf = (lines: readonly NotedLine[]): Unit => ({ lines, key: lines.map(({ key }) => key).join('\n') })

export const isTable = ({ lines: [first] }: Unit) => first?.line.attributes.table !== undefined

export const notesOf = ({ footnotes, annotations }: Delta): Notes => ({
  footnotes: byKey(footnotes),
  annotations: byKey(annotations),
})

const byKey = <Note extends { key: string }>(notes: readonly Note[]) => new Map(notes.map((note) => [note.key, note]))

/** A footnote that no line refers to follows the last one, as in the editor. */
function withUnreferenced(lines: readonly Line[], footnotes: readonly Footnote[]): readonly Line[] {
  const referenced = new Set(lines.flatMap(({ segments }) => segments.flatMap(footnoteKeyOf)))
  const others = footnotes.filter(({ key }) => !referenced.has(key))
  const last = lines.at(-1)
  if (others.length === 0) return lines
  const segments = others.map(({ key }): LineSegment => ({ embed: { footnote: key }, attributes: {} }))
  if (!last || last.attributes.table !== undefined) return [...lines, { attributes: {}, segments }]
  return [...lines.slice(0, -1), { ...last, segments: [...last.segments, ...segments] }]
}

const footnoteKeyOf = (segment: LineSegment): string[] =>
  'embed' in segment && 'footnote' in segment.embed ? [segment.embed.footnote] : []

const continuesTable = (first: Line | undefined, { attributes }: Line) =>
  first?.attributes.table !== undefined && attributes.table !== undefined && !attributes.table_start

function keyOf(line: Line, notes: Notes): string {
  const { table_start: _, ...attributes } = line.attributes
  return canonicalJson([attributes, joinEqual(line.segments), ...notesOfLine(line, notes)])
}

/** How a text is cut into operations does not make it another text. */
function joinEqual(segments: readonly LineSegment[]): LineSegment[] {
  const joined: LineSegment[] = []
  for (const segment of segments) {
    const last = joined.at(-1)
    const isEqual =
      last &&
      'text' in last &&
      'text' in segment &&
      canonicalJson(last.attributes) === canonicalJson(segment.attributes)
    if (isEqual) joined[joined.length - 1] = { ...last, text: last.text + segment.text }
    else joined.push(segment)
  }
  return joined
}

/** The footnotes and annotations that a line refers to, each once, in the order of the line. */
function notesOfLine({ segments }: Line, { footnotes, annotations }: Notes): (Footnote | Annotation)[] {
  const found = new Set<Footnote | Annotation>()
  for (const segment of segments) {
    const { annotation = '' } = segment.attributes
    const referenced = [annotations.get(annotation), ...footnoteKeyOf(segment).map((key) => footnotes.get(key))]
    for (const note of referenced) if (note) found.add(note)
  }
  return [...found]
}

/** JSON that does not depend on the order of properties: PostgreSQL stores them in its own. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )

/** The text of units with that of their notes, as it is compared and shown: one line for each line and each note. */
export function textOfUnits(units: readonly Unit[]): string {
  return units.flatMap(({ lines }) => lines.map(textOfLine)).join('\n')
}

function textOfLine({ line, notes }: NotedLine): string {
  const { paragraph } = line.attributes
  const number = paragraph === undefined ? '' : `${paragraph} `
  const notesText = notesOfLine(line, notes).map((note) =>
    'title' in note ? `[${[note.title, note.content].filter(Boolean).join(': ')}]` : `[* ${note.content}]`,
  )
  return [number + line.segments.map(textOfSegment).join(''), ...notesText].join('\n')
}

function textOfSegment(segment: LineSegment): string {
  if ('text' in segment) return segment.text
  if ('footnote' in segment.embed) return '[*]'
  return 'picture' in segment.embed ? `[${segment.embed.picture.alt}]` : ''
}
