export type Part = { start: number; end: number }

/**
 * The part of a file that a Range header asks for, both ends included. Undefined for the whole, also where the header is
 * none that is understood or asks for several parts; `beyond` when there is nothing there.
 */
export function rangeOf(header: string | undefined, size: number): Part | 'beyond' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const last = size - 1
  // Without a beginning, so many at the end.
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? last : Math.min(Number(to), last)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > last ? 'beyond' : { start, end }
}

/** A name for `filename*`: letters that encodeURIComponent leaves as they are, but RFC 8187 does not. */
export const encodedName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`)
