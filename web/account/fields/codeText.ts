import { limits } from '#shared/limits.ts'

const zeros = [0x30, 0x0660, 0x06f0, 0xff10]

/** Digits of every keyboard as 0-9; what nobody sees between them is dropped. */
const plainDigits = (text: string) =>
  text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = zeros.findLast((one) => one <= code) ?? code
      return String(code - zero)
    })

/** What stands in the field of a code while it is typed: its digits, and no more than it has. */
export const typedCode = (text: string) => plainDigits(text).replace(/\D/g, '').slice(0, limits.code.digits)

// Six digits that belong to no longer number, in one piece or in groups.
const { digits } = limits.code
const inOnePiece = new RegExp(String.raw`(?<![\d/.:-])\d{${digits}}(?![\d/]|[.:-]\d)`)
const inGroups = new RegExp(String.raw`(?<!\d[\s-]?)(?:\d[\s-]?){${digits - 1}}\d(?![\s-]?\d)`)

/** The code in what was pasted: the code alone, with spaces, or the whole letter that it came in. */
export function pastedCode(text: string): string {
  const plain = plainDigits(text)
  const found = inOnePiece.exec(plain) ?? inGroups.exec(plain)
  return typedCode(found?.[0] ?? plain)
}

export const isWholeCode = (code: string) => code.length === limits.code.digits
