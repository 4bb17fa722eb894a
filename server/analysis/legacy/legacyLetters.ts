/** Which Thaana letter a legacy ASCII font draws for each Latin one. */
export type LegacyLayout = {
  /** What the font draws for this character: itself for digits, brackets and spaces, which are where ASCII has them. */
  drawn: (character: string) => string
  /** Whether the font draws a vowel sign or sukun for this Latin letter, and not a consonant. */
  isSign: (character: string) => boolean
  sukun: string
}

const firstLetter = 0x0780
const firstSign = 0x07a6
const punctuation = [
  [',', '\u060c'],
  [';', '\u061b'],
  ['?', '\u061f'],
] as const

/** The Latin letters have the order of the Unicode block, which begins with haa; sukun is its last sign. */
function layoutOf(inOrderOfUnicode: string, others: readonly (readonly [string, string])[]): LegacyLayout {
  const thaana = Array.from(
    inOrderOfUnicode,
    (latin, index) => [latin, String.fromCharCode(firstLetter + index)] as const,
  )
  const letters = new Map([...thaana, ...others, ...punctuation])
  const signs = new Set(inOrderOfUnicode.slice(firstSign - firstLetter))
  return {
    drawn: (character) => letters.get(character) ?? character,
    isSign: (character) => signs.has(character),
    sukun: inOrderOfUnicode.slice(-1),
  }
}

/** The fonts `A_…` (A_Faseyha, A_Waheed, A_Haleem …), with second codes of meemu and paviyani. */
export const alifuAtA = layoutOf('hSnrbLkavmfdtlgNsDzTypjC' + 'XHKJRxBFYZAGqV' + 'wWiIuUeEoOc', [
  ['M', '\u0789'],
  ['P', '\u0795'],
  ['Q', '\ufdf2'],
])

/** `saadhuAndDaadhu` are the keys of two dotted letters, which not all fonts of this layout have alike. */
const phoneticLayout = (saadhuAndDaadhu: string) =>
  layoutOf('hSnrbLkwvmfdtlgNsDzTypjc' + 'XHKJRC' + saadhuAndDaadhu + 'YZWGQV' + 'aAiIuUeEoOq', [
    ['F', '\ufdf2'],
    ['P', '\u0795'],
  ])

/** The keys of the phonetic keyboard: Athu Casual, Faiy, Nasr, Samee Avas Thaana. */
export const phonetic = phoneticLayout('BM')

/** Avas Thaana and Bodukuru. */
export const phoneticSwapped = phoneticLayout('MB')
