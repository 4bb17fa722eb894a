import type { ReadSign } from './decode.ts'

const isDigit = (sign: ReadSign | undefined) => /^\d$/u.test(sign?.base ?? '')
const isThaana = (sign: ReadSign | undefined) => /^[\u0780-\u07b1]$/u.test(sign?.base ?? '')
const isSpace = (sign: ReadSign | undefined) => sign?.base === ' '

/** The signs of a line, from left to right, where their neighbors say more than the picture does. */
export function disambiguate(signs: readonly ReadSign[]): ReadSign[] {
  return spaceSlashes(joinNumbers(singlePoints(replaceConfusables(signs))))
}

/**
 * Signs that have the same strokes in many typefaces, where only one of them is possible:
 * - “ln” begins no word of English or of Dhivehi in Latin letters (“lh” does, and “ltd” has no vowel);
 * - no capital I is between small letters, except after “Mc”;
 * - no l is alone next to a Thaana letter, as the 1 of a footnote does;
 * - a number has no letter O, and no code of a court has one between another letter and a digit, as K04C has a zero.
 */
const confusables: readonly (readonly [RegExp, string])[] = [
  [/(?<![A-Za-z])l(?=[bcdfgjkmnpqrstvwxz][a-z]*[aeiou])/gu, 'I'],
  [/(?<=[a-z])(?<!Mc)I(?![A-Z])/gu, 'l'],
  [/(?<![\w.])l(?=[\u0780-\u07b1])|(?<=[\u0780-\u07b1])l(?![\w.])/gu, '1'],
  [/(?<=\d[.,:Oo]*)[Oo](?![\w.,:/-]*[A-NP-Za-np-z])(?<![A-NP-Za-np-z][\w.,:/-]*)/gu, '0'],
  [/(?<![A-NP-Za-np-z][\w.,:/-]*)[Oo](?=[.,:Oo]*\d)(?![\w.,:/-]*[A-NP-Za-np-z])/gu, '0'],
  [/(?<=[A-Z])[Oo](?=\d[A-Za-z0-9-]*\/\d+\/\d)/gu, '0'],
]

function replaceConfusables(signs: readonly ReadSign[]): ReadSign[] {
  const seen = signs.map(({ base }) => (base.length === 1 ? base : '\ufffd')).join('')
  const replaced = new Map(
    confusables.flatMap(([pattern, base]) => Array.from(seen.matchAll(pattern), ({ index }) => [index, base] as const)),
  )
  return signs.map((sign, i) => ({ ...sign, base: replaced.get(i) ?? sign.base }))
}

/** Below it, a comma may be the other one: both have the same form in Noto Sans Thaana, and different ones elsewhere. */
const sureComma = 0.9
/** Of the sure commas of a page whose typeface gives ، a form of its own, at least this share are ،. */
const ownFormShare = 0.25

/**
 * The commas of a page after Thaana letters. Hardly any is the Latin one: a sure one stays only where other commas of the page are
 * surely ،: the typeface then gives them different forms.
 */
export function turnCommas(lines: readonly ReadSign[][]): ReadSign[][] {
  const sure = lines.flatMap((signs) =>
    signs.filter((sign, i) => isThaana(signs[i + 1]) && isComma(sign) && sign.probability >= sureComma),
  )
  const own = sure.filter(({ base }) => base === '،').length
  const staysSure = own > 0 && own >= ownFormShare * sure.length
  return lines.map((signs) =>
    signs.map((sign, i) => {
      const turns = sign.base === ',' && isThaana(signs[i + 1]) && !(staysSure && sign.probability >= sureComma)
      return turns ? { ...sign, base: '،', probability: Math.max(sign.probability, 1 - sign.probability) } : sign
    }),
  )
}

const isComma = ({ base }: ReadSign) => base === ',' || base === '،'

const isPoint = (sign: ReadSign | undefined) => /^[.,]$/u.test(sign?.base ?? '')

/** Two signs that are read for the one between two digits part the number in two: the surer one stays. */
function singlePoints(signs: ReadSign[]): ReadSign[] {
  const isLess = (i: number, other: number, isTied: boolean) => {
    const [own, next] = [signs[i]?.probability ?? 0, signs[other]?.probability ?? 0]
    const isPair =
      isPoint(signs[i]) && isPoint(signs[other]) && isDigit(signs[2 * i - other]) && isDigit(signs[2 * other - i])
    return isPair && (own < next || (isTied && own === next))
  }
  return signs.filter((_, i) => !isLess(i, i + 1, false) && !isLess(i, i - 1, true))
}

/**
 * Without the space that is read for the gap before a point or comma inside a number: “48,750 .50”. Only at the right end of a
 * line, where a paragraph is numbered, such a space is one.
 */
function joinNumbers(signs: ReadSign[]): ReadSign[] {
  return signs.filter((sign, i) => {
    const [before, point, after] = [signs[i - 1], signs[i + 1], signs[i + 2]]
    const inNumber = isSpace(sign) && isDigit(before) && isPoint(point) && isDigit(after)
    return !inNumber || signs.slice(i + 2).every(isDigit)
  })
}

/** A slash between two numbers has a space at both sides or at none, “1443 / 9” or “4/2000”, as the surer side has it. */
function spaceSlashes(signs: ReadSign[]): ReadSign[] {
  return signs.flatMap((sign, i) => {
    const [before, after] = [signs[i - 1], signs[i + 1]]
    if (isSpace(sign) && isUneven(signs, i - 1, 1) && !isSurer(sign, signs[i - 2])) return []
    if (isSpace(sign) && isUneven(signs, i + 1, -1) && !isSurer(sign, signs[i + 1])) return []
    if (before && isUneven(signs, i, 1) && after && isSurer(after, before)) return [spaceAfter(before), sign]
    if (before && isUneven(signs, i, -1) && isSurer(before, sign)) return [sign, spaceAfter(sign)]
    return [sign]
  })
}

/** Whether a slash between two digits has a space only at that side: 1 is the right one. */
function isUneven(signs: readonly ReadSign[], slash: number, side: 1 | -1): boolean {
  const near = [signs[slash - side], signs[slash], signs[slash + side], signs[slash + 2 * side]]
  return isDigit(near[0]) && near[1]?.base === '/' && isSpace(near[2]) && isDigit(near[3])
}

/** Whether the space at one side of a slash is likelier than that none is at its other side, after `previous`. */
const isSurer = (space: ReadSign, previous: ReadSign | undefined) => space.probability > (previous?.gap ?? 0)

const spaceAfter = ({ gap, frame }: ReadSign): ReadSign => ({
  base: ' ',
  mark: '',
  probability: 1 - gap,
  gap: 1,
  frame: frame + 1,
  others: [],
})
