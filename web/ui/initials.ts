/** The first two initials of a name. A letter keeps its vowel sign out: an initial is the bare letter. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  return words
    .slice(0, 2)
    .map((word) => /[\p{L}\p{N}]/u.exec(word)?.[0].toLocaleUpperCase('en') ?? '')
    .join('')
}

const tones = ['brand', 'good', 'caution', 'bad', 'note'] as const

/** The same name has the same tint, everywhere and always. */
export function toneOf(name: string): (typeof tones)[number] {
  const sum = Array.from(name).reduce((total, letter) => (total * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7)
  return tones[sum % tones.length] ?? 'brand'
}
