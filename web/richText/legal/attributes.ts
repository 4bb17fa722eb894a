import type { emptyLine } from '#shared/delta/prosemirror.ts'

/** The attributes of a line, null when absent: lists, quotations and numbers are attributes, never nested nodes. */
export type LineAttrs = (typeof emptyLine)['attrs']

/** The value if it is one of those allowed, else null. */
export const oneOf = <const Value>(values: readonly Value[], found: unknown): Value | null =>
  values.find((value) => value === found) ?? null

/** A whole number from the DOM, null when it is outside the bounds. */
export function numberFrom(text: string | null, min: number, max: number): number | null {
  const number = Number(text)
  return text !== null && text !== '' && Number.isInteger(number) && number >= min && number <= max ? number : null
}

/**
 * A text of a user in an attribute of the DOM, without markup: the sanitizer of what is pasted removes an attribute whose value
 * could end a comment or an element.
 */
export const writeText = (text: unknown) => String(text).replace(/[%<>]/g, encodeURIComponent)

export const readText = (written: string | null) => (written ?? '').replace(/%(?:25|3C|3E)/g, decodeURIComponent)
