/**
 * Writes what was typed into a pattern: `9` is a digit, `a` a Latin letter, `*` either; everything else in the pattern is
 * written by itself. Letters that fit nowhere are left out; without a pattern everything stays, on one line.
 */
export function masked(typed: string, mask: string | undefined): string {
  const plain = typed.replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
  if (mask === undefined) return plain.replace(/\s+/g, ' ')
  const letters: string[] = plain.match(/[0-9a-z]/gi) ?? []
  let written = ''
  for (const place of mask) {
    const kind = kinds[place]
    if (!kind) {
      if (letters.length === 0) break
      written += place
      continue
    }
    while (letters[0] !== undefined && !kind.test(letters[0])) letters.shift()
    const letter = letters.shift()
    if (letter === undefined) break
    written += letter
  }
  return written
}

const kinds: Record<string, RegExp> = { '9': /[0-9]/, a: /[a-z]/i, '*': /[0-9a-z]/i }
