import type { Annotation, Attributes, Delta, Footnote, Line, LineSegment, Op } from './delta.ts'
import { canonicalJson, type NotedLine, type Notes } from './units.ts'

/**
 * Joins lines of several versions of a text into one, with the notes that the lines refer to. No key has two meanings: a
 * footnote that is referred to twice is copied under a new key, and so is a row and a cell. An annotation stays one, however
 * many pieces it has, unless two versions changed its fields in different ways. `base` is the version that the others were
 * made from.
 */
export function joinLines(lines: readonly NotedLine[], base: Notes): Delta {
  const joined = new JoinedText(base)
  lines.forEach((noted, index) => joined.add(noted, lines[index - 1]))
  return joined.delta()
}

class JoinedText {
  readonly #base: Notes
  readonly #content: Op[] = []
  readonly #footnotes = new Map<string, Footnote>()
  /** The annotations of the joined text, by their keys in it. */
  readonly #annotations = new Map<string, Annotation>()
  /** What the annotations of each version became: the keys in the joined text, by those in the version. */
  readonly #joinedKeys = new Map<Notes, Map<string, string>>()
  readonly #rows = new TableKeys()
  readonly #cells = new TableKeys()

  constructor(base: Notes) {
    this.#base = base
  }

  delta(): Delta {
    return {
      content: this.#content,
      footnotes: [...this.#footnotes.values()],
      annotations: [...this.#annotations.values()],
    }
  }

  add({ line, notes }: NotedLine, previous: NotedLine | undefined) {
    for (const segment of line.segments) this.#add(segment, notes)
    this.#push('\n', this.#lineAttributes(line, previous?.line))
  }

  #add(segment: LineSegment, notes: Notes) {
    const { annotation, ...attributes } = segment.attributes
    const key = annotation === undefined ? undefined : this.#annotationKey(annotation, notes)
    this.#push(this.#insertOf(segment, notes), { ...attributes, ...(key !== undefined && { annotation: key }) })
  }

  #push(insert: Op['insert'], attributes: Attributes) {
    this.#content.push({ insert, ...(Object.keys(attributes).length > 0 && { attributes }) })
  }

  #insertOf(segment: LineSegment, { footnotes }: Notes): Op['insert'] {
    if ('text' in segment) return segment.text
    if (!('footnote' in segment.embed)) return segment.embed
    const key = unusedKey(segment.embed.footnote, this.#footnotes)
    this.#footnotes.set(key, { key, content: footnotes.get(segment.embed.footnote)?.content ?? '' })
    return { footnote: key }
  }

  /** The key of an annotation in the joined text; undefined for one that its version does not have. */
  #annotationKey(key: string, notes: Notes): string | undefined {
    const joinedKeys = this.#joinedKeys.get(notes) ?? new Map<string, string>()
    this.#joinedKeys.set(notes, joinedKeys)
    const annotation = notes.annotations.get(key)
    const known = joinedKeys.get(key)
    if (!annotation || known !== undefined) return known
    const joined = this.#sameAnnotation(annotation) ?? { ...annotation, key: unusedKey(key, this.#annotations) }
    this.#annotations.set(joined.key, joined)
    joinedKeys.set(key, joined.key)
    return joined.key
  }

  /** The annotation of another version that this one is a form of, with the fields that one of them changed. */
  #sameAnnotation(annotation: Annotation): Annotation | undefined {
    for (const joinedKeys of this.#joinedKeys.values()) {
      const joined = this.#annotations.get(joinedKeys.get(annotation.key) ?? '')
      const newer = joined && this.#newerOf({ ...joined, key: annotation.key }, annotation)
      if (newer) return { ...newer, key: joined.key }
    }
    return undefined
  }

  /** The form of an annotation that was changed; undefined if both were, in different ways. */
  #newerOf(one: Annotation, other: Annotation): Annotation | undefined {
    const base = canonicalJson(this.#base.annotations.get(one.key))
    if (canonicalJson(one) === canonicalJson(other) || canonicalJson(other) === base) return one
    return canonicalJson(one) === base ? other : undefined
  }

  #lineAttributes({ attributes: { table_start, ...attributes } }: Line, previous: Line | undefined): Attributes {
    const { table, cell } = attributes
    if (table === undefined) return attributes
    const followsTable = previous?.attributes.table !== undefined
    if (!followsTable || table_start) {
      this.#rows.startTable()
      this.#cells.startTable()
    }
    return {
      ...attributes,
      table: this.#rows.keyOf(table),
      ...(cell !== undefined && { cell: this.#cells.keyOf(cell) }),
      ...(followsTable && table_start && { table_start }),
    }
  }
}

/** The keys of rows or cells: the same within one table, and new where a table before has them. */
class TableKeys {
  readonly #used = new Set<string>()
  #ofTable = new Map<string, string>()

  startTable() {
    this.#ofTable = new Map()
  }

  keyOf(key: string): string {
    const known = this.#ofTable.get(key)
    if (known !== undefined) return known
    const unused = unusedKey(key, this.#used)
    this.#used.add(unused)
    this.#ofTable.set(key, unused)
    return unused
  }
}

/** The key itself, or one made from it that is not used. */
function unusedKey(key: string, used: { has: (key: string) => boolean }): string {
  if (!used.has(key)) return key
  let number = 2
  while (used.has(`${key}-${number}`)) number += 1
  return `${key}-${number}`
}
