/** What letters of Latin may stand for in Thaana, the likeliest first; the cost says how unlikely. */
export type Reading = readonly [thaana: string, cost: number]

/** The longest that fits is read: `dh` before `d`. */
export const consonantReadings: ReadonlyMap<string, readonly Reading[]> = new Map<string, readonly Reading[]>([
  ['h', [['ހ', 0], ['ޙ', 0.5]]], ['sh', [['ށ', 0], ['ޝ', 0.1]]], ['n', [['ނ', 0]]], ['r', [['ރ', 0]]], ['b', [['ބ', 0]]], ['lh', [['ޅ', 0]]],
  ['k', [['ކ', 0]]], ['v', [['ވ', 0]]], ['w', [['ވ', 0]]], ['m', [['މ', 0]]], ['f', [['ފ', 0]]], ['ph', [['ފ', 0]]], ['dh', [['ދ', 0]]],
  ['th', [['ތ', 0], ['ޠ', 1.5]]], ['l', [['ލ', 0], ['ޅ', 0.8]]], ['g', [['ގ', 0], ['ޤ', 1]]], ['gn', [['ޏ', 0]]], ['ny', [['ޏ', 0]]],
  ['s', [['ސ', 0], ['ޞ', 1]]], ['d', [['ޑ', 0], ['ދ', 0.4]]], ['z', [['ޒ', 0], ['ޟ', 1]]], ['t', [['ޓ', 0], ['ތ', 0.4]]], ['y', [['ޔ', 0]]],
  ['p', [['ޕ', 0]]], ['j', [['ޖ', 0]]], ['ch', [['ޗ', 0]]], ['kh', [['ޚ', 0]]], ['gh', [['ޣ', 0]]], ['zh', [['ޜ', 0]]], ['q', [['ޤ', 0]]],
  ['c', [['ކ', 0], ['ސ', 0.8]]], ['ck', [['ކ', 0]]], ['x', [['ކްސ', 0]]],
]) // prettier-ignore

export const vowelReadings: ReadonlyMap<string, readonly Reading[]> = new Map<string, readonly Reading[]>([
  ['a', [['ަ', 0], ['ާ', 0.7]]], ['aa', [['ާ', 0]]], ['i', [['ި', 0], ['ީ', 0.7]]], ['ee', [['ީ', 0]]], ['u', [['ު', 0], ['ޫ', 0.7]]],
  ['oo', [['ޫ', 0]]], ['e', [['ެ', 0], ['ޭ', 0.7]]], ['ey', [['ޭ', 0]]], ['o', [['ޮ', 0], ['ޯ', 0.3]]], ['oa', [['ޯ', 0]]],
]) // prettier-ignore

/** A consonant that no vowel follows, before another of the same: the first half of a doubled letter. */
export const doubled: readonly Reading[] = [['އް', 0]]
export const doubledNasal: readonly Reading[] = [['ން', 0]]

/** A consonant that closes a syllable, and before b, d and g the half letter ނ. */
export const closed: readonly Reading[] = [
  ['ް', 0],
  ['ު', 0.9],
]
export const halfN: readonly Reading[] = [
  ['ން', 0],
  ['ނ', 0.2],
]

/** The end of a word. */
export const lastH: readonly Reading[] = [
  ['ށް', 0],
  ['އް', 0.3],
  ['ހް', 0.6],
  ['ހު', 0.8],
]
export const lastIy: readonly Reading[] = [['ތް', 0]]
export const lastNative: readonly Reading[] = [
  ['ް', 0],
  ['ު', 0.6],
]
export const lastLoan: readonly Reading[] = [
  ['ު', 0],
  ['ް', 0.2],
]
