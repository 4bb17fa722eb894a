/** The first two initials of a name, without Thaana vowel signs. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toLocaleUpperCase('en') ?? '')
    .join('')
}

const tones = ['brand', 'good', 'caution', 'bad', 'note'] as const

/** The color of a name, by a hash: always the same for the same name. */
export function toneOf(name: string): (typeof tones)[number] {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return tones[sum % tones.length] ?? 'brand'
}
