import { foldText } from './fold.ts'
import {
  closedSyllable,
  consonantCandidates,
  doubledConsonant,
  doubledNasal,
  prenasalN,
  finalH,
  finalIy,
  finalLoan,
  finalNative,
  type ThaanaCandidate,
  vowelCandidates,
} from './thaanaCandidates.ts'
import { consonants, vowels } from './latinRules.ts'

const allah = 'އައްލާހު'

/** Transliterates Thaana to Malé Latin: ޙުކުމް → hukum. Other characters stay. */
export function toLatin(thaana: string): string {
  const letters = thaana.replace(/(?<=ު)ﷲ/g, 'އްލާ').replaceAll('ﷲ', allah)
  let latin = ''
  for (let index = 0; index < letters.length; index += 1) latin += letterAt(letters, index)
  return latin
}

function letterAt(letters: string, index: number): string {
  const letter = letters.charAt(index)
  const vowel = vowels.get(letter)
  if (vowel !== undefined) return vowel
  const consonant = consonants.get(letter)
  if (consonant === undefined) return letter === sukun ? '' : letter
  if (letters.charAt(index + 1) !== sukun) return consonant
  const next = consonants.get(letters.charAt(index + 2))
  return next === undefined ? (closing.get(letter) ?? consonant) : doubling.has(letter) ? next.slice(0, 1) : consonant
}

const sukun = 'ް'

// At the end of a word these close the syllable; before a letter they double it: ރަށް is rah, ފަރާތް is faraaiy, އެއްބަސް is ebbas.
const closing: ReadonlyMap<string, string> = new Map([
  ['އ', 'h'],
  ['ށ', 'h'],
  ['ތ', 'iy'],
])
const doubling: ReadonlySet<string> = new Set(['އ', 'ށ', 'ތ'])

const maxCandidates = 5
const maxLength = 40

/**
 * Transliterates a word in Latin letters to Thaana: up to five candidates, the likeliest first. `hukum` may be ހުކުމް or
 * ޙުކުމް. The caller keeps the candidates that are words. Empty when the text is not a word of Latin letters.
 */
export function fromLatin(latin: string): string[] {
  const letters = foldText(latin).replace(/['’ʼ`]/g, "'")
  if (!/^[a-z']*[a-z][a-z']*$/.test(letters) || letters.length > maxLength) return []
  let candidates: ThaanaCandidate[] = [['', 0]]
  for (const options of syllables(letters)) candidates = best(candidates, options)
  return candidates.slice(0, maxCandidates).map(([thaana]) => thaana)
}

// Beam search: more candidates are carried along than are returned, because an unlikely start may end likely.
const beamWidth = 24

function best(candidates: readonly ThaanaCandidate[], options: readonly ThaanaCandidate[]): ThaanaCandidate[] {
  const all = candidates.flatMap(([thaana, cost]) =>
    options.map(([next, more]): ThaanaCandidate => [thaana + next, cost + more]),
  )
  return all.sort(([, one], [, other]) => one - other).slice(0, beamWidth)
}

/** The Thaana candidates of each Latin letter, in order. */
function* syllables(letters: string): Generator<readonly ThaanaCandidate[]> {
  let open = false
  for (let index = 0; index < letters.length;) {
    const vowel = open || !endsInIy(letters, index) ? longestMatch(vowelCandidates, letters, index) : ''
    const consonant = vowel === '' ? longestMatch(consonantCandidates, letters, index) : ''
    const size = Math.max(vowel.length, consonant.length, 1)
    if (vowel !== '') {
      if (!open) yield [['އ', 0]]
      yield vowelCandidates.get(vowel) ?? []
      open = false
    } else if (endsInIy(letters, index)) {
      yield finalIy
      return
    } else if (consonant !== '') {
      open = longestMatch(vowelCandidates, letters, index + size) !== ''
      if (open) yield consonantCandidates.get(consonant) ?? []
      else yield* closeSyllable(letters, index, consonant)
    }
    index += size
  }
}

const endsInIy = (letters: string, index: number) => index > 0 && index === letters.length - 2 && letters.endsWith('iy')

/** The candidates of a consonant without a vowel: it ends the word, is doubled, or closes its syllable. */
function* closeSyllable(letters: string, index: number, consonant: string): Generator<readonly ThaanaCandidate[]> {
  const rest = letters.slice(index + consonant.length)
  if (rest === '') {
    if (consonant === 'h') yield finalH
    else yield* [consonantCandidates.get(consonant) ?? [], nativeFinals.has(consonant) ? finalNative : finalLoan]
  } else if (consonant === 'n' && /^[bdg]/.test(rest)) yield prenasalN
  else if (rest.startsWith(consonant) || (rest.startsWith(`${consonant}h`) && consonant !== 's')) {
    yield consonant === 'n' || consonant === 'm' ? doubledNasal : doubledConsonant
  } else yield* [consonantCandidates.get(consonant) ?? [], closedSyllable]
}

// The only consonants at the end of native Dhivehi words.
const nativeFinals: ReadonlySet<string> = new Set(['n', 's', 'm', 'th', 'sh', 'l'])

function longestMatch(candidates: ReadonlyMap<string, unknown>, letters: string, index: number) {
  for (const size of [2, 1]) {
    const part = letters.slice(index, index + size)
    // Before a vowel, the y of `ey` belongs to the next syllable.
    if (part === 'ey' && /^[aeiouy]/.test(letters.slice(index + 2))) continue
    if (part.length === size && candidates.has(part)) return part
  }
  return ''
}
