import { limits } from '#shared/limits.ts'

const zeros = [0x30, 0x0660, 0x06f0, 0xff10]

/** Converts the digits of all keyboards to 0-9 and removes invisible characters. */
const plainDigits = (text: string) =>
  text
    .replace(/[\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g, (digit) => {
      const code = digit.charCodeAt(0)
      const zero = zeros.findLast((one) => one <= code) ?? code
      return String(code - zero)
    })

/** The value of a code field while typing: digits only, up to the length of a code. */
export const typedCode = (text: string) => plainDigits(text).replace(/\D/g, '').slice(0, limits.code.digits)

// Six digits that are not part of a longer number, with or without separators.
const { digits } = limits.code
const codePattern = new RegExp(String.raw`(?<![\d/.:-])\d{${digits}}(?![\d/]|[.:-]\d)`)
const groupedCodePattern = new RegExp(String.raw`(?<!\d[\s-]?)(?:\d[\s-]?){${digits - 1}}\d(?![\s-]?\d)`)

/** Extracts the code from pasted text: the code alone, with spaces, or the whole e-mail. */
export function pastedCode(text: string): string {
  const plain = plainDigits(text)
  const found = codePattern.exec(plain) ?? groupedCodePattern.exec(plain)
  return typedCode(found?.[0] ?? plain)
}

export const isCompleteCode = (code: string) => code.length === limits.code.digits
