import { maxWordLength } from './tokenizer.ts'

/**
 * English words in Dhivehi are written by their sound: parcel is ޕާރުސަލު, and a butler a ބަޓްލަރު. `loanPattern` matches the
 * folded Thaana spellings that an English word may have.
 */
type LoanPattern = {
  /** What such a word begins with: its first consonant and a vowel sign or sukun. */
  beginnings: readonly string[]
  /** The beginning of an inflected form. */
  inflected: RegExp
  /** A stem or a whole word. */
  whole: RegExp
}

const sign = '[ަ-ޯ]'
/** After a consonant without a vowel: a sukun, or a vowel sign that makes it a syllable. */
const noVowel = '[ްުިެަ]'
const finalR = `(?:ރ${noVowel}?)?`

/** What English letters are in Thaana. `later`: a vowel after the first one, which is less distinct. */
type Letters = readonly [english: RegExp, thaana: string, later?: string]

/** Vowels; the first that fits. */
const vowelRules: readonly Letters[] = [
  [/^e?igh/, '(?:ައި|ޭ)'],
  [/^(?:ee|ea|ie|ei)/, '[ީިެޭ]'],
  [/^oo/, '[ޫުޯ]'],
  [/^(?:ou|ow)/, '(?:ައު|[ޫުޯޮ])'],
  [/^(?:oa|au|aw)/, '[ޯޮ]', '[ޯޮާަ]'],
  [/^(?:ai|ay|ey)/, '(?:ައި|[ޭެ])', '[ޭެިީ]'],
  [/^(?:io|ia|iu|eo|ua|ue|ui|oi|oy)u?/, `${sign}(?:[އޔވ]${sign})?`],
  [/^e(?=r(?:$|[^aeiouy]))/, '[ަާެ]'],
  [/^[iu](?=r(?:$|[^aeiouy]))/, '[ަާ]'],
  [/^a/, '[ަާެޭ]', '[ަާެޭޮޯ]'],
  // Of an open syllable: the e of meter, and of zebra.
  [/^e(?=[^aeiouy][rl]?[aeiou])/, '[ެޭީ]', '[ެިީަޭް]'],
  [/^e/, '[ެޭ]', '[ެިަޭް]'],
  [/^[iy]/, '(?:ައި|[ިީ])', '(?:ައި|[ިީަެ])'],
  [/^o/, '[ޮޯ]', '(?:[ޮޯަ]އު?|[ޮޯަާް])'],
  [/^u/, '(?:ި?އު|[ަުޫ])', '(?:ި?އު|[ަުޫިެް])'],
]

/** Consonants; the first that fits. Of two equal letters the second is read. */
const consonantRules: readonly Letters[] = [
  [/^(?:[ts]ion|cian)(?=$|[^aeiouy])/, '[ށޗ]ަނ'],
  [/^(?:tch|ch)/, '[ޗކށ]'],
  [/^sh/, 'ށ'],
  [/^ph/, 'ފ'],
  [/^th/, 'ތ'],
  [/^wh/, 'ވ'],
  [/^gh/, 'ގ'],
  [/^(?:ck|cc(?![eiy]))/, 'ކ'],
  [/^sc(?=[eiy])/, 'ސ'],
  [/^dge?/, 'ޖ'],
  [/^qu/, 'ކ(?:ު?ވ)?'],
  [/^gu(?=[ei])/, 'ގ'],
  [/^x/, 'ކްސ'],
  [/^c(?=[eiy])/, 'ސ'],
  [/^c/, 'ކ'],
  [/^g(?=[eiy])/, '[ގޖ]'],
  [/^s(?=u|i[aou])/, '[ސޒށ]'],
  [/^s/, '[ސޒ]'],
  [/^m(?=[pbf])/, '[މނ]'],
  [/^n(?=[pbm])/, '[ނމ]'],
  ...Object.entries({ b: 'ބ', d: 'ޑ', f: 'ފ', g: 'ގ', h: 'ހ', j: 'ޖ', k: 'ކ', l: 'ލ', m: 'މ', n: 'ނ', p: 'ޕ', r: 'ރ', t: 'ޓ', v: 'ވ', w: 'ވ', y: 'ޔ', z: 'ޒ' })
    .map(([letter, thaana]): Letters => [new RegExp(`^${letter}`), thaana]),
] // prettier-ignore

