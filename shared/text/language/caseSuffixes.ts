/**
 * Case suffixes that a number takes, in a sentence or at its end. The stemmer has more, but it would add to the first page of
 * the web, which parses every query.
 */
const caseSuffixes = [
  'ގެ', 'ގައި', 'ގަ', 'އިގެ', 'އިގައި', 'އަށް', 'ަށް', 'އިން', 'ުން', 'ން', 'އާ', 'އާއި', 'ާއި', 'އެއް', 'ެއް', 'އަކީ', 'ަކީ',
  'އަކަށް', 'ަކަށް', 'އެވެ', 'ގައިވާ', 'ގެދަށުން', 'ގެމައްޗަށް', 'ާގުޅޭ', 'އާގުޅޭ', 'އާއެކު', 'އާއިމެދު', 'ާއިމެދު', 'އާމެދު', 'އާއިގުޅޭ', 'އާއިއެކު',
  'ކަމަށް', 'ކަމުގައި', 'އެކެވެ', 'ގައެވެ', 'އަށެވެ', 'އިންނެވެ', 'ންނެވެ',
] // prettier-ignore

export const caseSuffixPattern = `(?:${caseSuffixes.join('|')})(?:ވެސް)?`
const onlySuffix = new RegExp(`^${caseSuffixPattern}$`)

/** Whether the letters after a number are only a case suffix. */
export const isCaseSuffix = (folded: string) => onlySuffix.test(folded)

/** The digits of a folded word that is a number with or without a case suffix: 80 of 80ގެ. */
export function numberOf(folded: string): string | undefined {
  const [digits = ''] = /^\d+/.exec(folded) ?? []
  const rest = folded.slice(digits.length)
  return digits !== '' && (rest === '' || isCaseSuffix(rest)) ? digits : undefined
}
