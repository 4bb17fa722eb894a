/** Joiners, direction marks and soft hyphens: invisible characters that are copied along and carry no meaning. */
const invisible = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

const removeInvisible = (text: string) => text.replace(new RegExp(invisible, 'g'), '')

/** A span of the query: its offsets in the source, its text without invisible characters, and the raw source. */
export type SourceSpan = { start: number; end: number; text: string; raw: string }

/** Strips invisible characters; `spanAt` maps offsets of the visible text back to the source. */
export function stripInvisible(text: string): { visible: string; spanAt: (start: number, end: number) => SourceSpan } {
  const offsets = invisible.test(text)
    ? [...Array(text.length).keys()].filter((at) => !invisible.test(text[at] ?? ''))
    : []
  const visible = removeInvisible(text)
  const sourceOffset = (at: number) => (visible === text ? at : (offsets[at] ?? text.length))
  const spanAt = (from: number, to: number) => {
    const start = sourceOffset(from)
    const end = to > from ? sourceOffset(to - 1) + 1 : start
    return { start, end, text: visible.slice(from, to), raw: text.slice(start, end) }
  }
  return { visible, spanAt }
}
