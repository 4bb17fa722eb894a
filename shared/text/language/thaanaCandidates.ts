/** A Thaana candidate for Latin letters, the likeliest first; a higher cost is less likely. */
export type ThaanaCandidate = readonly [thaana: string, cost: number]

/** Consonants. The longest match wins: `dh` before `d`. */
export const consonantCandidates: ReadonlyMap<string, readonly ThaanaCandidate[]> = new Map<string, readonly ThaanaCandidate[]>([
  ['h', [['ހ', 0], ['ޙ', 0.5]]], ['sh', [['ށ', 0], ['ޝ', 0.1]]], ['n', [['ނ', 0]]], ['r', [['ރ', 0]]], ['b', [['ބ', 0]]], ['lh', [['ޅ', 0]]],
  ['k', [['ކ', 0]]], ['v', [['ވ', 0]]], ['w', [['ވ', 0]]], ['m', [['މ', 0]]], ['f', [['ފ', 0]]], ['ph', [['ފ', 0]]], ['dh', [['ދ', 0]]],
  ['th', [['ތ', 0], ['ޠ', 1.5]]], ['l', [['ލ', 0], ['ޅ', 0.8]]], ['g', [['ގ', 0], ['ޤ', 1]]], ['gn', [['ޏ', 0]]], ['ny', [['ޏ', 0]]],
  ['s', [['ސ', 0], ['ޞ', 1]]], ['d', [['ޑ', 0], ['ދ', 0.4]]], ['z', [['ޒ', 0], ['ޟ', 1]]], ['t', [['ޓ', 0], ['ތ', 0.4]]], ['y', [['ޔ', 0]]],
  ['p', [['ޕ', 0]]], ['j', [['ޖ', 0]]], ['ch', [['ޗ', 0]]], ['kh', [['ޚ', 0]]], ['gh', [['ޣ', 0]]], ['zh', [['ޜ', 0]]], ['q', [['ޤ', 0]]],
  ['c', [['ކ', 0], ['ސ', 0.8]]], ['ck', [['ކ', 0]]], ['x', [['ކްސ', 0]]],
]) // prettier-ignore

export const vowelCandidates: ReadonlyMap<string, readonly ThaanaCandidate[]> = new Map<string, readonly ThaanaCandidate[]>([
  ['a', [['ަ', 0], ['ާ', 0.7]]], ['aa', [['ާ', 0]]], ['i', [['ި', 0], ['ީ', 0.7]]], ['ee', [['ީ', 0]]], ['u', [['ު', 0], ['ޫ', 0.7]]],
  ['oo', [['ޫ', 0]]], ['e', [['ެ', 0], ['ޭ', 0.7]]], ['ey', [['ޭ', 0]]], ['o', [['ޮ', 0], ['ޯ', 0.3]]], ['oa', [['ޯ', 0]]],
]) // prettier-ignore

/** The first half of a doubled consonant. */
export const doubledConsonant: readonly ThaanaCandidate[] = [['އް', 0]]
export const doubledNasal: readonly ThaanaCandidate[] = [['ން', 0]]

/** A consonant that closes a syllable; before b, d and g, the half letter ނ. */
export const closedSyllable: readonly ThaanaCandidate[] = [
  ['ް', 0],
  ['ު', 0.9],
]
export const prenasalN: readonly ThaanaCandidate[] = [
  ['ން', 0],
  ['ނ', 0.2],
]

/** Word endings. */
export const finalH: readonly ThaanaCandidate[] = [
  ['ށް', 0],
  ['އް', 0.3],
  ['ހް', 0.6],
  ['ހު', 0.8],
]
export const finalIy: readonly ThaanaCandidate[] = [['ތް', 0]]
export const finalNative: readonly ThaanaCandidate[] = [
  ['ް', 0],
  ['ު', 0.6],
]
export const finalLoan: readonly ThaanaCandidate[] = [
  ['ު', 0],
  ['ް', 0.2],
]
