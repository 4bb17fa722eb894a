/** A range of a text by its UTF-16 offsets: from `start` to before `end`. */
export type TextRange = { start: number; end: number }

/**
 * A range that starts and ends at whole letters, without spaces at its ends: a vowel sign stays with its letter. Undefined for a
 * range without a letter or digit.
 */
export function snapToLetters(text: string, { start, end }: TextRange): TextRange | undefined {
  if (start >= end) return undefined
  let first = Math.max(0, start)
  let last = Math.min(text.length, end)
  while (first > 0 && isInsideLetter(text, first)) first -= 1
  while (last < text.length && isInsideLetter(text, last)) last += 1
  while (first < last && isSpace(text, first)) first += 1
  while (first < last && isSpace(text, last - 1)) last -= 1
  return first < last && /[\p{L}\p{N}]/u.test(text.slice(first, last)) ? { start: first, end: last } : undefined
}

/** Whether an offset is between a letter and its marks, or inside a surrogate pair. */
const isInsideLetter = (text: string, offset: number) =>
  /^(?:\p{M}|\u200c|\u200d|[\udc00-\udfff])/u.test(text.slice(offset, offset + 1)) ||
  /[\ud800-\udbff]$/.test(text.charAt(offset - 1))

const isSpace = (text: string, offset: number) => /\s/.test(text.charAt(offset))

/** The whole lines that a range touches, without the `\n` at their ends. */
export function linesAround(text: string, { start, end }: TextRange): TextRange {
  const lineEnd = text.indexOf('\n', Math.max(start, end - 1))
  return { start: text.lastIndexOf('\n', start - 1) + 1, end: lineEnd === -1 ? text.length : lineEnd }
}
