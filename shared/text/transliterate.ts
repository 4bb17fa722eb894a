import { foldText } from './fold.ts'
import {
  closed,
  consonantReadings,
  doubled,
  doubledNasal,
  halfN,
  lastH,
  lastIy,
  lastLoan,
  lastNative,
  type Reading,
  vowelReadings,
} from './latinReadings.ts'
import { consonants, vowels } from './latinRules.ts'

const allah = 'އައްލާހު'

/** Thaana in Latin letters, as they are written in Malé: ޙުކުމް is hukum. What is not Thaana stays. */
export function toLatin(thaana: string): string {
  const letters = thaana.replace(/(?<=ު)ﷲ/g, 'އްލާ').replaceAll('ﷲ', allah)
  let latin = ''
  for (let place = 0; place < letters.length; place += 1) latin += letterAt(letters, place)
  return latin
}

function letterAt(letters: string, place: number): string {
  const letter = letters.charAt(place)
  const vowel = vowels.get(letter)
  if (vowel !== undefined) return vowel
  const consonant = consonants.get(letter)
  if (consonant === undefined) return letter === sukun ? '' : letter
  if (letters.charAt(place + 1) !== sukun) return consonant
  const next = consonants.get(letters.charAt(place + 2))
  return next === undefined ? (closing.get(letter) ?? consonant) : doubling.has(letter) ? next.slice(0, 1) : consonant
}

const sukun = 'ް'

// At the end of a word these close it; before a letter they double it: ރަށް is rah, ފަރާތް is faraaiy, އެއްބަސް is ebbas.
const closing: ReadonlyMap<string, string> = new Map([
  ['އ', 'h'],
  ['ށ', 'h'],
  ['ތ', 'iy'],
])
const doubling: ReadonlySet<string> = new Set(['އ', 'ށ', 'ތ'])

const most = 5
const longest = 40

/**
 * What a word typed in Latin letters may be in Thaana: up to five readings, the likeliest first. `hukum` may be ހުކުމް
 * and ޙުކުމް. Whoever asks keeps those that are words. Empty for what is not a word of Latin letters.
 */
export function fromLatin(latin: string): string[] {
  const letters = foldText(latin).replace(/['’ʼ`]/g, "'")
  if (!/^[a-z']*[a-z][a-z']*$/.test(letters) || letters.length > longest) return []
  let readings: Reading[] = [['', 0]]
  for (const options of syllables(letters)) readings = best(readings, options)
  return readings.slice(0, most).map(([thaana]) => thaana)
}

// More are carried along than are shown: what begins unlikely may end likely.
const carried = 24

function best(readings: readonly Reading[], options: readonly Reading[]): Reading[] {
  const all = readings.flatMap(([thaana, cost]) => options.map(([next, more]): Reading => [thaana + next, cost + more]))
  return all.sort(([, one], [, other]) => one - other).slice(0, carried)
}

/** The letters one by one, each with what it may stand for where it stands. */
function* syllables(letters: string): Generator<readonly Reading[]> {
  let open = false
  for (let place = 0; place < letters.length;) {
    const vowel = open || !endsInIy(letters, place) ? longestOf(vowelReadings, letters, place) : ''
    const consonant = vowel === '' ? longestOf(consonantReadings, letters, place) : ''
    const size = Math.max(vowel.length, consonant.length, 1)
    if (vowel !== '') {
      if (!open) yield [['އ', 0]]
      yield vowelReadings.get(vowel) ?? []
      open = false
    } else if (endsInIy(letters, place)) {
      yield lastIy
      return
    } else if (consonant !== '') {
      open = longestOf(vowelReadings, letters, place + size) !== ''
      if (open) yield consonantReadings.get(consonant) ?? []
      else yield* closeSyllable(letters, place, consonant)
    }
    place += size
  }
}

const endsInIy = (letters: string, place: number) => place > 0 && place === letters.length - 2 && letters.endsWith('iy')

/** A consonant without a vowel: it ends the word, is doubled, or closes its syllable. */
function* closeSyllable(letters: string, place: number, consonant: string): Generator<readonly Reading[]> {
  const rest = letters.slice(place + consonant.length)
  if (rest === '') {
    if (consonant === 'h') yield lastH
    else yield* [consonantReadings.get(consonant) ?? [], native.has(consonant) ? lastNative : lastLoan]
  } else if (consonant === 'n' && /^[bdg]/.test(rest)) yield halfN
  else if (rest.startsWith(consonant) || (rest.startsWith(`${consonant}h`) && consonant !== 's')) {
    yield consonant === 'n' || consonant === 'm' ? doubledNasal : doubled
  } else yield* [consonantReadings.get(consonant) ?? [], closed]
}

// Words of Dhivehi end with these and no other consonant.
const native: ReadonlySet<string> = new Set(['n', 's', 'm', 'th', 'sh', 'l'])

function longestOf(readings: ReadonlyMap<string, unknown>, letters: string, place: number) {
  for (const size of [2, 1]) {
    const part = letters.slice(place, place + size)
    // heyo is he-yo: the y goes with the vowel that follows.
    if (part === 'ey' && /^[aeiouy]/.test(letters.slice(place + 2))) continue
    if (part.length === size && readings.has(part)) return part
  }
  return ''
}