type Spoken = { thaana: string; isVowel: boolean; letters: string }

/** The letters of a word, each with what it is in Thaana. */
function readLetters(word: string): Spoken[] {
  const spoken: Spoken[] = []
  for (let rest = word; rest !== '';) {
    const isVowel = /^[aeiou]|^y(?![aeiou])/.test(rest)
    const fits = (isVowel ? vowelRules : consonantRules).find(([english]) => english.test(rest))
    const letters = fits?.[0].exec(rest)?.[0] ?? rest.charAt(0)
    const isLater = spoken.some((one) => one.isVowel)
    if (fits) spoken.push({ thaana: (isLater && fits[2]) || fits[1], isVowel, letters })
    rest = rest.slice(letters.length)
  }
  return spoken
}

/** Letters that are not spoken are left out, and doubled letters are one. */
const asSpoken = (word: string) =>
  word
    .replace(/([^aeiouy])\1+/g, '$1')
    .replace(/^k(?=n)|^w(?=r)/, '')
    .replace(/ture(?=$|s$)/, 'char')
    .replace(/ce(?=$|s$)/, 'se')
    .replace(/ge(?=$|s$)/, 'je')
    .replace(/c(?=le$)/, 'k')
    .replace(/(?<=[^aeiouy])(?:le|re)$/, (end) => `e${end.charAt(0)}`)
    .replace(/(?<=[aeiouy][^aeiouyw]{1,2})e$/, '')

const minLetters = 4

/** Undefined for a word that is too short to be recognized by its sound. */
export function loanPattern(word: string): LoanPattern | undefined {
  if (word.length < minLetters || word.length > maxWordLength || !/^[a-z]+$/.test(word)) return undefined
  const spoken = readLetters(asSpoken(word))
  const [first] = spoken
  if (!first) return undefined
  const source = spoken.map((one, at) => patternOf(one, spoken[at - 1], spoken[at + 1])).join('')
  return {
    beginnings: beginningsOf(first, spoken[1]),
    inflected: new RegExp(`^${source}`),
    whole: new RegExp(`^${source}ު?$`),
  }
}

/** `before` and `after`: the neighbors; undefined at the ends. */
function patternOf({ thaana, isVowel, letters }: Spoken, before?: Spoken, after?: Spoken): string {
  if (isVowel) return before === undefined || before.isVowel ? `އ${thaana}` : thaana
  if (after?.isVowel) return thaana
  // An r is often not spoken before a consonant and at the end, and the g of a final ng is not.
  if (letters === 'r' && before?.isVowel) return finalR
  if (letters === 'g' && after === undefined) return `(?:ގ${noVowel}?)?`
  if (after === undefined) return `(?:${thaana}${noVowel}?)`
  return before === undefined ? `${thaana}ް` : thaana + noVowel
}

function beginningsOf(first: Spoken, second: Spoken | undefined): string[] {
  const consonants = first.isVowel ? ['އ'] : lettersOf(first.thaana)
  const vowel = first.isVowel ? first : second
  const signs = vowel?.isVowel ? (vowel.thaana.match(/[ަ-ޯ]/g) ?? []) : ['ް']
  return consonants.flatMap((consonant) => [...new Set(signs)].map((one) => consonant + one))
}

/** The letters that a pattern may begin with. */
const lettersOf = (pattern: string) => /^\[([^\]]+)/.exec(pattern)?.[1]?.split('') ?? [pattern.charAt(0)]

/** Letters of no native word, or two consonants at the beginning. */
const isBorrowed = /[ޓޑޕޗޒ]|^[ހ-ޥ]ް/

/** Whether a folded Thaana word looks borrowed from English, other than a native word that sounds alike. */
export const looksBorrowed = (word: string) => isBorrowed.test(word)

/** Words of fewer consonants sound like too many others. */
export const hasThreeConsonants = (word: string) => word.replace(/[ަ-ްއޔ]/g, '').length >= 3
