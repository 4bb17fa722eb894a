type ByteRange = { start: number; end: number }

/**
 * The byte range of a Range header, both ends included. Undefined for the whole file, also when the header is invalid or
 * names several ranges; `past-end` when the range starts after the end of the file.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'past-end' | undefined {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (from === '' && to === '') return undefined
  const last = size - 1
  // Without a start, the number of bytes at the end.
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? last : Math.min(Number(to), last)
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined
  return start > last ? 'past-end' : { start, end }
}

/** Encodes a name for `filename*`, with the characters that RFC 8187 escapes and encodeURIComponent does not. */
export const encodeFileName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
