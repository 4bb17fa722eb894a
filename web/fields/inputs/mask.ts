import { stripDirectionMarks } from '#shared/text/format/isolate.ts'

/**
 * Applies an input mask: `9` is a digit, `a` a Latin letter, `*` either; other characters of the mask are separators that
 * are inserted. Characters that do not match are dropped. Without a mask the text is only joined to one line.
 */
export function applyMask(typed: string, mask: string | undefined): string {
  const plain = stripDirectionMarks(typed)
  if (mask === undefined) return plain.replace(/\s+/g, ' ')
  const characters: string[] = plain.match(/[0-9a-z]/gi) ?? []
  let output = ''
  for (const symbol of mask) {
    const pattern = patterns[symbol]
    if (!pattern) {
      if (characters.length === 0) break
      output += symbol
      continue
    }
    while (characters[0] !== undefined && !pattern.test(characters[0])) characters.shift()
    const character = characters.shift()
    if (character === undefined) break
    output += character
  }
  return output
}

const patterns: Record<string, RegExp> = { '9': /[0-9]/, a: /[a-z]/i, '*': /[0-9a-z]/i }
